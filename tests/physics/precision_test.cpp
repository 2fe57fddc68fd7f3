// How far half storage is from float storage and from theory. The figures are in docs/precision.md.
#include "support/exact_drop.hpp"
#include "support/standing_wave.hpp"

#include <cstdio>
#include <numbers>

namespace tarn::shallow {
namespace {

constexpr double kPi = std::numbers::pi;

/// Relative error of the period of half a wave over 64 cells; T = 2 L/sqrt(g h).
template <class T>
double seiche_period_error(double rise) {
    PondDesc desc = {.nx = 64, .courant = 0.45, .tau = 0.6};
    desc.edges = kSlip;
    const double k = kPi / desc.nx;
    const double measured = standing_wave<T>(desc, k, 6.0, rise).frequency;
    return std::abs(k * desc.courant / measured - 1.0);
}

// A half has eleven bits, and below 2^-14 its steps are all 2^-24 of the depth: the smaller the
// wave, the coarser its populations. Allowed is the bar of the seiche in double precision, 2e-4,
// for waves of a thousandth of the depth and more.
TEST(HalfPrecision, KeepsThePeriodOfASeiche) {
    for (const double rise : {1e-2, 1e-3, 1e-4}) {
        const double half = seiche_period_error<Half>(rise),
                     full = seiche_period_error<float>(rise);
        std::printf(
            "seiche, 64 cells, %.0e of the depth: period off by %.1e (half), %.1e (float)\n", rise,
            half, full);
        EXPECT_LE(half, rise < 1e-3 ? 2e-3 : 2e-4) << rise;
    }
}

/// Decay measured over decay by theory, less 1: alpha = k^2 (tau - 1/2)(1 - c*^2)/(2 c*) per cell.
template <class T>
double attenuation_error(double rise) {
    PondDesc desc = {.nx = 48, .courant = 0.45, .tau = 0.6};
    desc.edges = kPeriodic;
    const double k = 2.0 * kPi / desc.nx, c = desc.courant;
    const double expected = k * k * (desc.tau - 0.5) * (1.0 - c * c) / (2.0 * c);
    return standing_wave<T>(desc, k, 6.0, rise).decay / c / expected - 1.0;
}

// Theory of small waves holds to 0.1 % at 1e-3 of the depth; halves may add the 1 % by which the
// wave's own steepness changes it at 1e-2, and five times that where populations have two digits
// left.
TEST(HalfPrecision, KeepsTheAttenuationOfPlaneWaves) {
    for (const double rise : {1e-2, 1e-3, 1e-4}) {
        const double half = attenuation_error<Half>(rise), full = attenuation_error<float>(rise);
        std::printf(
            "plane wave, 48 cells, %.0e of the depth: decay off by %+.2f %% (half), "
            "%+.2f %% (float)\n",
            rise, 100.0 * half, 100.0 * full);
        EXPECT_NEAR(half, full, rise < 1e-3 ? 0.05 : 0.01) << rise;
    }
}

/// Relative L2 errors of a round drop after 50 cells of travel: against the exact solution, and
/// against floats.
struct DropErrors {
    double of_half, of_float, between;
};
DropErrors drop_errors(double rise) {
    constexpr int kHalf = 85, kN = 2 * kHalf + 1;
    const DropWave drop = {.rise = rise};
    PondDesc desc = {.nx = kN, .ny = kN, .courant = 0.4, .tau = 0.505};
    desc.depth_m = [&](int i, int j) { return 1.0 + bump(i, j, kHalf, kHalf, drop.sigma, rise); };
    Pond<Half> half(desc);
    Pond<float> full(desc);
    half.step(125);
    full.step(125);
    const ExactProfile exact(drop, 50.0);
    double a = 0.0, b = 0.0, between = 0.0, all = 0.0;
    for (int j = 0; j < kN; ++j)
        for (int i = 0; i < kN; ++i) {
            const double expected = exact.at(std::hypot(i - kHalf, j - kHalf));
            const double h = half->cell(i, j).depth_m - 1.0, f = full->cell(i, j).depth_m - 1.0;
            a += (h - expected) * (h - expected);
            b += (f - expected) * (f - expected);
            between += (h - f) * (h - f);
            all += expected * expected;
        }
    return {std::sqrt(a / all), std::sqrt(b / all), std::sqrt(between / all)};
}

// Below 2^-14 halves lie 2^-24 apart: a step rounds each of the six populations that carry momentum
// along an axis by 2^-24/sqrt(12) = 1.7e-8 of the depth (rms), and over 125 steps that adds up to
// 1.7e-8 sqrt(6 x 125) = 4.7e-7. After 50 cells the wave has an rms height of 0.044 of its rise, so
// the two should be 1.1e-5/rise apart. Measured: 1.3e-5/rise. Allowed: 2e-5/rise.
TEST(HalfPrecision, CarriesAGaussianDropWithNoiseThatDoesNotGrowWithIt) {
    for (const double rise : {1e-2, 1e-3, 1e-4}) {
        const DropErrors e = drop_errors(rise);
        std::printf("Gaussian drop, %.0e of the depth: L2 %.4f (half), %.4f (float), %.4f apart\n",
                    rise, e.of_half, e.of_float, e.between);
        EXPECT_LE(e.between, 2e-5 / rise) << rise;
        // The bar of drop_test.cpp, at its height.
        EXPECT_LE(e.of_half, rise == 1e-3 ? 0.03 : 1.0) << rise;
    }
}

template <class T>
double mass_drift(int steps) {
    PondDesc desc = {.nx = 65, .ny = 64, .tau = 0.505};
    desc.depth_m = [](int i, int j) { return 1.0 + bump(i, j, 20, 30, 6, 0.3); };
    Pond<T> pond(desc);
    const double before = pond->totals().volume_m3;
    pond.step(steps);
    return pond->totals().volume_m3 / before - 1.0;
}

// Why halves lose nothing: tests/unit/solver/shallow/half_storage_test.cpp.
TEST(HalfPrecision, KeepsMassOverTenThousandSteps) {
    const double half = mass_drift<Half>(10000), full = mass_drift<float>(10000);
    std::printf("mass after 10,000 steps: off by %+.1e (half), %+.1e (float)\n", half, full);
    EXPECT_NEAR(half, 0.0, 6e-8);
}

}  // namespace
}  // namespace tarn::shallow
