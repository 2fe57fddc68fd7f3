// A round drop against the exact solution of the linear equations without viscosity.
#include "support/exact_drop.hpp"
#include "support/pond_for_test.hpp"

#include <cmath>
#include <cstdio>

namespace tarn::shallow {
namespace {

constexpr DropWave kDrop;
constexpr double kTravel = 50.0;  // cells
constexpr int kHalf = 85;         // cells from the middle to the edge: 50 + 6 sigma

/// Value at `x` of samples at whole numbers, by the polynomial through the six nearest.
double interpolate(const std::vector<double>& samples, double x) {
    const int first = std::clamp(int(std::floor(x)) - 2, 0, int(samples.size()) - 6);
    double sum = 0.0;
    for (int a = first; a < first + 6; ++a) {
        double weight = 1.0;
        for (int b = first; b < first + 6; ++b)
            if (a != b) weight *= (x - b) / (a - b);
        sum += weight * samples[std::size_t(a)];
    }
    return sum;
}

struct DropErrors {
    double l2, axis_against_diagonal;
};

DropErrors measure_drop(double courant, const char* collision) {
    constexpr int kN = 2 * kHalf + 1;
    PondDesc desc = {.nx = kN, .ny = kN, .courant = courant, .tau = 0.505, .collision = collision};
    desc.depth_m = [](int i, int j) {
        return 1.0 + bump(i, j, kHalf, kHalf, kDrop.sigma, kDrop.rise);
    };
    Pond<float> pond(desc);
    const int steps = int(std::lround(kTravel / courant));
    pond.step(steps);
    const ExactProfile exact(kDrop, steps * courant);
    double wrong = 0.0, all = 0.0, peak = 0.0;
    for (int j = 0; j < kN; ++j)
        for (int i = 0; i < kN; ++i) {
            const double r = std::hypot(i - kHalf, j - kHalf);
            const double rise = pond->cell(i, j).depth_m - 1.0, expected = exact.at(r);
            wrong += (rise - expected) * (rise - expected);
            all += expected * expected;
            peak = std::max(peak, rise);
        }
    std::vector<double> axis;
    for (int i = kHalf; i < kN; ++i) axis.push_back(pond->cell(i, kHalf).depth_m - 1.0);
    double apart = 0.0;
    for (int k = 0; std::sqrt(2.0) * k < kHalf - 1; ++k) {
        const double diagonal = pond->cell(kHalf + k, kHalf + k).depth_m - 1.0;
        apart = std::max(apart, std::abs(diagonal - interpolate(axis, std::sqrt(2.0) * k)));
    }
    return {std::sqrt(wrong / all), apart / peak};
}

// What is left is the viscosity of tau = 0.505 and the dispersion of the lattice, which is largest
// for short waves and small c*.
TEST(GaussianDrop, FollowsTheExactSolutionAndStaysRound) {
    for (const double courant : {0.3, 0.4}) {
        const DropErrors e = measure_drop(courant, "auto");
        std::printf(
            "Gaussian drop, sigma 6, 50 cells, tau 0.505, c* %.1f: L2 %.4f, axis against "
            "diagonal %.3f %% of the crest\n",
            courant, e.l2, 100.0 * e.axis_against_diagonal);
        EXPECT_LE(e.l2, 0.03) << courant;
        EXPECT_LE(e.axis_against_diagonal, 0.005) << courant;
    }
}

// The limiter must not cost a small wave anything: BGK alone gives the same.
TEST(GaussianDrop, TheLimiterOfTheDefaultCollisionDoesNotTouchSmallWaves) {
    const DropErrors limited = measure_drop(0.3, "auto"), bgk = measure_drop(0.3, "bgk");
    std::printf("Gaussian drop, c* 0.3: L2 %.5f with the limiter, %.5f without\n", limited.l2,
                bgk.l2);
    EXPECT_NEAR(limited.l2, bgk.l2, 1e-4);
}

}  // namespace
}  // namespace tarn::shallow
