// What water does by itself: it stays still, keeps its mass, and looks the same from everywhere.
#include "support/pond_for_test.hpp"

namespace tarn::shallow {
namespace {

template <class T>
class Water : public testing::Test {};
using Numbers = testing::Types<float, Half, double>;
TYPED_TEST_SUITE(Water, Numbers);

/// Relative to all the water: one rounding per cell and step would add up to far more. Halves keep
/// mass as floats do: the rest population is a float and takes up what rounding took.
template <class T>
constexpr double kMassRounding = sizeof(T) == 8 ? 1e-14 : 2e-7;

double wavy(int i, int j) {
    return 1.0 + bump(i, j, 9, 12, 3, 0.3) - bump(i, j, 22, 20, 4, 0.2);
}

TYPED_TEST(Water, StillWaterStaysStillExactly) {
    // Depths with digits to spare: then no rounding can start a motion.
    for (const double depth : {1.0, double(0.7f)})
        for (const Boundary edge :
             {Boundary::Wall, Boundary::Slip, Boundary::Periodic, Boundary::Open}) {
            PondDesc desc = {.edges = {edge, edge, edge, edge}};
            desc.depth_m = [&](int, int) { return depth; };
            Pond<TypeParam> pond(desc);
            const double before = pond->cell(3, 3).depth_m;
            pond.step(200);
            for (const auto& [i, j] : {std::pair{0, 0}, {3, 3}, {31, 16}, {16, 31}}) {
                EXPECT_EQ(pond->cell(i, j).depth_m, before) << int(edge);
                EXPECT_EQ(pond->cell(i, j).u_m_per_s, 0.0) << int(edge);
                EXPECT_EQ(pond->cell(i, j).v_m_per_s, 0.0) << int(edge);
            }
            EXPECT_EQ(pond->totals().max_speed_m_per_s, 0.0);
        }
}

TYPED_TEST(Water, ClosedEdgesKeepTheMass) {
    const std::array<Boundary, 4> mixed = {Boundary::Wall, Boundary::Slip, Boundary::Periodic,
                                           Boundary::Periodic};
    for (const auto& edges : {kWalls, kSlip, kPeriodic, mixed}) {
        Pond<TypeParam> pond({.edges = edges, .depth_m = wavy});
        const double before = pond->totals().volume_m3;
        const RunReport report = pond.run(500);
        EXPECT_FALSE(report.trouble);
        EXPECT_NEAR(pond->totals().volume_m3 / before, 1.0, kMassRounding<TypeParam>);
        EXPECT_EQ(report.came_in_m3, 0.0);
        EXPECT_EQ(report.went_out_m3, 0.0);
    }
}

TYPED_TEST(Water, OpenEdgesAccountForWhatTheyLetThrough) {
    const std::array<Boundary, 4> mixed = {Boundary::Open, Boundary::Open, Boundary::Slip,
                                           Boundary::Wall};
    const std::array<Boundary, 4> open = {Boundary::Open, Boundary::Open, Boundary::Open,
                                          Boundary::Open};
    for (const auto& edges : {open, mixed}) {
        Pond<TypeParam> pond({.edges = edges, .depth_m = wavy});
        const double before = pond->totals().volume_m3;
        const RunReport report = pond.run(500);
        EXPECT_FALSE(report.trouble);
        const double came_in = report.came_in_m3 - report.went_out_m3;
        const double now = pond->totals().volume_m3;
        EXPECT_NEAR((before + came_in) / now, 1.0, kMassRounding<TypeParam>);
        EXPECT_GT(came_in, 0.0);  // more hollow than bump: water has come
    }
}

TYPED_TEST(Water, AnEdgeThatWasClosedLetsNothingThrough) {
    Pond<TypeParam> pond({.edges = {Boundary::Open, Boundary::Open, Boundary::Open, Boundary::Open},
                          .depth_m = wavy});
    pond.step(20);
    for (const Edge edge : {Edge::West, Edge::South}) pond->set_boundary(edge, Boundary::Wall);
    const double before = pond->totals().volume_m3;
    const RunReport report = pond.run(200);
    const double came_in = report.came_in_m3 - report.went_out_m3;
    EXPECT_NEAR((before + came_in) / pond->totals().volume_m3, 1.0, kMassRounding<TypeParam>);
}

TYPED_TEST(Water, MovesTheSameWhereverItStartsInAPeriodicWorld) {
    constexpr int kN = 32, kShiftX = 11, kShiftY = 27;
    PondDesc here = {.edges = kPeriodic, .depth_m = wavy};
    PondDesc there = here;
    there.depth_m = [](int i, int j) {
        return wavy((i + kN - kShiftX) % kN, (j + kN - kShiftY) % kN);
    };
    Pond<TypeParam> first(here), second(there);
    first.step(150);
    second.step(150);
    for (int j = 0; j < kN; ++j)
        for (int i = 0; i < kN; ++i) {
            const CellState a = first->cell(i, j);
            const CellState b = second->cell((i + kShiftX) % kN, (j + kShiftY) % kN);
            ASSERT_EQ(a.depth_m, b.depth_m) << i << ", " << j;
            ASSERT_EQ(a.u_m_per_s, b.u_m_per_s) << i << ", " << j;
        }
}

TYPED_TEST(Water, NeitherThreadsNorInstructionSetsChangeABit) {
    PondDesc desc = {
        .nx = 75, .ny = 70, .tau = 0.51, .depth_m = wavy};  // odd rows, above 4,096 cells
    Pond<TypeParam> reference(desc);
    reference.step(60);
    for (const Isa isa : {Isa::Base, Isa::Auto})
        for (const int threads : {2, 3}) {
            desc.isa = isa;
            desc.threads = threads;
            Pond<TypeParam> pond(desc);
            pond.step(60);
            EXPECT_EQ(pond->checksum(), reference->checksum()) << threads;
        }
}

TYPED_TEST(Water, FieldsAndTotalsSayWhatTheCellsSay) {
    PondDesc desc = {.nx = 20, .ny = 7, .flat_bed_m = 2.0, .depth_m = wavy};
    desc.is_solid = [](int i, int j) { return i == 4 && j < 3; };
    Pond<TypeParam> pond(desc);
    pond.step(20);
    pond->start_fields(0, 15);
    const float *depth = pond->field(0, Field::Depth), *level = pond->field(0, Field::Level),
                *u = pond->field(0, Field::U), *v = pond->field(0, Field::V);
    double volume = 0.0, fastest = 0.0;
    for (int j = 0; j < 7; ++j)
        for (int i = 0; i < 20; ++i) {
            const std::size_t n = std::size_t(20 * j + i);
            const CellState cell = pond->cell(i, j);
            EXPECT_EQ(depth[n], float(cell.depth_m));
            EXPECT_EQ(level[n], float(cell.depth_m + 2.0));
            EXPECT_EQ(u[n], float(cell.u_m_per_s));
            EXPECT_EQ(v[n], float(cell.v_m_per_s));
            volume += cell.depth_m * kCell_m * kCell_m;
            fastest = std::max(fastest, std::hypot(cell.u_m_per_s, cell.v_m_per_s));
        }
    const Totals totals = pond->totals();
    EXPECT_NEAR(totals.volume_m3 / volume, 1.0, 1e-6);  // cells sum their populations in T
    EXPECT_NEAR(totals.max_speed_m_per_s, fastest, 1e-6 * fastest);
    EXPECT_EQ(depth[4], 0.0f);
}

}  // namespace
}  // namespace tarn::shallow
