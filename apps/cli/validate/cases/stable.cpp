// Stable fluids against exact solutions: a flow in space that decays, one that diffuses, and the
// volume of a dam break over 1,000 steps.
#include "in_space.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::cli::validate {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr const char* kPeriodic =
    R"("edges": {"west": "periodic", "east": "periodic", "south": "periodic", )"
    R"("north": "periodic", "bottom": "periodic", "top": "periodic"})";

/// Relative L2 error of the velocity; `exact(x, y, z, component)`.
template <class Exact>
Result<double> velocity_error(const World& world, const Exact& exact) {
    constexpr const char* kNames[] = {"u", "v", "w"};
    const double cell_m = world.info().cell_m;
    double squares = 0.0, exact_squares = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto field = world.field(kNames[axis]);
        if (!field) return field.error();
        for (int k = 0; k < field.value().nz; ++k)
            for (int j = 0; j < field.value().ny; ++j)
                for (int i = 0; i < field.value().nx; ++i) {
                    const double wanted =
                        exact((i + 0.5) * cell_m, (j + 0.5) * cell_m, (k + 0.5) * cell_m, axis);
                    const double off = cell_of(field.value(), i, j, k) - wanted;
                    squares += off * off;
                    exact_squares += wanted * wanted;
                }
    }
    return std::sqrt(squares / exact_squares);
}

template <class Exact>
Result<Outcome> measure_flow(const std::string& water, double end_s, const Setting& setting,
                             const Exact& exact) {
    auto made = world_in_space(water + kPeriodic, setting.how, "stable");
    if (!made) return made.error();
    if (const auto ran = made.value().run_to({.end_s = end_s}); !ran) return ran.error();
    const auto error = velocity_error(made.value(), exact);
    if (!error) return error.error();
    Outcome outcome = {.error = error.value()};
    outcome.figures = {{"steps", double(made.value().steps())}};
    outcome.ran_on(made.value());
    return outcome;
}

}  // namespace

/// An ABC flow is a Beltrami flow: it decays as exp(-viscosity wave^2 t) and keeps its shape.
Result<Outcome> measure_stable_beltrami(const Setting& setting) {
    constexpr int n = 64;
    constexpr double kViscosity = 0.05;
    const double end_s = 0.5 / (kViscosity * kTurn * kTurn);
    const double left = std::exp(-0.5);
    // Half a cell per step, about.
    const double step_s = end_s / std::ceil(2.0 * end_s * n);
    return measure_flow(
        text_of(R"("size": [1, 1, 1], "cells": [%d, %d, %d], "surface": false, "gravity": 0, )"
                R"("viscosity": %.17g, "time_step": %.17g, "velocity": )"
                R"json({"expr": ["sin(2*pi*z) + 0.5*cos(2*pi*y)", )json"
                R"json("0.7*sin(2*pi*x) + cos(2*pi*z)", )json"
                R"json("0.5*sin(2*pi*y) + 0.7*cos(2*pi*x)"]}, )json",
                n, n, n, kViscosity, step_s),
        end_s, setting, [=](double x, double y, double z, int axis) {
            const double a = kTurn * x, b = kTurn * y, c = kTurn * z;
            return left * (axis == 0   ? std::sin(c) + 0.5 * std::cos(b)
                           : axis == 1 ? 0.7 * std::sin(a) + std::cos(c)
                                       : 0.5 * std::sin(b) + 0.7 * std::cos(a));
        });
}

/// A jet across a thin box, which viscosity spreads as heat is.
Result<Outcome> measure_stable_diffusion(const Setting& setting) {
    constexpr int n = 64;
    constexpr double kViscosity = 0.01, kWidth2 = 0.01, kEnd_s = 0.25;
    const double later = kWidth2 + 2.0 * kViscosity * kEnd_s;
    return measure_flow(
        text_of(R"("size": [1, 1, %.17g], "cells": [%d, %d, 3], "surface": false, "gravity": 0, )"
                R"("viscosity": %.17g, "time_step": %.17g, "velocity": )"
                R"json({"expr": ["0", "0", "exp(-((x-0.5)^2 + (y-0.5)^2)/0.02)"]}, )json",
                3.0 / n, n, n, kViscosity, kEnd_s / 25.0),
        kEnd_s, setting, [=](double x, double y, double, int axis) {
            const double r2 = (x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5);
            return axis == 2 ? kWidth2 / later * std::exp(-r2 / (2.0 * later)) : 0.0;
        });
}

/// The largest change of the mass in 1,000 steps of a dam break.
Result<Outcome> measure_stable_water(const Setting& setting) {
    constexpr int kSteps = 1000, kLooks = 50;
    auto made = world_in_space(R"("size": [1, 1, 1], "cells": [24, 24, 24], )"
                               R"("fill": [{"box": [0, 0, 0, 0.4, 1, 0.6]}])",
                               setting.how, "stable");
    if (!made) return made.error();
    World& world = made.value();
    double off = 0.0;
    for (int k = 0; k < kLooks; ++k) {
        const double seconds = kSteps / kLooks * world.info().time_step_s;
        if (const auto ran = world.step(seconds); !ran) return ran.error();
        const auto now = world.statistics();
        if (!now) return now.error();
        off = std::max(off, std::abs(now.value().mass.now_kg / now.value().mass.initial_kg - 1.0));
    }
    Outcome outcome = {.error = off};
    outcome.figures = {{"steps", double(world.steps())}};
    outcome.ran_on(world);
    return outcome;
}

}  // namespace tarn::cli::validate
