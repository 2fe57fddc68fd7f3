// Property: whatever numbers, names, sizes and structures a stranger passes to the C API, each call
// answers a status with a sentence, and the world still steps afterwards.
#include "support/stranger.hpp"

#include "support/public_headers.hpp"
#include "support/world_for_test.hpp"
#include <tarn/tarn.h>

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>
#include <vector>

namespace tarn {
namespace {

constexpr const char* kLake = R"({"water": {"scheme": "fv", "size": [2, 2], "cells": [16, 16],
                                  "level": 0.3}, "maps": {}, "more_bodies": true, "spray": {},
    "emitters": [{"at": [1, 1, 0.5], "velocity": [0, 0, 2], "rate": 0.01}]})";

/// What calls act on.
struct Place {
    Stranger& s;
    tarn_world w;
    std::string file;  ///< that may be written

    tarn_world world() const { return s.maybe_stale(w); }
    const char* path() const {
        return s.pick<const char*>({file.c_str(), "", "/no/such", nullptr});
    }
};

void add_changes(StrangersCalls& calls, const Place& at) {
    Stranger& s = at.s;
    calls.insert(
        calls.end(),
        {{"tarn_world_set_boundary",
          [&] {
              return tarn_world_set_boundary(at.world(), tarn_edge(s.whole()),
                                             tarn_boundary(s.whole()));
          }},
         {"tarn_world_add_event",
          [&] {
              return tarn_world_add_event(at.world(), s.whole(), s.whole(), s.whole(), s.whole(),
                                          float(s.number()));
          }},
         {"tarn_world_add_drop",
          [&] {
              return tarn_world_add_drop(at.world(), s.number(), s.number(), s.number(),
                                         s.number());
          }},
         {"tarn_world_press",
          [&] {
              return tarn_world_press(at.world(), s.whole(), s.number(), s.number(), s.number(),
                                      s.number());
          }},
         {"tarn_world_release", [&] { return tarn_world_release(at.world(), s.whole()); }},
         {"tarn_world_dig",
          [&] {
              return tarn_world_dig(at.world(), s.number(), s.number(), s.number(), s.number());
          }},
         {"tarn_world_set_bed",
          [&] {
              const float heights_m[4] = {float(s.number()), 0.1f, float(s.number()), 0.0f};
              return tarn_world_set_bed(at.world(), s.whole(), s.whole(), s.whole(), s.whole(),
                                        s.maybe(heights_m), s.below(5));
          }},
         {"tarn_world_set_solid",
          [&] {
              return tarn_world_set_solid(at.world(), s.whole(), s.whole(), s.whole(), s.whole(),
                                          s.whole());
          }},
         {"tarn_world_shift_window",
          [&] { return tarn_world_shift_window(at.world(), s.whole(), s.whole()); }},
         {"tarn_world_set", [&] {
              Given settings(s, tarn_live_settings_default());
              settings.value.wind_m_per_s[s.below(2)] = s.number();
              settings.value.rain_mm_per_h = s.number();
              settings.value.has_inflow[s.below(4)] = s.whole();
              return tarn_world_set(at.world(), s.maybe(&settings.value));
          }}});
}

void add_steps(StrangersCalls& calls, const Place& at) {
    Stranger& s = at.s;
    calls.insert(calls.end(),
                 {{"tarn_world_step",
                   [&] {
                       Given report(s, tarn_step_report_default());
                       return tarn_world_step(at.world(), s.seconds(), s.maybe(&report.value));
                   }},
                  {"tarn_world_step_async",
                   [&] {
                       const tarn_status status = tarn_world_step_async(at.world(), s.seconds());
                       return status == TARN_OK ? tarn_world_wait(at.w, nullptr) : status;
                   }},
                  {"tarn_world_wait",
                   [&] {
                       Given report(s, tarn_step_report_default());
                       return tarn_world_wait(at.world(), s.maybe(&report.value));
                   }},
                  {"tarn_world_step_and_sample",
                   [&] {
                       const double xy[2] = {s.number(), s.number()};
                       tarn_sample out[2];
                       return tarn_world_step_and_sample(at.world(), s.seconds(), s.coin() ? 2 : -1,
                                                         s.maybe(xy), 1, s.maybe(out), nullptr);
                   }},
                  {"tarn_world_run_to", [&] {
                       const double xy[2] = {s.number(), s.number()};
                       double times_s[2];
                       tarn_sample out[2];
                       Given desc(s, tarn_run_desc_default());
                       desc.value.end_s = s.seconds();
                       desc.value.stop_s = s.coin() ? 0.5 * desc.value.end_s : s.number();
                       desc.value.has_stop = s.coin();
                       desc.value.stops_before = s.coin();
                       desc.value.xy_m = s.maybe(xy);
                       desc.value.n = s.below(2);
                       desc.value.row_every_s = s.seconds();
                       desc.value.row_start_s = s.coin() ? 0.0 : s.number();
                       desc.value.row_times_s = s.maybe(times_s);
                       desc.value.row_samples = s.maybe(out);
                       desc.value.row_capacity = s.below(3);
                       size_t rows = 0;
                       return tarn_world_run_to(at.world(), s.maybe(&desc.value), s.maybe(&rows),
                                                nullptr);
                   }}});
}

/// What a world tells of itself.
void add_facts(StrangersCalls& calls, const Place& at) {
    Stranger& s = at.s;
    const auto value = [&](const char* name, auto function, auto out) {
        calls.push_back({name, [&at, &s, function, out]() mutable {
                             return function(at.world(), s.maybe(&out));
                         }});
    };
    value("tarn_world_time_s", tarn_world_time_s, 0.0);
    value("tarn_world_steps", tarn_world_steps, std::int64_t{0});
    value("tarn_world_is_stepping", tarn_world_is_stepping, std::int32_t{0});
    value("tarn_world_checksum", tarn_world_checksum, std::uint64_t{0});
    value("tarn_world_body_count", tarn_world_body_count, std::int32_t{0});
    calls.push_back({"tarn_world_add_body", [&at, &s] {
                         const char* const bodies[] = {
                             R"({"radius": 0.2, "density": 300, "at": [1, 1, 3]})",
                             R"({"radius": 1e300, "at": [1, 1, 3]})", "{", "[]", ""};
                         const char* const json = bodies[s.below(5)];
                         std::int32_t number = 0;
                         return tarn_world_add_body(at.world(), s.maybe(json), std::strlen(json),
                                                    s.maybe(&number));
                     }});
    calls.push_back({"tarn_world_find_body", [&at, &s] {
                         std::int32_t number = 0;
                         return tarn_world_find_body(at.world(), s.maybe("ball"), s.maybe(&number));
                     }});
    const auto structure = [&](const char* name, auto function, auto of_default) {
        calls.push_back({name, [&at, &s, function, of_default] {
                             Given out(s, of_default);
                             return function(at.world(), s.maybe(&out.value));
                         }});
    };
    structure("tarn_world_settings", tarn_world_settings, tarn_live_settings_default());
    structure("tarn_world_info_get", tarn_world_info_get, tarn_world_info_default());
    structure("tarn_world_statistics", tarn_world_statistics, tarn_statistics_default());
    structure("tarn_world_spray", tarn_world_spray, tarn_spray_report_default());
    calls.push_back({"tarn_world_drops", [&at, &s] {
                         const tarn_drop* drops = nullptr;
                         size_t count = 0;
                         return tarn_world_drops(at.world(), s.maybe(&drops), s.maybe(&count));
                     }});
    calls.push_back({"tarn_world_take_drops", [&at, &s] {
                         const tarn_drop* drops = nullptr;
                         size_t count = 0;
                         return tarn_world_take_drops(at.world(), s.maybe(&drops), s.maybe(&count));
                     }});
    calls.push_back({"tarn_world_land_drops", [&at, &s] {
                         const auto number = [&s] { return float(s.number()); };
                         const tarn_drop drop = {s.whole(),
                                                 {number(), number(), number()},
                                                 {number(), number(), number()},
                                                 number(),
                                                 number()};
                         return tarn_world_land_drops(at.world(), s.maybe(&drop), 1);
                     }});
    const auto row = [&](const char* name, auto function, auto of_default) {
        calls.push_back({name, [&at, &s, function, of_default] {
                             Given out(s, of_default);
                             return function(at.world(), s.whole(), s.maybe(&out.value));
                         }});
    };
    row("tarn_world_probe", tarn_world_probe, tarn_probe_default());
    row("tarn_world_scheme_fact", tarn_world_scheme_fact, tarn_scheme_fact_default());
    row("tarn_world_inflow", tarn_world_inflow, tarn_inflow_default());
    row("tarn_world_body", tarn_world_body, tarn_body_report_default());
    row("tarn_world_body_helm", tarn_world_body_helm, tarn_body_helm_default());
    row("tarn_world_set_body_helm", tarn_world_set_body_helm, tarn_body_helm_default());
    row("tarn_world_move_body", tarn_world_move_body, tarn_body_motion_default());
    const auto push = [&](const char* name, auto function) {
        calls.push_back({name, [&at, &s, function] {
                             const double force[3] = {s.number(), s.number(), s.number()};
                             const double at_m[3] = {s.number(), s.number(), s.number()};
                             return function(at.world(), s.whole(), s.maybe(force), s.maybe(at_m));
                         }});
    };
    push("tarn_world_set_body_force", tarn_world_set_body_force);
    push("tarn_world_hit_body", tarn_world_hit_body);
}

void add_fields(StrangersCalls& calls, const Place& at) {
    Stranger& s = at.s;
    const auto named = [&](const char* name, auto function, auto of_default) {
        calls.push_back({name, [&at, &s, function, of_default] {
                             Given view(s, of_default);
                             return function(at.world(), s.name(), s.maybe(&view.value));
                         }});
    };
    named("tarn_world_field", tarn_world_field, tarn_field_view_default());
    named("tarn_world_snapshot", tarn_world_snapshot, tarn_field_view_default());
    named("tarn_world_device_field", tarn_world_device_field, tarn_device_view_default());
    calls.insert(calls.end(),
                 {{"tarn_world_device_snapshot",
                   [&] {
                       Given view(s, tarn_device_view_default());
                       return tarn_world_device_snapshot(at.world(), s.name(), s.whole(),
                                                         s.maybe(&view.value));
                   }},
                  {"tarn_world_begin_snapshot",
                   [&] {
                       const char* const names[2] = {s.name(), s.name()};
                       return tarn_world_begin_snapshot(at.world(), s.maybe(names), s.below(3));
                   }},
                  {"tarn_world_height",
                   [&] {
                       float out_m = 0.0f;
                       return tarn_world_height(at.world(), s.whole(), s.whole(), s.maybe(&out_m));
                   }},
                  {"tarn_world_velocity", [&] {
                       float out[2];
                       return tarn_world_velocity(at.world(), s.whole(), s.whole(), s.maybe(out));
                   }}});
}

void add_samples(StrangersCalls& calls, const Place& at) {
    Stranger& s = at.s;
    calls.insert(
        calls.end(),
        {{"tarn_world_sample_points",
          [&] {
              const double xy[4] = {s.number(), s.number(), s.number(), s.number()};
              tarn_sample out[2];
              return tarn_world_sample_points(at.world(), s.maybe(xy), s.below(3), s.maybe(out));
          }},
         {"tarn_world_sample",
          [&] {
              const float xy[4] = {float(s.number()), 1.0f, 0.5f, float(s.number())};
              tarn_sample out[2];
              return tarn_world_sample(at.world(), s.maybe(xy), s.below(3), s.maybe(out));
          }},
         {"tarn_world_sample_on_device",
          [&] {
              const double xy[4] = {s.number(), s.number(), s.number(), s.number()};
              std::uint64_t address = 0;
              return tarn_world_sample_on_device(at.world(), s.maybe(xy), s.below(3),
                                                 s.maybe(&address));
          }},
         {"tarn_world_is_under_water",
          [&] {
              const double point_m[3] = {s.number(), s.number(), s.number()};
              std::int32_t out = 0;
              return tarn_world_is_under_water(at.world(), s.maybe(point_m), s.maybe(&out));
          }},
         {"tarn_world_ray_cast", [&] {
              const double from[3] = {s.number(), s.number(), s.number()};
              const double along[3] = {s.number(), s.number(), s.number()};
              Given hit(s, tarn_ray_hit_default());
              return tarn_world_ray_cast(at.world(), s.maybe(from), s.maybe(along), s.number(),
                                         s.maybe(&hit.value));
          }}});
}

/// Checkpoints and recordings.
void add_archives(StrangersCalls& calls, const Place& at) {
    Stranger& s = at.s;
    const auto with_file = [&](const char* name, auto function) {
        calls.push_back({name, [&at, function] { return function(at.world(), at.path()); }});
    };
    with_file("tarn_world_save", tarn_world_save);
    with_file("tarn_world_restore", tarn_world_restore);
    with_file("tarn_world_restore_water", tarn_world_restore_water);
    with_file("tarn_world_save_recording", tarn_world_save_recording);
    with_file("tarn_world_replay", tarn_world_replay);
    const auto from_bytes = [&](const char* name, auto function) {
        calls.push_back({name, [&at, &s, function] {
                             unsigned char bytes[32] = {};
                             for (auto& byte : bytes)
                                 byte = static_cast<unsigned char>(s.below(256));
                             return function(at.world(), s.maybe(bytes), s.below(33));
                         }});
    };
    from_bytes("tarn_world_restore_from_memory", tarn_world_restore_from_memory);
    from_bytes("tarn_world_restore_water_from_memory", tarn_world_restore_water_from_memory);
    calls.push_back({"tarn_world_save_to_memory", [&] {
                         unsigned char bytes[32];
                         std::size_t size = 0;
                         return tarn_world_save_to_memory(at.world(), s.maybe(bytes), sizeof bytes,
                                                          s.maybe(&size));
                     }});
    calls.push_back(
        {"tarn_world_start_recording", [&] { return tarn_world_start_recording(at.world()); }});
}

/// A call with a frame of the world.
template <class Act>
StrangersCall with_frame(const char* name, const Place& at, Act act) {
    return {name, [&at, act] {
                tarn_frame frame = {};
                if (const tarn_status bad = tarn_world_frame(at.w, &frame); bad != TARN_OK)
                    return bad;
                const tarn_status status = act(at.s.maybe_stale(frame));
                tarn_frame_destroy(frame);
                return status;
            }};
}

void add_frames(StrangersCalls& calls, const Place& at) {
    Stranger& s = at.s;
    const auto read = [&](const char* name, auto function, auto of_default) {
        calls.push_back(with_frame(name, at, [&s, function, of_default](tarn_frame frame) {
            Given out(s, of_default);
            return function(frame, s.maybe(&out.value));
        }));
    };
    read("tarn_frame_camera", tarn_frame_camera, tarn_camera_default());
    read("tarn_frame_light", tarn_frame_light, tarn_light_default());
    read("tarn_frame_look", tarn_frame_look, tarn_look_default());
    calls.insert(
        calls.end(),
        {{"tarn_world_frame", [&] { return tarn_world_frame(at.world(), nullptr); }},
         with_frame("tarn_frame_set_camera", at,
                    [&s](tarn_frame frame) {
                        Given camera(s, tarn_camera_default());
                        camera.value.eye_m[s.below(3)] = s.number();
                        return tarn_frame_set_camera(frame, s.maybe(&camera.value));
                    }),
         with_frame("tarn_frame_set_light", at,
                    [&s](tarn_frame frame) {
                        Given light(s, tarn_light_default());
                        light.value.height_deg = s.number();
                        light.value.strength = s.number();
                        return tarn_frame_set_light(frame, s.maybe(&light.value));
                    }),
         with_frame("tarn_frame_set_look", at,
                    [&s](tarn_frame frame) {
                        Given look(s, tarn_look_default());
                        look.value.place = s.whole();
                        look.value.exposure = s.number();
                        return tarn_frame_set_look(frame, s.maybe(&look.value));
                    }),
         with_frame("tarn_frame_set_velocity", at,
                    [&s](tarn_frame frame) {
                        Given u(s, tarn_field_view_default()), v(s, tarn_field_view_default());
                        u.value.nx = v.value.nx = s.whole();
                        return tarn_frame_set_velocity(frame, s.maybe(&u.value), s.maybe(&v.value));
                    }),
         with_frame("tarn_frame_address", at, [&s](tarn_frame frame) {
             const void* address = nullptr;
             return tarn_frame_address(frame, s.maybe(&address));
         })});
}

/// A call with a builder of scenes.
template <class Act>
StrangersCall with_builder(const char* name, Stranger& s, Act act) {
    return {name, [&s, act] {
                tarn_scene_builder builder = {};
                if (const tarn_status bad = tarn_scene_builder_create(&builder); bad != TARN_OK)
                    return bad;
                const char* const path = s.pick<const char*>(
                    {"water.tau", "water.cells", "events", "events.0", "", "..", "\xff", nullptr});
                const tarn_status status = act(s.maybe_stale(builder), path);
                tarn_scene_builder_destroy(builder);
                return status;
            }};
}

void add_scenes(StrangersCalls& calls, Stranger& s) {
    const auto text = [&s] {
        return s.pick<const char*>({"{}", "[1, 2]", "{\"drop\": {}}", "\"", "", "\xff", nullptr});
    };
    const auto set = [&](const char* name, auto function) {
        calls.push_back(with_builder(name, s, [function, text](auto builder, const char* path) {
            return function(builder, path, text());
        }));
    };
    set("tarn_scene_builder_set_text", tarn_scene_builder_set_text);
    set("tarn_scene_builder_set_json", tarn_scene_builder_set_json);
    set("tarn_scene_builder_add", tarn_scene_builder_add);
    calls.insert(calls.end(),
                 {{"tarn_scene_builder_create", [] { return tarn_scene_builder_create(nullptr); }},
                  with_builder("tarn_scene_builder_set_number", s,
                               [&s](auto builder, const char* path) {
                                   return tarn_scene_builder_set_number(builder, path, s.number());
                               }),
                  with_builder("tarn_scene_builder_set_numbers", s,
                               [&s](auto builder, const char* path) {
                                   const double values[2] = {s.number(), s.number()};
                                   return tarn_scene_builder_set_numbers(
                                       builder, path, s.maybe(values), s.below(3));
                               }),
                  with_builder("tarn_scene_builder_set_bool", s,
                               [&s](auto builder, const char* path) {
                                   return tarn_scene_builder_set_bool(builder, path, s.whole());
                               }),
                  with_builder("tarn_scene_builder_json", s, [&s](auto builder, const char*) {
                      char out[16];
                      std::size_t size = 0;
                      return tarn_scene_builder_json(builder, s.maybe(out), s.below(17),
                                                     s.maybe(&size));
                  })});
}

/// A call that may make a world, which goes again.
template <class Make>
StrangersCall making(const char* name, Stranger& s, Make make) {
    return {name, [&s, make] {
                Given options(s, tarn_options_default());
                options.value.threads = s.whole();
                options.value.isa = s.whole();
                options.value.backend = s.whole();
                tarn_world world = {};
                const tarn_status status = make(s.maybe(&options.value), s.maybe(&world));
                tarn_world_destroy(world);
                return status;
            }};
}

void add_creates(StrangersCalls& calls, const Place& at) {
    Stranger& s = at.s;
    const auto json = [&s] {
        return s.pick<const char*>({kLake, "{\"water\": {\"cells\": [8, 8]}}", "[", "", nullptr});
    };
    calls.insert(
        calls.end(),
        {making("tarn_world_create", s,
                [&](auto* options, tarn_world* out) {
                    const char* const scene = s.coin() ? "handprint" : at.path();
                    return tarn_world_create(scene, options, out);
                }),
         making(
             "tarn_world_create_from_file", s,
             [&](auto*, tarn_world* out) { return tarn_world_create_from_file(at.path(), out); }),
         making("tarn_world_create_from_file_with_options", s,
                [&](auto* options, tarn_world* out) {
                    return tarn_world_create_from_file_with_options(at.path(), options, out);
                }),
         making("tarn_world_create_from_json", s,
                [&s, json](auto*, tarn_world* out) {
                    const char* const text = json();
                    const std::size_t bytes = text ? std::string(text).size() : s.below(2);
                    return tarn_world_create_from_json(text, bytes, s.name(), out);
                }),
         making("tarn_world_create_from_json_with_options", s,
                [&s, json](auto* options, tarn_world* out) {
                    const char* const text = json();
                    const std::size_t bytes = text ? std::string(text).size() : s.below(2);
                    return tarn_world_create_from_json_with_options(text, bytes, s.name(), options,
                                                                    out);
                }),
         making("tarn_pond_create", s,
                [&s](auto*, tarn_world* out) {
                    return tarn_pond_create(float(s.number()), s.side(), s.side(),
                                            float(s.number()), out);
                }),
         making("tarn_pond_create_with_options", s, [&s](auto* options, tarn_world* out) {
             return tarn_pond_create_with_options(float(s.number()), s.side(), s.side(),
                                                  float(s.number()), options, out);
         })});
}

/// What the machine has and the build brings.
void add_lists(StrangersCalls& calls, Stranger& s) {
    const auto row = [&](const char* name, auto function, auto of_default) {
        calls.push_back({name, [&s, function, of_default] {
                             Given out(s, of_default);
                             return function(s.whole(), s.maybe(&out.value));
                         }});
    };
    row("tarn_machine_gpu", tarn_machine_gpu, tarn_gpu_info_default());
    row("tarn_machine_water", tarn_machine_water, tarn_water_kind_default());
    row("tarn_built_in_scene", tarn_built_in_scene, tarn_scene_info_default());
    row("tarn_collision", tarn_collision, tarn_scene_info_default());
    calls.push_back({"tarn_machine_info_get", [&] {
                         Given info(s, tarn_machine_info_default());
                         return tarn_machine_info_get(s.maybe(&info.value));
                     }});
    calls.push_back({"tarn_scene_schema", [&] {
                         char out[16];
                         std::size_t size = 0;
                         return tarn_scene_schema(s.maybe(out), s.below(17), s.maybe(&size));
                     }});
}

StrangersCalls calls_at(const Place& at) {
    StrangersCalls calls;
    add_changes(calls, at);
    add_steps(calls, at);
    add_facts(calls, at);
    add_fields(calls, at);
    add_samples(calls, at);
    add_archives(calls, at);
    add_frames(calls, at);
    add_scenes(calls, at.s);
    add_creates(calls, at);
    add_lists(calls, at.s);
    return calls;
}

TEST(Stranger, EveryCallAnswersWithAStatusAndASentence) {
    const TempFolder folder;
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
        const Place place = {stranger, world, (folder.path() / "state").string()};
        SCOPED_TRACE("seed " + std::to_string(seed));
        expect_answers(calls_at(place), stranger, 900);
        // With bodies that were added it is another scene.
        std::int32_t bodies = 0;
        ASSERT_EQ(tarn_world_body_count(world, &bodies), TARN_OK);
        EXPECT_EQ(tarn_world_restore_from_memory(world, start.data(), start.size()),
                  bodies == 0 ? TARN_OK : TARN_INVALID_ARGUMENT)
            << tarn_last_error();
        EXPECT_EQ(tarn_world_step(world, 0.1, nullptr), TARN_OK) << tarn_last_error();
        tarn_world_destroy(world);
    }
}

TEST(Stranger, MeetsEveryFunctionOfTheHeader) {
    Stranger stranger(1);
    const Place place = {stranger, {}, ""};
    // These answer no status and cannot fail, or are what a failure is told with.
    std::set<std::string> met = {"tarn_version",       "tarn_last_error",
                                 "tarn_fail",          "tarn_world_destroy",
                                 "tarn_frame_destroy", "tarn_scene_builder_destroy"};
    for (const StrangersCall& call : calls_at(place)) met.insert(call.name);
    EXPECT_EQ(met, c_functions("tarn.h"));
}

}  // namespace
}  // namespace tarn
