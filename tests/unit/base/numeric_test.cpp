// Estimates are as near as they say, over all magnitudes that water has.
#include "base/numeric.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tarn {
namespace {

template <class T>
class Estimates : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(Estimates, Numbers);

/// Calls `use` with numbers from 1e-30 to 1e30, close enough to meet every worst case.
template <class T, class Use>
void for_magnitudes(Use&& use) {
    for (int k = -300'000; k <= 300'000; ++k) use(T(std::pow(10.0, k * 1e-4)));
}

TYPED_TEST(Estimates, RootsAreUpToTwoThousandthsTooSmall) {
    double least = 1.0, most = 1.0;
    for_magnitudes<TypeParam>([&](TypeParam x) {
        const double ratio = double(estimated_root<TypeParam>(x)) / std::sqrt(double(x));
        least = std::fmin(least, ratio);
        most = std::fmax(most, ratio);
    });
    EXPECT_GT(least, 1.0 - 0.002);
    EXPECT_LT(most, 1.0 + 4e-7);  // roundings of float
}

TYPED_TEST(Estimates, TheRootOfZeroIsZero) {
    EXPECT_EQ(estimated_root<TypeParam>(TypeParam(0)), TypeParam(0));
    EXPECT_EQ(estimated_root<TypeParam>(TypeParam(-0.0)), TypeParam(0));
}

// Two roundings of the last of Halley's steps and that of its result; water from films of a
// hundredth of a micron to a hundred times the deepest ocean.
TYPED_TEST(Estimates, CubeRootsAreExactToRounding) {
    const double allowed = 3 * double(std::numeric_limits<TypeParam>::epsilon());
    for (int k = -90'000; k <= 60'000; ++k) {
        const TypeParam x = TypeParam(std::pow(10.0, k * 1e-4));
        ASSERT_NEAR(double(cube_root<TypeParam>(x)) / std::cbrt(double(x)), 1.0, allowed) << x;
    }
}

TYPED_TEST(Estimates, ZeroGetsAPositiveSignAndNothingElseChanges) {
    EXPECT_FALSE(std::signbit(positive_zero<TypeParam>(TypeParam(-0.0))));
    EXPECT_EQ(positive_zero<TypeParam>(TypeParam(-2.5)), TypeParam(-2.5));
}

}  // namespace
}  // namespace tarn
