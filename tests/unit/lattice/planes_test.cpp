// The layout of populations in two and three dimensions, and a flow on it in blocks.
#include "lattice/planes.hpp"

#include "lattice/d2q9.hpp"
#include "lattice/d3q19.hpp"
#include "support/flow_box.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <tuple>

namespace tarn::lattice {
namespace {

/// The bytes of a view that addresses are told apart in.
template <class P, int Dim>
struct Views {
    typename P::Grid grid;
    std::vector<std::byte> memory;
    P natural, shifted;

    explicit Views(const exec::Extent<Dim>& cells)
        : grid(P::Grid::of(cells, 16)),
          memory(P::bytes(grid)),
          natural(P::over(memory.data(), grid)),
          shifted(natural) {
        shifted.is_shifted = true;
    }
};

TEST(Planes, GiveEveryPopulationOfTwoDimensionsAPlaceOfItsOwn) {
    using P = Planes<D2Q9, Full<float>>;
    const Views<P, 2> views(exec::Extent2{{7, 5}});
    for (const P& planes : {views.natural, views.shifted}) {
        std::set<float*> places;
        for (int i = 1; i < D2Q9::q; ++i)
            for (int y = 0; y < 5; ++y)
                for (int x = 0; x < 7; ++x) {
                    places.insert(planes.at(i, x, y));
                    EXPECT_EQ(planes.arriving_at(i, x, y),
                              planes.at(i, x - D2Q9::c(i, 0), y - D2Q9::c(i, 1)));
                }
        EXPECT_EQ(places.size(), 8u * 35);
    }
}

TEST(Planes, GiveEveryPopulationOfThreeDimensionsAPlaceOfItsOwn) {
    using P = Planes<D3Q19, Halved>;
    const Views<P, 3> views(exec::Extent3{{4, 3, 5}});
    const auto* const begin = views.memory.data();
    const auto* const end = begin + views.memory.size();
    for (const P& planes : {views.natural, views.shifted}) {
        std::set<Half*> places;
        for (int i = 1; i < D3Q19::q; ++i)
            for (int z = -1; z <= 5; ++z)
                for (int y = -1; y <= 3; ++y)
                    for (int x = -1; x <= 4; ++x) {
                        Half* const place = views.natural.at(i, x, y, z);
                        EXPECT_GE(reinterpret_cast<std::byte*>(place), begin);
                        EXPECT_LT(reinterpret_cast<std::byte*>(place), end);
                        if (x < 0 || y < 0 || z < 0 || x > 3 || y > 2 || z > 4) continue;
                        places.insert(planes.at(i, x, y, z));
                        EXPECT_EQ(planes.arriving_at(i, x, y, z),
                                  planes.at(i, x - D3Q19::c(i, 0), y - D3Q19::c(i, 1),
                                            z - D3Q19::c(i, 2)));
                    }
        EXPECT_EQ(places.size(), 18u * 60);
    }
}

// What a cell lets go in place arrives at its neighbour: the shifted arrangement is the natural one
// after a step.
TEST(Planes, ShiftedPopulationsLieWhereTheyArriveInTheOppositePlane) {
    using P = Planes<D3Q19, Full<float>>;
    const Views<P, 3> views(exec::Extent3{{4, 3, 5}});
    for (int i = 1; i < D3Q19::q; ++i)
        EXPECT_EQ(views.shifted.at(i, 1, 1, 2),
                  views.natural.at(opposite(i), 1 + D3Q19::c(i, 0), 1 + D3Q19::c(i, 1),
                                   2 + D3Q19::c(i, 2)));
}

TEST(Crosses, CountsThePopulationsThatLeaveThroughAFaceAnEdgeAndACorner) {
    const auto count = [](const int(&direction)[3]) {
        int sum = 0;
        for (int i = 0; i < D3Q19::q; ++i) sum += crosses<D3Q19>(i, direction);
        return sum;
    };
    EXPECT_EQ(count({1, 0, 0}), 5);
    EXPECT_EQ(count({0, -1, 1}), 1);
    EXPECT_EQ(count({1, 1, 1}), 0);
}

template <class S>
class FlowInBlocksSlow : public testing::Test {};
using Storages = testing::Types<Full<float>, Full<double>, Halved>;
TYPED_TEST_SUITE(FlowInBlocksSlow, Storages);

// 1, 2, 4 and 8 blocks, along every axis.
TYPED_TEST(FlowInBlocksSlow, IsTheFlowOfOnePiece) {
    for (const bool is_periodic : {true, false}) {
        exec::Cut<3>::Desc desc = {.cells = {{258, 9, 5}}, .parts = {1, 1, 1}};
        desc.wraps[0] = desc.wraps[1] = desc.wraps[2] = is_periodic;
        FlowBox<TypeParam> one(desc);
        const double mass = one.mass();
        one.step(6);
        const auto cells = one.cells();
        // 6 steps of about 20 roundings each, all up or all down at worst.
        const double rounding = sizeof(typename TypeParam::Moving) == 2 ? 0x1p-11 : 0x1p-24;
        EXPECT_NEAR(one.mass(), mass, 6 * 20 * rounding * mass);
        for (const auto& [x, y, z] : {std::tuple(2, 1, 1),
                                      {1, 2, 1},
                                      {1, 1, 2},
                                      {2, 2, 1},
                                      {1, 2, 2},
                                      {1, 1, 4},
                                      {2, 2, 2}}) {
            SCOPED_TRACE(testing::Message() << x << " x " << y << " x " << z << " blocks");
            desc.parts[0] = x, desc.parts[1] = y, desc.parts[2] = z;
            FlowBox<TypeParam> blocks(desc);
            EXPECT_EQ(blocks.mass(), mass);
            blocks.step(6);
            EXPECT_EQ(blocks.checksum(), one.checksum());
            EXPECT_EQ(blocks.mass(), one.mass());
            const auto found = blocks.cells();
            EXPECT_EQ(std::memcmp(found.data(), cells.data(), cells.size() * sizeof(cells[0])), 0);
        }
    }
}

}  // namespace
}  // namespace tarn::lattice
