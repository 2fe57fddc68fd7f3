// Half as storage: every half is a float, and a float becomes the nearest half.
#include "base/half.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tarn {
namespace {

constexpr std::uint16_t kInfinity = 0x7c00;

/// What the sixteen bits mean, from their definition: sign, five bits of exponent, ten of fraction.
double meaning(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
    const double size = exponent == 0 ? std::ldexp(double(fraction), -24)
                                      : std::ldexp(double(1024 + fraction), exponent - 25);
    return bits & 0x8000 ? -size : size;
}

bool is_finite(std::uint16_t bits) {
    return (bits & kInfinity) != kInfinity;
}

TEST(Half, EachOfAllFiniteHalvesMeansWhatItsBitsSay) {
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const auto h = std::uint16_t(bits);
        if (!is_finite(h)) continue;
        ASSERT_EQ(double(to_float({h})), meaning(h)) << std::hex << bits;
    }
    EXPECT_EQ(to_float({kInfinity}), std::numeric_limits<float>::infinity());
    EXPECT_EQ(to_float({0xfc00}), -std::numeric_limits<float>::infinity());
}

TEST(Half, EachOfAllHalvesComesBackFromAFloatUnchanged) {
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const auto h = std::uint16_t(bits);
        const float value = to_float({h});
        if (is_finite(h) || (h & 0x3ff) == 0)
            ASSERT_EQ(to_half(value).bits, h) << std::hex << bits;
        else
            ASSERT_TRUE(std::isnan(value) && std::isnan(to_float(to_half(value))))
                << std::hex << bits;
    }
}

/// Between two neighbouring halves: at the middle the even one, else the nearer.
void expect_rounding_between(std::uint16_t low) {
    const auto high = std::uint16_t(low + 1);
    // Beyond the largest half the next one would be 65536; it is written as infinity.
    const double a = meaning(low), b = is_finite(high) ? meaning(high) : 65536.0;
    const auto middle = float((a + b) / 2.0);  // exact: eleven bits and one more
    ASSERT_EQ(double(middle), (a + b) / 2.0);
    const std::uint16_t even = low % 2 == 0 ? low : high;
    for (const std::uint16_t sign : {std::uint16_t(0), std::uint16_t(0x8000)}) {
        const float s = sign ? -1.0f : 1.0f;
        ASSERT_EQ(to_half(s * middle).bits, even | sign) << std::hex << low;
        ASSERT_EQ(to_half(s * std::nextafter(middle, 0.0f)).bits, low | sign) << std::hex << low;
        ASSERT_EQ(to_half(s * std::nextafter(middle, 1e9f)).bits, high | sign) << std::hex << low;
    }
}

TEST(Half, RoundsToTheNearestEvenSmallNumbersIncluded) {
    for (std::uint16_t low = 0; low < kInfinity; ++low) expect_rounding_between(low);
}

TEST(Half, TooLargeBecomesInfinityAndTooSmallASignedZero) {
    for (const float large : {65520.0f, 65536.0f, 1e9f, std::numeric_limits<float>::max(),
                              std::numeric_limits<float>::infinity()}) {
        EXPECT_EQ(to_half(large).bits, kInfinity) << large;
        EXPECT_EQ(to_half(-large).bits, kInfinity | 0x8000) << large;
    }
    EXPECT_EQ(to_half(65519.996f).bits, 0x7bff);  // 65504, the largest
    for (const float small : {0.0f, std::numeric_limits<float>::denorm_min(),
                              std::numeric_limits<float>::min(), 0x1p-25f}) {
        EXPECT_EQ(to_half(small).bits, 0) << small;
        EXPECT_EQ(to_half(-small).bits, 0x8000) << small;
    }
}

TEST(Half, NaNStaysNaN) {
    for (const std::uint32_t bits : {0x7f800001u, 0x7fc00000u, 0x7fffffffu, 0xff800001u,
                                     0xffc01234u, 0x7f801fffu, 0x7f802000u}) {
        const auto nan = std::bit_cast<float>(bits);
        EXPECT_TRUE(std::isnan(to_float(to_half(nan)))) << std::hex << bits;
    }
}

TEST(Half, ConversionsAreConstantExpressions) {
    static_assert(to_half_by_hand(1.0f).bits == 0x3c00);
    static_assert(to_float_by_hand({0xc000}) == -2.0f);
    static_assert(to_float_by_hand({0x0001}) == 0x1p-24f);
}

}  // namespace
}  // namespace tarn
