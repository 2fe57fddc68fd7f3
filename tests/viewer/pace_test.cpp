// The clock of the water follows the clock on the wall, and never runs into debt.
#include "viewer/pace.hpp"

#include <gtest/gtest.h>

namespace tarn::viewer {
namespace {

/// Steps until nothing is due; how many there were.
int steps_due(Pace& pace, double wall_s, double speed) {
    int count = 0;
    for (pace.advance(wall_s, speed); pace.is_due(); pace.stepped()) ++count;
    return count;
}

TEST(Pace, KeepsRealTimeTimesTheSpeed) {
    for (const double speed : {0.1, 1.0, 10.0}) {
        Pace pace;
        pace.restart(5.0);
        int steps = 0;
        for (int picture = 1; picture <= 600; ++picture)
            steps += steps_due(pace, 5.0 + picture / 60.0, speed);
        EXPECT_NEAR(steps * kStep_s, 10.0 * speed, kStep_s) << speed;
    }
}

TEST(Pace, AHitchIsNotCaughtUpForLong) {
    Pace pace;
    pace.restart(0.0);
    EXPECT_LE(steps_due(pace, 60.0, 1.0), 7);
    EXPECT_LE(steps_due(pace, 60.0 + kStep_s, 1.0), 2);
}

TEST(Pace, AClockThatGoesBackOwesNothing) {
    Pace pace;
    pace.restart(10.0);
    EXPECT_EQ(steps_due(pace, 9.0, 1.0), 0);
}

TEST(Pace, SaysHowLongToWait) {
    Pace pace;
    pace.restart(0.0);
    EXPECT_DOUBLE_EQ(pace.wait_s(1.0), kStep_s);
    EXPECT_DOUBLE_EQ(pace.wait_s(0.5), 2.0 * kStep_s);
    pace.advance(1.0, 1.0);
    EXPECT_EQ(pace.wait_s(1.0), 0.0);
}

TEST(RateMeter, CountsStepsCellsAndTimePerSecond) {
    RateMeter meter;
    meter.restart(2.0);
    for (int k = 0; k < 60; ++k) meter.add(3, 0.01);
    EXPECT_FALSE(meter.update(2.4, 1000));
    ASSERT_TRUE(meter.update(4.0, 1000));
    EXPECT_DOUBLE_EQ(meter.rates().steps_per_s, 90.0);
    EXPECT_DOUBLE_EQ(meter.rates().mlups, 0.09);
    EXPECT_NEAR(meter.rates().real_time_share, 0.3, 1e-12);
}

}  // namespace
}  // namespace tarn::viewer
