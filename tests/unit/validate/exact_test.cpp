// The exact solutions behind tarn validate, against values computed by independent programs in
// Python (NumPy, SciPy) from the same literature, and against the equations they must solve.
#include "validate/exact/bowl.hpp"
#include "validate/exact/bump_flow.hpp"
#include "validate/exact/dam_break.hpp"
#include "validate/exact/rough_bed.hpp"
#include "validate/exact/waves.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace tarn::cli::validate {
namespace {

// The Python side solves by bisection or by a polynomial's roots: 1e-7 is its own looseness for a
// double root, 1e-12 elsewhere.
constexpr double kSame = 1e-12;

TEST(ExactDamBreak, OntoWaterIsStokers) {
    const DamBreak dam = {.left_m = 0.005, .right_m = 0.001};
    EXPECT_NEAR(dam.middle().depth_m, 0.002539357172283435, kSame);
    EXPECT_NEAR(dam.middle().speed_m_per_s, 0.12727971839309604, kSame);
    EXPECT_NEAR(dam.middle().shock_m_per_s, 0.20996340005243, kSame);
    EXPECT_NEAR(dam.at(4.0, 6.0).depth_m, 0.00420915175422, kSame);
    EXPECT_NEAR(dam.at(4.0, 6.0).u_m_per_s, 0.036537119491223, kSame);
    EXPECT_NEAR(dam.at(5.2, 6.0).depth_m, 0.002539357172283, kSame);
    EXPECT_EQ(dam.at(6.5, 6.0).depth_m, 0.001);
    EXPECT_EQ(dam.at(3.0, 6.0).depth_m, 0.005);
    const DamBreak shallow = {.left_m = 0.005, .right_m = 0.00005};
    EXPECT_NEAR(shallow.middle().depth_m, 0.0008558945935322736, kSame);
}

TEST(ExactDamBreak, OntoADryBedIsRitters) {
    const DamBreak dam = {.left_m = 0.005, .right_m = 0.0};
    EXPECT_NEAR(dam.at(4.9, 6.0).depth_m, 0.002392599397871, kSame);
    EXPECT_NEAR(dam.at(7.0, 6.0).depth_m, 0.000136081661643, kSame);
    EXPECT_NEAR(dam.at(7.0, 6.0).u_m_per_s, 0.369870452824556, kSame);
    EXPECT_EQ(dam.at(7.9, 6.0).depth_m, 0.0);
    EXPECT_NEAR(dam.at(dam.crossing_m(0.0001, 6.0), 6.0).depth_m, 0.0001, kSame);
}

TEST(ExactDamBreak, KeepsTheWater) {
    // Before and after, over 10 m; midpoints of 1e5 cells see the shock to 1e-4 m of 0.0015 m.
    for (const double right_m : {0.001, 0.00005, 0.0}) {
        const DamBreak dam = {.left_m = 0.005, .right_m = right_m};
        double sum = 0.0;
        for (int i = 0; i < 100000; ++i) sum += 1e-4 * dam.at((i + 0.5) * 1e-4, 6.0).depth_m;
        EXPECT_NEAR(sum, 5.0 * (0.005 + right_m), 2e-7) << right_m;
    }
}

TEST(ExactBowl, IsThackersPlanarSolution) {
    const Bowl bowl;
    EXPECT_NEAR(bowl.period_s(), 4.485701465466374, kSame);
    EXPECT_NEAR(bowl.bed_m(2.3, 2.1), -0.09, kSame);
    EXPECT_NEAR(bowl.depth_m(2.3, 2.1, 0.7), 0.090005977101301, kSame);
    EXPECT_NEAR(bowl.depth_m(1.7, 2.4, 0.7), 0.066532808247796, kSame);
    EXPECT_EQ(bowl.depth_m(3.2, 1.2, 0.7), 0.0);
    EXPECT_NEAR(bowl.velocity(0.7).u_m_per_s, -0.581839624845389, kSame);
    EXPECT_NEAR(bowl.velocity(0.7).v_m_per_s, 0.389823871716159, kSame);
}

TEST(ExactBump, SubcriticalDepthsAreTheKnownOnes) {
    const BumpFlow flow;
    EXPECT_NEAR(flow.at(2.0).depth_m, 2.0, kSame);
    EXPECT_NEAR(flow.at(9.0).depth_m, 1.787184574689538, kSame);
    EXPECT_NEAR(flow.at(10.0).depth_m, 1.707347467915033, kSame);
    EXPECT_NEAR(flow.at(9.0).u_m_per_s, 2.473163691426681, kSame);
}

TEST(ExactBump, TranscriticalFlowIsFastBehindTheCrest) {
    const BumpFlow flow = {.regime = BumpRegime::Transcritical, .discharge_m2_per_s = 1.53};
    EXPECT_NEAR(flow.at(2.0).depth_m, 1.01444679830102, kSame);
    EXPECT_NEAR(flow.at(10.0).depth_m, 0.6202564436995096, 1e-7);
    EXPECT_NEAR(flow.at(11.0).depth_m, 0.496621531101143, kSame);
    EXPECT_NEAR(flow.at(13.0).depth_m, 0.405780945345036, kSame);
}

TEST(ExactBump, TheJumpStandsWhereSwashesHasIt) {
    const BumpFlow flow = {
        .regime = BumpRegime::Shock, .discharge_m2_per_s = 0.18, .downstream_m = 0.33};
    EXPECT_NEAR(flow.shock_m(), 11.665618384315366, 1e-11);
    EXPECT_NEAR(flow.at(9.0).depth_m, 0.2461216024286, kSame);
    EXPECT_NEAR(flow.at(11.6).depth_m, 0.077674598688775, kSame);
    EXPECT_NEAR(flow.at(11.7).depth_m, 0.26639413568198, kSame);
    EXPECT_NEAR(flow.at(13.0).depth_m, 0.33, kSame);
}

TEST(ExactDrop, IsTheHankelIntegral) {
    const DropProfile drop({.height_m = 0.01, .width_m = 1.2, .travel_m = 10.0, .reach_m = 14.0});
    // The table has 24 nodes per s and a parabola between them: 1e-4 of the crest (1.2e-3) is left.
    EXPECT_NEAR(drop.at(0.0), -1.507208474592118e-4, 1e-12);
    EXPECT_NEAR(drop.at(1.0), -1.532878035829490e-4, 1e-7);
    EXPECT_NEAR(drop.at(5.0), -2.539308347678252e-4, 1e-7);
    EXPECT_NEAR(drop.at(10.0), 9.772376532644657e-4, 1e-7);
    EXPECT_NEAR(drop.at(11.0), 1.164873832328417e-3, 1e-7);
    EXPECT_NEAR(drop.at(14.0), 1.040839246786344e-5, 1e-7);
}

TEST(ExactWaves, PeriodAttenuationAndSolitaryForm) {
    EXPECT_NEAR(seiche_period_s(5.0, 0.5, 9.81), 10.0 / std::sqrt(4.905), kSame);
    EXPECT_NEAR(d2q9_attenuation(0.77, 0.3, 2.0 * M_PI / 32.0), 0.0157875117275238, kSame);
    const SolitaryWave wave = {.height_m = 0.019, .depth_m = 1.0};
    EXPECT_NEAR(wave.at(0.0).depth_m, 0.019, kSame);
    EXPECT_NEAR(wave.at(-3.0).depth_m, 0.016757402042145, kSame);
    EXPECT_NEAR(wave.at(2.0).u_m_per_s, 0.056242546463846, kSame);
    EXPECT_NEAR(wave.at(wave.half_length_m()).depth_m, 0.019 / 20.0, kSame);
}

TEST(RoughBed, IsNumPysToTheLastDigits) {
    const std::vector<double> bed = rough_bed_m(100);
    EXPECT_NEAR(bed[0], 0.03 * 0.076308289373957, 1e-9);  // the islands' feet are below 1e-9 here
    EXPECT_NEAR(bed[30 * 100 + 35], 0.8022509439804185, 1e-14);
    EXPECT_NEAR(bed[50 * 100 + 10], 0.150255073898195, 1e-14);
    EXPECT_EQ(bed[80 * 100 + 20], -0.2);
    EXPECT_NEAR(bed[99 * 100 + 99], 0.004709588265780219, 1e-14);
    EXPECT_NEAR(std::accumulate(bed.begin(), bed.end(), 0.0), 434.3180405728062, 1e-9);
}

}  // namespace
}  // namespace tarn::cli::validate
