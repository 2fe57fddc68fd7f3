// A round drop against the exact solution of the linear equations without viscosity.
#include "support/pond_for_test.hpp"

#include <cmath>
#include <cstdio>

namespace tarn::shallow {
namespace {

constexpr double kSigma = 6.0, kTravel = 50.0;  // cells
constexpr double kRise = 1e-3;                  // of the depth
constexpr int kHalf = 85;                       // cells from the middle to the edge: 50 + 6 sigma

/// eta(r, t) = int A s^2 exp(-k^2 s^2/2) J0(k r) cos(c k t) k dk for a drop
/// A exp(-r^2/(2 s^2)) at rest; `travel` is c t. By the midpoint rule, with its correction at 0.
double exact_drop(double r, double travel) {
    const double k_max = 7.0 / kSigma, s2 = kSigma * kSigma;
    const int count = 1000;
    const double dk = k_max / count;
    double sum = 0.0;
    for (int n = 0; n < count; ++n) {
        const double k = (n + 0.5) * dk;
        sum +=
            std::exp(-0.5 * k * k * s2) * std::cyl_bessel_j(0.0, k * r) * std::cos(k * travel) * k;
    }
    return kRise * s2 * (sum * dk - dk * dk / 24.0);
}

/// exact_drop over r in steps of 1/4 cell, and between them by parabolas.
class ExactProfile {
public:
    explicit ExactProfile(double travel) {
        for (int n = 0; n < 4 * 125; ++n) values_.push_back(exact_drop(n / 4.0, travel));
    }
    double at(double r) const {
        const int n = std::max(1, int(std::lround(4.0 * r)));
        const double t = 4.0 * r - n;
        const auto value = [&](int k) { return values_[std::size_t(k)]; };
        return value(n) + 0.5 * t * (value(n + 1) - value(n - 1)) +
               0.5 * t * t * (value(n + 1) - 2.0 * value(n) + value(n - 1));
    }

private:
    std::vector<double> values_;
};

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
    desc.depth_m = [](int i, int j) { return 1.0 + bump(i, j, kHalf, kHalf, kSigma, kRise); };
    Pond<float> pond(desc);
    const int steps = int(std::lround(kTravel / courant));
    pond.step(steps);
    const ExactProfile exact(steps * courant);
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
