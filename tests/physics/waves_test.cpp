// Small waves against theory: the period of a seiche and the damping of plane waves.
#include "support/standing_wave.hpp"

#include <cstdio>
#include <numbers>

namespace tarn::shallow {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kRise = 1e-4;  // of the depth: terms beyond the linear ones are below 1e-8

double seiche_period_error(int cells, double courant) {
    PondDesc desc = {.nx = cells, .courant = courant, .tau = 0.6};
    desc.edges = kSlip;
    const double k = kPi / cells;
    const double measured = standing_wave<double>(desc, k, 6.0, kRise).frequency;
    return std::abs(k * courant / measured - 1.0);
}

// Half a wave over N cells between walls; T = 2 L/sqrt(g h).
TEST(Seiche, ItsPeriodConvergesWithSecondOrder) {
    std::printf(
        "seiche, tau 0.6: relative error of the period\n   c*      N=16      N=32      N=64"
        "  slope\n");
    for (const double courant : {0.3, 0.45, 0.6}) {
        const double coarse = seiche_period_error(16, courant);
        const double middle = seiche_period_error(32, courant);
        const double fine = seiche_period_error(64, courant);
        const double slope = std::log2(coarse / fine) / 2.0;
        std::printf("%5.2f  %.2e  %.2e  %.2e  %5.2f\n", courant, coarse, middle, fine, slope);
        EXPECT_LE(fine, 2e-4) << courant;
        EXPECT_GE(slope, 1.9) << courant;
        EXPECT_GE(std::log2(middle / fine), 1.9) << courant;
    }
}

// A standing wave is two plane waves that run against each other; its amplitude falls in time with
// the rate gamma of each, and over the way c t that is alpha = gamma/c* per cell.
TEST(PlaneWave, IsDampedAsTheoryOfTheSchemeSays) {
    std::printf(
        "plane waves, BGK: alpha dx measured / (k dx)^2 (tau - 1/2)(1 - c*^2)/(2 c*) - 1\n");
    double worst = 0.0;
    for (const int wavelength : {32, 48, 64})
        for (const double courant : {0.3, 0.45, 0.6}) {
            std::printf("%3d cells, c* %.2f:", wavelength, courant);
            for (const double tau : {0.55, 0.6, 0.77, 1.0}) {
                PondDesc desc = {.nx = wavelength, .courant = courant, .tau = tau};
                desc.edges = kPeriodic;
                const double k = 2.0 * kPi / wavelength;
                const double measured = standing_wave<double>(desc, k, 6.0, kRise).decay / courant;
                const double expected =
                    k * k * (tau - 0.5) * (1.0 - courant * courant) / (2.0 * courant);
                std::printf("  tau %.2f %+.2f %%", tau, 100.0 * (measured / expected - 1.0));
                worst = std::max(worst, std::abs(measured / expected - 1.0));
                EXPECT_NEAR(measured / expected, 1.0, 0.02)
                    << wavelength << " cells, c* " << courant << ", tau " << tau;
            }
            std::printf("\n");
        }
    std::printf("worst: %.2f %%\n", 100.0 * worst);
}

}  // namespace
}  // namespace tarn::shallow
