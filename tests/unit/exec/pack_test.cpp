// A pack computes each lane with the arithmetic of one number, to the bit.
#include "exec/pack.hpp"

#include "base/numeric.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace tarn::exec {
namespace {

template <class Number, int Width>
struct Shape {
    using T = Number;
    static constexpr int width = Width;
};

template <class S>
class PackOf : public testing::Test {
public:
    using Number = typename S::T;
    using Wide = Pack<Number, S::width>;
    using Bits = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;

    /// Ordinary, tiny, huge, signed zero, infinite; no two neighbours alike.
    static Number value(int k) {
        constexpr Number kInfinity = std::numeric_limits<Number>::infinity();
        const Number odd[] = {Number(1) / 3,
                              Number(-2.7),
                              Number(0),
                              Number(-0.0),
                              std::numeric_limits<Number>::min() / 8,
                              std::numeric_limits<Number>::max(),
                              kInfinity,
                              Number(1e-3)};
        return k % 3 == 0 ? odd[k / 3 % 8] : Number(std::sin(1.7 * k)) * Number(k % 5 ? 1 : 1e5);
    }
    static Wide pack(int first) {
        Number lanes[S::width];
        for (int lane = 0; lane < S::width; ++lane) lanes[lane] = value(first + lane);
        return Wide::load(lanes);
    }
    static Bits bits(Number number) { return std::bit_cast<Bits>(number); }
    /// NaN has many forms; any of them will do.
    static void expect_same(Number got, Number expected, const char* what) {
        if (std::isnan(expected))
            EXPECT_TRUE(std::isnan(got)) << what;
        else
            EXPECT_EQ(bits(got), bits(expected)) << what;
    }
};

using Shapes = testing::Types<Shape<float, 1>, Shape<float, 4>, Shape<float, 8>, Shape<float, 16>,
                              Shape<double, 1>, Shape<double, 2>, Shape<double, 8>>;
TYPED_TEST_SUITE(PackOf, Shapes);

TYPED_TEST(PackOf, ArithmeticEqualsThatOfOneNumberToTheBit) {
    using T = typename TestFixture::Number;
    for (int first = 0; first < 60; ++first) {
        const auto a = this->pack(first), b = this->pack(2 * first + 1);
        const auto sum = a + b, difference = a - b, product = a * b, quotient = a / b;
        for (int lane = 0; lane < TypeParam::width; ++lane) {
            const volatile T x = this->value(first + lane), y = this->value(2 * first + 1 + lane);
            this->expect_same(sum.r[lane], x + y, "sum");
            this->expect_same(difference.r[lane], x - y, "difference");
            this->expect_same(product.r[lane], x * y, "product");
            this->expect_same(quotient.r[lane], x / y, "quotient");
        }
    }
}

TYPED_TEST(PackOf, SquareRootIsTheCorrectlyRoundedOne) {
    for (int first = 0; first < 60; ++first) {
        const auto roots = square_root(this->pack(first));
        for (int lane = 0; lane < TypeParam::width; ++lane)
            this->expect_same(roots.r[lane], std::sqrt(this->value(first + lane)), "root");
    }
}

TYPED_TEST(PackOf, SelectSmallerAndLargerChooseLaneByLaneAsForOneNumber) {
    using T = typename TestFixture::Number;
    for (int first = 0; first < 60; ++first) {
        const auto a = this->pack(first), b = this->pack(first + 7);
        const auto chosen = select(a < b, a, b), low = smaller(a, b), high = larger(a, b);
        for (int lane = 0; lane < TypeParam::width; ++lane) {
            const T x = this->value(first + lane), y = this->value(first + 7 + lane);
            this->expect_same(chosen.r[lane], x < y ? x : y, "select");
            this->expect_same(low.r[lane], tarn::smaller(x, y), "smaller");
            this->expect_same(high.r[lane], tarn::larger(x, y), "larger");
        }
    }
}

TYPED_TEST(PackOf, MagnitudesAndEstimatesAreThoseOfOneNumber) {
    using T = typename TestFixture::Number;
    for (int first = 0; first < 60; ++first) {
        const auto a = this->pack(first), size = magnitude(a), turned = -a;
        const auto root = estimated_root<T>(size);
        for (int lane = 0; lane < TypeParam::width; ++lane) {
            const T x = this->value(first + lane), positive = tarn::magnitude(x);
            this->expect_same(size.r[lane], std::fabs(x), "magnitude");
            this->expect_same(turned.r[lane], -x, "turned");
            this->expect_same(root.r[lane], estimated_root<T>(positive), "root");
        }
    }
}

TYPED_TEST(PackOf, LoadsAndStoresAtAnyElement) {
    using T = typename TestFixture::Number;
    using P = typename TestFixture::Wide;
    std::vector<T> from(64), to(64, T(0));
    for (int k = 0; k < 64; ++k) from[std::size_t(k)] = T(k + 1);
    P::load(from.data() + 3).store(to.data() + 5);
    for (int k = 0; k < 64; ++k) {
        const bool is_inside = k >= 5 && k < 5 + TypeParam::width;
        EXPECT_EQ(to[std::size_t(k)], is_inside ? T(k - 1) : T(0)) << k;
    }
}

TEST(StreamLine, CopiesOneCacheLine) {
    alignas(64) std::uint8_t from[64], to[192] = {};
    for (int k = 0; k < 64; ++k) from[k] = std::uint8_t(k + 1);
    stream_line(from, to + 64);
    stream_fence();
    for (int k = 0; k < 192; ++k) EXPECT_EQ(to[k], k / 64 == 1 ? k - 63 : 0) << k;
}

TYPED_TEST(PackOf, AnyIsTrueForASingleLane) {
    using T = typename TestFixture::Number;
    using P = typename TestFixture::Wide;
    const P zero(T(0));
    EXPECT_FALSE(any<P>(zero < zero));
    for (int lane = 0; lane < TypeParam::width; ++lane) {
        P one = zero;
        one.r[lane] = T(1);
        EXPECT_TRUE(any<P>(zero < one)) << lane;
    }
    const P nan(std::numeric_limits<T>::quiet_NaN());
    EXPECT_FALSE(any<P>(nan < nan));
}

}  // namespace
}  // namespace tarn::exec
