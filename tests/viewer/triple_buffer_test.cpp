// Whole values, in order, without waiting.
#include "viewer/triple_buffer.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace tarn::viewer {
namespace {

TEST(TripleBuffer, TheReaderSeesTheNewestValueOnce) {
    TripleBuffer<int> buffer;
    EXPECT_FALSE(buffer.take());
    for (const int value : {1, 2, 3}) {
        buffer.back() = value;
        buffer.publish();
    }
    EXPECT_TRUE(buffer.take());
    EXPECT_EQ(buffer.front(), 3);
    EXPECT_FALSE(buffer.take());
    EXPECT_EQ(buffer.front(), 3);
}

TEST(TripleBufferThreads, ValuesArriveWholeAndNeverGoBack) {
    constexpr int kCount = 20000;
    TripleBuffer<std::vector<int>> buffer;
    std::thread writer([&] {
        for (int k = 1; k <= kCount; ++k) {
            buffer.back().assign(100, k);
            buffer.publish();
        }
    });
    for (int last = 0; last < kCount;) {
        if (!buffer.take()) {
            std::this_thread::yield();
            continue;
        }
        const std::vector<int>& seen = buffer.front();
        EXPECT_GT(seen.front(), last);
        EXPECT_EQ(seen, std::vector<int>(100, seen.front()));
        last = seen.front();
    }
    writer.join();
}

}  // namespace
}  // namespace tarn::viewer
