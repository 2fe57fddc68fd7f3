// Joins in a fixed order, whoever does the work. Floating-point sums show the order: another one
// gives other bits.
#include "exec/cpu_device.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>
#include <vector>

namespace tarn::exec {
namespace {

/// Values over twelve decades and of both signs: no two orders of adding them agree.
double value(int k) {
    return std::sin(1.3 * k) * std::pow(10.0, k % 13 - 6);
}

/// Joining writes down who was joined, in brackets: "(a+b)".
struct Note {
    std::string text;
    void join(const Note& other) {
        if (other.text.empty()) return;
        text = text.empty() ? other.text : "(" + text + "+" + other.text + ")";
    }
};

TEST(Ordered, ALaneTakesEveryHundredAndTwentyEighthValueAndATreeJoinsTheLanes) {
    std::vector<Note> lanes(kLanes);
    const Note joined = join_in_order(kLanes + 66, lanes.data(), [](int k) {
        return Note{k % 64 == 1 ? std::to_string(k) : ""};
    });
    // Lane 1 takes 1 and 129, lane 65 takes 65 and 193; the first step of the tree joins lane 65 to
    // lane 1.
    EXPECT_EQ(joined.text, "((1+129)+(65+193))");
}

TEST(Ordered, TheSumIsThatOfTheLanesWrittenOut) {
    for (const int count : {0, 1, 5, 127, 128, 129, 1000}) {
        Sum lanes[kLanes];
        const double got = join_in_order(count, lanes, [](int k) { return Sum{value(k)}; }).value;
        std::vector<double> sums(kLanes, 0.0);
        for (int k = 0; k < count; ++k) sums[std::size_t(k % kLanes)] += value(k);
        for (std::size_t half = kLanes / 2; half > 0; half /= 2)
            for (std::size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
        EXPECT_EQ(got, sums[0]) << count;
    }
}

TEST(CpuDeviceThreads, JoiningCellsGivesTheSameBitsForAnyNumberOfThem) {
    constexpr int kNx = 301, kNy = 157;
    const auto joined = [](int threads, int parts) {
        const ThreadPool pool(threads);
        return CpuDevice(pool, parts)
            .join_cells<Sum>(kNx, kNy, [=](int x, int y) { return Sum{value(y * kNx + x)}; })
            .value;
    };
    const double expected = joined(1, 1);
    for (const int threads : {1, 2, 3, 8})
        for (const int parts : {1, 2, 3, 8, kNy})
            EXPECT_EQ(joined(threads, parts), expected) << threads << " threads, " << parts;
    double row_by_row = 0.0;
    for (int k = 0; k < kNx * kNy; ++k) row_by_row += value(k);
    EXPECT_NE(row_by_row, expected) << "these values do not show the order they are added in";
}

TEST(CpuDeviceThreads, EveryCellAndEveryItemIsVisitedOnce) {
    for (const int threads : {1, 2, 3, 8}) {
        const ThreadPool pool(threads);
        const CpuDevice device(pool, threads);
        std::vector<std::atomic<int>> cells(13 * 7), items(5);
        device.for_cells(13, 7, [&](int x, int y) { ++cells[std::size_t(y * 13 + x)]; });
        device.for_items(5, [&](int k) { ++items[std::size_t(k)]; });
        for (const auto& count : cells) EXPECT_EQ(count.load(), 1) << threads;
        for (const auto& count : items) EXPECT_EQ(count.load(), 1) << threads;
    }
}

}  // namespace
}  // namespace tarn::exec
