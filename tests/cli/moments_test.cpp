// Moments at equal intervals: none is missed and none comes twice.
#include "moments.hpp"

#include <gtest/gtest.h>

namespace tarn::cli {
namespace {

TEST(Moments, FollowTheStartWithoutAddingUpRounding) {
    Moments moments(2.0, 1.0 / 30.0);
    for (int k = 1; k <= 100'000; ++k) {
        ASSERT_EQ(moments.next_s(), 2.0 + k * (1.0 / 30.0));
        moments.pass();
    }
}

TEST(Moments, AreMetUpToRounding) {
    Moments moments(0.0, 0.1);
    moments.pass();
    moments.pass();
    EXPECT_TRUE(moments.is_at(0.3));
    EXPECT_FALSE(moments.is_at(0.3001));
}

TEST(Moments, OfNoIntervalNeverCome) {
    Moments moments(1.0, 0.0);
    EXPECT_FALSE(moments.is_at(1.0));
    EXPECT_GT(moments.next_s(), 1e300);
}

}  // namespace
}  // namespace tarn::cli
