// Arrays on the CPU: zeroed, aligned, owned by one.
#include "exec/array.hpp"

#include "base/sanitizer.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace tarn::exec {
namespace {

TEST(Array, IsZeroedAndAlignedToHugePages) {
    for (const std::size_t size : {std::size_t(1), std::size_t(1000), std::size_t(3) << 20}) {
        auto array = Array<float>::create(size);
        ASSERT_TRUE(array);
        const auto address = reinterpret_cast<std::uintptr_t>(array.value().data());
        EXPECT_EQ(address % (kIsHeapWatched ? 64u : 2u << 20), 0u);
        EXPECT_EQ(array.value().size(), size);
        EXPECT_EQ(array.value().bytes(), size * sizeof(float));
        for (const float value : array.value().span()) ASSERT_EQ(value, 0.0f);
        array.value().data()[size - 1] = 1.0f;
    }
}

TEST(Array, MovesItsMemoryAndLeavesNothingBehind) {
    auto made = Array<int>::create(10);
    ASSERT_TRUE(made);
    Array<int> first = std::move(made.value());
    first.data()[3] = 7;
    const int* const where = first.data();
    Array<int> second(std::move(first));
    EXPECT_EQ(second.data(), where);
    EXPECT_EQ(first.data(), nullptr);
    EXPECT_EQ(first.size(), 0u);
    Array<int> third;
    third = std::move(second);
    EXPECT_EQ(third.data()[3], 7);
    EXPECT_EQ(second.data(), nullptr);
}

TEST(Array, SaysHowManyBytesItCouldNotGet) {
    if (kIsHeapWatched) GTEST_SKIP() << "the address sanitizer ends the program first";
    const auto huge = Array<double>::create(std::size_t(1) << 55);
    ASSERT_FALSE(huge);
    EXPECT_EQ(huge.error().code, ErrorCode::OutOfMemory);
    EXPECT_NE(huge.error().message.find(std::to_string(std::size_t(1) << 58)), std::string::npos);
}

}  // namespace
}  // namespace tarn::exec
