#include "io/axis.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tarn::io {
namespace {

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
    std::vector<std::string> out;
    for (const Tick& tick : ticks) out.push_back(tick.label);
    return out;
}

using Labels = std::vector<std::string>;

TEST(LinearTicks, AreRoundAndShowEqualDigits) {
    EXPECT_EQ(labels(linear_ticks({0.0, 1.0}, 5)),
              (Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
    EXPECT_EQ(labels(linear_ticks({-0.3, 0.3}, 3)), (Labels{"-0.2", "0.0", "0.2"}));
    EXPECT_EQ(labels(linear_ticks({0.0, 20.0}, 4)), (Labels{"0", "5", "10", "15", "20"}));
}

TEST(LinearTicks, TinyAndHugeNumbersAreWrittenWithExponents) {
    EXPECT_EQ(labels(linear_ticks({0.0, 3e-6}, 3)), (Labels{"0", "1e-6", "2e-6", "3e-6"}));
    EXPECT_EQ(labels(linear_ticks({0.0, 1e12}, 2)), (Labels{"0", "5e11", "1.0e12"}));
}

TEST(LinearTicks, StayInsideTheRangeAndAreAboutAsManyAsWanted) {
    for (double low = -7.3; low < 8.0; low += 1.7)
        for (double width : {1e-3, 0.4, 3.0, 77.0, 1e5}) {
            const auto ticks = linear_ticks({low, low + width}, 5);
            EXPECT_GE(ticks.size(), 3u) << low << " " << width;
            EXPECT_LE(ticks.size(), 8u) << low << " " << width;
            EXPECT_GE(ticks.front().at, low - 1e-6 * width);
            EXPECT_LE(ticks.back().at, low + width * (1 + 1e-6));
        }
}

TEST(LinearTicks, AreNoneForARangeThatIsEmptyOrNotFinite) {
    EXPECT_TRUE(linear_ticks({1.0, 1.0}, 5).empty());
    EXPECT_TRUE(linear_ticks({0.0, std::numeric_limits<double>::infinity()}, 5).empty());
    EXPECT_TRUE(linear_ticks({std::nan(""), 1.0}, 5).empty());
}

TEST(LogTicks, AreDecadesOnALongRangeAndFinerOnAShortOne) {
    EXPECT_EQ(labels(log_ticks({1e-3, 10.0}, 6)), (Labels{"10^-3", "10^-2", "10^-1", "1", "10"}));
    EXPECT_EQ(labels(log_ticks({15.0, 250.0}, 6)), (Labels{"20", "50", "100", "200"}));
    EXPECT_TRUE(log_ticks({0.0, 1.0}, 6).empty());
}

TEST(NotEmpty, WidensOnlyWhatIsNarrowerThanAsked) {
    EXPECT_EQ(not_empty({1.0, 2.0}, 1e-5).high, 2.0);
    // A few roundings of numbers of order one, in double precision.
    EXPECT_NEAR(not_empty({0.5, 0.5 + 1e-8}, 1e-5).width(), 0.02 * (0.5 + 1e-8), 1e-15);
    EXPECT_EQ(not_empty({0.0, 0.0}, 1e-5).low, -1.0);
}

}  // namespace
}  // namespace tarn::io
