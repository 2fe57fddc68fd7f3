// How grids are cut, and who sees whom.
#include "exec/cpu_device.hpp"
#include "exec/halo.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

namespace tarn::exec {
namespace {

TEST(Cut, GivesEveryCellToOneBlock) {
    const auto cut = Cut<3>::of({.cells = {{300, 21, 5}}, .parts = {2, 3, 2}});
    ASSERT_TRUE(cut) << cut.error().message;
    EXPECT_EQ(cut.value().count(), 12);
    std::map<std::tuple<int, int, int>, int> owners;
    for (int k = 0; k < 12; ++k) {
        const Block<3> b = cut.value().block(k);
        EXPECT_EQ(b.first[0] % kLanes, 0);
        EXPECT_EQ(b.first[1] % kTileRows, 0);
        for (int z = 0; z < b.cells.n[2]; ++z)
            for (int y = 0; y < b.cells.n[1]; ++y)
                for (int x = 0; x < b.cells.n[0]; ++x)
                    ++owners[{b.first[0] + x, b.first[1] + y, b.first[2] + z}];
    }
    EXPECT_EQ(owners.size(), 300u * 21 * 5);
    for (const auto& [cell, count] : owners) EXPECT_EQ(count, 1);
}

TEST(Cut, RefusesBlocksWithTooFewCells) {
    const auto cut = Cut<2>::of({.cells = {{200, 40}}, .parts = {3, 1}});
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().message,
              "200 cells along axis 0 are too few for 3 blocks, which end at multiples of 128; use "
              "fewer");
    EXPECT_FALSE(Cut<2>::of({.cells = {{128, 40}}, .parts = {1, 8}, .ghosts = 5}));
}

TEST(Cut, KnowsWhoLiesBeyondSidesAndCorners) {
    const auto cut =
        Cut<2>::of({.cells = {{256, 12}}, .parts = {2, 3}, .wraps = {true, false}}).value();
    EXPECT_EQ(cut.neighbour(0, {{1, 0}}), 1);
    EXPECT_EQ(cut.neighbour(0, {{-1, 0}}), 1);  // around the edge
    EXPECT_EQ(cut.neighbour(1, {{1, 1}}), 2);
    EXPECT_EQ(cut.neighbour(0, {{0, -1}}), -1);
    EXPECT_EQ(cut.neighbour(4, {{0, 1}}), -1);
    const Block2 low = cut.block(0), middle = cut.block(2);
    EXPECT_EQ(low.before[0], 1);
    EXPECT_EQ(low.before[1], 0);
    EXPECT_EQ(low.after[1], 1);
    EXPECT_EQ(middle.with_ghosts().n[1], 6);
}

/// Cells of a block with its ghost cells, each with the number of its cell in the whole grid.
template <int Dim>
struct Numbers {
    using Element = int;
    Block<Dim> block;
    int* numbers;

    int* at(int x, int y, int z = 0) const {
        const Extent<Dim> size = block.with_ghosts();
        const int before_z = Dim == 3 ? block.before[Dim - 1] : 0;
        return numbers + ((z + before_z) * size.n[1] + y + block.before[1]) * size.n[0] + x +
               block.before[0];
    }
};

template <int Dim>
void expect_whole_halo(const typename Cut<Dim>::Desc& desc) {
    const Cut<Dim> cut = Cut<Dim>::of(desc).value();
    const ThreadPool pool(1);
    const CpuDevice device(pool, 1);
    std::vector<std::vector<int>> memory;
    const auto plane = [&](int k) {
        return Numbers<Dim>{cut.block(k), memory[std::size_t(k)].data()};
    };
    const auto for_box = [](const Block<Dim>& b, int sign, const auto& body) {
        const auto low = [&](int a) { return a < Dim ? -sign * b.before[a] : 0; };
        const auto high = [&](int a) { return a < Dim ? b.cells.n[a] + sign * b.after[a] : 1; };
        for (int z = low(2); z < high(2); ++z)
            for (int y = low(1); y < high(1); ++y)
                for (int x = low(0); x < high(0); ++x) body(x, y, z);
    };
    const auto number = [&](const Block<Dim>& b, int x, int y, int z) {
        const int at[3] = {x, y, z};
        int sum = 0;
        for (int a = Dim - 1; a >= 0; --a) {
            const int n = desc.cells.n[a];
            sum = sum * n + (b.first[a] + at[a] + n) % n;
        }
        return sum;
    };
    for (int k = 0; k < cut.count(); ++k) {
        memory.emplace_back(cut.block(k).with_ghosts().count(), -1);
        for_box(cut.block(k), 0, [&](int x, int y, int z) {
            *plane(k).at(x, y, z) = number(cut.block(k), x, y, z);
        });
    }
    using Message = typename LocalHaloExchange<Dim>::Message;
    LocalHaloExchange<Dim> halo(cut, [](const Message& m) { return m.box.count() * sizeof(int); });
    const auto move = [&](const Message& m, int* bytes, bool is_unpacking) {
        device.for_cells(m.box.size,
                         PackBox<Numbers<Dim>, Dim>{plane(m.block), m.box, bytes, is_unpacking});
    };
    halo.run(
        [&](const Message& m, std::span<std::byte> bytes) {
            move(m, reinterpret_cast<int*>(bytes.data()), false);
        },
        [&](const Message& m, std::span<const std::byte> bytes) {
            move(m, reinterpret_cast<int*>(const_cast<std::byte*>(bytes.data())), true);
        });
    for (int k = 0; k < cut.count(); ++k)
        for_box(cut.block(k), 1, [&](int x, int y, int z) {
            ASSERT_EQ(*plane(k).at(x, y, z), number(cut.block(k), x, y, z))
                << "block " << k << ", cell " << x << ", " << y << ", " << z;
        });
}

TEST(Halo, ShowsTheCellsBeyondEverySideAndCorner) {
    expect_whole_halo<2>({.cells = {{260, 17}}, .parts = {2, 2}, .ghosts = 3});
    expect_whole_halo<2>(
        {.cells = {{260, 17}}, .parts = {2, 2}, .wraps = {true, true}, .ghosts = 2});
    expect_whole_halo<2>(
        {.cells = {{20, 17}}, .parts = {1, 4}, .wraps = {true, false}, .ghosts = 1});
}

TEST(Halo, ShowsTheCellsBeyondEveryFaceEdgeAndCornerOfThreeDimensions) {
    expect_whole_halo<3>({.cells = {{260, 9, 7}}, .parts = {2, 2, 2}, .ghosts = 2});
    expect_whole_halo<3>(
        {.cells = {{260, 9, 7}}, .parts = {2, 1, 3}, .wraps = {true, true, true}, .ghosts = 1});
}

/// Numbers that cancel each other along x, so that a sum is all rounding: another order gives other
/// bits.
struct Uneven {
    int nx;
    template <class... Ints>
    Sum operator()(int x, Ints... other) const {
        double scale = 1.0;
        ((scale = scale * 1.7 + 0.1 * other), ...);
        return {(1.0 / (1.1 + x) - 1.0 / (0.1 + nx - x)) / scale};
    }
};
template <int Dim>
struct UnevenOfBlock {
    Block<Dim> block;
    Sum operator()(int x, int y) const {
        return Uneven{block.whole.n[0]}(block.first[0] + x, block.first[1] + y);
    }
    Sum operator()(int x, int y, int z) const {
        return Uneven{block.whole.n[0]}(block.first[0] + x, block.first[1] + y,
                                        block.first[Dim - 1] + z);
    }
};

template <int Dim>
void expect_one_sum(const Extent<Dim>& cells, const int (&parts)[Dim]) {
    const ThreadPool pool(2);
    const CpuDevice device(pool, 2);
    typename Cut<Dim>::Desc desc = {.cells = cells};
    std::copy(parts, parts + Dim, desc.parts);
    const Cut<Dim> cut = Cut<Dim>::of(desc).value();
    std::vector<Sum> all(std::size_t(Tiles<Dim>{cells}.count()));
    double naive = 0.0;
    for (int k = 0; k < cut.count(); ++k) {
        const Block<Dim> block = cut.block(k);
        const std::vector<Sum> own = device.join_tiles<Sum>(block.cells, UnevenOfBlock<Dim>{block});
        place_tiles<Sum>(block, own, all);
        naive += join_list<Sum>(own).value;
    }
    const double whole = device.join_cells<Sum>(cells, Uneven{cells.n[0]}).value;
    EXPECT_EQ(join_list<Sum>(all).value, whole);
    EXPECT_NE(naive, whole);  // sums of blocks, one after the other
}

TEST(Tiles, OfBlocksJoinToTheSumOfOnePiece) {
    expect_one_sum<2>({{700, 50}}, {3, 4});
    expect_one_sum<3>({{300, 21, 7}}, {2, 3, 2});
}

}  // namespace
}  // namespace tarn::exec
