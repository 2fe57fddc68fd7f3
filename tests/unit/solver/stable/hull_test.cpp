// Bodies in stable water: where they float, added mass, books, bits, whatever they weigh.
#include "solver/stable/words.hpp"
#include "support/free_hulls.hpp"
#include "support/stable_box.hpp"

#include <cmath>

namespace tarn::stable {
namespace {

using volume::Field;
using volume::FreeHulls;

// A cell is a metre and gravity 1 m/s2, so that sizes and speeds read in cells.
constexpr double kWater = 1000.0, kGravity = 1.0, kPi = 3.14159265358979;

BoxDesc tank(FreeHulls& hulls, int n, int nz, double level) {
    BoxDesc desc = {.nx = n, .ny = n, .nz = nz, .cell_m = 1.0, .step_s = 0.2};
    desc.gravity_m_per_s2 = kGravity;
    desc.viscosity_m2_per_s = 0.0;
    desc.fill = [level](int, int, int z) { return std::clamp(level - z, 0.0, 1.0); };
    desc.hulls = &hulls;
    return desc;
}

bool is_finite(const StableBox& box, FreeHulls& hulls) {
    for (const Field field : {Field::Fill, Field::U, Field::V, Field::W, Field::Pressure})
        for (const float value : box.field(field))
            if (!std::isfinite(value)) return false;
    for (int k = 0; k < hulls.count(); ++k)
        for (const double part : hulls[std::size_t(k)].motion)
            if (!std::isfinite(part)) return false;
    return true;
}

/// Mean height of the centre of mass over the still level, of a body that is put where it floats.
double mean_height(FreeHulls& hulls, double displaced_m3) {
    constexpr int n = 22;
    StableBox box(tank(hulls, n, 20, 11.0));
    double sum = 0.0;
    constexpr int kRuns = 40;
    for (int k = 0; k < kRuns; ++k) {
        box->run(3, 0.0);
        const double level = (box->totals().mass_kg / kWater + displaced_m3) / (n * n);
        sum += hulls[0].centre_m.z - level;
    }
    return sum / kRuns;
}

// Cells are solid or not as wholes, but pressures, shares of cells and the layer of water beside
// the hull know the surface to a part of a cell: a twentieth of it is 0.5 % of a height of ten.
constexpr double kPartOfCell = 0.05;

TEST(StableHullSlow, BoxesFloatAtTheirDraft) {
    for (const double density : {0.3, 0.7}) {
        FreeHulls hulls(kGravity);
        const double height = 10.0, above = height * (0.5 - density);
        hulls.add_box({9, 9, height}, density * kWater, {11.1, 10.8, 11.0 + above});
        const double displaced = 81.0 * height * density;
        EXPECT_NEAR(mean_height(hulls, displaced), above, kPartOfCell) << density;
        EXPECT_NEAR(hulls[0].report.submerged_m3 / displaced, 1.0, 0.02) << density;
    }
}

TEST(StableHullSlow, SpheresFloatAtTheirDraft) {
    const double r = 5.5, volume = 4.0 / 3.0 * kPi * r * r * r;
    FreeHulls hulls(kGravity);
    hulls.add_sphere(r, 0.5 * kWater, {11.1, 10.8, 11.0});
    EXPECT_NEAR(mean_height(hulls, 0.5 * volume), 0.0, 2.0 * kPartOfCell);
}

// A sphere that is let go under water has half of the water it displaces as added mass, and a
// little more in a tank: 0.53 where walls are 3.6 radii away. Cells as wholes make it larger by an
// error of first order, 0.67 with a radius of 5.5 cells and 0.61 with 11. Without added mass it
// would be off by a factor of two.
TEST(StableHull, WaterAroundASphereMovesWithIt) {
    for (const double density : {0.01, 0.2, 0.5, 2.0, 5.0}) {
        FreeHulls hulls(kGravity);
        hulls.add_sphere(5.5, density * kWater, {20.1, 19.8, 18.0});
        BoxDesc desc = tank(hulls, 40, 40, 37.0);
        StableBox box(desc);
        box->run(1, 0.0);
        const double rises = hulls[0].motion[2] / desc.step_s;
        const double added = kGravity * (1.0 - density) / rises - density;
        EXPECT_NEAR(added, 0.67, 0.04) << density;
    }
}

TEST(StableHull, WhatIsHeldIsLiftedByTheWaterItDisplaces) {
    FreeHulls hulls(kGravity);
    hulls.add_sphere(5.0, kWater, {11.2, 10.9, 7.1}).is_free = false;
    StableBox box(tank(hulls, 22, 20, 15.0));
    box->run(5, 0.0);
    const double weight = 4.0 / 3.0 * kPi * 125.0 * kWater * kGravity;
    EXPECT_NEAR(hulls[0].report.force[2] / weight, 1.0, 0.005);
    EXPECT_NEAR(hulls[0].report.force[0] / weight, 0.0, 1e-3);
    EXPECT_NEAR(hulls[0].report.submerged_m3 / (4.0 / 3.0 * kPi * 125.0), 1.0, 0.01);
    EXPECT_LT(box->totals().max_speed_m_per_s, 1e-3);
}

// On the floor water is assumed to creep below it, so that it is lifted as anywhere else.
TEST(StableHull, WhatIsHeldOnTheFloorIsLiftedToo) {
    FreeHulls hulls(kGravity);
    hulls.add_box({6, 6, 6}, kWater, {11.0, 11.0, 3.0}).is_free = false;
    StableBox box(tank(hulls, 22, 20, 15.0));
    box->run(5, 0.0);
    const double weight = 216.0 * kWater * kGravity;
    // Whole cells in still water: what is left is where the solver for the pressure stops, 3e-6.
    EXPECT_NEAR(hulls[0].report.force[2] / weight, 1.0, 1e-4);
    EXPECT_NEAR(hulls[0].report.force[0] / weight, 0.0, 1e-3);
}

// From a cork to lead, dropped and thrown: the water is kept to the rounding of some thousand
// passes along an axis, and nothing is without numbers.
TEST(StableHullSlow, AnyWeightIsCarriedOrSinksAndNoWaterIsLost) {
    for (const double density : {0.005, 0.1, 1.0, 8.0}) {
        FreeHulls hulls(kGravity);
        hulls.add_sphere(3.0, density * kWater, {7.0, 8.0, 14.0}).motion = {1.0, 0.3, -2.0,
                                                                            0,   1,   0};
        hulls.add_box({4, 3, 5}, density * kWater, {13.2, 8.4, 9.0}).turn =
            turn_by({0.4, 0.2, 0.9});
        BoxDesc desc = tank(hulls, 20, 20, 9.4);
        StableBox box(desc);
        const double before = box->totals().mass_kg;
        double fastest = 0.0;
        for (int k = 0; k < 30; ++k) {
            box->run(5, 0.0);
            fastest = std::max(fastest, box->totals().max_speed_m_per_s);
        }
        EXPECT_TRUE(is_finite(box, hulls)) << density;
        EXPECT_NEAR(box->totals().mass_kg / before, 1.0, 3e-5) << density;
        EXPECT_LE(box.fact("divergence"), 1e-5) << density;
        // A fall through the whole tank reaches 6 m/s; splashes are faster for moments.
        EXPECT_LT(fastest, 30.0) << density;
    }
}

TEST(StableHull, APaddleThatIsMovedPushesTheWater) {
    FreeHulls hulls(kGravity);
    auto& paddle = hulls.add_box({3, 14, 12}, kWater, {6.0, 8.0, 6.0});
    paddle.is_free = false;
    paddle.motion = {0.5, 0, 0, 0, 0, 0};
    BoxDesc desc = tank(hulls, 16, 16, 8.0);
    desc.nx = 24;
    StableBox box(desc);
    const double before = box->totals().mass_kg;
    box->run(25, 0.0);
    // It went 2.5 cells: water stands higher before it than behind it, and holds it back.
    const std::vector<float> fill = box.field(Field::Fill);
    double ahead = 0.0, behind = 0.0;
    for (int z = 0; z < 16; ++z) {
        const std::size_t row = (std::size_t(z) * 16 + 8) * 24;
        ahead += double(fill[row + 12]);
        behind += double(fill[row + 4]);
    }
    EXPECT_GT(ahead, behind + 0.3);
    EXPECT_LT(hulls[0].report.force[0], 0.0);
    EXPECT_NEAR(box->totals().mass_kg / before, 1.0, 1e-5);
    std::uint32_t moving = 0;
    for (const std::uint32_t word : box.words()) moving += (word >> 31) & 1u;
    EXPECT_EQ(moving, 3u * 14u * 12u) << "cells with the word of a moving solid";
}

TEST(StableHullThreads, TheSameBitsWithAnyNumberOfThreadsAndAfterARestore) {
    const auto add = [](FreeHulls& hulls) {
        hulls.add_sphere(3.0, 300.0, {5.0, 6.0, 9.0}).motion = {0.5, 0, -1.0, 0, 1, 0};
        hulls.add_box({4, 3, 3}, 700.0, {9.2, 5.4, 7.0});
    };
    FreeHulls one(kGravity), three(kGravity), later(kGravity);
    add(one);
    add(three);
    BoxDesc desc = tank(one, 14, 14, 7.3);
    desc.threads = 1;
    StableBox first(desc);
    desc.hulls = &three;
    desc.threads = 3;
    StableBox second(desc);
    first->run(12, 0.0);
    second->run(12, 0.0);
    EXPECT_EQ(first->checksum(), second->checksum());
    later = one;
    desc.hulls = &later;
    StableBox third(desc);
    const std::string saved = first->save();
    ASSERT_TRUE(third->is_sound(saved));
    ASSERT_TRUE(third->restore(saved));
    EXPECT_EQ(third->checksum(), first->checksum());
    first->run(12, 0.0);
    third->run(12, 0.0);
    EXPECT_EQ(third->checksum(), first->checksum());
    EXPECT_EQ(later[0].motion, one[0].motion);
    EXPECT_FALSE(third->is_sound(saved.substr(0, saved.size() - 8)));
    std::string forged = saved;
    for (std::size_t k = 0; k < 8; ++k) forged[forged.size() - 8 + k] = char(0xff);
    EXPECT_FALSE(third->is_sound(forged)) << "a force that is none";
}

// High above the water, where no step looks: readers see the ball where it is, and nowhere else.
TEST(StableHull, ABallInTheAirIsSeenWhereItIs) {
    FreeHulls hulls(kGravity);
    hulls.add_sphere(2.0, 0.5 * kWater, {6.0, 6.0, 34.0});
    StableBox box(tank(hulls, 12, 40, 4.0));
    for (int k = 0; k < 4; ++k) {
        box->run(4, 0.0);
        const double before =
            hulls[0].centre_m.z;  // its cells are those of the beginning of a step
        box->run(1, 0.0);
        const std::vector<std::uint32_t> words = box.words();
        double sum = 0.0, height = 0.0;
        for (std::size_t n = 0; n < words.size(); ++n) {
            if (!(words[n] & kMovingSolidWord)) continue;
            sum += 1.0;
            height += double(n / (12 * 12)) + 0.5;
        }
        // Cells whose middle lies in a ball of 33.5.
        EXPECT_NEAR(sum, 4.0 / 3.0 * kPi * 8.0, 6.0) << k;
        EXPECT_NEAR(height / sum, before, 0.3) << k;
    }
}

TEST(StableHull, IsRefusedWhereNothingFloats) {
    FreeHulls hulls(kGravity);
    hulls.add_sphere(2.0, 500.0, {4, 4, 4});
    exec::ThreadPool pool(1);
    SolverDesc desc;
    desc.cells = {{8, 8, 8}};
    desc.cell_m = 1.0;
    desc.step_s = 0.1;
    desc.hulls = &hulls;
    EXPECT_TRUE(make_stable(desc, pool));
    const auto expect_refused = [&](const char* word) {
        const auto made = make_stable(desc, pool);
        ASSERT_FALSE(made);
        EXPECT_NE(made.error().message.find(word), std::string::npos) << made.error().message;
    };
    desc.scheme = Scheme::Track;
    expect_refused("/water/scheme is track");
    desc.scheme = Scheme::Mac;
    desc.has_surface = false;
    expect_refused("/water/surface");
    desc.has_surface = true;
    const std::vector<float> dye(512, 0.5f);
    desc.dye = dye;
    expect_refused("dye");
}

}  // namespace
}  // namespace tarn::stable
