// Another lattice step: the same water, seen with another clock.
#include "support/pond_for_test.hpp"

#include <numbers>

namespace tarn::shallow {
namespace {

constexpr int kLength = 64;

/// A standing wave with one wavelength over a periodic channel.
PondDesc standing_wave() {
    PondDesc desc = {.nx = kLength, .ny = 3, .collision = "bgk", .edges = kPeriodic};
    desc.viscosity_m2_per_s = 0.02;  // tau about 0.57
    desc.depth_m = [](int i, int) {
        return 1.0 + 1e-3 * std::cos(2.0 * std::numbers::pi * i / kLength);
    };
    return desc;
}

double amplitude(Pond<double>& pond) {
    double sum = 0.0;
    for (int i = 0; i < kLength; ++i)
        sum += pond->cell(i, 1).depth_m * std::cos(2.0 * std::numbers::pi * i / kLength);
    return sum * 2.0 / kLength;
}

TEST(ChangeStep, KeepsDepthAndVelocityOfEveryCell) {
    Pond<double> pond(standing_wave());
    pond.step(40);
    const CellState before = pond->cell(10, 1);
    const double volume = pond->totals().volume_m3, step_s = pond->units().step_s;
    for (const double ratio : {0.5, 0.9, 1.0, 0.31}) {
        pond->set_step(ratio * step_s);
        EXPECT_EQ(pond->units().step_s, ratio * step_s);
        // A handful of roundings, scaled up again by the ratio.
        EXPECT_NEAR(pond->cell(10, 1).depth_m, before.depth_m, 1e-14);
        EXPECT_NEAR(pond->cell(10, 1).u_m_per_s, before.u_m_per_s, 1e-13);
        EXPECT_NEAR(pond->totals().volume_m3 / volume, 1.0, 1e-14);
    }
}

// The viscosity is held (tau follows the step), so a run with 40 changes of step should look like
// one without.
TEST(ChangeStep, CarriesAWaveOnWithoutAJolt) {
    Pond<double> changing(standing_wave()), steady(standing_wave());
    const double long_s = steady->units().step_s, short_s = 0.8 * long_s;
    for (int k = 0; k < 20; ++k) {  // 4 long + 5 short = 8 long steps of time
        changing->set_step(long_s);
        changing.step(4);
        changing->set_step(short_s);
        changing.step(5);
    }
    steady.step(20 * 8);
    // Dispersion differs by (k dx)^2 of the phase between c* = 0.4 and 0.32; a jolt at each change
    // would be seen forty times.
    EXPECT_NEAR(amplitude(changing), amplitude(steady), 0.01 * 1e-3);
}

TEST(ChangeStep, DoesNothingForTheSameStep) {
    Pond<float> pond({.depth_m = [](int i, int j) { return 1.0 + bump(i, j, 9, 9, 3, 0.2); }});
    pond.step(10);
    const std::uint64_t before = pond->checksum();
    pond->set_step(pond->units().step_s);
    EXPECT_EQ(pond->checksum(), before);
}

TEST(Units, TauAndViscosityAreTwoNamesForOneThing) {
    const Units units = {0.05, 0.5, 0.004};
    for (const double tau : {0.505, 0.6, 1.0, 1.5})
        EXPECT_NEAR(units.tau(units.viscosity_m2_per_s(tau)), tau, 1e-14);
    // nu = (tau - 1/2)/3 dx^2/dt
    EXPECT_NEAR(units.viscosity_m2_per_s(0.8), 0.1 * 0.05 * 0.05 / 0.004, 1e-15);
    EXPECT_NEAR(units.gravity_lu(9.81), 9.81 * 0.5 * 0.004 * 0.004 / (0.05 * 0.05), 1e-15);
}

TEST(Units, TheLargestStepIsBoundByWavesOrByThickLiquids) {
    const double by_waves = max_step_s(0.1, 1.0, 9.81, {1e-6, {}});
    EXPECT_NEAR(by_waves * std::sqrt(9.81) / 0.1, kCourant, 1e-12);
    const double thick = max_step_s(0.1, 1.0, 9.81, {10.0, {}});
    EXPECT_LT(thick, by_waves);
    EXPECT_NEAR((Units{0.1, 1.0, thick}.tau(10.0)), kTauCeiling, 1e-12);
}

}  // namespace
}  // namespace tarn::shallow
