// A scheme with an elliptic system in each step runs through the shell like any other.
#include "support/dispersive_waves.hpp"

#include "solver/shallow/cpu/runner.hpp"
#include "support/pond_for_test.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace tarn::shallow {
namespace {

constexpr int kCells = 64, kHalfWaves = 2;
constexpr double kRise_m = 1e-3;

/// A standing wave with two halves in 6.4 m of water 1 m deep: short enough for dispersion.
PondDesc standing_wave() {
    return {.nx = kCells, .ny = 8, .depth_m = [](int i, int) {
                return 1.0 + kRise_m * std::cos(std::numbers::pi * kHalfWaves * (i + 0.5) / kCells);
            }};
}

template <template <class> class Scheme>
std::unique_ptr<Solver> make(const PondDesc& d, const exec::ThreadPool& pool) {
    const PondStart start(d, Precision::Float);
    auto made = Shell<Scheme<cpu::Runner>>::create(start.desc, cpu::Runner::on(pool, d.nx, d.ny));
    EXPECT_TRUE(made) << (made ? "" : made.error().message);
    return std::move(made.value());
}

/// The rise in the first cell over that of the start, after a quarter of the period in which
/// dispersive waves come back: omega^2 = g h k^2 / (1 + (k h)^2 / 3).
template <template <class> class Scheme>
double rise_after_a_quarter() {
    const exec::ThreadPool pool(1);
    const auto water = make<Scheme>(standing_wave(), pool);
    const double k = std::numbers::pi * kHalfWaves / (kCells * kCell_m);
    const double quarter_s =
        0.5 * std::numbers::pi * std::sqrt((1.0 + k * k / 3.0) / (kGravity * k * k));
    // Velocities stand half a step before the rises: the wave was at its height half a step ago.
    constexpr int kSteps = 48;
    water->set_step(quarter_s / (kSteps + 0.5));
    EXPECT_EQ(water->run({.steps = kSteps}).steps, kSteps);
    return (water->cell(0, 4).depth_m - 1.0) / kRise_m;
}

TEST(DispersiveWaves, AStandingWaveTakesTheTimeOfTheory) {
    // Both parts of the error in omega are of second order, (k dx)^2/24 and (omega dt)^2/24: at
    // most 5e-4 of it, and of a quarter turn 8e-4.
    EXPECT_NEAR(rise_after_a_quarter<dispersive::Scheme>(), 0.0, 1e-3);
    // The wave without dispersion is a sixth faster and well past its trough by then.
    EXPECT_LT(rise_after_a_quarter<linear::Scheme>(), -0.2);
}

TEST(DispersiveWaves, SumsOfTheSystemAreTheSameByAnyThreads) {
    PondDesc d = standing_wave();
    d.nx = 150;
    d.ny = 61;
    d.depth_m = [](int i, int j) { return 1.0 + bump(i, j, 40, 30, 6.0, 0.01); };
    std::vector<std::uint64_t> sums;
    for (const int threads : {1, 3}) {
        const exec::ThreadPool pool(threads);
        const auto water = make<dispersive::Scheme>(d, pool);
        const double volume_m3 = water->totals().volume_m3;
        ASSERT_EQ(water->run({.steps = 20}).steps, 20);
        // 9,150 rises of at most 1e-2 m, rounded to floats in 20 steps: below 1e-9 m each.
        EXPECT_NEAR(water->totals().volume_m3, volume_m3, 1e-9 * 9150 * kCell_m * kCell_m * 20);
        sums.push_back(water->checksum());
    }
    EXPECT_EQ(sums[0], sums[1]);
}

}  // namespace
}  // namespace tarn::shallow
