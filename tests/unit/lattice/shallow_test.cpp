// The equilibrium of shallow water has the moments that physics asks for.
#include "lattice/shallow.hpp"

#include <gtest/gtest.h>

namespace tarn::lattice {
namespace {

struct State {
    double h, u, v, g;
};
constexpr State kStates[] = {
    {1.0, 0.0, 0.0, 0.16}, {1.3, 0.1, -0.05, 0.16}, {0.4, -0.2, 0.15, 0.3}, {2.5, 0.02, 0.3, 0.09}};

// Nine additions of order one in double precision.
constexpr double kRounding = 9 * 2.3e-16 * 4;

ShallowPairs<double> pairs_of(const State& s) {
    return equilibrium<double>(moments_of<double>(s.h - 1.0, s.u, s.v), s.g);
}

/// Whole populations: the stored deviation plus still water of depth one.
ShallowCell<double> whole_equilibrium(const State& s) {
    ShallowCell<double> cell = to_populations<double>(pairs_of(s));
    cell.f[0] += 1.0 - 5.0 / 6.0 * s.g;
    for (int i = 1; i < D2Q9::q; ++i) cell.f[i] += D2Q9::weight(i) * 1.5 * s.g;
    return cell;
}

/// sum f c_x^a c_y^b
double moment(const ShallowCell<double>& cell, int a, int b) {
    double sum = 0.0;
    for (int i = 0; i < D2Q9::q; ++i) {
        double term = cell.f[i];
        for (int k = 0; k < a; ++k) term *= D2Q9::c(i, 0);
        for (int k = 0; k < b; ++k) term *= D2Q9::c(i, 1);
        sum += term;
    }
    return sum;
}

TEST(ShallowEquilibrium, EqualsTheFormulaOfTheBooks) {
    for (const State& s : kStates) {
        const ShallowCell<double> got = whole_equilibrium(s);
        const double uu = s.u * s.u + s.v * s.v;
        EXPECT_NEAR(got.f[0], s.h - 5.0 / 6.0 * s.g * s.h * s.h - 2.0 / 3.0 * s.h * uu, kRounding);
        for (int i = 1; i < D2Q9::q; ++i) {
            const double eu = D2Q9::c(i, 0) * s.u + D2Q9::c(i, 1) * s.v;
            EXPECT_NEAR(
                got.f[i],
                D2Q9::weight(i) * s.h * (1.5 * s.g * s.h + 3.0 * eu + 4.5 * eu * eu - 1.5 * uu),
                kRounding);
        }
    }
}

TEST(ShallowEquilibrium, HoldsDepthAndMomentum) {
    for (const State& s : kStates) {
        const ShallowCell<double> cell = whole_equilibrium(s);
        EXPECT_NEAR(moment(cell, 0, 0), s.h, kRounding);
        EXPECT_NEAR(moment(cell, 1, 0), s.h * s.u, kRounding);
        EXPECT_NEAR(moment(cell, 0, 1), s.h * s.v, kRounding);
    }
}

TEST(ShallowEquilibrium, ItsSecondMomentIsPressurePlusMomentumFlux) {
    for (const State& s : kStates) {
        const ShallowCell<double> cell = whole_equilibrium(s);
        const double pressure = 0.5 * s.g * s.h * s.h;
        EXPECT_NEAR(moment(cell, 2, 0), pressure + s.h * s.u * s.u, kRounding);
        EXPECT_NEAR(moment(cell, 0, 2), pressure + s.h * s.v * s.v, kRounding);
        EXPECT_NEAR(moment(cell, 1, 1), s.h * s.u * s.v, kRounding);
    }
}

// sum c c c feq = h/3 (u delta + ...), which is what makes the viscosity (tau - 1/2)/3.
TEST(ShallowEquilibrium, ItsThirdMomentIsThatOfAFluidWithSoundSpeedOneThird) {
    for (const State& s : kStates) {
        const ShallowCell<double> cell = whole_equilibrium(s);
        EXPECT_NEAR(moment(cell, 3, 0), s.h * s.u, kRounding);
        EXPECT_NEAR(moment(cell, 2, 1), s.h * s.v / 3.0, kRounding);
        EXPECT_NEAR(moment(cell, 1, 2), s.h * s.u / 3.0, kRounding);
        EXPECT_NEAR(moment(cell, 0, 3), s.h * s.v, kRounding);
    }
}

TEST(ShallowEquilibrium, StillWaterAtTheReferenceDepthIsAllZeros) {
    const auto still = equilibrium<float>(moments_of<float>(0.0f, 0.0f, 0.0f), 0.16f);
    const ShallowCell<float> cell = to_populations<float>(still);
    for (const float f : cell.f) EXPECT_EQ(f, 0.0f);
}

TEST(ShallowMoments, ReadBackWhatTheEquilibriumWasMadeFrom) {
    for (const State& s : kStates) {
        const ShallowMoments<double> m =
            moments<double>(to_pairs(to_populations<double>(pairs_of(s))));
        EXPECT_NEAR(m.mass_deviation, s.h - 1.0, kRounding);
        EXPECT_NEAR(m.mass, s.h, kRounding);
        EXPECT_NEAR(m.u, s.u, kRounding / s.h);
        EXPECT_NEAR(m.v, s.v, kRounding / s.h);
    }
}

// A small wave on deep water: the deviation keeps digits that 1 + deviation would lose.
TEST(ShallowMoments, KeepAWaveOfOneBillionthOfTheDepthInSinglePrecision) {
    const float wave = 1e-9f;
    const auto eq = equilibrium<float>(moments_of<float>(wave, 0.0f, 0.0f), 0.16f);
    EXPECT_NEAR(moments<float>(eq).mass_deviation, wave, 9 * 1.2e-7 * wave);
}

TEST(ShallowMoments, ClosingTheMassMakesTheSumWhatWasAskedFor) {
    ShallowCell<float> cell = {{9.0f, 0.1f, -0.2f, 0.03f, 0.7f, -0.01f, 0.002f, 0.3f, -0.4f}};
    close_mass(cell, 0.25f);
    // One rounding of a sum of order one.
    EXPECT_NEAR(moments<float>(to_pairs(cell)).mass_deviation, 0.25f, 1.2e-7);
}

TEST(Pairs, AreTheSamePopulationsSaidDifferently) {
    const ShallowCell<double> cell = {{0.9, 0.1, -0.2, 0.03, 0.7, -0.01, 0.002, 0.3, -0.4}};
    const ShallowCell<double> back = to_populations<double>(to_pairs(cell));
    for (int i = 0; i < D2Q9::q; ++i) EXPECT_NEAR(back.f[i], cell.f[i], 2.3e-16);
}

TEST(D2Q9, DirectionsAreFoundByTheirComponents) {
    for (int i = 0; i < D2Q9::q; ++i) EXPECT_EQ(d2q9_direction(D2Q9::c(i, 0), D2Q9::c(i, 1)), i);
    EXPECT_EQ(d2q9_direction(2, 0), -1);
}

}  // namespace
}  // namespace tarn::lattice
