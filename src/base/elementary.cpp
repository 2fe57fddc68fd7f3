// Arguments are reduced to a small interval, on which a Taylor series needs few terms; what the
// reduction rounds away is carried along as a second number [muller2016, chapters 2, 5 and 11].
#include "base/elementary.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace tarn::elementary {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kHalfPi = 0x1.921fb54442d18p+0, kHalfPiRest = 0x1.1a62633145c07p-54;

/// An unevaluated sum of two doubles, the second at most half a unit in the last place of the
/// first.
struct Double2 {
    double high = 0.0, low = 0.0;
};

Double2 exact_sum(double a, double b) {
    const double sum = a + b, of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
}

/// a b without rounding, by splitting both into halves of 26 bits [dekker1971].
Double2 exact_product(double a, double b) {
    constexpr double kSplit = 134217729.0;  // 2^27 + 1
    const double a_scaled = kSplit * a, b_scaled = kSplit * b;
    const double a_high = a_scaled - (a_scaled - a), a_low = a - a_high;
    const double b_high = b_scaled - (b_scaled - b), b_low = b - b_high;
    const double product = a * b;
    const double rest =
        ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    return {product, rest};
}

/// c[0] + x (c[1] + x (c[2] + ...)).
template <std::size_t N>
double polynomial(const double (&c)[N], double x) {
    double sum = c[N - 1];
    for (std::size_t k = N - 1; k-- > 0;) sum = c[k] + x * sum;
    return sum;
}

/// exp(x.high + x.low), for an x.low that is small.
double exponential_of(Double2 x) {
    constexpr double kPerLn2 = 0x1.71547652b82fep+0;
    constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;
    if (!(x.high == x.high)) return kNan;
    if (x.high > 710.0) return kInfinity;
    if (x.high < -746.0) return 0.0;
    const double whole = std::rint(x.high * kPerLn2);
    const double high = x.high - whole * kLn2High;  // exact: kLn2High has few bits
    const Double2 r = exact_sum(high, x.low - whole * kLn2Low);
    // 1 + r + r^2 (1/2! + r/3! + ...), |r| < 0.35: the next term would be 5e-18.
    constexpr double kTaylor[] = {1.0 / 2,       1.0 / 6,        1.0 / 24,        1.0 / 120,
                                  1.0 / 720,     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
                                  1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
    const double beyond = r.high * r.high * polynomial(kTaylor, r.high);
    const Double2 first = exact_sum(1.0, r.high);
    const double value = first.high + (first.low + (r.low + beyond));
    return std::ldexp(value, int(whole));
}

/// The natural logarithm of a positive, finite number, to about 60 bits.
Double2 logarithm_of(double x) {
    constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;
    constexpr double kRootOfHalf = 0x1.6a09e667f3bcdp-1;
    int exponent = 0;
    double part = std::frexp(x, &exponent);
    if (part < kRootOfHalf) {
        part *= 2.0;
        --exponent;
    }
    // log(1 + f) = 2 artanh(s), s = f/(2 + f), |s| < 0.172.
    const double f = part - 1.0;  // exact
    const Double2 below = exact_sum(2.0, f);
    const double s = f / below.high;
    const Double2 back = exact_product(s, below.high);
    const double s_low = ((f - back.high) - back.low - s * below.low) / below.high;
    constexpr double kTaylor[] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11,
                                  2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21};
    const double square = s * s;
    const double beyond = s * square * polynomial(kTaylor, square);
    const Double2 sum = exact_sum(exponent * kLn2High, 2.0 * s);
    const double low = sum.low + (2.0 * s_low + (beyond + exponent * kLn2Low));
    return exact_sum(sum.high, low);
}

/// x - n pi/2 in [-pi/4, pi/4], and n modulo 4.
struct Reduced {
    Double2 rest;
    int quarter = 0;
};

Reduced reduced(double x) {
    // pi/2 in pieces of 33 bits, whose products with whole numbers below 2^20 are exact
    // [cody1980].
    constexpr double kFirst = 0x1.921fb54400000p+0, kSecond = 0x1.0b4611a600000p-34,
                     kThird = 0x1.3198a2e037073p-69;
    constexpr double kTwoPi = 4.0 * kHalfPi, kPerHalfPi = 0x1.45f306dc9c883p-1;
    constexpr double kLargest = 1e6;
    if (!(std::abs(x) <= kLargest)) x = std::fmod(x, kTwoPi);  // same bits: fmod is exact
    const double n = std::rint(x * kPerHalfPi);
    const double first = x - n * kFirst;  // exact
    const Double2 second = exact_sum(first, -(n * kSecond));
    const Double2 rest = exact_sum(second.high, second.low - n * kThird);
    return {rest, std::isfinite(n) ? int(std::int64_t(n) & 3) : 0};
}

double sine_of(const Double2& x) {
    constexpr double kTaylor[] = {
        -1.0 / 6,        1.0 / 120,        -1.0 / 5040,          1.0 / 362880,
        -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000};
    const double square = x.high * x.high;
    const double beyond = x.high * square * polynomial(kTaylor, square);
    return x.high + (beyond + x.low * (1.0 - 0.5 * square));
}

double cosine_of(const Double2& x) {
    constexpr double kTaylor[] = {
        1.0 / 24,        -1.0 / 720,         1.0 / 40320,          -1.0 / 3628800,
        1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000, -1.0 / 6402373705728000};
    const Double2 square = exact_product(x.high, x.high);
    const Double2 first = exact_sum(1.0, -0.5 * square.high);
    const double beyond = square.high * square.high * polynomial(kTaylor, square.high);
    return first.high + (first.low + (beyond - 0.5 * square.low - x.high * x.low));
}

/// For x from 0 to 1.
double arc_tangent_of_share(double x) {
    // tan(a - b) = (tan a - tan b)/(1 + tan a tan b), with the nearest eighth as tan b.
    constexpr double kAngles[] = {0.0,
                                  0x1.fd5ba9aac2f6ep-4,
                                  0x1.f5b75f92c80ddp-3,
                                  0x1.6f61941e4def1p-2,
                                  0x1.dac670561bb4fp-2,
                                  0x1.1e00babdefeb4p-1,
                                  0x1.4978fa3269ee1p-1,
                                  0x1.700a7c5784634p-1,
                                  0x1.921fb54442d18p-1};
    const double eighth = std::rint(8.0 * x);
    const double near = 0.125 * eighth;
    const double t = (x - near) / (1.0 + x * near), square = t * t;
    constexpr double kTaylor[] = {-1.0 / 3,  1.0 / 5,  -1.0 / 7, 1.0 / 9,
                                  -1.0 / 11, 1.0 / 13, -1.0 / 15};
    return kAngles[int(eighth)] + (t + t * square * polynomial(kTaylor, square));
}

/// exp(x) - 1 where x is small.
double exponential_less_one(double x) {
    if (std::abs(x) > 0.5) return exponential(x) - 1.0;
    constexpr double kTaylor[] = {
        1.0 / 2,         1.0 / 6,          1.0 / 24,         1.0 / 120,     1.0 / 720,
        1.0 / 5040,      1.0 / 40320,      1.0 / 362880,     1.0 / 3628800, 1.0 / 39916800,
        1.0 / 479001600, 1.0 / 6227020800, 1.0 / 87178291200};
    return x + x * x * polynomial(kTaylor, x);
}

/// log(1 + x) where x is small.
double logarithm_of_one_and(double x) {
    const double sum = 1.0 + x;
    if (!(sum > 0.0) || sum > 1e300) return logarithm(sum);
    return logarithm(sum) - ((sum - 1.0) - x) / sum;
}

/// base^n by squaring.
double whole_power(double base, unsigned n) {
    double result = 1.0;
    for (double square = base; n > 0; n >>= 1, square *= square)
        if (n & 1) result *= square;
    return result;
}

}  // namespace

double sine(double x) {
    const Reduced r = reduced(x);
    const double value = r.quarter % 2 == 0 ? sine_of(r.rest) : cosine_of(r.rest);
    return r.quarter < 2 ? value : -value;
}

double cosine(double x) {
    const Reduced r = reduced(x);
    const double value = r.quarter % 2 == 0 ? cosine_of(r.rest) : sine_of(r.rest);
    return r.quarter == 0 || r.quarter == 3 ? value : -value;
}

double tangent(double x) {
    const Reduced r = reduced(x);
    const double s = sine_of(r.rest), c = cosine_of(r.rest);
    return r.quarter % 2 == 0 ? s / c : -c / s;
}

double arc_tangent(double x) {
    if (!(x == x)) return kNan;
    const double size = std::abs(x);
    const double angle = size <= 1.0 ? arc_tangent_of_share(size)
                                     : (kHalfPi - arc_tangent_of_share(1.0 / size)) + kHalfPiRest;
    return std::copysign(angle, x);
}

double arc_tangent(double y, double x) {
    if (!(x == x) || !(y == y)) return kNan;
    if (x == 0.0 && y == 0.0) return std::copysign(std::signbit(x) ? 2.0 * kHalfPi : 0.0, y);
    const double a = std::abs(x), b = std::abs(y);
    double angle = 0.0;  // in the first quarter
    if (a == kInfinity && b == kInfinity)
        angle = 0.5 * kHalfPi;
    else
        angle = b <= a ? arc_tangent_of_share(b / a)
                       : (kHalfPi - arc_tangent_of_share(a / b)) + kHalfPiRest;
    if (std::signbit(x)) angle = 2.0 * kHalfPi - (angle - 2.0 * kHalfPiRest);
    return std::copysign(angle, y);
}

double arc_sine(double x) {
    if (!(std::abs(x) <= 1.0)) return kNan;
    return arc_tangent(x, std::sqrt((1.0 - x) * (1.0 + x)));
}

double arc_cosine(double x) {
    if (!(std::abs(x) <= 1.0)) return kNan;
    return arc_tangent(std::sqrt((1.0 - x) * (1.0 + x)), x);
}

double exponential(double x) {
    return exponential_of({x, 0.0});
}

double logarithm(double x) {
    if (x == 0.0) return -kInfinity;
    if (!(x > 0.0)) return kNan;
    if (x == kInfinity) return x;
    const Double2 log = logarithm_of(x);
    return log.high + log.low;
}

double logarithm_base_2(double x) {
    constexpr double kFactor = 0x1.71547652b82fep+0, kFactorLow = 0x1.777d0ffda0d24p-56;
    if (!(x > 0.0) || x == kInfinity) return logarithm(x);
    const Double2 log = logarithm_of(x), product = exact_product(log.high, kFactor);
    return product.high + (product.low + (log.low * kFactor + log.high * kFactorLow));
}

double logarithm_base_10(double x) {
    constexpr double kFactor = 0x1.bcb7b1526e50ep-2, kFactorLow = 0x1.95355baaafad3p-57;
    if (!(x > 0.0) || x == kInfinity) return logarithm(x);
    const Double2 log = logarithm_of(x), product = exact_product(log.high, kFactor);
    return product.high + (product.low + (log.low * kFactor + log.high * kFactorLow));
}

double power(double base, double exponent) {
    constexpr double kMostFactors = 4.0;
    if (exponent == 0.0 || base == 1.0) return 1.0;
    if (!(base == base) || !(exponent == exponent)) return kNan;
    const double whole = std::rint(exponent);
    const bool is_whole = whole == exponent;
    if (is_whole && std::abs(whole) <= kMostFactors) {
        const double result = whole_power(base, unsigned(std::abs(whole)));
        return whole < 0.0 ? 1.0 / result : result;
    }
    const bool is_odd = is_whole && std::fmod(whole, 2.0) != 0.0;  // same bits: fmod is exact
    const double size = std::abs(base);
    if (base < 0.0 && !is_whole && size != kInfinity) return kNan;
    double result = 0.0;
    if (size == 0.0 || size == kInfinity || std::abs(exponent) == kInfinity) {
        const bool grows = (size > 1.0) == (exponent > 0.0);
        result = size == 1.0 ? 1.0 : grows ? kInfinity : 0.0;
    } else {
        const Double2 log = logarithm_of(size), product = exact_product(log.high, exponent);
        result = std::abs(product.high) < 800.0
                     ? exponential_of({product.high, product.low + log.low * exponent})
                     : exponential_of({log.high * exponent, 0.0});
    }
    return is_odd && std::signbit(base) ? -result : result;
}

double cube_root(double x) {
    if (x == 0.0 || !(std::abs(x) < kInfinity)) return x;
    const Double2 log = logarithm_of(std::abs(x));
    double root = exponential_of({log.high / 3.0, 0.0});
    // One step of Newton's method rounds away what the division above did.
    const Double2 square = exact_product(root, root);
    const Double2 cube = exact_product(square.high, root);
    const double excess = (cube.high - std::abs(x)) + (cube.low + square.low * root);
    root -= excess / (3.0 * square.high);
    return std::copysign(root, x);
}

double hypotenuse(double x, double y) {
    const double a = std::abs(x), b = std::abs(y);
    if (a == kInfinity || b == kInfinity) return kInfinity;
    const double longer = a > b ? a : b, shorter = a > b ? b : a;
    if (longer == 0.0 || !(shorter == shorter)) return longer + shorter;
    const double share = shorter / longer;
    return longer * std::sqrt(1.0 + share * share);
}

double gamma(double x) {
    if (!(x > 0.0)) return kNan;
    if (x > 172.0) return kInfinity;
    // Stirling's series where it is short, and gamma(x) = gamma(x + 1)/x until there.
    double below = 1.0;
    for (; x < 16.0; x += 1.0) below *= x;
    constexpr double kHalfLnTwoPi = 0x1.d67f1c864beb5p-1;
    constexpr double kStirling[] = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188};
    const double inverse = 1.0 / x;
    const double series = inverse * polynomial(kStirling, inverse * inverse);
    const Double2 log = logarithm_of(x), product = exact_product(x - 0.5, log.high);
    const Double2 first = exact_sum(product.high, -x), all = exact_sum(first.high, kHalfLnTwoPi);
    const double low = product.low + (x - 0.5) * log.low + first.low + all.low;
    return exponential_of({all.high, low + series}) / below;
}

double hyperbolic_sine(double x) {
    const double size = std::abs(x);
    if (size > 700.0) return std::copysign(exponential(size - 0x1.62e42fefa39efp-1), x);
    const double e = exponential_less_one(size);
    return std::copysign(0.5 * (e + e / (e + 1.0)), x);
}

double hyperbolic_cosine(double x) {
    const double size = std::abs(x);
    if (size > 700.0) return exponential(size - 0x1.62e42fefa39efp-1);
    const double e = exponential(size);
    return 0.5 * (e + 1.0 / e);
}

double hyperbolic_tangent(double x) {
    const double size = std::abs(x);
    if (size > 30.0) return std::copysign(1.0, x);
    const double e = exponential_less_one(2.0 * size);
    return std::copysign(e / (e + 2.0), x);
}

double inverse_hyperbolic_sine(double x) {
    const double size = std::abs(x);
    if (size > 1e150) return std::copysign(logarithm(size) + 0x1.62e42fefa39efp-1, x);
    const double square = size * size;
    return std::copysign(logarithm_of_one_and(size + square / (1.0 + std::sqrt(1.0 + square))), x);
}

double inverse_hyperbolic_cosine(double x) {
    if (!(x >= 1.0)) return kNan;
    if (x > 1e150) return logarithm(x) + 0x1.62e42fefa39efp-1;
    const double above = x - 1.0;
    return logarithm_of_one_and(above + std::sqrt(above * (above + 2.0)));
}

double inverse_hyperbolic_tangent(double x) {
    if (!(std::abs(x) <= 1.0)) return kNan;
    return std::copysign(0.5 * logarithm_of_one_and(2.0 * std::abs(x) / (1.0 - std::abs(x))), x);
}

}  // namespace tarn::elementary
