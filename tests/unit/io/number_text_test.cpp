#include "io/number_text.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tarn::io {
namespace {

TEST(ShortestText, IsAsShortAsTheTypeAllows) {
    EXPECT_EQ(shortest_text(0.1), "0.1");
    EXPECT_EQ(shortest_text(0.1f), "0.1");
    EXPECT_EQ(shortest_text(static_cast<double>(0.1f)), "0.10000000149011612");
    EXPECT_EQ(shortest_text(-std::nan("")), "nan");
}

TEST(FixedText, ShowsTheDigitsAskedForAndNoMinusZero) {
    EXPECT_EQ(fixed_text(1.25, 3), "1.250");
    EXPECT_EQ(fixed_text(-0.04, 1), "0.0");
    EXPECT_EQ(fixed_text(-0.06, 1), "-0.1");
    EXPECT_EQ(fixed_text(1e300, 1).size(), 303u);
}

}  // namespace
}  // namespace tarn::io
