// Property: whatever numbers, names, sizes and structures a stranger passes to the C API, each call
// answers a status with a sentence, and the world still steps afterwards.
#include <tarn/tarn.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr const char* kLake = R"({"water": {"scheme": "fv", "size": [2, 2], "cells": [16, 16],
                                  "level": 0.3}, "maps": {}})";

/// Draws arguments: ordinary ones, and all that is not.
class Stranger {
public:
    explicit Stranger(unsigned seed) : random_(seed) {}

    double number() {
        using Limits = std::numeric_limits<double>;
        return pick({0.0, 1.0, 0.5, -1.0, 1e-3, 1e-300, 1e30, -1e300, Limits::max(),
                     Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()});
    }
    /// As a time to step, which is to end: nothing between a second and an age.
    double seconds() {
        return pick({0.0, 0.01, 0.1, -1.0, 1e30, std::numeric_limits<double>::infinity(),
                     std::numeric_limits<double>::quiet_NaN()});
    }
    std::int32_t whole() {
        using Limits = std::numeric_limits<std::int32_t>;
        return pick({0, 1, 3, 15, 16, -1, 1000000, Limits::max(), Limits::min()});
    }
    const char* name() {
        return pick<const char*>(
            {"depth", "level", "bed", "max_depth", "foam", "", "\xff", "u.v", nullptr});
    }
    std::size_t size(std::size_t right) {
        return pick<std::size_t>({right, right, right, right - 8, 8, 0, 1, right + 4, right + 8,
                                  std::size_t{1} << 20, ~std::size_t{0}});
    }
    bool coin() { return random_() % 2 == 0; }
    std::size_t below(std::size_t n) { return random_() % n; }

private:
    template <class T>
    T pick(std::initializer_list<T> list) {
        return list.begin()[random_() % list.size()];
    }
    std::mt19937 random_;
};

/// A structure of any size, with room for a newer one and bytes that may not be zero.
template <class S>
struct Given {
    S value;
    unsigned char more[16] = {};

    Given(Stranger& stranger, S of_default) : value(of_default) {
        value.struct_size = stranger.size(sizeof(S));
        more[7] = stranger.coin() ? 0 : 1;
    }
};

std::vector<std::function<tarn_status()>> calls(Stranger& s, tarn_world w) {
    return {
        [&s, w] {
            return tarn_world_set_boundary(w, tarn_edge(s.whole()), tarn_boundary(s.whole()));
        },
        [&s, w] {
            return tarn_world_add_event(w, s.whole(), s.whole(), s.whole(), s.whole(),
                                        float(s.number()));
        },
        [&s, w] { return tarn_world_add_drop(w, s.number(), s.number(), s.number(), s.number()); },
        [&s, w] {
            return tarn_world_press(w, s.whole(), s.number(), s.number(), s.number(), s.number());
        },
        [&s, w] { return tarn_world_release(w, s.whole()); },
        [&s, w] { return tarn_world_dig(w, s.number(), s.number(), s.number(), s.number()); },
        [&s, w] {
            return tarn_world_set_solid(w, s.whole(), s.whole(), s.whole(), s.whole(), s.whole());
        },
        [&s, w] { return tarn_world_shift_window(w, s.whole(), s.whole()); },
        [&s, w] {
            Given report(s, tarn_step_report_default());
            return tarn_world_step(w, s.seconds(), s.coin() ? nullptr : &report.value);
        },
        [&s, w] {
            Given settings(s, tarn_live_settings_default());
            settings.value.wind_m_per_s[s.below(2)] = s.number();
            settings.value.rain_mm_per_h = s.number();
            settings.value.has_inflow[s.below(4)] = s.whole();
            return tarn_world_set(w, &settings.value);
        },
        [&s, w] {
            Given settings(s, tarn_live_settings_default());
            return tarn_world_settings(w, &settings.value);
        },
        [&s, w] {
            Given info(s, tarn_world_info_default());
            return tarn_world_info_get(w, &info.value);
        },
        [&s, w] {
            Given probe(s, tarn_probe_default());
            return tarn_world_probe(w, s.whole(), &probe.value);
        },
        [&s, w] {
            Given view(s, tarn_field_view_default());
            return tarn_world_field(w, s.name(), &view.value);
        },
        [&s, w] {
            Given view(s, tarn_device_view_default());
            return tarn_world_device_snapshot(w, s.name(), s.whole(), &view.value);
        },
        [&s, w] {
            const double xy[4] = {s.number(), s.number(), s.number(), s.number()};
            tarn_sample out[2];
            return tarn_world_sample_points(w, s.coin() ? xy : nullptr, s.below(3), out);
        },
        [&s, w] {
            const double xy[4] = {s.number(), s.number(), s.number(), s.number()};
            std::uint64_t address = 0;
            return tarn_world_sample_on_device(w, xy, s.below(3), s.coin() ? &address : nullptr);
        },
        [&s, w] {
            const double xy[2] = {s.number(), s.number()};
            tarn_sample out[2];
            return tarn_world_step_and_sample(w, s.seconds(), s.coin() ? 2 : -1, xy, 1, out,
                                              nullptr);
        },
        [&s, w] {
            const double xy[2] = {s.number(), s.number()};
            double times_s[2];
            tarn_sample out[2];
            Given desc(s, tarn_run_desc_default());
            desc.value.end_s = s.seconds();
            desc.value.stop_s = s.coin() ? 0.5 * desc.value.end_s : s.number();
            desc.value.has_stop = s.coin();
            desc.value.stops_before = s.coin();
            desc.value.xy_m = s.coin() ? xy : nullptr;
            desc.value.n = s.below(2);
            desc.value.row_every_s = s.seconds();
            desc.value.row_start_s = s.coin() ? 0.0 : s.number();
            desc.value.row_times_s = s.coin() ? times_s : nullptr;
            desc.value.row_samples = s.coin() ? out : nullptr;
            desc.value.row_capacity = s.below(3);
            size_t rows = 0;
            return tarn_world_run_to(w, &desc.value, s.coin() ? &rows : nullptr, nullptr);
        },
        [&s, w] {
            const double from[3] = {s.number(), s.number(), s.number()};
            const double along[3] = {s.number(), s.number(), s.number()};
            Given hit(s, tarn_ray_hit_default());
            return tarn_world_ray_cast(w, from, along, s.number(), &hit.value);
        },
        [&s, w] {
            unsigned char bytes[32] = {};
            for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(s.below(256));
            return tarn_world_restore_from_memory(w, bytes, s.below(33));
        },
        [&s, w] {
            unsigned char bytes[32];
            std::size_t size = 0;
            return tarn_world_save_to_memory(w, s.coin() ? bytes : nullptr, sizeof bytes, &size);
        },
        [&s, w] {
            tarn_frame frame = {};
            if (const tarn_status bad = tarn_world_frame(w, &frame); bad != TARN_OK) return bad;
            Given camera(s, tarn_camera_default());
            Given look(s, tarn_look_default());
            camera.value.eye_m[s.below(3)] = s.number();
            look.value.place = s.whole();
            tarn_status status = tarn_frame_set_camera(frame, &camera.value);
            if (status == TARN_OK) status = tarn_frame_set_look(frame, &look.value);
            tarn_frame_destroy(frame);
            return status;
        },
    };
}

TEST(Stranger, EveryCallAnswersWithAStatusAndASentence) {
    for (unsigned seed = 1; seed <= 8; ++seed) {
        Stranger stranger(seed);
        tarn_world world = {};
        tarn_options options = tarn_options_default();
        options.threads = 1;
        const std::string scene = kLake;
        ASSERT_EQ(tarn_world_create_from_json_with_options(scene.data(), scene.size(), nullptr,
                                                           &options, &world),
                  TARN_OK)
            << tarn_last_error();
        std::size_t size = 0;
        ASSERT_EQ(tarn_world_save_to_memory(world, nullptr, 0, &size), TARN_OK);
        std::vector<unsigned char> start(size);
        ASSERT_EQ(tarn_world_save_to_memory(world, start.data(), size, &size), TARN_OK);
        const auto list = calls(stranger, world);
        for (int k = 0; k < 300; ++k) {
            const std::size_t which = stranger.below(list.size());
            const tarn_status status = list[which]();
            ASSERT_GE(status, TARN_OK);
            ASSERT_LE(status, TARN_DEVICE_LOST);
            EXPECT_EQ(status == TARN_OK, tarn_last_error()[0] == '\0')
                << "call " << which << " of seed " << seed << ": " << tarn_last_error();
        }
        EXPECT_EQ(tarn_world_restore_from_memory(world, start.data(), start.size()), TARN_OK)
            << tarn_last_error();
        EXPECT_EQ(tarn_world_step(world, 0.1, nullptr), TARN_OK) << tarn_last_error();
        tarn_world_destroy(world);
    }
}

}  // namespace
