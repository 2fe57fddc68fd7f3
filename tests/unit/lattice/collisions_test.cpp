// What collisions keep, and at which rate they let go of the rest. Formulas are written out here a
// second time, from the sources, on purpose.
#include "lattice/collisions.hpp"

#include "lattice/shallow.hpp"
#include "solver/shallow/d2q9/kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tarn::lattice {
namespace {

constexpr double kGravity = 0.16;
constexpr double kTaus[] = {0.505, 0.6, 0.77, 1.0, 1.5};

// Some twenty operations of order one in double precision.
constexpr double kRounding = 20 * 2.3e-16;

using Cell = ShallowCell<double>;

/// A cell that is not in equilibrium; `stress` scales how far.
Cell disturbed_cell(double stress) {
    Cell cell =
        to_populations<double>(equilibrium<double>(moments_of<double>(0.2, 0.1, -0.04), kGravity));
    constexpr double away[] = {0.0, 0.9, 0.5, -0.7, 0.3, 0.8, -0.6, 0.4, -0.2};
    for (int i = 1; i < D2Q9::q; ++i) cell.f[i] += stress * away[i];
    return cell;
}

struct Collided {
    ShallowMoments<double> before_moments;
    Cell before, eq, after;
};

template <class Collision>
Collided collide(double tau, double stress) {
    Collided c;
    c.before = disturbed_cell(stress);
    const ShallowPairs<double> pairs = to_pairs(c.before);
    c.before_moments = moments<double>(pairs);
    const ShallowPairs<double> eq = equilibrium<double>(c.before_moments, kGravity);
    c.eq = to_populations<double>(eq);
    c.after = c.before;
    const shallow::d2q9::StepConstants<double> step = {
        .gravity = kGravity, .tau = tau, .forces = {}};
    const shallow::d2q9::Rule<Collision, false, double> rule = {
        Collision::template constants<double>(tau, kGravity)};
    shallow::d2q9::collide_cell<shallow::d2q9::Full<double>>(c.after, step, rule);
    return c;
}

/// Rate at which population 1 moved to its equilibrium.
double rate_of(const Collided& c) {
    return (c.after.f[1] - c.before.f[1]) / (c.eq.f[1] - c.before.f[1]);
}

/// P_ab = sum c_a c_b (f - feq), by its definition.
double stress_of(const Cell& cell, const Cell& eq, int a, int b) {
    double p = 0.0;
    for (int i = 0; i < D2Q9::q; ++i) p += D2Q9::c(i, a) * D2Q9::c(i, b) * (cell.f[i] - eq.f[i]);
    return p;
}

double stress_product(const Collided& c) {
    double sum = 0.0;
    for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 2; ++b) {
            const double p = stress_of(c.before, c.eq, a, b);
            sum += p * p;
        }
    return sum;
}

template <class Collision>
class EachCollision : public testing::Test {};
template <class Tuple>
struct AsTypes;
template <class... C>
struct AsTypes<std::tuple<C...>> {
    using type = testing::Types<C...>;
};
TYPED_TEST_SUITE(EachCollision, AsTypes<Collisions>::type);

TYPED_TEST(EachCollision, KeepsMassAndMomentumForAnyRelaxationTime) {
    for (const double tau : kTaus)
        for (const double stress : {0.0, 1e-3, 0.05}) {
            const Collided c = collide<TypeParam>(tau, stress);
            const ShallowMoments<double> after = moments<double>(to_pairs(c.after));
            EXPECT_NEAR(after.mass_deviation, c.before_moments.mass_deviation, kRounding);
            EXPECT_NEAR(after.u, c.before_moments.u, kRounding) << tau;
            EXPECT_NEAR(after.v, c.before_moments.v, kRounding) << tau;
        }
}

TYPED_TEST(EachCollision, LeavesEquilibriumAlone) {
    for (const double tau : kTaus) {
        const Collided c = collide<TypeParam>(tau, 0.0);
        for (int i = 0; i < D2Q9::q; ++i) EXPECT_NEAR(c.after.f[i], c.before.f[i], kRounding);
    }
}

// A cell that stopped relaxing would keep its rest population, and a column of water, for ever.
TYPED_TEST(EachCollision, RelaxesTheStressNoFasterThanBgkAndNeverStops) {
    for (const double tau : kTaus)
        for (const double stress : {1e-3, 0.05, 0.5}) {
            const Collided c = collide<TypeParam>(tau, stress);
            for (const auto& [a, b] : {std::pair{0, 0}, {0, 1}, {1, 1}}) {
                const double before = stress_of(c.before, c.eq, a, b);
                const double after = stress_of(c.after, c.eq, a, b);
                EXPECT_LE((before - after) / before, 1.0 / tau + 1e-12) << tau;
                EXPECT_GT((before - after) / before, 1e-4) << tau << ", " << stress;
            }
        }
}

TEST(Bgk, RelaxesTheStressByOneMinusOneOverTau) {
    for (const double tau : kTaus) {
        const Collided c = collide<Bgk>(tau, 0.05);
        for (const auto& [a, b] : {std::pair{0, 0}, {0, 1}, {1, 1}})
            EXPECT_NEAR(stress_of(c.after, c.eq, a, b),
                        (1.0 - 1.0 / tau) * stress_of(c.before, c.eq, a, b), kRounding);
    }
}

TEST(Trt, RelaxesEvenPartsByTauAndOddPartsByTheFreeParameter) {
    for (const double tau : kTaus) {
        const Collided c = collide<Trt>(tau, 0.05);
        const double tau_odd = 3.0 / 16.0 / (tau - 0.5) + 0.5;
        for (int i = 1; i < D2Q9::q; i += 2) {
            const auto even = [&](const Cell& x) {
                return (x.f[i] - c.eq.f[i]) + (x.f[i + 1] - c.eq.f[i + 1]);
            };
            const auto odd = [&](const Cell& x) {
                return (x.f[i] - c.eq.f[i]) - (x.f[i + 1] - c.eq.f[i + 1]);
            };
            EXPECT_NEAR(even(c.after), (1.0 - 1.0 / tau) * even(c.before), kRounding);
            EXPECT_NEAR(odd(c.after), (1.0 - 1.0 / tau_odd) * odd(c.before), kRounding);
        }
    }
}

// physics.md 1.1: Q = sqrt(P:P)/h, S = (sqrt(tau^2 + 18 C^2 Q) - tau)/(6 C^2),
// omega' = 2/(6 (nu + C^2 S) + 1), C = 0.17.
TEST(Smagorinsky, AddsTheEddyViscosityOfItsFormula) {
    for (const double tau : kTaus)
        for (const double stress : {1e-4, 1e-2, 0.05}) {
            const Collided c = collide<Smagorinsky>(tau, stress);
            const double c2 = 0.17 * 0.17, nu = (tau - 0.5) / 3.0;
            const double q = std::sqrt(stress_product(c)) / c.before_moments.mass;
            const double s = (std::sqrt(tau * tau + 18.0 * c2 * q) - tau) / (6.0 * c2);
            EXPECT_NEAR(rate_of(c), 2.0 / (6.0 * (nu + c2 * s) + 1.0), 1e-10);
        }
}

// THESIS 3.35 as printed: nu in place of tau, no division by the depth, C = 0.04.
TEST(SmagorinskyPrinted, IsTheFormThatThesisPrints) {
    for (const double tau : kTaus)
        for (const double stress : {1e-4, 1e-2, 0.05}) {
            const Collided c = collide<SmagorinskyPrinted>(tau, stress);
            const double c2 = 0.04 * 0.04, nu = (tau - 0.5) / 3.0;
            const double q = std::sqrt(stress_product(c));
            const double s = (std::sqrt(nu * nu + 18.0 * c2 * q) - nu) / (6.0 * c2);
            EXPECT_NEAR(rate_of(c), 2.0 / (6.0 * (nu + c2 * s) + 1.0), 1e-10);
        }
}

// tau' = tau + 100 P:P/(g h^3), to first order in the second term; x is that over tau.
TEST(Limited, LengthensTauByTheSquareOfTheStress) {
    for (const double tau : kTaus)
        for (const double stress : {1e-4, 1e-3, 3e-3}) {
            const Collided c = collide<Limited>(tau, stress);
            const double h = c.before_moments.mass;
            const double x = 100.0 * stress_product(c) / (kGravity * h * h * h * tau);
            EXPECT_NEAR(rate_of(c) * tau, 1.0 - x, x * x + 1e-10) << tau << ", " << stress;
        }
}

TEST(Limited, IsBgkForSmallWaves) {
    for (const double tau : kTaus) {
        const Collided limited = collide<Limited>(tau, 1e-7), bgk = collide<Bgk>(tau, 1e-7);
        // K P:P/(g h^3) is of order 100 (1e-7)^2/0.16: far below rounding.
        for (int i = 0; i < D2Q9::q; ++i)
            EXPECT_NEAR(limited.after.f[i], bgk.after.f[i], kRounding);
    }
}

TEST(Collisions, HaveNamesOfTheirOwn) {
    const auto names = []<class... C>(std::tuple<C...>*) {
        return std::vector<std::string>{C::name...};
    }(static_cast<Collisions*>(nullptr));
    for (std::size_t k = 0; k < names.size(); ++k)
        for (std::size_t n = 0; n < k; ++n) EXPECT_NE(names[k], names[n]);
}

}  // namespace
}  // namespace tarn::lattice
