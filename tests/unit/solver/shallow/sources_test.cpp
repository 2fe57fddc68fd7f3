// Water that comes and goes: limited, accounted, and without a push of its own.
#include "support/pond_for_test.hpp"

namespace tarn::shallow {
namespace {

double sum_of(const DepthPatch& patch) {
    double sum = 0.0;
    for (const double depth : patch.depth_m) sum += depth;
    return sum;
}

TEST(AddDepth, RaisesTheCellsAndGivesThemNoMomentum) {
    PondDesc desc;
    desc.velocity_m_per_s = [](int, int) { return Vec2{0.2, -0.1}; };
    Pond<double> pond(desc);
    DepthPatch patch = patch_of(5, 6, 2, 3, 0.25);
    pond.add_depth(patch);
    const CellState cell = pond->cell(6, 8);
    EXPECT_NEAR(cell.depth_m, 1.25, 1e-15);
    // The momentum of 1 m now moves 1.25 m; start values are floats.
    EXPECT_NEAR(cell.u_m_per_s * 1.25, 0.2, 1e-8);
    EXPECT_NEAR(cell.v_m_per_s * 1.25, -0.1, 1e-8);
    EXPECT_NEAR(pond->cell(7, 8).depth_m, 1.0, 1e-15);
}

TEST(AddDepth, TakesNoMoreThanACellCanGiveAndSaysSo) {
    Pond<double> pond({});
    DepthPatch patch = patch_of(4, 4, 3, 3, -5.0);
    pond.add_depth(patch);
    for (const double given : patch.depth_m) EXPECT_NEAR(given, -(1.0 - kThinnest), 1e-14);
    EXPECT_NEAR(pond->cell(5, 5).depth_m, kThinnest, 1e-14);
    DepthPatch again = patch_of(4, 4, 3, 3, -5.0);
    pond.add_depth(again);
    EXPECT_NEAR(sum_of(again), 0.0, 1e-13);
}

TEST(AddDepth, AccountsToTheBitForWhatItDidInSinglePrecision) {
    Pond<float> pond({.depth_m = [](int i, int j) { return 1.0 + bump(i, j, 10, 10, 4, 0.1); }});
    pond.step(25);
    const double before = pond->totals().volume_m3;
    double added = 0.0;
    for (int k = 0; k < 200; ++k) {
        DepthPatch patch = patch_of(k % 20, k % 17, 8, 5, k % 2 ? 1.3e-5 : -0.7e-5);
        pond.add_depth(patch);
        added += sum_of(patch) * kCell_m * kCell_m;
    }
    // Only the sums in double precision round: 1e3 additions of volumes near 10 m3.
    EXPECT_NEAR(pond->totals().volume_m3 - before, added, 1e3 * 10 * 2.3e-16);
}

TEST(AddDepth, LeavesSolidAndMissingCellsAlone) {
    PondDesc desc = {.nx = 10, .ny = 10};
    desc.is_solid = [](int i, int) { return i == 9; };
    Pond<double> pond(desc);
    const double before = pond->totals().volume_m3;
    DepthPatch patch = patch_of(8, -2, 4, 4, 0.5);
    pond.add_depth(patch);
    EXPECT_NEAR(sum_of(patch), 1.0, 1e-14);  // cells (8, 0) and (8, 1)
    EXPECT_NEAR(pond->totals().volume_m3 - before, 1.0 * kCell_m * kCell_m, 1e-13);
}

// However much is poured in, numbers stay numbers; the next step may refuse the state.
template <class T>
void expect_finite_cells() {
    for (const double amount : {100.0, 1e3, 1e5, 1e7, 1e20, 1e38, 1e300}) {
        Pond<T> pond({.courant = 0.68});  // the longest step that a scene may ask for
        DepthPatch patch = patch_of(3, 3, 2, 2, amount);
        pond.add_depth(patch);
        const CellState cell = pond->cell(3, 3);
        EXPECT_TRUE(std::isfinite(cell.depth_m)) << amount;
        EXPECT_TRUE(std::isfinite(cell.u_m_per_s)) << amount;
        EXPECT_TRUE(std::isfinite(pond->totals().volume_m3)) << amount;
        EXPECT_TRUE(std::isfinite(sum_of(patch))) << amount;
    }
}

TEST(AddDepth, NoAmountMakesACellThatIsNotANumber) {
    expect_finite_cells<float>();
    expect_finite_cells<Half>();
    expect_finite_cells<double>();
}

}  // namespace
}  // namespace tarn::shallow
