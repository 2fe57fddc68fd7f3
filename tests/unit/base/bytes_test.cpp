// Values into bytes and back; checksums and random numbers that do not depend on an order.
#include "base/bytes.hpp"

#include "base/hash.hpp"

#include <gtest/gtest.h>

#include <set>

namespace tarn {
namespace {

TEST(Bytes, ReadBackWhatWasWritten) {
    ByteWriter out;
    out.put(42);
    out.put(1.5);
    out.put_block("text");
    out.put_values({1.0, 2.0});
    out.put_values({});
    const std::string bytes = out.take();
    ByteReader in(bytes);
    EXPECT_EQ(in.get<int>(), 42);
    EXPECT_EQ(in.get<double>(), 1.5);
    EXPECT_EQ(in.get_block(), "text");
    EXPECT_EQ(in.get_values(), (std::vector<double>{1.0, 2.0}));
    EXPECT_TRUE(in.get_values().empty());
    EXPECT_TRUE(in.ok() && in.at_end());
}

TEST(Bytes, AnyReadBeyondTheEndIsNoticedForGood) {
    ByteWriter out;
    out.put(std::uint64_t(1) << 60);  // a block that claims to be huge
    const std::string bytes = out.take();
    ByteReader in(bytes);
    EXPECT_EQ(in.get_block(), "");
    EXPECT_FALSE(in.ok());
    EXPECT_EQ(in.get<int>(), 0);
    EXPECT_FALSE(in.ok());
}

TEST(Hash, SeesTheValueAndItsPlace) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t place = 0; place < 100; ++place)
        for (std::uint64_t word = 0; word < 100; ++word) seen.insert(hashed_word(place, word));
    EXPECT_EQ(seen.size(), 10000u);
    EXPECT_NE(hashed_word(0, 1) + hashed_word(1, 2), hashed_word(0, 2) + hashed_word(1, 1));
}

TEST(Uniform, IsSpreadEvenlyOverTheUnitInterval) {
    double sum = 0.0, squares = 0.0;
    constexpr int kCount = 100000;
    for (int k = 0; k < kCount; ++k) {
        const double x = uniform01(7, std::uint64_t(k));
        ASSERT_TRUE(x >= 0.0 && x < 1.0);
        sum += x;
        squares += x * x;
    }
    // Four standard errors of the mean (0.289/sqrt(n)) and of the mean square (0.298/sqrt(n)).
    EXPECT_NEAR(sum / kCount, 0.5, 4 * 0.289 / 316.0);
    EXPECT_NEAR(squares / kCount, 1.0 / 3.0, 4 * 0.298 / 316.0);
    EXPECT_NE(uniform01(7, 1), uniform01(8, 1));
}

}  // namespace
}  // namespace tarn
