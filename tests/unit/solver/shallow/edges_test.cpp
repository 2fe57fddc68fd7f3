// Edges and solids: mirrors, walls, and open water beyond.
#include "support/pond_for_test.hpp"

namespace tarn::shallow {
namespace {

double two_bumps(int i, int j) {
    return 1.0 + bump(i, j, 7, 12, 3, 0.2) + bump(i, j, 15, 4, 2, 0.1);
}

template <class T>
void expect_same_cells(Pond<T>& a, Pond<T>& b, int nx, int ny, double tolerance) {
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            const CellState p = a->cell(i, j), q = b->cell(i, j);
            ASSERT_NEAR(p.depth_m, q.depth_m, tolerance) << i << ", " << j;
            ASSERT_NEAR(p.u_m_per_s, q.u_m_per_s, tolerance) << i << ", " << j;
            ASSERT_NEAR(p.v_m_per_s, q.v_m_per_s, tolerance) << i << ", " << j;
        }
}

/// A pond with a slip edge and one twice as wide (or high) that is its own mirror image there.
template <class T>
void compare_with_mirror(const char* collision, bool along_x, double tolerance) {
    constexpr int kN = 20;
    PondDesc half = {.nx = kN, .ny = kN, .tau = 0.52, .collision = collision};
    half.edges[std::size_t(along_x ? Edge::East : Edge::North)] = Boundary::Slip;
    half.depth_m = two_bumps;
    PondDesc full = half;
    (along_x ? full.nx : full.ny) = 2 * kN;
    full.edges = kWalls;
    full.depth_m = [&](int i, int j) {
        const auto fold = [&](int k) { return k < kN ? k : 2 * kN - 1 - k; };
        return two_bumps(along_x ? fold(i) : i, along_x ? j : fold(j));
    };
    Pond<T> a(half), b(full);
    a.step(200);
    b.step(200);
    expect_same_cells(a, b, kN, kN, tolerance);
}

// Sums over directions have an order of their own, so mirror images differ by rounding; over 200
// steps that grows to some hundred roundings of order one.
TEST(SlipEdge, IsAMirrorToRounding) {
    for (const char* collision : {"bgk", "trt", "limited"})
        for (const bool along_x : {true, false})
            compare_with_mirror<double>(collision, along_x, 3e-14);
}

TEST(WallEdge, SendsAWaveBackUpright) {
    constexpr int kN = 200;
    PondDesc desc = {.nx = kN, .ny = 3, .tau = 0.51, .collision = "bgk"};
    desc.edges = {Boundary::Wall, Boundary::Wall, Boundary::Periodic, Boundary::Periodic};
    const auto pulse = [](int i) { return bump(i, 0, 120, 0, 8, 1e-3); };
    desc.depth_m = [&](int i, int) { return 1.0 + pulse(i); };
    desc.velocity_m_per_s = [&](int i, int) { return Vec2{pulse(i) * std::sqrt(kGravity), 0.0}; };
    Pond<double> pond(desc);
    pond.step(400);  // 160 cells: 79.5 to the wall at 199.5, and back to 119
    double highest = 0.0, where = 0.0;
    for (int i = 0; i < kN; ++i)
        if (pond->cell(i, 1).depth_m - 1.0 > highest)
            highest = pond->cell(i, 1).depth_m - 1.0, where = i;
    // Within a cell of where a mirror image would be; the crest loses a little to viscosity.
    EXPECT_NEAR(where, 2.0 * 199.5 - (120.0 + 160.0), 1.5);
    EXPECT_NEAR(highest, 1e-3, 0.05e-3);
    EXPECT_LT(pond->cell(int(where), 1).u_m_per_s, 0.0);
}

TEST(WallEdge, HoldsTheWaterThatSlidesAlongIt) {
    for (const Boundary edge : {Boundary::Wall, Boundary::Slip}) {
        PondDesc desc = {.nx = 8, .ny = 16, .tau = 1.0};
        desc.edges = {Boundary::Periodic, Boundary::Periodic, edge, edge};
        desc.velocity_m_per_s = [](int, int) { return Vec2{0.1, 0.0}; };
        Pond<double> pond(desc);
        pond.step(500);
        if (edge == Boundary::Slip)
            EXPECT_NEAR(pond->cell(4, 0).u_m_per_s, 0.1, 1e-8);  // float start value
        else
            EXPECT_LT(pond->cell(4, 0).u_m_per_s, 0.5 * pond->cell(4, 8).u_m_per_s);
    }
}

TEST(Solids, AStripOfSolidCellsIsAWallToTheBit) {
    constexpr int kN = 24, kStrip = 5;
    PondDesc small = {.nx = kN, .ny = kN, .tau = 0.52, .depth_m = two_bumps};
    PondDesc large = small;
    large.nx = large.ny = kN + kStrip;
    large.is_solid = [](int i, int j) { return i >= kN || j >= kN; };
    Pond<float> a(small), b(large);
    a.step(300);
    b.step(300);
    expect_same_cells(a, b, kN, kN, 0.0);
    EXPECT_EQ(b->cell(kN + 1, 3).depth_m, 0.0);
    EXPECT_TRUE(b->is_solid(3, kN));
    EXPECT_NEAR(a->totals().volume_m3, b->totals().volume_m3, 1e-12);
}

TEST(Solids, APeriodicEdgeDoesNotLeakThroughThem) {
    PondDesc desc = {.nx = 20, .ny = 20, .edges = kPeriodic, .depth_m = two_bumps};
    desc.is_solid = [](int i, int j) { return i == 0 || (i > 8 && i < 12 && j > 5); };
    Pond<double> pond(desc);
    const double before = pond->totals().volume_m3;
    pond.step(400);
    EXPECT_NEAR(pond->totals().volume_m3 / before, 1.0, 1e-14);
    // Column 0 is a wall between east and west; both sides bounce.
    EXPECT_EQ(pond->cell(0, 10).u_m_per_s, 0.0);
}

// How little it sends back is measured in tests/physics/open_edge_test.cpp.
TEST(OpenEdge, LetsAPulseLeave) {
    PondDesc desc = {.nx = 100, .ny = 3, .tau = 0.505};
    desc.edges = {Boundary::Open, Boundary::Open, Boundary::Periodic, Boundary::Periodic};
    desc.depth_m = [](int i, int) { return 1.0 + bump(i, 0, 50, 0, 6, 1e-3); };
    Pond<double> pond(desc);
    const double before = pond->totals().energy_per_density_m5_per_s2;
    pond.step(300);
    EXPECT_LT(pond->totals().energy_per_density_m5_per_s2, 0.02 * before);
}

TEST(OpenEdge, LetsASteadyCurrentPass) {
    PondDesc desc = {.nx = 40, .ny = 8};
    desc.edges = {Boundary::Open, Boundary::Open, Boundary::Slip, Boundary::Slip};
    desc.velocity_m_per_s = [](int, int) { return Vec2{0.3, 0.0}; };
    Pond<double> pond(desc);
    pond.step(1000);
    for (int i = 0; i < 40; ++i) {
        EXPECT_NEAR(pond->cell(i, 3).u_m_per_s, 0.3, 1e-6) << i;  // start value in float
        EXPECT_NEAR(pond->cell(i, 3).depth_m, 1.0, 1e-6) << i;
    }
}

}  // namespace
}  // namespace tarn::shallow
