// Elementary functions of our own, against those of the C library in long double.
#include "base/elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace tarn::elementary {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// In units in the last place of what is right.
double error_of(double got, long double right) {
    const double size = std::abs(double(right));
    const double unit = std::nextafter(size, kInfinity) - size;
    return double(std::abs((static_cast<long double>(got) - right) / unit));
}

template <class Ours, class Right>
void expect_near(const char* name, double low, double high, double most_units, Ours&& ours,
                 Right&& right) {
    std::mt19937_64 random(1);
    double worst = 0.0;
    for (int k = 0; k < 20'000; ++k) {
        const double share = double(random() >> 11) * 0x1p-53;
        const double x = low + (high - low) * share;
        worst = std::max(worst, error_of(ours(x), right(static_cast<long double>(x))));
    }
    std::printf("%s: %.2f units in the last place\n", name, worst);
    EXPECT_LE(worst, most_units) << name;
}

// Measured with 300,000 numbers each: within a tenth below these bars.
TEST(Elementary, AreNearTheTruth) {
    using L = long double;
    expect_near("sine", -1e6, 1e6, 0.9, sine, [](L x) { return std::sin(x); });
    expect_near("cosine", -1e6, 1e6, 0.9, cosine, [](L x) { return std::cos(x); });
    expect_near("tangent", -10, 10, 2.2, tangent, [](L x) { return std::tan(x); });
    expect_near("exponential", -700, 700, 0.8, exponential, [](L x) { return std::exp(x); });
    expect_near("logarithm", 1e-9, 3, 0.6, logarithm, [](L x) { return std::log(x); });
    expect_near("base 2", 1e-9, 9, 0.7, logarithm_base_2, [](L x) { return std::log2(x); });
    expect_near("base 10", 1e-9, 99, 0.7, logarithm_base_10, [](L x) { return std::log10(x); });
    expect_near("cube root", -9, 9, 0.6, cube_root, [](L x) { return std::cbrt(x); });
    expect_near("arc sine", -1, 1, 3.2, arc_sine, [](L x) { return std::asin(x); });
    expect_near("arc cosine", -1, 1, 3.2, arc_cosine, [](L x) { return std::acos(x); });
    expect_near("sinh", -5, 5, 2.2, hyperbolic_sine, [](L x) { return std::sinh(x); });
    expect_near("cosh", -5, 5, 1.3, hyperbolic_cosine, [](L x) { return std::cosh(x); });
    expect_near("tanh", -5, 5, 2.6, hyperbolic_tangent, [](L x) { return std::tanh(x); });
    expect_near("asinh", -5, 5, 2.2, inverse_hyperbolic_sine, [](L x) { return std::asinh(x); });
    expect_near("acosh", 1, 5, 2.6, inverse_hyperbolic_cosine, [](L x) { return std::acosh(x); });
    expect_near("atanh", -1, 1, 2.2, inverse_hyperbolic_tangent, [](L x) { return std::atanh(x); });
    expect_near(
        "arc tangent", -20, 20, 1.8, [](double x) { return arc_tangent(x); },
        [](L x) { return std::atan(x); });
    expect_near(
        "angle", -3, 3, 1.9, [](double x) { return arc_tangent(x, -0.75); },
        [](L x) { return std::atan2(x, L(-0.75)); });
    expect_near(
        "hypotenuse", -5, 5, 2.1, [](double x) { return hypotenuse(x, 1.75); },
        [](L x) { return std::hypot(x, L(1.75)); });
    for (const double exponent : {0.3, 4.0 / 3.0, 7.5, -2.2, 5.0})
        expect_near(
            "power", 1e-3, 30, 0.9, [=](double x) { return power(x, exponent); },
            [=](L x) { return std::pow(x, L(exponent)); });
    // The exponential of 190 carries what its argument rounds away.
    expect_near("gamma", 0.5, 60, 60, gamma, [](L x) { return std::tgamma(x); });
}

TEST(Elementary, KnowTheEndsOfTheNumbers) {
    EXPECT_EQ(sine(0.0), 0.0);
    EXPECT_EQ(cosine(0.0), 1.0);
    EXPECT_TRUE(std::isnan(sine(kInfinity)));
    EXPECT_TRUE(std::isnan(cosine(kNan)));
    EXPECT_LE(std::abs(sine(1e300)), 1.0);
    EXPECT_EQ(exponential(0.0), 1.0);
    EXPECT_EQ(exponential(800.0), kInfinity);
    EXPECT_EQ(exponential(-kInfinity), 0.0);
    EXPECT_TRUE(std::isnan(exponential(kNan)));
    EXPECT_EQ(logarithm(1.0), 0.0);
    EXPECT_EQ(logarithm(0.0), -kInfinity);
    EXPECT_TRUE(std::isnan(logarithm(-1.0)));
    EXPECT_EQ(logarithm(kInfinity), kInfinity);
    EXPECT_EQ(power(-2.0, 3.0), -8.0);
    EXPECT_EQ(power(-2.0, 4.0), 16.0);
    EXPECT_NEAR(power(-2.0, 9.0), -512.0, 1e-10);
    EXPECT_TRUE(std::isnan(power(-8.0, 1.0 / 3.0)));
    EXPECT_EQ(power(0.0, 0.0), 1.0);
    EXPECT_EQ(power(0.0, 2.5), 0.0);
    EXPECT_EQ(power(0.0, -2.5), kInfinity);
    EXPECT_EQ(power(2.0, kInfinity), kInfinity);
    EXPECT_EQ(power(0.5, kInfinity), 0.0);
    EXPECT_EQ(power(10.0, 400.0), kInfinity);
    EXPECT_EQ(power(10.0, -400.0), 0.0);
    EXPECT_EQ(cube_root(27.0), 3.0);
    EXPECT_EQ(cube_root(-0.0), 0.0);
    EXPECT_EQ(cube_root(kInfinity), kInfinity);
    EXPECT_EQ(hypotenuse(3.0, -4.0), 5.0);
    EXPECT_EQ(hypotenuse(0.0, 0.0), 0.0);
    EXPECT_EQ(hypotenuse(kNan, kInfinity), kInfinity);
    EXPECT_NEAR(hypotenuse(3e300, 4e300), 5e300, 1e285);
    EXPECT_TRUE(std::isnan(arc_sine(1.5)));
    EXPECT_EQ(arc_tangent(0.0, 1.0), 0.0);
    EXPECT_NEAR(arc_tangent(0.0, -1.0), 3.141592653589793, 1e-15);
    EXPECT_NEAR(arc_tangent(-1.0, 0.0), -1.5707963267948966, 1e-15);
    EXPECT_EQ(hyperbolic_tangent(1e9), 1.0);
    EXPECT_TRUE(std::isnan(gamma(0.0)));
}

}  // namespace
}  // namespace tarn::elementary
