// libFuzzer target: sequences of calls of the C API. Each call is a number and its arguments, all
// drawn from the input: good and bad handles, ends of ranges, null pointers, NaN. Nothing may
// crash; a status is one of the list, a failure has a text, and water that is left is sound. Run:
// fuzz_c_api -max_total_time=60 tests/fuzz/corpus/c_api
#include <tarn/tarn.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Worlds of few cells, which take a microsecond per step.
constexpr const char* kScenes[] = {
    R"({"water": {"size": [0.8, 0.6], "cells": [8, 6], "level": 0.3},
        "rain": {"rate": 9000, "drop": 0.02}, "maps": {}, "probes": [{"at": [0.2, 0.3]}],
        "events": [{"time": 0.02, "stir": {"path": [[0.2, 0.2], [0.6, 0.4]], "radius": 0.15,
                                           "depth": 0.02}}]})",
    R"({"water": {"size": [0.8, 0.6], "cells": [8, 6], "level": 0.12, "scheme": "fv",
        "bed": {"expr": "0.3*x"}, "infiltration": 500,
        "edges": {"west": {"inflow": {"discharge": 0.01}}, "east": "outflow"}},
        "events": [{"time": 0.05, "dig": {"at": [0.4, 0.3], "over": 1}}]})",
    R"({"water": {"size": [1, 1], "cells": [5, 5], "precision": "half", "level": 0.2,
        "edges": {"west": "open", "east": "open", "south": "open", "north": "open"}}})",
    R"({"water": {"size": [1, 1], "cells": [5, 5], "scheme": "fv", "precision": "double",
        "level": 0.2, "edges": {"west": "periodic", "east": "periodic"},
        "solids": [{"disc": [0.5, 0.5, 0.2]}]}})",
    R"({"water": {"size": [1, 1], "cells": [5, 5], "level": 9e9}})"};

constexpr const char* kFields[] = {"depth",     "level",   "u", "v", "bed",
                                   "max_depth", "arrival", "",  "?"};

/// What the input says next; zeros after its end.
class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    bool is_empty() const { return at_ >= size_; }
    std::uint8_t byte() { return is_empty() ? std::uint8_t{0} : data_[at_++]; }
    std::size_t below(std::size_t count) { return byte() % count; }
    bool flag() { return byte() % 2 == 1; }
    template <class T, std::size_t n>
    T one_of(const T (&values)[n]) {
        return values[below(n)];
    }
    int32_t whole() {
        constexpr int32_t kEnds[] = {-1, 1 << 20, std::numeric_limits<int32_t>::max(),
                                     std::numeric_limits<int32_t>::min()};
        const std::uint8_t first = byte();
        return first < 16 ? int32_t(first) : kEnds[first % 4];
    }
    /// Mostly between 0 and 1, where these worlds are.
    double number() {
        constexpr double kEnds[] = {kNan,  kInfinity, -kInfinity, 0.0,  -0.0, -1.0,
                                    1e300, -1e300,    5e-324,     1e-9, 1e5,  1e7};
        const std::uint8_t first = byte();
        return first < 200 ? double(first) / 199.0 : kEnds[first % std::size(kEnds)];
    }

private:
    const std::uint8_t* data_;
    std::size_t size_, at_ = 0;
};

void check(tarn_status status) {
    const char* const text = tarn_last_error();
    if (status < TARN_OK || status > TARN_DEVICE_LOST || !text) std::abort();
    if ((status == TARN_OK) != (text[0] == '\0')) std::abort();
}

/// Some handles and what is done with them.
class Player {
public:
    explicit Player(Input& input) : in_(input) {}
    ~Player() {
        for (const tarn_world world : worlds_) {
            expect_sound(world);
            tarn_world_destroy(world);
        }
        for (const tarn_frame frame : frames_) tarn_frame_destroy(frame);
        for (const tarn_scene_builder builder : builders_) tarn_scene_builder_destroy(builder);
    }

    void play() {
        constexpr void (Player::*kCalls[])() = {
            &Player::create,   &Player::pond,     &Player::destroy,  &Player::step,
            &Player::step,     &Player::run_to,   &Player::behind,   &Player::boundary,
            &Player::event,    &Player::drop,     &Player::press,    &Player::release,
            &Player::settings, &Player::set_bed,  &Player::dig,      &Player::set_solid,
            &Player::shift,    &Player::cell,     &Player::field,    &Player::snapshot,
            &Player::sample,   &Player::ray,      &Player::sums,     &Player::save,
            &Player::restore,  &Player::record,   &Player::frame,    &Player::change_frame,
            &Player::build,    &Player::build_on, &Player::describe, &Player::device};
        (this->*in_.one_of(kCalls))();
    }

private:
    /// One of the worlds, sometimes a stale or a made-up one.
    tarn_world world() {
        const std::size_t k = in_.below(16);
        if (k == 15) return {std::uint32_t(in_.byte()), std::uint32_t(in_.byte())};
        return worlds_.empty() ? tarn_world{} : worlds_[k % worlds_.size()];
    }

    void keep(tarn_status status, tarn_world made) {
        check(status);
        if ((status == TARN_OK) != (made.index != 0)) std::abort();
        if (status != TARN_OK) return;
        if (worlds_.size() == kMostWorlds) {
            tarn_world_destroy(worlds_.front());
            worlds_.erase(worlds_.begin());
        }
        worlds_.push_back(made);
    }

    tarn_options options() {
        tarn_options options = tarn_options_default();
        options.threads = 1;
        options.isa = int32_t(in_.below(6)) - 1;
        options.backend = in_.below(8) == 0 ? in_.whole() : int32_t(TARN_BACKEND_CPU);
        if (in_.below(16) == 0) options.struct_size = in_.below(sizeof options + 1);
        return options;
    }

    void create() {
        const std::string text = in_.one_of(kScenes);
        const tarn_options how = options();
        const std::size_t size = in_.below(16) == 0 ? in_.byte() % text.size() : text.size();
        tarn_world made = {};
        keep(tarn_world_create_from_json_with_options(text.c_str(), size, ".", &how, &made), made);
    }
    void pond() {
        const auto tau = float(in_.number());
        const int32_t nx = in_.whole() % (1 << 20), ny = in_.whole() % (1 << 20);
        const tarn_options how = options();
        tarn_world made = {};
        keep(tarn_pond_create_with_options(tau, nx, ny, float(in_.number()), &how, &made), made);
    }
    void destroy() { tarn_world_destroy(world()); }

    /// Times that end soon; those that are none are refused.
    double seconds() {
        constexpr double kTimes[] = {0.001, 0.01, 0.03, 0.0, 1e-300, -1.0, kNan, kInfinity};
        return in_.one_of(kTimes);
    }
    void step() {
        tarn_step_report report = tarn_step_report_default();
        check(tarn_world_step(world(), seconds(), in_.flag() ? &report : nullptr));
    }
    void run_to() {
        const tarn_world handle = world();
        double now_s = 0.0;
        if (tarn_world_time_s(handle, &now_s) != TARN_OK) now_s = 0.0;
        const std::array<double, 4> points_m = {in_.number(), in_.number(), in_.number(), 0.3};
        std::array<double, 8> times_s;
        std::array<tarn_sample, 16> samples;
        tarn_run_desc desc = tarn_run_desc_default();
        desc.end_s = now_s + seconds();
        desc.stop_s = now_s + seconds();
        desc.has_stop = in_.flag();
        desc.stops_before = in_.flag();
        desc.xy_m = in_.below(8) == 0 ? nullptr : points_m.data();
        desc.n = in_.below(3);
        // Rows since long ago would be many; those from now on are few.
        desc.row_start_s = now_s;
        desc.row_every_s = in_.flag() ? 0.004 : 0.0;
        desc.row_times_s = times_s.data();
        desc.row_samples = samples.data();
        desc.row_capacity = in_.below(9);
        std::size_t rows = 0;
        check(tarn_world_run_to(handle, &desc, in_.below(8) == 0 ? nullptr : &rows, nullptr));
    }
    void behind() {
        const tarn_world handle = world();
        check(tarn_world_step_async(handle, seconds()));
        if (in_.flag()) play();
        check(tarn_world_wait(handle, nullptr));
    }

    void boundary() {
        check(tarn_world_set_boundary(world(), tarn_edge(in_.whole()), tarn_boundary(in_.whole())));
    }
    void event() {
        const tarn_world handle = world();
        const int32_t i0 = in_.whole(), j0 = in_.whole(), i1 = in_.whole(), j1 = in_.whole();
        check(tarn_world_add_event(handle, i0, j0, i1, j1, float(in_.number() - 0.5)));
    }
    void drop() {
        const tarn_world handle = world();
        const double x = in_.number(), y = in_.number(), radius = in_.number();
        check(tarn_world_add_drop(handle, x, y, radius, in_.number() - 0.5));
    }
    void press() {
        const tarn_world handle = world();
        const int32_t id = in_.whole();
        const double x = in_.number(), y = in_.number(), radius = in_.number();
        check(tarn_world_press(handle, id, x, y, radius, in_.number()));
    }
    void release() {
        const tarn_world handle = world();
        check(tarn_world_release(handle, in_.whole()));
    }
    void settings() {
        const tarn_world handle = world();
        tarn_live_settings now = tarn_live_settings_default();
        if (in_.below(16) == 0) now.struct_size = in_.below(sizeof now + 1);
        const tarn_status status = tarn_world_settings(handle, &now);
        check(status);
        if (status != TARN_OK) return;
        double* const numbers[] = {
            &now.wind_m_per_s[0], &now.wind_m_per_s[1], &now.manning_s_per_m13, &now.drag,
            &now.coriolis_per_s,  &now.rain_mm_per_h,   &now.inflow[0],         &now.inflow[1]};
        *in_.one_of(numbers) = in_.number();
        // Viscosity that crosses a cell at once would ask for millions of steps.
        if (in_.below(4) == 0) now.viscosity_m2_per_s = std::min(in_.number(), 0.1);
        now.has_inflow[in_.below(4)] = in_.flag();
        check(tarn_world_set(handle, in_.below(16) == 0 ? nullptr : &now));
    }
    void set_bed() {
        const tarn_world handle = world();
        const int32_t i0 = in_.whole(), j0 = in_.whole(), i1 = in_.whole(), j1 = in_.whole();
        std::array<float, 64> heights_m;
        heights_m.fill(float(in_.number()));
        heights_m[in_.below(64)] = float(in_.number());
        check(tarn_world_set_bed(handle, i0, j0, i1, j1, heights_m.data(), in_.below(65)));
    }
    void dig() {
        const tarn_world handle = world();
        const double x = in_.number(), y = in_.number(), radius = in_.number();
        check(tarn_world_dig(handle, x, y, radius, in_.number() - 0.5));
    }
    void set_solid() {
        const tarn_world handle = world();
        const int32_t i0 = in_.whole(), j0 = in_.whole(), i1 = in_.whole(), j1 = in_.whole();
        check(tarn_world_set_solid(handle, i0, j0, i1, j1, in_.flag()));
    }
    void shift() {
        const tarn_world handle = world();
        const int32_t di = in_.whole(), dj = in_.whole();
        check(tarn_world_shift_window(handle, di, dj));
    }

    void cell() {
        const tarn_world handle = world();
        const int32_t i = in_.whole(), j = in_.whole();
        float depth_m = 0.0f, velocity_m_per_s[2] = {};
        check(tarn_world_height(handle, i, j, &depth_m));
        check(tarn_world_velocity(handle, i, j, in_.below(8) == 0 ? nullptr : velocity_m_per_s));
    }
    void field() {
        tarn_field_view view = tarn_field_view_default();
        if (in_.below(16) == 0) view.struct_size = in_.below(sizeof view + 1);
        const tarn_world handle = world();
        check(tarn_world_field(handle, in_.one_of(kFields), &view));
    }
    void snapshot() {
        const tarn_world handle = world();
        const char* const names[] = {in_.one_of(kFields), in_.one_of(kFields)};
        tarn_field_view view = tarn_field_view_default();
        check(tarn_world_begin_snapshot(handle, names, in_.below(3)));
        if (in_.flag()) step();
        check(tarn_world_snapshot(handle, names[0], &view));
    }
    void sample() {
        const tarn_world handle = world();
        const std::array<double, 4> xy_m = {in_.number(), in_.number(), in_.number(), in_.number()};
        std::array<tarn_sample, 6> out;
        const std::size_t n = in_.below(3);
        check(tarn_world_sample_points(handle, xy_m.data(), n, out.data()));
        check(tarn_world_step_and_sample(handle, seconds(), int32_t(in_.below(4)) - 1, xy_m.data(),
                                         n, out.data(), nullptr));
    }
    void ray() {
        const tarn_world handle = world();
        const double from[] = {in_.number(), in_.number(), in_.number()};
        const double to[] = {in_.number() - 0.5, in_.number() - 0.5, in_.number() - 0.5};
        tarn_ray_hit hit = tarn_ray_hit_default();
        int32_t is_under = 0;
        check(tarn_world_ray_cast(handle, from, to, in_.number(), &hit));
        check(tarn_world_is_under_water(handle, from, &is_under));
    }
    void sums() {
        const tarn_world handle = world();
        tarn_statistics statistics = tarn_statistics_default();
        tarn_world_info info = tarn_world_info_default();
        std::uint64_t sum = 0;
        check(tarn_world_statistics(handle, &statistics));
        check(tarn_world_checksum(handle, in_.below(8) == 0 ? nullptr : &sum));
        check(tarn_world_info_get(handle, &info));
    }

    void save() {
        const tarn_world handle = world();
        std::size_t size = 0;
        const tarn_status status = tarn_world_save_to_memory(handle, nullptr, 0, &size);
        check(status);
        if (status != TARN_OK) return;
        saved_.resize(size);
        check(tarn_world_save_to_memory(handle, saved_.data(), size - in_.below(2), &size));
    }
    void restore() {
        const tarn_world handle = world();
        std::vector<char> bytes = saved_;
        if (!bytes.empty() && in_.flag()) bytes[in_.byte() * 7919u % bytes.size()] ^= char(1);
        check(in_.flag()
                  ? tarn_world_restore_from_memory(handle, bytes.data(), bytes.size())
                  : tarn_world_restore_water_from_memory(handle, bytes.data(), bytes.size()));
    }
    void record() { check(tarn_world_start_recording(world())); }

    void frame() {
        tarn_frame made = {};
        const tarn_status status = tarn_world_frame(world(), &made);
        check(status);
        if (status == TARN_OK) frames_.push_back(made);
    }
    void change_frame() {
        const tarn_frame frame =
            frames_.empty() ? tarn_frame{} : frames_[in_.below(frames_.size())];
        tarn_camera camera = tarn_camera_default();
        tarn_look look = tarn_look_default();
        check(tarn_frame_camera(frame, &camera));
        camera.fov_deg = in_.number() * 90.0;
        camera.eye_m[0] = in_.number();
        check(tarn_frame_set_camera(frame, &camera));
        check(tarn_frame_look(frame, &look));
        look.place = in_.whole();
        check(tarn_frame_set_look(frame, &look));
        if (in_.below(4) == 0) tarn_frame_destroy(frame);
    }

    void build() {
        tarn_scene_builder made = {};
        check(tarn_scene_builder_create(&made));
        builders_.push_back(made);
    }
    void build_on() {
        constexpr const char* kPaths[] = {"water.level", "water.cells",  "events.0", "rain.rate",
                                          "probes",      "water.solids", "",         "a.b.c"};
        const tarn_scene_builder builder =
            builders_.empty() ? tarn_scene_builder{} : builders_[in_.below(builders_.size())];
        const double numbers[] = {double(3 + in_.below(6)), double(3 + in_.below(6))};
        check(tarn_scene_builder_set_number(builder, in_.one_of(kPaths), in_.number()));
        check(tarn_scene_builder_set_numbers(builder, in_.one_of(kPaths), numbers, in_.below(3)));
        check(tarn_scene_builder_add(builder, in_.one_of(kPaths), R"({"at": [0.5, 0.5]})"));
        std::array<char, 4096> text;
        std::size_t size = 0;
        const tarn_status status =
            tarn_scene_builder_json(builder, text.data(), text.size(), &size);
        check(status);
        if (status != TARN_OK) return;
        // Cells as the builder has them are 10 m by default: few of them whatever was set.
        const tarn_options how = options();
        tarn_world made = {};
        check(tarn_scene_builder_set_numbers(builder, "water.cells", numbers, 2));
        check(tarn_scene_builder_json(builder, text.data(), text.size(), &size));
        keep(tarn_world_create_from_json_with_options(text.data(), size - 1, ".", &how, &made),
             made);
    }
    void describe() {
        tarn_scene_info scene = tarn_scene_info_default();
        tarn_probe probe = tarn_probe_default();
        check(tarn_built_in_scene(in_.whole(), &scene));
        check(tarn_collision(in_.whole(), in_.below(8) == 0 ? nullptr : &scene));
        const tarn_world handle = world();
        check(tarn_world_probe(handle, in_.whole(), &probe));
    }
    void device() {
        tarn_device_view view = tarn_device_view_default();
        const tarn_world handle = world();
        check(tarn_world_device_field(handle, in_.one_of(kFields), &view));
        check(tarn_world_device_snapshot(handle, in_.one_of(kFields), in_.whole(), &view));
    }

    /// A world that still answers has finite fields and no cell that owes water.
    static void expect_sound(tarn_world world) {
        for (const char* name : {"depth", "level", "u", "v"}) {
            tarn_field_view view = tarn_field_view_default();
            if (tarn_world_field(world, name, &view) != TARN_OK) return;
            for (int32_t k = 0; k < view.nx * view.ny; ++k)
                if (!std::isfinite(view.data[k]) || (name[0] == 'd' && view.data[k] < 0.0f))
                    std::abort();
        }
    }

    static constexpr std::size_t kMostWorlds = 3;
    Input& in_;
    std::vector<tarn_world> worlds_;
    std::vector<tarn_frame> frames_;
    std::vector<tarn_scene_builder> builders_;
    std::vector<char> saved_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr int kMostCalls = 48;
    Input input(data, size);
    Player player(input);
    for (int k = 0; k < kMostCalls && !input.is_empty(); ++k) player.play();
    return 0;
}
