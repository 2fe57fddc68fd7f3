// The C API from outside: what C sees, bad handles, null pointers, hooks.
#include "support/world_for_test.hpp"
#include "test_c_api.h"
#include <tarn/machine.hpp>
#include <tarn/tarn.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace {

constexpr const char* kScene = R"({"water": {"size": [4, 3], "cells": [40, 30], "level": 0.3}})";

tarn_world make_world() {
    tarn_world world = {};
    EXPECT_EQ(tarn_world_create_from_json(kScene, std::strlen(kScene), ".", &world), TARN_OK)
        << tarn_last_error();
    return world;
}

/// Calls everything that takes a handle; all must answer `expected`.
void expect_everywhere(tarn_world world, tarn_status expected) {
    tarn_step_report report = tarn_step_report_default();
    tarn_world_info info = tarn_world_info_default();
    tarn_field_view field = tarn_field_view_default();
    tarn_device_view device = tarn_device_view_default();
    tarn_sample sample;
    tarn_ray_hit hit = tarn_ray_hit_default();
    tarn_statistics statistics = tarn_statistics_default();
    float number[2] = {};
    const float xy[2] = {1, 1};
    const double point[3] = {1, 1, 9}, down[3] = {0, 0, -1};
    std::int32_t flag = 0;
    std::uint64_t sum = 0;
    EXPECT_EQ(tarn_world_info_get(world, &info), expected);
    EXPECT_EQ(tarn_world_set_boundary(world, TARN_WEST, TARN_SLIP), expected);
    EXPECT_EQ(tarn_world_add_event(world, 0, 0, 1, 1, 0.1f), expected);
    EXPECT_EQ(tarn_world_add_drop(world, 1, 1, 0.3, 0.1), expected);
    EXPECT_EQ(tarn_world_press(world, 1, 1, 1, 0.3, 0.1), expected);
    EXPECT_EQ(tarn_world_release(world, 1), expected);
    EXPECT_EQ(tarn_world_set_bed(world, 0, 0, 0, 0, number, 1), expected);
    EXPECT_EQ(tarn_world_dig(world, 1, 1, 0.3, 0.1), expected);
    EXPECT_EQ(tarn_world_set_solid(world, 0, 0, 1, 1, 1), expected);
    EXPECT_EQ(tarn_world_shift_window(world, 1, 1), expected);
    EXPECT_EQ(tarn_world_step(world, 0.01, &report), expected);
    EXPECT_EQ(tarn_world_step_async(world, 0.01), expected);
    EXPECT_EQ(tarn_world_height(world, 0, 0, number), expected);
    EXPECT_EQ(tarn_world_velocity(world, 0, 0, number), expected);
    EXPECT_EQ(tarn_world_field(world, "depth", &field), expected);
    EXPECT_EQ(tarn_world_device_field(world, "depth", &device), expected);
    const char* const names[1] = {"depth"};
    EXPECT_EQ(tarn_world_begin_snapshot(world, names, 1), expected);
    EXPECT_EQ(tarn_world_snapshot(world, "depth", &field), expected);
    EXPECT_EQ(tarn_world_step_and_sample(world, 0.01, 1, point, 1, &sample, &report), expected);
    EXPECT_EQ(tarn_world_sample(world, xy, 1, &sample), expected);
    EXPECT_EQ(tarn_world_sample_points(world, point, 1, &sample), expected);
    EXPECT_EQ(tarn_world_sample_on_device(world, point, 1, &sum), expected);
    EXPECT_EQ(tarn_world_device_snapshot(world, "depth", 0, &device), expected);
    tarn_probe probe = tarn_probe_default();
    tarn_live_settings settings = tarn_live_settings_default();
    tarn_frame frame = {};
    std::size_t size = 0;
    EXPECT_EQ(tarn_world_probe(world, 0, &probe), expected);
    tarn_scheme_fact fact = tarn_scheme_fact_default();
    tarn_inflow inflow = tarn_inflow_default();
    EXPECT_EQ(tarn_world_scheme_fact(world, 0, &fact), expected);
    EXPECT_EQ(tarn_world_inflow(world, 0, &inflow), expected);
    EXPECT_EQ(tarn_world_settings(world, &settings), expected);
    EXPECT_EQ(tarn_world_set(world, &settings), expected);
    EXPECT_EQ(tarn_world_frame(world, &frame), expected);
    EXPECT_EQ(tarn_world_save_to_memory(world, nullptr, 0, &size), expected);
    EXPECT_EQ(tarn_world_restore_from_memory(world, &size, sizeof size), expected);
    EXPECT_EQ(tarn_world_is_under_water(world, point, &flag), expected);
    EXPECT_EQ(tarn_world_ray_cast(world, point, down, 100, &hit), expected);
    EXPECT_EQ(tarn_world_statistics(world, &statistics), expected);
    EXPECT_EQ(tarn_world_checksum(world, &sum), expected);
    EXPECT_EQ(tarn_world_save(world, "/nonexistent/state"), expected);
    EXPECT_EQ(tarn_world_restore(world, "/nonexistent/state"), expected);
    EXPECT_EQ(tarn_world_restore_water(world, "/nonexistent/state"), expected);
    EXPECT_EQ(tarn_world_restore_water_from_memory(world, &size, sizeof size), expected);
    EXPECT_EQ(tarn_world_start_recording(world), expected);
    EXPECT_EQ(tarn_world_save_recording(world, "/nonexistent/calls"), expected);
    EXPECT_EQ(tarn_world_replay(world, "/nonexistent/calls"), expected);
    EXPECT_NE(tarn_last_error()[0], '\0');
}

TEST(CApi, DrivesPondsSixCallsFromC) {
    EXPECT_EQ(c_api_drives_ponds_six_calls(), 0);
}

TEST(CApi, DrivesEveryCallFromC) {
    const tarn::TempFolder folder;
    EXPECT_EQ(c_api_drives_every_call(folder.path().c_str()), 0);
}

TEST(CApi, NullStaleForeignAndDestroyedHandlesAreRefused) {
    const tarn_world live = make_world();
    const tarn_world old = make_world();
    tarn_world_destroy(old);
    const tarn_world bad[] = {{0, 0},          old,         {live.index, live.generation + 1},
                              {live.index, 0}, {999999, 1}, {0xffffffffu, 0xffffffffu}};
    for (const tarn_world world : bad) {
        expect_everywhere(world, TARN_BAD_HANDLE);
        EXPECT_EQ(tarn_world_wait(world, nullptr), TARN_BAD_HANDLE);
        tarn_world_destroy(world);  // ignored
    }
    // The slot of `old` is used again, under another name.
    const tarn_world again = make_world();
    EXPECT_EQ(again.index, old.index);
    EXPECT_NE(again.generation, old.generation);
    EXPECT_EQ(tarn_world_step(old, 0.01, nullptr), TARN_BAD_HANDLE);
    EXPECT_EQ(tarn_world_step(again, 0.01, nullptr), TARN_OK);
    EXPECT_EQ(tarn_world_step(live, 0.01, nullptr), TARN_OK);
    tarn_world_destroy(again);
    tarn_world_destroy(live);
    tarn_world_destroy(live);  // a second time does nothing
}

TEST(CApi, NullPointersAreRefused) {
    const tarn_world world = make_world();
    const float xy[2] = {1, 1};
    const double point[3] = {1, 1, 1};
    tarn_field_view field = tarn_field_view_default();
    tarn_ray_hit hit = tarn_ray_hit_default();
    tarn_world out = {7, 7};
    EXPECT_EQ(tarn_world_create(nullptr, nullptr, &out), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(out.index, 0u);
    EXPECT_EQ(tarn_world_create("pond", nullptr, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_create(nullptr, nullptr, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_create_from_file(nullptr, &out), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_create_from_json(nullptr, 4, nullptr, &out), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_pond_create(0.77f, 10, 10, 0.5f, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_info_get(world, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_height(world, 0, 0, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_velocity(world, 0, 0, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_field(world, nullptr, &field), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_field(world, "u", nullptr), TARN_INVALID_ARGUMENT);
    const char* const names[2] = {"u", nullptr};
    tarn_sample sample;
    EXPECT_EQ(tarn_world_device_field(world, "u", nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_begin_snapshot(world, nullptr, 1), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_begin_snapshot(world, names, 2), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_snapshot(world, nullptr, &field), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_snapshot(world, "u", nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_step_and_sample(world, 0.1, 1, nullptr, 1, &sample, nullptr),
              TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_step_and_sample(world, 0.1, 1, point, 1, nullptr, nullptr),
              TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_sample(world, nullptr, 1, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_sample(world, xy, 1, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_is_under_water(world, nullptr, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_ray_cast(world, point, nullptr, 1, &hit), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_statistics(world, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_checksum(world, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_save(world, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_restore(world, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_replay(world, nullptr), TARN_INVALID_ARGUMENT);
    tarn_world_destroy(world);
}

TEST(CApi, WrongValuesAreRefusedAndNamed) {
    const tarn_world world = make_world();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    tarn_step_report report = tarn_step_report_default();
    EXPECT_EQ(tarn_world_step(world, -1.0, &report), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_step(world, nan, &report), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_height(world, 40, 0, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_set_boundary(world, tarn_edge(2), tarn_boundary(3)), TARN_OK);
    EXPECT_EQ(tarn_world_add_event(world, -1, 0, 0, 0, 1.0f), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_add_drop(world, nan, 0, 1, 1), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_press(world, 1, 0, 0, -1, 1), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_field(world, "foam", nullptr), TARN_INVALID_ARGUMENT);
    tarn_world out = {};
    EXPECT_EQ(tarn_pond_create(0.4f, 10, 10, 0.5f, &out), TARN_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(tarn_last_error(), "tau"), nullptr);
    EXPECT_EQ(tarn_world_create_from_json("{", 1, ".", &out), TARN_INVALID_SCENE);
    EXPECT_EQ(tarn_world_create_from_json("", 0, ".", &out), TARN_INVALID_SCENE);
    tarn_options options = tarn_options_default();
    options.isa = 17;
    EXPECT_EQ(tarn_world_create("pond", &options, &out), TARN_INVALID_ARGUMENT);
    options = tarn_options_default();
    options.threads = -5;
    EXPECT_EQ(tarn_world_create("pond", &options, &out), TARN_INVALID_ARGUMENT);
    for (const int backend : {-1, 3}) {
        options = tarn_options_default();
        options.backend = backend;
        EXPECT_EQ(tarn_world_create("pond", &options, &out), TARN_INVALID_ARGUMENT);
        EXPECT_NE(std::strstr(tarn_last_error(), "tarn_options.backend"), nullptr);
    }
    options = tarn_options_default();
    options.device = -7;
    EXPECT_EQ(tarn_world_create("pond", &options, &out), TARN_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(tarn_last_error(), "device is -7"), nullptr);
    tarn_sample sample;
    const double xy[2] = {1, 1};
    EXPECT_EQ(tarn_world_step_and_sample(world, 0.1, -1, xy, 1, &sample, nullptr),
              TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_step_and_sample(world, nan, 1, xy, 1, &sample, nullptr),
              TARN_INVALID_ARGUMENT);
    tarn_world_destroy(world);
}

TEST(CApi, TheBackendIsChosenAndAMissingGpuIsRefused) {
    tarn_options options = tarn_options_default();
    EXPECT_EQ(options.backend, TARN_BACKEND_AUTO);
    EXPECT_EQ(options.device, -1);
    tarn_world world = {};
    options.backend = TARN_BACKEND_CPU;
    ASSERT_EQ(tarn_world_create("pond", &options, &world), TARN_OK);
    tarn_world_destroy(world);
    if (!tarn::machine_info().gpus.empty()) GTEST_SKIP() << "this machine has a GPU";
    options.backend = TARN_BACKEND_CUDA;
    EXPECT_EQ(tarn_world_create("pond", &options, &world), TARN_UNSUPPORTED);
    EXPECT_NE(std::strstr(tarn_last_error(), "use backend cpu or auto"), nullptr);
    EXPECT_EQ(world.index, 0u);
}

TEST(CApi, SteppingAndSamplingInOneCallIsTheSameAsInTurn) {
    const tarn_world one = make_world(), other = make_world();
    const double xy[4] = {1.0, 1.0, 3.1, 0.7};
    for (const tarn_world world : {one, other})
        ASSERT_EQ(tarn_world_add_drop(world, 2, 1.5, 0.5, 0.1), TARN_OK);
    tarn_sample together[5][2], in_turn[2];
    tarn_step_report report = tarn_step_report_default();
    ASSERT_EQ(tarn_world_step_and_sample(one, 0.07, 5, xy, 2, together[0], &report), TARN_OK);
    int steps = 0;
    for (const auto& row : together) {
        tarn_step_report each = tarn_step_report_default();
        ASSERT_EQ(tarn_world_step(other, 0.07, &each), TARN_OK);
        ASSERT_EQ(tarn_world_sample_points(other, xy, 2, in_turn), TARN_OK);
        EXPECT_EQ(std::memcmp(row, in_turn, sizeof in_turn), 0);
        steps += each.steps_now;
    }
    EXPECT_EQ(report.steps_now, steps);
    EXPECT_NEAR(report.time_s, 0.35, 1e-12);
    std::uint64_t a = 0, b = 1;
    EXPECT_EQ(tarn_world_checksum(one, &a), TARN_OK);
    EXPECT_EQ(tarn_world_checksum(other, &b), TARN_OK);
    EXPECT_EQ(a, b);
    tarn_world_destroy(one);
    tarn_world_destroy(other);
}

TEST(CApi, ARunOnTheWatersOwnClockGivesRowsWithoutChangingAnything) {
    const tarn_world one = make_world(), other = make_world();
    for (const tarn_world world : {one, other})
        ASSERT_EQ(tarn_world_add_drop(world, 2, 1.5, 0.5, 0.1), TARN_OK);
    const double xy[4] = {1.0, 1.0, 3.1, 0.7};
    double times_s[8] = {};
    tarn_sample samples[8][2];
    tarn_run_desc desc = tarn_run_desc_default();
    desc.end_s = 0.35;
    desc.xy_m = xy;
    desc.n = 2;
    desc.row_every_s = 0.051;
    desc.row_times_s = times_s;
    desc.row_samples = samples[0];
    desc.row_capacity = 8;
    size_t rows = 0;
    tarn_step_report report = tarn_step_report_default();
    ASSERT_EQ(tarn_world_run_to(one, &desc, &rows, &report), TARN_OK) << tarn_last_error();
    EXPECT_EQ(rows, 6u);
    EXPECT_EQ(report.time_s, 0.35);
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(times_s[k], 0.051 * (k + 1), 1e-12);
    EXPECT_NE(samples[5][0].level_m, samples[0][0].level_m);
    tarn_run_desc plain = tarn_run_desc_default();
    plain.end_s = 0.35;
    plain.stop_s = 0.1;
    plain.has_stop = 1;
    ASSERT_EQ(tarn_world_run_to(other, &plain, nullptr, nullptr), TARN_OK);
    plain.has_stop = 0;
    ASSERT_EQ(tarn_world_run_to(other, &plain, nullptr, nullptr), TARN_OK);
    std::uint64_t a = 0, b = 1;
    EXPECT_EQ(tarn_world_checksum(one, &a), TARN_OK);
    EXPECT_EQ(tarn_world_checksum(other, &b), TARN_OK);
    EXPECT_EQ(a, b);

    EXPECT_EQ(tarn_world_run_to(one, nullptr, nullptr, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_run_to(one, &desc, nullptr, nullptr), TARN_INVALID_ARGUMENT);
    desc.row_times_s = nullptr;
    EXPECT_EQ(tarn_world_run_to(one, &desc, &rows, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(tarn_last_error(), "row_times_s"), nullptr);
    tarn_world_destroy(one);
    tarn_world_destroy(other);
}

TEST(CApi, TheWindowMovesOverOpenWaterAlone) {
    const tarn_world pond = make_world();
    EXPECT_EQ(tarn_world_shift_window(pond, 1, 0), TARN_UNSUPPORTED);
    tarn_world_destroy(pond);
    tarn_world sea = {0, 0};
    ASSERT_EQ(tarn_world_create("sea", nullptr, &sea), TARN_OK) << tarn_last_error();
    EXPECT_EQ(tarn_world_shift_window(sea, 30, -20), TARN_OK) << tarn_last_error();
    tarn_world_info info = tarn_world_info_default();
    EXPECT_EQ(tarn_world_info_get(sea, &info), TARN_OK);
    EXPECT_DOUBLE_EQ(info.origin_m[0], 30 * info.cell_m);
    EXPECT_DOUBLE_EQ(info.origin_m[1], -20 * info.cell_m);
    tarn_world_destroy(sea);
}

TEST(CApi, TheGroundChangesAndMapsAreFields) {
    const char scene[] = R"({"water": {"scheme": "fv", "size": [4, 3], "cells": [40, 30]},
                             "maps": {}})";
    tarn_world world = {0, 0};
    ASSERT_EQ(tarn_world_create_from_json(scene, sizeof scene - 1, nullptr, &world), TARN_OK)
        << tarn_last_error();
    const float heights[4] = {0.1f, 0.2f, 0.3f, 0.4f};
    EXPECT_EQ(tarn_world_set_bed(world, 5, 6, 6, 7, heights, 4), TARN_OK) << tarn_last_error();
    EXPECT_EQ(tarn_world_set_bed(world, 5, 6, 6, 7, heights, 3), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_set_bed(world, 5, 6, 6, 7, nullptr, 4), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_dig(world, 3, 2, 0.5, 0.1), TARN_OK) << tarn_last_error();
    EXPECT_EQ(tarn_world_set_solid(world, 20, 0, 20, 29, 1), TARN_OK) << tarn_last_error();
    tarn_field_view bed = tarn_field_view_default(), depth = tarn_field_view_default(),
                    deepest = tarn_field_view_default();
    ASSERT_EQ(tarn_world_field(world, "bed", &bed), TARN_OK);
    EXPECT_EQ(bed.data[6 * bed.row_stride + 6], 0.2f);
    EXPECT_EQ(bed.data[7 * bed.row_stride + 5], 0.3f);
    EXPECT_LT(bed.data[20 * bed.row_stride + 30], -0.09f);
    ASSERT_EQ(tarn_world_step(world, 0.1, nullptr), TARN_OK);
    ASSERT_EQ(tarn_world_field(world, "depth", &depth), TARN_OK);
    EXPECT_EQ(depth.data[10 * depth.row_stride + 20], 0.0f);
    ASSERT_EQ(tarn_world_field(world, "max_depth", &deepest), TARN_OK);
    EXPECT_EQ(deepest.data[10 * deepest.row_stride + 20], 0.5f);  // before the wall came up
    tarn_world_destroy(world);
    const tarn_world pond = make_world();
    EXPECT_EQ(tarn_world_dig(pond, 2, 1.5, 0.5, 0.1), TARN_UNSUPPORTED);
    tarn_world_destroy(pond);
}

TEST(CApi, ASnapshotStaysWhileTheWaterMovesOn) {
    const tarn_world world = make_world();
    ASSERT_EQ(tarn_world_add_drop(world, 2, 1.5, 0.5, 0.1), TARN_OK);
    tarn_field_view field = tarn_field_view_default(), snapshot = tarn_field_view_default();
    ASSERT_EQ(tarn_world_field(world, "level", &field), TARN_OK);
    const std::vector<float> before(field.data, field.data + 1200);
    const char* const names[2] = {"level", "u"};
    EXPECT_EQ(tarn_world_snapshot(world, "level", &snapshot), TARN_NOT_FOUND);
    ASSERT_EQ(tarn_world_begin_snapshot(world, names, 2), TARN_OK);
    ASSERT_EQ(tarn_world_step(world, 0.2, nullptr), TARN_OK);
    ASSERT_EQ(tarn_world_snapshot(world, "level", &snapshot), TARN_OK);
    EXPECT_EQ(std::vector<float>(snapshot.data, snapshot.data + 1200), before);
    EXPECT_EQ(snapshot.row_stride, 40);
    EXPECT_EQ(tarn_world_snapshot(world, "v", &snapshot), TARN_NOT_FOUND);
    const char* const wrong[1] = {"foam"};
    EXPECT_EQ(tarn_world_begin_snapshot(world, wrong, 1), TARN_NOT_FOUND);
    tarn_world_destroy(world);
}

TEST(CApi, ADivergedWorldSaysWhereItStands) {
    constexpr const char* kSteep = R"({"water": {"size": [4, 4], "cells": [40, 40], "level": 0.5,
        "tau": 0.505, "collision": "bgk"}, "events": [{"drop": {"at": [2, 2], "radius": 0.4,
        "height": 1, "shape": "tophat"}}]})";
    tarn_world world = {};
    ASSERT_EQ(tarn_world_create_from_json(kSteep, std::strlen(kSteep), ".", &world), TARN_OK);
    tarn_step_report report = tarn_step_report_default();
    ASSERT_EQ(tarn_world_step(world, 60.0, &report), TARN_DIVERGED);
    EXPECT_GT(report.steps, 0);
    EXPECT_NE(std::strstr(tarn_last_error(), "cell ("), nullptr);
    tarn_field_view depth = tarn_field_view_default();
    ASSERT_EQ(tarn_world_field(world, "depth", &depth), TARN_OK);
    for (int k = 0; k < 1600; ++k) ASSERT_TRUE(std::isfinite(depth.data[k]));
    tarn_world_destroy(world);
}

TEST(CApi, MessagesReachTheHostsLogger) {
    std::vector<std::string> messages;
    tarn_options options = tarn_options_default();
    options.log = [](void* user, tarn_log_level, const char* message) {
        static_cast<std::vector<std::string>*>(user)->push_back(message);
    };
    options.log_user = &messages;
    tarn_world world = {};
    ASSERT_EQ(tarn_world_create("pond", &options, &world), TARN_OK);
    ASSERT_EQ(messages.size(), 2u);
    EXPECT_NE(messages[0].find("backend"), std::string::npos);
    EXPECT_NE(messages[1].find("viscosity"), std::string::npos);
    tarn_world_destroy(world);
}

}  // namespace
