// The free surface: mass, closed surfaces, still water, the same bits for all threads and
// instruction sets, archives.
#include "exec/isa.hpp"
#include "support/volume_box.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tarn::volume {
namespace {

BoxDesc tank(int n) {
    BoxDesc desc = {.nx = n, .ny = n, .nz = n};
    desc.gravity_lu = 0.03 / n;
    desc.tau = 0.51;
    desc.collision = "smagorinsky";
    desc.has_surface = true;
    return desc;
}

BoxDesc dam(int n) {
    BoxDesc desc = tank(n);
    desc.fill = [=](int x, int, int z) { return x < n / 2 && z < n * 6 / 10 ? 1.0f : 0.0f; };
    return desc;
}

BoxDesc drop(int n) {
    BoxDesc desc = tank(n);
    desc.fill = [=](int x, int y, int z) {
        const double dx = x + 0.5 - 0.5 * n, dy = y + 0.5 - 0.5 * n, dz = z + 0.5 - 0.7 * n;
        const bool is_drop = dx * dx + dy * dy + dz * dz < 0.03 * n * n;
        return is_drop || z < n / 4 ? 1.0f : 0.0f;
    };
    return desc;
}

/// With solids, a slip bottom and sides that wrap: everything that images and links touch.
BoxDesc odd_box() {
    BoxDesc desc = dam(18);
    desc.nx = 37;
    desc.ny = 11;
    desc.south_north = kPeriodic;
    desc.bottom_top = kSlip;
    desc.is_solid = [](int x, int y, int z) { return x > 20 && x < 24 && y > 3 && z < 7; };
    return desc;
}

/// Without a surface, rows that are no whole number of packs.
BoxDesc full_box() {
    BoxDesc desc = {.nx = 37, .ny = 8, .nz = 6};
    desc.south_north = kPeriodic;
    desc.velocity = [](int x, int y, int z) {
        return Vec3{0.01f * float(y % 3), 0.02f * float(x % 5), 0.01f * float(z)};
    };
    return desc;
}

BoxDesc basin_with_taps() {
    BoxDesc desc = tank(16);
    desc.fill = [](int, int, int z) { return z < 3 ? 1.0f : 0.0f; };
    desc.faucets = {{.cells = {{6, 6, 15}, {10, 10, 16}},
                     .velocity_m_per_s = {0.0, 0.0, -0.1},
                     .from_s = 20.0,
                     .until_s = 300.0}};
    desc.drains = {{.cells = {{0, 0, 0}, {3, 3, 1}}}};
    return desc;
}

// Rounding of sums of some thousand cells in float, which goes either way: 6e-8 of each exchange.
// Long runs belong to tarn validate.
constexpr double kRounding = 2e-7;

TEST(VolumeSurface, KeepsMass) {
    // With halves too: the population at rest is a float and takes up what rounding leaves.
    BoxDesc in_halves = dam(16);
    in_halves.precision = Precision::Half;
    for (const BoxDesc& desc : {dam(16), drop(16), odd_box(), in_halves}) {
        Box box(desc);
        ASSERT_TRUE(box.is_made()) << box.error().message;
        const double before = box->totals().mass_kg;
        // 300 steps: after some 80 the drop has met the pool, after 120 the dam the wall across.
        for (int k = 0; k < 5; ++k) {
            const RunReport report = box->run(60, 0.0);
            ASSERT_FALSE(report.trouble) << report.trouble->text;
            EXPECT_NEAR(box->totals().mass_kg / before, 1.0, kRounding);
        }
    }
}

TEST(VolumeSurface, StaysClosed) {
    Box box(dam(16));
    for (int k = 0; k < 20; ++k) {
        box->run(13, 0.0);
        const std::vector<CellType> types = box.types();
        for (int z = 0; z < 15; ++z)
            for (int y = 0; y < 16; ++y)
                for (int x = 0; x < 15; ++x) {
                    const CellType a = types[box.at(x, y, z)];
                    for (const CellType b : {types[box.at(x + 1, y, z)], types[box.at(x, y, z + 1)],
                                             types[box.at(x + 1, y, z + 1)]})
                        ASSERT_FALSE((a == CellType::Fluid && b == CellType::Empty) ||
                                     (b == CellType::Fluid && a == CellType::Empty));
                }
    }
}

// Half-filled cells at the top. The surface lies within a cell of where the pressure of the air
// acts, which leaves sound waves of that height: 3 g = 6e-3 of density, 3e-3 of speed, fading.
TEST(VolumeSurface, KeepsStillWaterStill) {
    BoxDesc desc = tank(16);
    desc.fill = [](int, int, int z) { return z < 8 ? 1.0f : z == 8 ? 0.5f : 0.0f; };
    Box box(desc);
    const double before = box->totals().mass_kg;
    box->run(1000, 0.0);
    const Totals after = box->totals();
    EXPECT_LT(after.max_speed_m_per_s, 3e-3);
    EXPECT_NEAR(after.mass_kg / before, 1.0, kRounding);
    const std::vector<float> fill = box.field(Field::Fill);
    for (int x = 0; x < 16; ++x) {
        EXPECT_EQ(fill[box.at(x, 5, 6)], 1.0f);
        EXPECT_EQ(fill[box.at(x, 5, 10)], 0.0f);
    }
}

TEST(VolumeSurface, GivesTheSameBitsForAllInstructionSets) {
    BoxDesc in_halves = full_box();
    in_halves.precision = Precision::Half;
    for (const BoxDesc& start : {dam(20), odd_box(), full_box(), in_halves}) {
        BoxDesc desc = start;
        desc.isa = Isa::Base;
        Box base(desc);
        base->run(150, 0.0);
        for (const Isa isa : {Isa::Avx2, Isa::Avx512}) {
            if (!exec::has_isa(isa)) continue;
            desc.isa = isa;
            Box box(desc);
            box->run(150, 0.0);
            EXPECT_EQ(box->checksum(), base->checksum()) << exec::name_of(isa);
        }
    }
}

TEST(VolumeSurfaceThreads, GivesTheSameBitsForAnyNumberOfThem) {
    // The front of the dam meets the wall, and the faucet opens, before step 50.
    constexpr int kSteps = 60;
    for (const BoxDesc& start : {dam(20), odd_box(), basin_with_taps()}) {
        Box one(start);
        one->run(kSteps, 0.0);
        for (const int threads : {2, 3}) {
            BoxDesc desc = start;
            desc.threads = threads;
            Box box(desc);
            box->run(kSteps, 0.0);
            EXPECT_EQ(box->checksum(), one->checksum()) << threads;
            EXPECT_EQ(box->totals().mass_kg, one->totals().mass_kg);
        }
    }
}

TEST(VolumeSurface, RestoresToTheBit) {
    for (const BoxDesc& desc : {drop(16), odd_box()}) {
        Box box(desc), other(desc);
        box->run(101, 0.0);
        const std::string saved = box->save();
        ASSERT_TRUE(other->restore(saved));
        EXPECT_EQ(other->checksum(), box->checksum());
        box->run(60, 0.0);
        other->run(60, 0.0);
        EXPECT_EQ(other->checksum(), box->checksum());
    }
}

TEST(VolumeSurface, RefusesArchivesThatAreNotWater) {
    Box box(drop(16)), larger(drop(17));
    std::string saved = box->save();
    EXPECT_FALSE(larger->restore(saved));
    EXPECT_FALSE(box->restore(saved.substr(1)));
    saved[saved.size() - 1] = char(0x7f);
    saved[saved.size() - 2] = char(0xff);
    EXPECT_FALSE(box->restore(saved));
}

TEST(VolumeSurface, LimitsWaterThatIsTooFast) {
    BoxDesc desc = dam(16);
    desc.velocity = [](int, int, int) { return Vec3{2.0, 0.0, 0.0}; };
    Box box(desc);
    const double before = box->totals().mass_kg;
    const RunReport report = box->run(1, 0.0);
    if (!report.trouble) {
        EXPECT_GT(box->totals().limited_cells, 0);
    }
    EXPECT_TRUE(std::isfinite(box->totals().kinetic_j));
    EXPECT_NEAR(box->totals().mass_kg / before, 1.0, kRounding);
}

TEST(VolumeBox, EndsARunBeforeFluidIsFasterThanSound) {
    BoxDesc desc = {.nx = 8, .ny = 8, .nz = 8};
    desc.velocity = [](int x, int, int) { return Vec3{x == 3 ? 5.0 : 0.0, 0.0, 0.0}; };
    Box box(desc);
    const std::uint64_t before = box->checksum();
    const RunReport report = box->run(3, 0.0);
    ASSERT_TRUE(report.trouble);
    EXPECT_EQ(report.steps, 0);
    EXPECT_EQ(box->checksum(), before);
}

TEST(VolumeBox, FullAndEmptyBoxesAreDefined) {
    BoxDesc desc = tank(12);
    desc.fill = [](int, int, int) { return 1.0f; };
    Box full(desc);
    full->run(50, 0.0);
    EXPECT_EQ(full->totals().cells[int(CellType::Fluid)], 12 * 12 * 12);
    desc.fill = [](int, int, int) { return 0.0f; };
    Box empty(desc);
    empty->run(50, 0.0);
    EXPECT_EQ(empty->totals().mass_kg, 0.0);
}

TEST(VolumeBox, InflowAndOutflowAreBooked) {
    BoxDesc desc = {.nx = 24, .ny = 8, .nz = 8};
    desc.west_east = {SideDesc::Kind::Inflow, {0.05, 0.0, 0.0}};
    desc.east = SideDesc{SideDesc::Kind::Outflow, {}};
    desc.south_north = desc.bottom_top = kSlip;
    // Sound between a fixed velocity and a fixed pressure fades slowly: none is made at the start.
    desc.velocity = [](int, int, int) { return Vec3{0.05, 0.0, 0.0}; };
    Box box(desc);
    const double before = box->totals().mass_kg;
    double net = 0.0;
    for (int k = 0; k < 10; ++k) {
        const RunReport report = box->run(100, 0.0);
        ASSERT_FALSE(report.trouble) << report.trouble->text;
        net += report.came_in_kg - report.went_out_kg;
    }
    // Books and cells are rounded apart: 1e-7 of what moves in a step, a thousand times.
    EXPECT_NEAR(box->totals().mass_kg, before + net, 1e-4 * before);
    // Settled: everywhere the velocity that comes in, to the sound that is left.
    const std::vector<float> u = box.field(Field::U);
    EXPECT_NEAR(u[box.at(12, 4, 4)], 0.05f, 5e-4f);
}

TEST(VolumeTaps, WhatComesInAndGoesOutIsBooked) {
    Box box(basin_with_taps());
    ASSERT_TRUE(box.is_made()) << box.error().message;
    const double before = box->totals().mass_kg;
    double came_in = 0.0, went_out = 0.0;
    for (int k = 0; k < 20; ++k) {
        const RunReport report = box->run(20, 20.0 * k);
        ASSERT_FALSE(report.trouble) << report.trouble->text;
        if (k == 0) {
            // A drain may find a little less than nothing in a cell: the hysteresis, at most.
            EXPECT_LT(report.came_in_kg, 0.1) << "the faucet is still shut";
        }
        came_in += report.came_in_kg;
        went_out += report.went_out_kg;
        EXPECT_NEAR(box->totals().mass_kg, before + came_in - went_out, kRounding * before * 20);
    }
    // A stream of 16 cells at a tenth of a cell per step, for 280 steps, and more: cells of a
    // faucet are kept full while gravity pulls the water out of them.
    EXPECT_GT(came_in, 0.8 * 16 * 0.1 * 280);
    EXPECT_GT(went_out, 0.0);
}

TEST(VolumeTaps, RefusesWhatLiesOutside) {
    BoxDesc desc = basin_with_taps();
    desc.faucets[0].cells.end[2] = 17;
    EXPECT_FALSE(Box(desc).is_made());
    desc = basin_with_taps();
    desc.faucets[0].velocity_m_per_s.z = -0.9;
    EXPECT_FALSE(Box(desc).is_made());
}

// A current through sides that wrap carries the water round: after a whole turn the dam lies where
// it was but for what gravity has done to it, and the same in every place it could have started.
TEST(VolumeSurface, DoesNotKnowWhereAPeriodicBoxBegins) {
    std::vector<float> fills[2];
    for (int k = 0; k < 2; ++k) {
        BoxDesc desc = tank(16);
        desc.west_east = kPeriodic;
        const int moved = 5 * k;
        desc.fill = [=](int x, int, int z) {
            return (x + 16 - moved) % 16 < 8 && z < 9 ? 1.0f : 0.0f;
        };
        Box box(desc);
        box->run(150, 0.0);
        const std::vector<float> fill = box.field(Field::Fill);
        for (int z = 0; z < 16; ++z)
            for (int y = 0; y < 16; ++y)
                for (int x = 0; x < 16; ++x)
                    fills[k].push_back(fill[box.at((x + moved) % 16, y, z)]);
    }
    EXPECT_EQ(fills[0], fills[1]);
}

TEST(VolumeBox, SaysWhatItCannotDo) {
    BoxDesc desc = {.nx = 8, .ny = 8, .nz = 8};
    desc.collision = "magic";
    Box box(desc);
    ASSERT_FALSE(box.is_made());
    EXPECT_NE(box.error().message.find("\"magic\""), std::string::npos);
    desc = {.nx = 8, .ny = 8, .nz = 8};
    desc.east = kPeriodic;
    EXPECT_FALSE(Box(desc).is_made());
    desc = {.nx = 8, .ny = 8, .nz = 8};
    desc.tau = 0.3;
    EXPECT_FALSE(Box(desc).is_made());
}

}  // namespace
}  // namespace tarn::volume
