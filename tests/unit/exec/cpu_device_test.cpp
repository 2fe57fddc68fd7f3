// Joins in a fixed order, whoever does the work. Floating-point sums show the order: another one
// gives other bits.
#include "exec/cpu_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
            .join_cells<Sum>(Extent2{{kNx, kNy}},
                             [=](int x, int y) { return Sum{value(y * kNx + x)}; })
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

/// The sum over a grid that is cut into blocks along borders of tiles: each block joins its own
/// tiles, and the tiles of all are joined as one list.
template <int Dim, class Task>
double joined_in_blocks(const Extent<Dim>& cells, const std::array<int, 3>& cuts,
                        const Task& task) {
    const Tiles<Dim> all = {cells};
    std::vector<Sum> list(std::size_t(all.count()));
    const int size[3] = {kLanes, kTileRows, 1};
    const int layers = Dim == 3 ? all.along(Dim - 1) : 1;
    const auto first = [&](int axis, int block) {
        const int along = axis < Dim ? all.along(axis) : 1;
        return along * block / cuts[std::size_t(axis)];
    };
    for (int bz = 0; bz < cuts[2]; ++bz)
        for (int by = 0; by < cuts[1]; ++by)
            for (int bx = 0; bx < cuts[0]; ++bx) {
                const int block[3] = {bx, by, bz};
                int origin[3] = {}, tiles_to[3] = {1, 1, 1};
                Tiles<Dim> mine;
                for (int a = 0; a < Dim; ++a) {
                    origin[a] = first(a, block[a]);
                    tiles_to[a] = first(a, block[a] + 1);
                    mine.cells.n[a] =
                        std::min(cells.n[a], tiles_to[a] * size[a]) - origin[a] * size[a];
                }
                const auto moved = [&](int x, int y, int z = 0) {
                    const int gx = x + origin[0] * size[0], gy = y + origin[1] * size[1];
                    if constexpr (Dim == 2)
                        return task(gx, gy);
                    else
                        return task(gx, gy, z + origin[2] * size[2]);
                };
                for (int tile = 0; tile < mine.count(); ++tile) {
                    Sum lanes[kLanes];
                    const int x = origin[0] + tile % mine.along(0);
                    const int y = origin[1] + tile / mine.along(0) % mine.along(1);
                    const int z = origin[2] + tile / (mine.along(0) * mine.along(1));
                    EXPECT_LT(z, layers);
                    list[std::size_t((z * all.along(1) + y) * all.along(0) + x)] =
                        join_tile(mine, tile, lanes, moved);
                }
            }
    Sum lanes[kLanes];
    return join_in_order(int(list.size()), lanes, [&](int k) { return list[std::size_t(k)]; })
        .value;
}

TEST(Joins, AGridCutIntoBlocksAlongAnyAxisGivesTheBitsOfOnePiece) {
    const ThreadPool pool(2);
    const CpuDevice device(pool, 2);
    const Extent2 plane = {{1300, 157}};
    const auto flat = [](int x, int y) { return Sum{value(y * 1300 + x)}; };
    const double whole = device.join_cells<Sum>(plane, flat).value;
    for (const std::array<int, 3> cuts :
         {std::array{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {2, 2, 1}, {4, 1, 1}, {1, 4, 1}})
        EXPECT_EQ(joined_in_blocks(plane, cuts, flat), whole) << cuts[0] << " x " << cuts[1];
    const Extent3 box = {{300, 70, 9}};
    const auto deep = [](int x, int y, int z) { return Sum{value((z * 70 + y) * 300 + x)}; };
    const double volume = device.join_cells<Sum>(box, deep).value;
    for (const std::array<int, 3> cuts :
         {std::array{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {1, 2, 2}, {2, 2, 4}})
        EXPECT_EQ(joined_in_blocks(box, cuts, deep), volume)
            << cuts[0] << " x " << cuts[1] << " x " << cuts[2];
}

TEST(CpuDeviceThreads, EveryCellAndEveryItemIsVisitedOnce) {
    for (const int threads : {1, 2, 3, 8}) {
        const ThreadPool pool(threads);
        const CpuDevice device(pool, threads);
        std::vector<std::atomic<int>> cells(13 * 7), items(5);
        device.for_cells(Extent2{{13, 7}}, [&](int x, int y) { ++cells[std::size_t(y * 13 + x)]; });
        std::vector<std::atomic<int>> voxels(5 * 4 * 3);
        device.for_cells(Extent3{{5, 4, 3}},
                         [&](int x, int y, int z) { ++voxels[std::size_t((z * 4 + y) * 5 + x)]; });
        for (const auto& count : voxels) EXPECT_EQ(count.load(), 1) << threads;
        device.for_items(5, [&](int k) { ++items[std::size_t(k)]; });
        for (const auto& count : cells) EXPECT_EQ(count.load(), 1) << threads;
        for (const auto& count : items) EXPECT_EQ(count.load(), 1) << threads;
    }
}

}  // namespace
}  // namespace tarn::exec
