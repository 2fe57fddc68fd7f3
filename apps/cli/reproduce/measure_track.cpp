#include "measure_track.hpp"

#include "../fit.hpp"
#include "easel.hpp"
#include "section.hpp"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace tarn::cli::reproduce {
namespace {

constexpr PictureSize kSize = {640, 480};
constexpr ViewMode kViews[kTrackViews] = {ViewMode::Splats, ViewMode::SurfaceSplats,
                                          ViewMode::Shaded};

/// As the built-in scene "pour".
std::string scene_json(std::string_view scheme) {
    return formatted(
        R"({"water": {"model": "stable", "scheme": "%s", "size": [1, 1, 1], "cells": [32, 32, 32],
            "faucets": [{"box": [0.03125, 0.40625, 0.71875, 0.09375, 0.59375, 0.90625],
                         "velocity": [1.6, 0, 0]}],
            "solids": [{"box": [0, 0.375, 0.6875, 0.03125, 0.625, 0.9375]}]},
            "camera": {"at": [-0.75, -1.55, 1.25], "look_at": [0.5, 0.5, 0.38]}})",
        std::string(scheme).c_str());
}

double fact(const WorldInfo& info, const char* name) {
    const SchemeFact* const found = info.scheme_fact(name);
    return found && found->number ? *found->number : 0.0;
}

/// Water that the paper's listing marks as surface: it does not look at (0, +-1, +-1).
int by_listing(const FieldView& cells) {
    constexpr std::uint32_t kWater = 0x08000000u, kAir = 0x10000000u;
    const auto word = [&](int i, int j, int k) {
        if (i < 0 || j < 0 || k < 0 || i >= cells.nx || j >= cells.ny || k >= cells.nz) return 0u;
        std::uint32_t bits;
        std::memcpy(&bits, cells.data + k * cells.layer_stride + j * cells.row_stride + i,
                    sizeof bits);
        return bits;
    };
    const auto has_air = [&](int i, int j, int k) {
        for (int n = 0; n < 27; ++n) {
            const int dx = n % 3 - 1, dy = n / 3 % 3 - 1, dz = n / 9 - 1;
            if (dx == 0 && std::abs(dy) + std::abs(dz) == 2) continue;
            if (word(i + dx, j + dy, k + dz) & kAir) return true;
        }
        return false;
    };
    int count = 0;
    for (int k = 0; k < cells.nz; ++k)
        for (int j = 0; j < cells.ny; ++j)
            for (int i = 0; i < cells.nx; ++i)
                count += (word(i, j, k) & kWater) && has_air(i, j, k);
    return count;
}

class TrackRun {
public:
    TrackRun(World&& world, TrackPlan plan) : world_(std::move(world)), plan_(plan) {
        row_.step_s = world_.info().time_step_s;
    }

    /// Until there is as much water as in the paper, or no more steps are left.
    Result<bool> fill(const std::function<bool(double)>& goes_on) {
        for (int n = 0; n < plan_.most_steps; ++n) {
            if (fact(world_.info(), "water_cells") >= kTrackWaterCells) break;
            if (!goes_on(double(n) / plan_.most_steps)) return false;
            if (const auto done = step(); !done) return done.error();
        }
        const WorldInfo info = world_.info();
        row_.time_s = world_.time_s();
        row_.water_cells = fact(info, "water_cells");
        row_.surface_cells = fact(info, "surface_cells");
        const auto cells = world_.field("cells");
        if (!cells) return cells.error();
        row_.surface_cells_by_listing = by_listing(cells.value());
        return true;
    }

    Result<void> take_stills(const Easel& easel) {
        for (std::size_t k = 0; k < row_.pngs.size(); ++k) {
            auto still = easel.still(world_, "", kViews[k]);
            if (!still) return still.error();
            if (still.value()) row_.pngs[k] = std::move(still.value()->content);
        }
        return {};
    }

    Result<void> time_steps() {
        const auto rate = median_rate(plan_.timed_steps, [&] { return step(); });
        if (!rate) return rate.error();
        row_.steps_per_s = rate.value();
        return {};
    }

    Result<void> time_frames(const Easel& easel) {
        for (std::size_t k = 0; k < row_.frames_per_s.size(); ++k) {
            const auto rate = median_rate(plan_.pictures, [&]() -> Result<void> {
                if (const auto done = step(); !done) return done;
                return easel.draw_fast(world_, kViews[k]);
            });
            if (!rate) return rate.error();
            row_.frames_per_s[k] = rate.value();
        }
        return {};
    }

    TrackRow row(std::string_view scheme) {
        row_.scheme = scheme;
        return std::move(row_);
    }

private:
    Result<void> step() {
        const auto report = world_.step(row_.step_s);
        return report ? Result<void>() : report.error();
    }
    template <class Body>
    static Result<double> median_rate(int count, const Body& body) {
        using Clock = std::chrono::steady_clock;
        std::vector<double> seconds;
        for (int n = 0; n < count; ++n) {
            const auto begin = Clock::now();
            if (const auto done = body(); !done) return done.error();
            seconds.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
        }
        return 1.0 / median(seconds);
    }

    World world_;
    TrackPlan plan_;
    TrackRow row_;
};

}  // namespace

Result<TrackRows> measure_track(std::span<const std::string_view> schemes, const TrackPlan& plan,
                                const Watch& watch) {
    TrackRows out;
    const Easel easel = Easel::open(kSize);
    out.drawn_by = easel.can_draw() ? easel.device() : "nothing: " + easel.why_not();
    for (const std::string_view scheme : schemes) {
        const auto goes_on = [&](double share) {
            return watch((double(out.rows.size()) + share) / double(schemes.size()),
                         "scheme " + std::string(scheme));
        };
        if (!goes_on(0.0)) return out;
        auto world = World::from_json(scene_json(scheme), ".", {.backend = Backend::Cpu});
        if (!world) return world.error();
        TrackRun run(std::move(world.value()), plan);
        const auto filled = run.fill([&](double share) { return goes_on(0.7 * share); });
        if (!filled) return filled.error();
        if (!filled.value()) return out;
        if (const auto timed = run.time_steps(); !timed) return timed.error();
        if (easel.can_draw()) {
            if (out.rows.empty())
                if (const auto taken = run.take_stills(easel); !taken) return taken.error();
            if (!goes_on(0.8)) return out;
            if (const auto timed = run.time_frames(easel); !timed) return timed.error();
        }
        out.rows.push_back(run.row(scheme));
    }
    watch(1.0, "");
    return out;
}

}  // namespace tarn::cli::reproduce
