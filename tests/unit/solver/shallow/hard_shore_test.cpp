// Water over a bed where more is asked of a cell than it holds: beside deep water that runs away,
// beside solids over dry pits, when most of it is taken, in a storm. No cell owes any, and all of
// it is kept.
#include "support/beds_for_test.hpp"

namespace tarn::shallow {
namespace {

/// Steps one by one. Mass: a rounding of 6e-8 per step and cell, at random.
template <class T>
void expect_carried(Pond<T>& pond, int steps, double mass_limit = 1e-6) {
    const double before_m3 = pond->totals().volume_m3;
    for (int k = 0; k < steps; ++k) {
        ASSERT_NO_FATAL_FAILURE(pond.step(1));
        ASSERT_GE(pond->totals().min_depth_m, 0.0) << "step " << k;
    }
    EXPECT_NEAR(pond->totals().volume_m3, before_m3, mass_limit * before_m3);
}

template <class T>
class HardShore : public testing::Test {};
using Numbers = testing::Types<float, Half, double>;
TYPED_TEST_SUITE(HardShore, Numbers);

/// A shelf with a hand of water beside a basin whose water runs away from it.
PondDesc shelf() {
    const auto bed = [](int i, int) { return i < 10 ? 0.95 : -0.5; };
    PondDesc desc = lake(40, 12, bed);
    desc.courant = 0.3;
    desc.velocity_m_per_s = [](int i, int) { return i < 10 ? Vec2{} : Vec2{2.5, 0.3}; };
    return desc;
}

TYPED_TEST(HardShore, ShallowWaterGivesItsDeepNeighbourNoMoreThanItHolds) {
    for (const auto& edges : {kWalls, kPeriodic, kSlip})
        for (const bool is_in_place : {false, true}) {
            PondDesc desc = shelf();
            desc.edges = edges;
            desc.is_in_place = is_in_place;
            Pond<TypeParam> pond(desc);
            expect_carried(pond, 300);
        }
}

// What lies in the ghost cells beside a solid cell is no water: it was never laid there.
TYPED_TEST(HardShore, SolidCellsBesideDryPitsAtTheEdgeStayEmpty) {
    const auto bed = [](int i, int) { return i < 8 ? 0.0 : i < 11 ? 1.5 : -1.0; };
    PondDesc desc = lake(20, 14, bed);
    desc.depth_m = [](int i, int) { return i < 8 ? 1.0 : 0.0; };
    desc.is_solid = [](int i, int j) { return i > 14 && i < 17 && j > 10; };
    desc.edges = {Boundary::Wall, Boundary::Slip, Boundary::Periodic, Boundary::Periodic};
    for (const Boundary south_north : {Boundary::Slip, Boundary::Periodic}) {
        desc.edges[2] = desc.edges[3] = south_north;
        Pond<TypeParam> pond(desc);
        expect_carried(pond, 100);
        EXPECT_EQ(pond->cell(14, 12).depth_m, 0.0);
    }
}

TYPED_TEST(HardShore, WaterThatMovesMayBeTakenButForALittle) {
    PondDesc desc = stormy_lake(40, 40, rolling_bed, 1.4, 0.6);
    Pond<TypeParam> pond(desc);
    for (int k = 0; k < 12; ++k) {
        ASSERT_NO_FATAL_FAILURE(expect_carried(pond, 12));
        DepthPatch taken = patch_of(3 * k, 2 * k, 6, 6, -2.0);
        pond.add_depth(taken);
    }
}

// The stress moves a film of 2 % of the depth by a tenth of a depth in every step.
TYPED_TEST(HardShore, AStormOverMillimetresDrivesNoWaterFasterThanItsWaves) {
    PondDesc desc = stormy_lake(40, 30, rolling_bed);
    desc.cell_m = 0.1;
    desc.wind_m_per_s = {60.0, 35.0};
    const auto bed = desc.bed_m, depth = desc.depth_m;
    desc.bed_m = [bed](int i, int j) { return 0.005 * bed(i, j); };
    desc.depth_m = [depth](int i, int j) { return 0.005 * depth(i, j); };
    desc.velocity_m_per_s = {};
    desc.reference_depth_m = 0.005;
    Pond<TypeParam> pond(desc);
    ASSERT_NO_FATAL_FAILURE(expect_carried(pond, 500, 1e-5));
    const double fastest_m_per_s = std::sqrt(kGravity * pond->totals().max_depth_m);
    EXPECT_LE(pond->totals().max_speed_m_per_s, fastest_m_per_s);
}

/// A column so high that its waves cross more than a cell per step.
TYPED_TEST(HardShore, WaterTooDeepForTheStepIsNamedAndTheStateBeforeIsKept) {
    PondDesc desc = lake(40, 40, rolling_bed);
    const auto still = desc.depth_m;
    desc.depth_m = [still](int i, int j) {
        return std::hypot(i - 9, j - 9) < 3 ? 25.0 : still(i, j);
    };
    Pond<TypeParam> whole(desc), single(desc);
    const RunReport report = whole.run(500);
    ASSERT_TRUE(report.trouble);
    EXPECT_FALSE(report.is_state_lost);
    EXPECT_LT(std::hypot(report.trouble->i - 9, report.trouble->j - 9), 8.0);
    EXPECT_EQ(report.trouble->cause, "the water became too deep for the lattice step");
    ASSERT_NO_FATAL_FAILURE(single.step(report.steps));
    EXPECT_EQ(whole->checksum(), single->checksum());
    EXPECT_EQ(whole->totals().volume_m3, single->totals().volume_m3);
    EXPECT_EQ(whole.run(5).steps, 0);
    EXPECT_EQ(whole->checksum(), single->checksum());
}

}  // namespace
}  // namespace tarn::shallow
