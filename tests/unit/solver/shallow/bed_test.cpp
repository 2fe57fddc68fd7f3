// Water over a bed with islands: it stays where it is when it is at rest, none of it is lost, and
// no cell holds less than nothing.
#include "support/beds_for_test.hpp"

namespace tarn::shallow {
namespace {

double deepest_error_m(Solver& pond, const PondDesc& desc) {
    double worst = 0.0;
    pond.start_fields(0, 15);
    for (int j = 0; j < desc.ny; ++j)
        for (int i = 0; i < desc.nx; ++i) {
            const double depth = double(pond.field(0, Field::Depth)[j * desc.nx + i]);
            worst = std::max(worst, std::abs(depth - desc.depth_m(i, j)));
        }
    return worst;
}

struct LakeLimits {
    double speed_m_per_s, mass;
};

template <class T>
void expect_rest(const PondDesc& desc, LakeLimits limits, const std::string& what) {
    Pond<T> pond(desc);
    const double before_m3 = pond->totals().volume_m3;
    pond.step(300);
    const Totals after = pond->totals();
    EXPECT_LE(after.max_speed_m_per_s, limits.speed_m_per_s) << what;
    EXPECT_NEAR(after.volume_m3, before_m3, limits.mass * before_m3) << what;
}

// Water at the still level is zeros in memory, which every step keeps. A fifth of the way through
// the first step the level of a lake that is not there is rounded once: 1e-16 of a metre.
TEST(LakeAtRest, StaysSoOverAnyBed) {
    const RoughBed rough(64);
    const auto cone = [](int i, int j) { return 1.3 - 0.06 * std::hypot(i - 30.0, j - 25.0); };
    const auto shoal = [&](int i, int j) { return 0.6 * cone(i, j); };
    // Each kind of edge, level and number meets each of the others.
    int turn = 0;
    for (const auto& edges : {kWalls, kPeriodic, kSlip}) {
        for (const double level : {0.25, 0.5, 1.0}) {
            PondDesc desc = lake(64, 64, rough, level);
            desc.edges = edges;
            const int number = turn++ % 3;
            if (number == 0) expect_rest<float>(desc, {1e-12, 1e-12}, "rough, float");
            if (number == 1) expect_rest<Half>(desc, {1e-12, 1e-12}, "rough, half");
            if (number == 2) expect_rest<double>(desc, {1e-12, 1e-13}, "rough, double");
        }
        ++turn;
        expect_rest<float>(lake(64, 64, cone), {1e-12, 1e-12}, "emerging");
        expect_rest<float>(lake(64, 64, shoal), {1e-12, 1e-12}, "immersed");
    }
}

// Two lakes of different level cannot both be at the still one. What is left is rounding: of
// floats, 6e-8 of a metre of level in cells that may be millimetres deep.
TEST(LakeAtRest, StaysSoBesideAnotherOfAnotherLevel) {
    const auto dam = [](int i, int j) {
        return (i > 30 && i < 34 ? 1.2 : 0.3) + 0.2 * std::sin(0.7 * i) * std::cos(0.9 * j);
    };
    PondDesc desc = lake(64, 40, dam);
    desc.depth_m = [&](int i, int j) { return std::max(0.0, (i < 32 ? 1.0 : 0.45) - dam(i, j)); };
    expect_rest<float>(desc, {5e-4, 1e-6}, "float");
    expect_rest<double>(desc, {1e-12, 1e-13}, "double");
}

TEST(LakeAtRest, StaysSoBesideOpenEdgesAndSolids) {
    PondDesc desc = lake(50, 40, rolling_bed);
    desc.edges = {Boundary::Open, Boundary::Open, Boundary::Open, Boundary::Slip};
    desc.is_solid = [](int i, int j) { return i > 20 && i < 24 && j > 10 && j < 20; };
    expect_rest<float>(desc, {1e-12, 1e-12}, "float");
    expect_rest<double>(desc, {1e-12, 1e-13}, "double");
}

template <class T>
void expect_mass_kept(const PondDesc& desc, double limit, const std::string& what) {
    Pond<T> pond(desc);
    const double before_m3 = pond->totals().volume_m3;
    for (int k = 0; k < 10; ++k) {
        pond.step(100);
        pond->start_fields(0, bit_of(Field::Depth));
        const float* depth = pond->field(0, Field::Depth);
        ASSERT_GE(*std::min_element(depth, depth + desc.nx * desc.ny), 0.0f) << what;
    }
    EXPECT_NEAR(pond->totals().volume_m3, before_m3, limit * before_m3) << what;
    EXPECT_GE(pond->totals().min_depth_m, 0.0) << what;
}

// Mass: a rounding of 6e-8 per step and cell, at random.
TEST(ShoreSlow, KeepsMassAndDepthsWhileWavesRunUpAndDown) {
    const RoughBed rough(64);
    for (const auto& edges : {kWalls, kPeriodic, kSlip})
        for (const double level : {0.2, 0.6}) {
            PondDesc desc = stormy_lake(64, 64, rough, level, 0.5 * level);
            desc.edges = edges;
            const std::string what = "level " + std::to_string(level);
            expect_mass_kept<float>(desc, 1e-6, what + ", float");
            expect_mass_kept<Half>(desc, 1e-6, what + ", half");
            expect_mass_kept<double>(desc, 1e-13, what + ", double");
        }
}

TEST(Shore, EveryCollisionCarriesIt) {
    for (const char* collision : collision_names()) {
        PondDesc desc = stormy_lake(60, 50, rolling_bed, 1.0, 0.2);
        desc.tau = 0.6;
        desc.collision = collision;
        expect_mass_kept<float>(desc, 1e-6, collision);
    }
}

TEST(Shore, IsTheSameMirroredAndTurned) {
    const auto bed = [](int i, int j) { return rolling_bed(i, j); };
    PondDesc desc = stormy_lake(40, 40, bed);
    PondDesc mirrored = desc, turned = desc;
    mirrored.bed_m = [&](int i, int j) { return desc.bed_m(39 - i, j); };
    mirrored.depth_m = [&](int i, int j) { return desc.depth_m(39 - i, j); };
    turned.bed_m = [&](int i, int j) { return desc.bed_m(j, i); };
    turned.depth_m = [&](int i, int j) { return desc.depth_m(j, i); };
    desc.velocity_m_per_s = mirrored.velocity_m_per_s = turned.velocity_m_per_s = {};
    Pond<double> a(desc), b(mirrored), c(turned);
    for (Pond<double>* pond : {&a, &b, &c}) pond->step(200);
    for (int j = 0; j < 40; ++j)
        for (int i = 0; i < 40; ++i) {
            // Sums of populations in another order; water on the shore may multiply a rounding.
            EXPECT_NEAR(a->cell(i, j).depth_m, b->cell(39 - i, j).depth_m, 1e-9);
            EXPECT_NEAR(a->cell(i, j).depth_m, c->cell(j, i).depth_m, 1e-9);
        }
}

// A film of less than the dry depth on a slope above a pond: it leaves downhill, all of it.
TEST(DryCell, GivesItsRemainderToTheWaterBelow) {
    const auto slope = [](int i, int) { return 0.1 * i; };
    PondDesc desc = {.nx = 24, .ny = 5, .bed_m = slope};
    desc.depth_m = [&](int i, int j) {
        if (i == 12 && j == 2) return 5e-6;
        return std::max(0.0, 1.149 - slope(i, 0));
    };
    Pond<double> pond(desc);
    const double before_m3 = pond->totals().volume_m3;
    EXPECT_GT(pond->cell(12, 2).depth_m, 0.0);
    pond.step(3);
    EXPECT_NEAR(pond->cell(12, 2).depth_m, 0.0, 1e-15);
    EXPECT_NEAR(pond->totals().volume_m3, before_m3, 1e-13 * before_m3);
}

TEST(DryCell, KeepsItsWaterWhereNoWetNeighbourIsLower) {
    const auto bed = [](int i, int) { return i < 10 ? 0.0 : 2.0; };
    PondDesc desc = {.nx = 24, .ny = 5, .bed_m = bed};
    desc.depth_m = [](int i, int j) { return i == 15 && j == 2 ? 5e-6 : i < 10 ? 1.0 : 0.0; };
    Pond<double> pond(desc);
    pond.step(50);
    EXPECT_NEAR(pond->cell(15, 2).depth_m, 5e-6, 1e-15);
    EXPECT_EQ(pond->cell(15, 2).u_m_per_s, 0.0);
}

TEST(DryCell, TakesRainAndLetsItRunDown) {
    PondDesc desc = lake(40, 20, [](int i, int) { return 0.06 * i; });
    Pond<float> pond(desc);
    DepthPatch rain = patch_of(25, 5, 6, 6, 0.02);
    pond.add_depth(rain);
    double added_m = 0.0;
    for (const double depth : rain.depth_m) added_m += depth;
    EXPECT_NEAR(added_m, 36 * 0.02, 1e-6);
    EXPECT_NEAR(pond->cell(27, 7).depth_m, 0.02, 1e-7);
    const double before_m3 = pond->totals().volume_m3;
    pond.step(3000);
    // On a slope that falls by more than its depth from cell to cell water creeps.
    EXPECT_LT(pond->cell(27, 7).depth_m, 0.01);
    EXPECT_NEAR(pond->totals().volume_m3, before_m3, 1e-6 * before_m3);
    DepthPatch none = patch_of(30, 5, 2, 2, -0.1);
    pond.add_depth(none);  // dry land has nothing to give
    for (const double depth : none.depth_m) EXPECT_EQ(depth, 0.0);
    pond.step(10);
}

TEST(Readers, SeeTheBedWhereItIsDryAndTheLevelWhereItIsNot) {
    const PondDesc desc = lake(40, 30, rolling_bed);
    Pond<float> pond(desc);
    // Depths are floats of the bed below the still level.
    EXPECT_LT(deepest_error_m(*pond, desc), 2e-7);
    pond->start_fields(0, 15);
    int dry = 0;
    for (int j = 0; j < desc.ny; ++j)
        for (int i = 0; i < desc.nx; ++i) {
            const float bed = float(rolling_bed(i, j));
            const std::size_t n = std::size_t(j * desc.nx + i);
            const bool is_dry = bed >= 1.0f;
            dry += is_dry;
            EXPECT_EQ(pond->field(0, Field::Level)[n], is_dry ? bed : 1.0f);
            EXPECT_EQ(pond->field(0, Field::Depth)[n] == 0.0f, is_dry);
        }
    EXPECT_GT(dry, 40);
    EXPECT_GT(pond->totals().min_depth_m, 0.0);
    EXPECT_NEAR(pond->totals().energy_per_density_m5_per_s2, 0.0, 1e-12);
}

}  // namespace
}  // namespace tarn::shallow
