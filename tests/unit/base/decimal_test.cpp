// parse_decimal gives what std::from_chars gives where the standard library has it.
#include "base/decimal.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

namespace tarn {
namespace {

std::uint64_t bits_of(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

void expect_as_from_chars(const std::string& text) {
    double expected = 0.0;
    const char* const end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, expected);
    const auto value = parse_decimal(text);
    ASSERT_EQ(value.has_value(), fault == std::errc() && stop == end) << text;
    if (value) {
        EXPECT_EQ(bits_of(*value), bits_of(expected)) << text;
    }
}

TEST(Decimal, RandomDoublesReadBackToTheBitHoweverManyDigitsTheyHave) {
    std::mt19937_64 random(1);
    for (int k = 0; k < 20'000; ++k) {
        const double value = std::bit_cast<double>(random());
        if (!std::isfinite(value)) continue;
        for (const char* const form : {"%.5g", "%.17g", "%.25e"}) {
            char text[64];
            std::snprintf(text, sizeof text, form, value);
            expect_as_from_chars(text);
        }
    }
}

TEST(Decimal, NumbersAsFilesHaveThemReadAsFromChars) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> metres(-9000.0, 9000.0);
    for (int k = 0; k < 20'000; ++k) {
        char text[64];
        std::snprintf(text, sizeof text, "%.*f", k % 12, metres(random));
        expect_as_from_chars(text);
    }
}

TEST(Decimal, TheEdgesOfTheRangeAndOfTheShortWayReadAsFromChars) {
    for (const char* const text : {"0",
                                   "-0",
                                   "0.0e999999999999",
                                   "9007199254740992",
                                   "9007199254740993",
                                   "9007199254740993e22",
                                   "1e22",
                                   "1e23",
                                   "1e-22",
                                   "1e-23",
                                   "123456789012345678901234567890",
                                   "1.7976931348623157e308",
                                   "1.7976931348623159e308",
                                   "1e309",
                                   "4.9406564584124654e-324",
                                   "2.4703282292062328e-324",
                                   "1e-400",
                                   "2.2250738585072011e-308",
                                   "0.00000000000000000000000000000000000001",
                                   ".5",
                                   "5.",
                                   "1e400000000000000000000",
                                   "184467440737095516159",
                                   "1844674407370955161.59"})
        expect_as_from_chars(text);
}

TEST(Decimal, WhatIsNoNumberIsRefusedAsByFromChars) {
    for (const char* const text : {"", "-", ".", "e5", "1e", "1e+", "+1", "--1", " 1", "1 ", "1,5",
                                   "0x10", "1.5.2", "in", "infi", "nano", "1e5x"})
        expect_as_from_chars(text);
}

TEST(Decimal, InfinityAndNanComeInAnyCase) {
    for (const char* const text : {"inf", "-inf", "INF", "Infinity", "-infinity"})
        expect_as_from_chars(text);
    for (const char* const text : {"nan", "NaN", "-nan"}) {
        ASSERT_TRUE(parse_decimal(text)) << text;
        EXPECT_TRUE(std::isnan(*parse_decimal(text))) << text;
    }
}

}  // namespace
}  // namespace tarn
