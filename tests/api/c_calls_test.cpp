// The calls of the C API that came with settings, checkpoints in memory, frames and the machine:
// what they do, and what they answer to a stranger.
#include "support/world_for_test.hpp"
#include <tarn/tarn.h>

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr const char* kPond = R"({"water": {"size": [4, 3], "cells": [40, 30], "level": 0.3},
    "probes": [{"name": "middle", "at": [2, 1.5]}]})";
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class CCalls : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(tarn_world_create_from_json(kPond, std::strlen(kPond), ".", &world), TARN_OK)
            << tarn_last_error();
    }
    void TearDown() override { tarn_world_destroy(world); }

    std::uint64_t checksum() const {
        std::uint64_t sum = 0;
        EXPECT_EQ(tarn_world_checksum(world, &sum), TARN_OK);
        return sum;
    }

    tarn_world world = {};
};

TEST_F(CCalls, SettingsChangeTheRunningWater) {
    tarn_live_settings settings = tarn_live_settings_default();
    ASSERT_EQ(tarn_world_settings(world, &settings), TARN_OK) << tarn_last_error();
    settings.rain_mm_per_h = -1.0;
    EXPECT_EQ(tarn_world_set(world, &settings), TARN_INVALID_ARGUMENT);
    settings.rain_mm_per_h = 360.0;  // 0.1 mm/s
    ASSERT_EQ(tarn_world_set(world, &settings), TARN_OK) << tarn_last_error();
    tarn_step_report report = tarn_step_report_default();
    ASSERT_EQ(tarn_world_step(world, 2.0, &report), TARN_OK);
    // 0.1 mm/s on 12 m2 for 2 s; drops are drawn at random.
    EXPECT_NEAR(report.added_kg, 2.4, 1.2);
    settings.wind_m_per_s[1] = kNan;
    EXPECT_EQ(tarn_world_set(world, &settings), TARN_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(tarn_last_error(), "wind"), nullptr) << tarn_last_error();
    settings.wind_m_per_s[1] = 0.0;
    settings.has_inflow[TARN_WEST] = 1;  // a wall
    EXPECT_EQ(tarn_world_set(world, &settings), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_set(world, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_settings(world, nullptr), TARN_INVALID_ARGUMENT);
}

TEST_F(CCalls, TheWaterOfACheckpointGoesOnUnderAnotherWind) {
    ASSERT_EQ(tarn_world_step(world, 0.1, nullptr), TARN_OK);
    std::size_t size = 0;
    ASSERT_EQ(tarn_world_save_to_memory(world, nullptr, 0, &size), TARN_OK);
    std::vector<unsigned char> bytes(size);
    ASSERT_EQ(tarn_world_save_to_memory(world, bytes.data(), bytes.size(), &size), TARN_OK);
    std::string windy = kPond;
    const std::size_t water = windy.find("\"water\": {") + 10;
    windy.insert(water, "\"wind\": [3, 0], ");
    tarn_world other = {};
    ASSERT_EQ(tarn_world_create_from_json(windy.data(), windy.size(), ".", &other), TARN_OK)
        << tarn_last_error();
    EXPECT_EQ(tarn_world_restore_from_memory(other, bytes.data(), size), TARN_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(tarn_last_error(), "water.wind"), nullptr) << tarn_last_error();
    EXPECT_EQ(tarn_world_restore_water_from_memory(other, bytes.data(), size), TARN_OK)
        << tarn_last_error();
    EXPECT_EQ(tarn_world_step(other, 0.1, nullptr), TARN_OK);
    EXPECT_EQ(tarn_world_restore_water_from_memory(other, nullptr, size), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_restore_water(other, nullptr), TARN_INVALID_ARGUMENT);
    tarn_world_destroy(other);
}

TEST_F(CCalls, ACheckpointInMemoryBringsTheStateBack) {
    ASSERT_EQ(tarn_world_add_drop(world, 2, 1.5, 0.5, 0.1), TARN_OK);
    std::size_t size = 0;
    ASSERT_EQ(tarn_world_save_to_memory(world, nullptr, 0, &size), TARN_OK);
    std::vector<unsigned char> bytes(size);
    EXPECT_EQ(tarn_world_save_to_memory(world, bytes.data(), size - 1, &size),
              TARN_INVALID_ARGUMENT);
    ASSERT_EQ(tarn_world_save_to_memory(world, bytes.data(), bytes.size(), &size), TARN_OK);
    const std::uint64_t before = checksum();
    ASSERT_EQ(tarn_world_step(world, 0.3, nullptr), TARN_OK);
    EXPECT_NE(checksum(), before);
    ASSERT_EQ(tarn_world_restore_from_memory(world, bytes.data(), size), TARN_OK);
    EXPECT_EQ(checksum(), before);
    // Cut, broken and empty ones are refused, and nothing changes.
    for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, size / 2, size - 1})
        EXPECT_NE(tarn_world_restore_from_memory(world, bytes.data(), cut), TARN_OK) << cut;
    bytes[size / 2] ^= 0x10;
    EXPECT_NE(tarn_world_restore_from_memory(world, bytes.data(), size), TARN_OK);
    EXPECT_EQ(tarn_world_restore_from_memory(world, nullptr, size), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_save_to_memory(world, bytes.data(), size, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(checksum(), before);
}

TEST_F(CCalls, SamplesAreTheSameByFloatsByDoublesAndOnTheDevice) {
    ASSERT_EQ(tarn_world_add_drop(world, 2, 1.5, 0.5, 0.1), TARN_OK);
    const double xy[4] = {1.75, 1.5, 2.25, 1.25};
    const float floats[4] = {1.75f, 1.5f, 2.25f, 1.25f};
    tarn_sample by_double[2], by_float[2];
    ASSERT_EQ(tarn_world_sample_points(world, xy, 2, by_double), TARN_OK);
    ASSERT_EQ(tarn_world_sample(world, floats, 2, by_float), TARN_OK);
    EXPECT_EQ(std::memcmp(by_double, by_float, sizeof by_float), 0);
    std::uint64_t address = 0;
    ASSERT_EQ(tarn_world_sample_on_device(world, xy, 2, &address), TARN_OK) << tarn_last_error();
    tarn_world_info info = tarn_world_info_default();
    ASSERT_EQ(tarn_world_info_get(world, &info), TARN_OK);
    if (std::string(info.backend) == "cpu") {
        EXPECT_EQ(std::memcmp(reinterpret_cast<const void*>(address), by_float, sizeof by_float),
                  0);
    }
    const double wrong[2] = {kNan, 0.0};
    EXPECT_EQ(tarn_world_sample_points(world, wrong, 1, by_double), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_sample_on_device(world, wrong, 1, &address), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_sample_points(world, nullptr, 1, by_double), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_sample_on_device(world, nullptr, 1, &address), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_sample_points(world, xy, ~std::size_t{0} / 16, by_double),
              TARN_OUT_OF_MEMORY);
}

// Whoever walks a field in space takes its numbers from the world or from the view.
TEST_F(CCalls, AWorldInSpaceSaysHowManyLayersItHas) {
    constexpr const char* kTank = R"({"water": {"model": "volume", "size": [0.8, 0.6, 0.5],
        "cells": [8, 6, 5], "fill": [{"box": [0, 0, 0, 0.4, 0.6, 0.3]}]}})";
    tarn_world tank = {};
    ASSERT_EQ(tarn_world_create_from_json(kTank, std::strlen(kTank), ".", &tank), TARN_OK)
        << tarn_last_error();
    tarn_world_info info = tarn_world_info_default();
    ASSERT_EQ(tarn_world_info_get(tank, &info), TARN_OK);
    tarn_field_view fill = tarn_field_view_default();
    ASSERT_EQ(tarn_world_field(tank, "fill", &fill), TARN_OK) << tarn_last_error();
    EXPECT_EQ(info.nz, 5);
    EXPECT_DOUBLE_EQ(info.height_m, 0.5);
    EXPECT_EQ(fill.nx, info.nx);
    EXPECT_EQ(fill.ny, info.ny);
    EXPECT_EQ(fill.nz, info.nz);
    // The water of the start: half of the box along x and three of five layers.
    int full = 0;
    for (int k = 0; k < info.nz; ++k)
        for (int j = 0; j < info.ny; ++j)
            for (int i = 0; i < info.nx; ++i)
                full += fill.data[k * fill.layer_stride + j * fill.row_stride + i] > 0.5f;
    EXPECT_EQ(full, 4 * 6 * 3);
    tarn_world_destroy(tank);
}

TEST_F(CCalls, AWorldSaysWhatItIs) {
    tarn_world_info info = tarn_world_info_default();
    ASSERT_EQ(tarn_world_info_get(world, &info), TARN_OK);
    EXPECT_EQ(info.nz, 1);
    EXPECT_EQ(info.height_m, 0.0);
    EXPECT_EQ(info.size_m[0], 4.0);
    EXPECT_EQ(info.probe_count, 1);
    EXPECT_NEAR(info.still_level_m, 0.3, 1e-6);
    EXPECT_GT(info.memory_bytes, 0u);
    EXPECT_STRNE(info.scheme, "");
    tarn_probe probe = tarn_probe_default();
    ASSERT_EQ(tarn_world_probe(world, 0, &probe), TARN_OK);
    EXPECT_STREQ(probe.name, "middle");
    EXPECT_EQ(probe.at_m[1], 1.5);
    EXPECT_EQ(tarn_world_probe(world, 1, &probe), TARN_NOT_FOUND);
    EXPECT_EQ(tarn_world_probe(world, -1, &probe), TARN_NOT_FOUND);
    std::int64_t steps = -1;
    std::int32_t is_stepping = -1;
    EXPECT_EQ(tarn_world_steps(world, &steps), TARN_OK);
    EXPECT_EQ(steps, 0);
    EXPECT_EQ(tarn_world_is_stepping(world, &is_stepping), TARN_OK);
    EXPECT_EQ(is_stepping, 0);
    EXPECT_EQ(tarn_world_steps(world, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_time_s(world, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_world_is_stepping(world, nullptr), TARN_INVALID_ARGUMENT);
    tarn_field_view field = tarn_field_view_default();
    ASSERT_EQ(tarn_world_field(world, "level", &field), TARN_OK);
    EXPECT_EQ(field.nz, 1);
    EXPECT_EQ(field.components, 1);
}

TEST_F(CCalls, AWorldSaysWhatOnlyItsSchemeHasAndWhyItWasTaken) {
    tarn_world pond = {};
    ASSERT_EQ(tarn_pond_create(0.6f, 20, 20, 0.5f, &pond), TARN_OK) << tarn_last_error();
    tarn_world_info info = tarn_world_info_default();
    ASSERT_EQ(tarn_world_info_get(pond, &info), TARN_OK);
    std::map<std::string, tarn_scheme_fact> facts;
    for (int k = 0; k < info.scheme_fact_count; ++k) {
        tarn_scheme_fact fact = tarn_scheme_fact_default();
        ASSERT_EQ(tarn_world_scheme_fact(pond, k, &fact), TARN_OK) << tarn_last_error();
        facts[fact.name] = fact;
    }
    ASSERT_TRUE(facts.contains("tau") && facts.contains("collision"));
    EXPECT_EQ(facts["tau"].has_number, 1);
    EXPECT_EQ(facts["tau"].number, info.tau);
    EXPECT_EQ(facts["collision"].has_number, 0);
    EXPECT_STRNE(facts["collision"].text, "");
    tarn_scheme_fact none = tarn_scheme_fact_default();
    EXPECT_EQ(tarn_world_scheme_fact(pond, info.scheme_fact_count, &none), TARN_NOT_FOUND);
    EXPECT_EQ(tarn_world_scheme_fact(pond, -1, &none), TARN_NOT_FOUND);
    EXPECT_STRNE(info.scheme_reason, "");
    EXPECT_EQ(info.inflow_count, 0);
    tarn_world_destroy(pond);
}

TEST_F(CCalls, AWorldListsItsInflows) {
    const std::string scene = R"({"about": "a lock", "water": {"scheme": "fv", "size": [2, 1],
        "cells": [20, 10], "level": 0.3, "edges": {"east": {"inflow": {"level": 0.4}},
        "west": {"inflow": {"discharge": 0.02}}}}})";
    tarn_world lock = {};
    ASSERT_EQ(tarn_world_create_from_json(scene.data(), scene.size(), nullptr, &lock), TARN_OK)
        << tarn_last_error();
    tarn_world_info info = tarn_world_info_default();
    ASSERT_EQ(tarn_world_info_get(lock, &info), TARN_OK);
    EXPECT_STREQ(info.about, "a lock");
    EXPECT_STREQ(info.scheme_reason, "");
    EXPECT_EQ(info.step_follows_flow, 1);
    ASSERT_EQ(info.inflow_count, 2);
    tarn_inflow west = tarn_inflow_default(), east = tarn_inflow_default();
    ASSERT_EQ(tarn_world_inflow(lock, 0, &west), TARN_OK);
    ASSERT_EQ(tarn_world_inflow(lock, 1, &east), TARN_OK);
    EXPECT_EQ(west.edge, TARN_WEST);
    EXPECT_EQ(west.is_level, 0);
    EXPECT_EQ(west.value, 0.02);
    EXPECT_EQ(east.edge, TARN_EAST);
    EXPECT_EQ(east.is_level, 1);
    EXPECT_EQ(east.value, 0.4);
    EXPECT_EQ(tarn_world_inflow(lock, 2, &east), TARN_NOT_FOUND);
    tarn_world_destroy(lock);
}

TEST_F(CCalls, EveryCreateTakesOptions) {
    const char* const changes[] = {"water.cells=[20, 15]"};
    tarn_options options = tarn_options_default();
    options.threads = 1;
    options.set = changes;
    options.set_count = 1;
    tarn_world made = {};
    tarn_world_info info = tarn_world_info_default();
    ASSERT_EQ(tarn_world_create_from_json_with_options(kPond, std::strlen(kPond), nullptr, &options,
                                                       &made),
              TARN_OK)
        << tarn_last_error();
    ASSERT_EQ(tarn_world_info_get(made, &info), TARN_OK);
    EXPECT_EQ(info.nx, 20);
    EXPECT_EQ(info.threads, 1);
    tarn_world_destroy(made);
    const std::string file = std::string(TARN_SOURCE_DIR) + "/scenes/pond.json";
    options.set_count = 0;
    ASSERT_EQ(tarn_world_create_from_file_with_options(file.c_str(), &options, &made), TARN_OK);
    tarn_world_destroy(made);
    ASSERT_EQ(tarn_pond_create_with_options(0.8f, 10, 10, 0.5f, &options, &made), TARN_OK);
    ASSERT_EQ(tarn_world_info_get(made, &info), TARN_OK);
    EXPECT_EQ(info.threads, 1);
    tarn_world_destroy(made);
    const char* const null_inside[] = {"duration=3", nullptr};
    options.set = null_inside;
    options.set_count = 2;
    EXPECT_EQ(tarn_world_create("pond", &options, &made), TARN_INVALID_ARGUMENT);
    options.set = nullptr;
    EXPECT_EQ(tarn_world_create("pond", &options, &made), TARN_INVALID_ARGUMENT);
    options.set_count = ~std::size_t{0};
    EXPECT_EQ(tarn_world_create("pond", &options, &made), TARN_INVALID_ARGUMENT);
}

TEST_F(CCalls, FilesOutsideOfTheSceneAreReadWhereTheOptionsAllowThem) {
    const tarn::TempFolder folder;
    std::ofstream(folder / "stage.csv") << "t,level\n0,0.5\n10,0.5\n";
    const std::string text = R"({"water": {"edges": {"west": {"inflow": {"csv": ")" +
                             (folder / "stage.csv") + R"("}}}}})";
    const auto made_with = [&](const tarn_options& options) {
        tarn_world made = {};
        const tarn_status status = tarn_world_create_from_json_with_options(
            text.c_str(), text.size(), nullptr, &options, &made);
        tarn_world_destroy(made);
        return status;
    };
    tarn_options options = tarn_options_default();
    EXPECT_EQ(made_with(options), TARN_INVALID_SCENE);
    const std::string allowed = folder.path().string();
    const char* const folders[] = {allowed.c_str()};
    options.data_folders = folders;
    options.data_folder_count = 1;
    EXPECT_EQ(made_with(options), TARN_OK) << tarn_last_error();
    options.data_folders = nullptr;
    EXPECT_EQ(made_with(options), TARN_INVALID_ARGUMENT);
}

TEST_F(CCalls, AFrameIsReadChangedAndOutlivesItsWorld) {
    tarn_frame frame = {};
    ASSERT_EQ(tarn_world_frame(world, &frame), TARN_OK) << tarn_last_error();
    tarn_camera camera = tarn_camera_default();
    tarn_light light = tarn_light_default();
    tarn_look look = tarn_look_default();
    ASSERT_EQ(tarn_frame_camera(frame, &camera), TARN_OK);
    ASSERT_EQ(tarn_frame_light(frame, &light), TARN_OK);
    ASSERT_EQ(tarn_frame_look(frame, &look), TARN_OK);
    camera.fov_deg = 33.0;
    light.clouds = 0.9;
    look.view = TARN_VIEW_SPEED;
    EXPECT_EQ(tarn_frame_set_camera(frame, &camera), TARN_OK);
    EXPECT_EQ(tarn_frame_set_light(frame, &light), TARN_OK);
    EXPECT_EQ(tarn_frame_set_look(frame, &look), TARN_OK);
    tarn_field_view u = tarn_field_view_default(), v = tarn_field_view_default();
    ASSERT_EQ(tarn_world_field(world, "u", &u), TARN_OK);
    ASSERT_EQ(tarn_world_field(world, "v", &v), TARN_OK);
    EXPECT_EQ(tarn_frame_set_velocity(frame, &u, &v), TARN_OK) << tarn_last_error();
    u.nx = 7;
    EXPECT_EQ(tarn_frame_set_velocity(frame, &u, &v), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_frame_set_velocity(frame, nullptr, &v), TARN_INVALID_ARGUMENT);
    camera.eye_m[2] = kNan;
    light.haze = kNan;
    EXPECT_EQ(tarn_frame_set_camera(frame, &camera), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_frame_set_light(frame, &light), TARN_INVALID_ARGUMENT);
    for (const int view : {-1, 8}) {
        look.view = view;
        EXPECT_EQ(tarn_frame_set_look(frame, &look), TARN_INVALID_ARGUMENT);
        EXPECT_NE(std::strstr(tarn_last_error(), "tarn_view_mode"), nullptr);
    }
    tarn_world_destroy(world);
    EXPECT_STRNE(tarn_last_error(), "");  // destroying leaves the last failure
    ASSERT_EQ(tarn_frame_camera(frame, &camera), TARN_OK);
    EXPECT_EQ(camera.fov_deg, 33.0);
    tarn_frame_destroy(frame);
    EXPECT_EQ(tarn_frame_camera(frame, &camera), TARN_BAD_HANDLE);
    const void* address = nullptr;
    EXPECT_EQ(tarn_frame_address({0, 0}, &address), TARN_BAD_HANDLE);
    tarn_frame_destroy(frame);
}

TEST_F(CCalls, TheMachineAndWhatTheBuildBringsAreListed) {
    tarn_machine_info machine = tarn_machine_info_default();
    ASSERT_EQ(tarn_machine_info_get(&machine), TARN_OK);
    EXPECT_GE(machine.cores, 1);
    EXPECT_GE(machine.water_count, 2);
    EXPECT_NE(std::strstr(machine.isas, "base"), nullptr);
    tarn_water_kind water = tarn_water_kind_default();
    for (int k = 0; k < machine.water_count; ++k) {
        ASSERT_EQ(tarn_machine_water(k, &water), TARN_OK);
        EXPECT_STRNE(water.scheme, "");
    }
    tarn_gpu_info gpu = tarn_gpu_info_default();
    tarn_scene_info scene = tarn_scene_info_default();
    EXPECT_EQ(tarn_machine_water(machine.water_count, &water), TARN_NOT_FOUND);
    EXPECT_EQ(tarn_machine_water(-1, &water), TARN_NOT_FOUND);
    EXPECT_EQ(tarn_machine_gpu(machine.gpu_count, &gpu), TARN_NOT_FOUND);
    EXPECT_EQ(tarn_machine_gpu(0, nullptr), TARN_INVALID_ARGUMENT);
    ASSERT_EQ(tarn_built_in_scene(0, &scene), TARN_OK);
    EXPECT_STREQ(scene.name, "pond");
    EXPECT_EQ(tarn_built_in_scene(1000, &scene), TARN_NOT_FOUND);
    ASSERT_EQ(tarn_collision(0, &scene), TARN_OK);
    EXPECT_STREQ(scene.name, "limited");
    EXPECT_EQ(tarn_collision(-5, &scene), TARN_NOT_FOUND);
    std::size_t size = 0;
    ASSERT_EQ(tarn_scene_schema(nullptr, 0, &size), TARN_OK);
    std::string schema(size, 'x');
    ASSERT_EQ(tarn_scene_schema(schema.data(), size, &size), TARN_OK);
    EXPECT_EQ(schema.back(), '\0');
    EXPECT_EQ(tarn_scene_schema(schema.data(), size - 1, &size), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_scene_schema(nullptr, 0, nullptr), TARN_INVALID_ARGUMENT);
}

}  // namespace
