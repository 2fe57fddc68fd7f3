// Steps of stable fluids: rest, volume, divergence, taps, any length of step, the same bits however
// they are computed.
#include "solver/stable/track.hpp"
#include "support/stable_box.hpp"

#include <cmath>
#include <random>

namespace tarn::stable {
namespace {

using volume::Field;

bool is_finite(const StableBox& box) {
    for (const Field field : {Field::Fill, Field::U, Field::V, Field::W, Field::Pressure})
        for (const float value : box.field(field))
            if (!std::isfinite(value)) return false;
    return true;
}

TEST(StableSteps, StillWaterStaysStill) {
    BoxDesc desc = {.nx = 16, .ny = 12, .nz = 16, .step_s = 1.0 / 60};
    desc.fill = [](int, int, int z) { return std::clamp(7.3 - z, 0.0, 1.0); };
    desc.is_solid = [](int x, int y, int z) { return x > 5 && x < 9 && y > 3 && z < 4; };
    StableBox box(desc);
    const std::vector<float> before = box.field(Field::Fill);
    box->run(200, 0.0);
    // What pressure leaves of gravity, 0.16 m/s in each step, in floats.
    EXPECT_LT(box->totals().max_speed_m_per_s, 2e-5);
    const std::vector<float> after = box.field(Field::Fill);
    for (std::size_t n = 0; n < after.size(); ++n) ASSERT_NEAR(after[n], before[n], 2e-3);
}

TEST(StableSteps, PressureIsThatOfTheWaterAbove) {
    BoxDesc desc = {.nx = 8, .ny = 8, .nz = 16, .step_s = 0.01};
    desc.fill = [](int, int, int z) { return std::clamp(9.4 - z, 0.0, 1.0); };
    StableBox box(desc);
    box->run(5, 0.0);
    const std::vector<float> pressure = box.field(Field::Pressure);
    for (int z = 0; z < 9; ++z)
        EXPECT_NEAR(pressure[std::size_t(z) * 64 + 20], 1000.0 * 9.81 * (9.4 - z - 0.5) / 16.0,
                    1.0);
}

TEST(StableStepsSlow, WaterIsConservedOverAThousandSteps) {
    StableBox box(dam(20));
    const double before = box->totals().mass_kg;
    box->run(1000, 0.0);
    // Rounding of some 3,000 passes along an axis, which has a sign.
    EXPECT_NEAR(box->totals().mass_kg / before, 1.0, 5e-5);
}

TEST(StableSteps, WhatFlowsIntoACellFlowsOut) {
    // In a splash too, though there cells with too much or too little water are evened out.
    StableBox box(dam(24));
    for (int k = 0; k < 20; ++k) {
        box->run(5, 0.0);
        EXPECT_LE(box.fact("pressure_residual"), 1e-5);
        EXPECT_LE(box.fact("divergence"), 1e-5);
    }
    BoxDesc desc = {.nx = 24, .ny = 16, .nz = 8, .step_s = 0.05};
    desc.has_surface = false;
    desc.velocity = [](int x, int y, int) {
        return std::array<double, 3>{std::sin(0.5 * y), std::cos(0.3 * x), 0.2};
    };
    desc.is_solid = [](int x, int y, int) { return x == 12 && y < 9; };
    StableBox full(desc);
    full->run(10, 0.0);
    EXPECT_LE(full.fact("divergence"), 1e-5);
}

TEST(StableSteps, FaucetsAndDrainsAreBooked) {
    BoxDesc desc = {.nx = 16, .ny = 16, .nz = 16, .step_s = 0.01};
    desc.fill = [](int, int, int z) { return z < 4 ? 1.0 : 0.0; };
    desc.faucets = {{{{6, 6, 14}, {10, 10, 16}}, {0.0, 0.0, -1.0}, 0.0, 0.5}};
    desc.drains = {{{{0, 0, 0}, {2, 2, 1}}}};
    StableBox box(desc);
    const double before = box->totals().mass_kg;
    double net = 0.0;
    for (int k = 0; k < 10; ++k) {
        const volume::RunReport report = box->run(10, 0.1 * k);
        net += report.came_in_kg - report.went_out_kg;
        EXPECT_EQ(report.came_in_kg > 0.0, k < 5) << k;
        EXPECT_GT(report.went_out_kg, 0.0);
    }
    EXPECT_NEAR(box->totals().mass_kg - before, net, 1e-5 * before);
}

TEST(StableSteps, AFaucetInABoxThatIsFullEnds) {
    BoxDesc desc = {.nx = 8, .ny = 8, .nz = 8, .step_s = 0.02};
    desc.fill = [](int, int, int z) { return z < 6 ? 1.0 : 0.0; };
    desc.faucets = {{{{3, 3, 7}, {5, 5, 8}}, {0.0, 0.0, -2.0}}};
    StableBox box(desc);
    box->run(400, 0.0);
    EXPECT_TRUE(is_finite(box));
    EXPECT_LT(box->totals().mass_kg, 1.02 * 1000.0 * 0.125);
    EXPECT_GT(box->totals().mass_kg, 0.97 * 1000.0 * 0.125);
}

TEST(StableSteps, AnyStepEndsInWater) {
    for (const Scheme scheme : {Scheme::Mac, Scheme::Track})
        for (const double step_s : {1e-6, 0.1, 1.0, 10.0, 3600.0}) {
            BoxDesc desc = dam(12);
            desc.scheme = scheme;
            desc.step_s = step_s;
            StableBox box(desc);
            box->run(20, 0.0);
            EXPECT_TRUE(is_finite(box)) << step_s;
        }
}

TEST(StableSteps, AFaucetInsideASolidBringsNothing) {
    BoxDesc desc = {.nx = 12, .ny = 12, .nz = 12, .step_s = 0.02};
    desc.fill = [](int, int, int z) { return z < 4 ? 1.0 : 0.0; };
    desc.is_solid = [](int x, int y, int z) { return x < 5 && y < 5 && z > 6; };
    desc.faucets = {{{{1, 1, 8}, {4, 4, 11}}, {1.0, 0.0, -1.0}}};
    StableBox box(desc);
    const double before = box->totals().mass_kg;
    const volume::RunReport report = box->run(30, 0.0);
    EXPECT_EQ(report.came_in_kg, 0.0);
    EXPECT_TRUE(is_finite(box));
    EXPECT_NEAR(box->totals().mass_kg / before, 1.0, 1e-6);  // rounding of 90 passes
}

TEST(StableSteps, BoxesWithoutWaterAndWithoutRoomStandStill) {
    for (const bool is_solid : {false, true})
        for (const Scheme scheme : {Scheme::Mac, Scheme::Track}) {
            BoxDesc desc = {.nx = 8, .ny = 9, .nz = 10, .step_s = 0.5, .scheme = scheme};
            desc.fill = [](int, int, int) { return 0.0; };
            desc.is_solid = [=](int, int, int) { return is_solid; };
            StableBox box(desc);
            box->run(10, 0.0);
            EXPECT_TRUE(is_finite(box));
            EXPECT_EQ(box->totals().mass_kg, 0.0);
            EXPECT_EQ(box->totals().max_speed_m_per_s, 0.0);
        }
}

TEST(StableSteps, ABoxThatIsFullToTheLidStaysSo) {
    for (const double step_s : {0.01, 10.0}) {
        BoxDesc desc = {.nx = 10, .ny = 8, .nz = 9, .step_s = step_s};
        desc.fill = [](int, int, int) { return 1.0; };
        StableBox box(desc);
        const double before = box->totals().mass_kg;
        box->run(50, 0.0);
        EXPECT_TRUE(is_finite(box));
        EXPECT_NEAR(box->totals().mass_kg / before, 1.0, 1e-6);  // rounding of 150 passes
        // Of what gravity asks for in a step, 1e-6 is left to the pressure, in each of 9 layers.
        EXPECT_LE(box->totals().max_speed_m_per_s, 1e-5 * 9.81 * step_s) << step_s;
    }
}

TEST(StableSteps, AMirroredDamFallsInTheMirror) {
    BoxDesc desc = dam(20);
    StableBox one(desc);
    desc.fill = [](int x, int, int z) { return 5 * (19 - x) < 40 && 5 * z < 60 ? 1.0 : 0.0; };
    StableBox other(desc);
    one->run(20, 0.0);
    other->run(20, 0.0);
    const std::vector<float> a = one.field(Field::Fill), b = other.field(Field::Fill);
    for (int z = 0; z < 20; ++z)
        for (int x = 0; x < 20; ++x) {
            const std::size_t row = (std::size_t(z) * 10 + 5) * 20;
            EXPECT_NEAR(a[row + std::size_t(x)], b[row + std::size_t(19 - x)], 1e-3);
        }
}

TEST(StableStepsThreads, TheSameBitsWithAnyNumberOfThreads) {
    for (const Scheme scheme : {Scheme::Mac, Scheme::Track}) {
        std::uint64_t first = 0;
        for (const int threads : {1, 2, 3, 5}) {
            BoxDesc desc = dam(16);
            desc.scheme = scheme;
            desc.threads = threads;
            desc.faucets = {{{{12, 4, 12}, {14, 6, 14}}, {0.0, 0.0, -1.0}}};
            StableBox box(desc);
            box->run(15, 0.0);
            if (threads == 1) first = box->checksum();
            EXPECT_EQ(box->checksum(), first) << threads;
        }
    }
}

// The last of an odd number of cells lies beside the first one: no chess board goes round it.
TEST(StableStepsThreads, TheSameBitsRoundAnOddNumberOfCells) {
    for (const Scheme scheme : {Scheme::Mac, Scheme::Track}) {
        std::uint64_t first = 0;
        for (const int threads : {1, 2, 3, 5}) {
            BoxDesc desc = dam(15);
            desc.ny = 9;
            desc.scheme = scheme;
            desc.is_periodic = true;
            desc.threads = threads;
            StableBox box(desc);
            box->run(15, 0.0);
            if (threads == 1) first = box->checksum();
            EXPECT_EQ(box->checksum(), first) << threads;
        }
    }
    for (const int n : {1, 2, 3, 4, 7})
        for (const bool is_periodic : {false, true}) {
            const TrackColours colours = {{{n, 5, 4}, {is_periodic, true, false}, {}}};
            for (int x = 0; x < n; ++x)
                for (int y = 0; y < 5; ++y)
                    for (int axis = 0; axis < 3; ++axis) {
                        const int i[3] = {x, y, 2};
                        int j[3] = {x, y, 2};
                        j[axis] = colours.grid.near(axis, i[axis] + 1);
                        if (j[axis] == i[axis]) continue;
                        EXPECT_NE(colours.of(i), colours.of(j)) << n << " " << x << " " << y;
                        EXPECT_LT(colours.of(i), colours.count());
                    }
        }
}

// A wave runs up and wets the far wall after the checkpoint; nothing of that is left where the
// water goes back in the same memory.
TEST(StableSteps, AStateRestoredInPlaceGoesOnLikeOneInANewBox) {
    for (const int before : {3, 12, 30}) {
        BoxDesc desc = dam(24);
        desc.faucets = {{{{18, 4, 18}, {21, 7, 21}}, {0.5, 0.0, -1.0}, 0.0, 0.2}};
        StableBox used(desc), fresh(desc);
        used->run(before, 0.0);
        const std::string saved = used->save();
        used->run(120, before * desc.step_s);
        for (StableBox* box : {&used, &fresh}) {
            ASSERT_TRUE((*box)->restore(saved));
            (*box)->run(60, before * desc.step_s);
        }
        EXPECT_EQ(used->checksum(), fresh->checksum()) << before;
    }
}

TEST(StableSteps, ARestoredStateGoesOnToTheBit) {
    for (const Scheme scheme : {Scheme::Mac, Scheme::Track}) {
        BoxDesc desc = dam(20);
        desc.scheme = scheme;
        StableBox whole(desc), first(desc), second(desc);
        whole->run(40, 0.0);
        first->run(17, 0.0);
        const std::string saved = first->save();
        ASSERT_TRUE(second->is_sound(saved));
        ASSERT_TRUE(second->restore(saved));
        EXPECT_EQ(second->checksum(), first->checksum());
        EXPECT_EQ(second.words(), first.words());
        second->run(23, 0.0);
        EXPECT_EQ(second->checksum(), whole->checksum());
        EXPECT_FALSE(second->is_sound(saved.substr(1)));
        std::string forged = saved;
        for (std::size_t k = 0; k < 4; ++k) forged[forged.size() / 2 / 4 * 4 + k] = char(0xff);
        EXPECT_FALSE(second->is_sound(forged)) << "a number that is none";
    }
}

/// Everything that a box can be, from a seed.
BoxDesc random_box(unsigned seed) {
    std::mt19937 random(seed);
    const auto pick = [&](int low, int high) {
        return low + int(random() % unsigned(high - low + 1));
    };
    const auto share = [&] { return double(random() % 1000) / 1000.0; };
    BoxDesc desc = {.nx = pick(3, 14), .ny = pick(3, 14), .nz = pick(3, 14)};
    desc.cell_m = 0.01 + 0.1 * share();
    desc.step_s = std::pow(10.0, -4.0 + 5.0 * share());
    desc.gravity_m_per_s2 = 20.0 * share();
    desc.viscosity_m2_per_s = std::pow(10.0, -7.0 + 7.0 * share());
    desc.is_periodic = pick(0, 3) == 0;
    desc.slips = pick(0, 1) == 1;
    desc.scheme = pick(0, 4) == 0 ? Scheme::Track : Scheme::Mac;
    desc.has_surface = pick(0, 5) != 0;
    const auto salt = unsigned(random());
    const double most = share(), speed = 10.0 * share() * share();
    if (desc.has_surface)
        desc.fill = [=](int x, int y, int z) {
            std::mt19937 cell(salt + unsigned(x + 20 * y + 400 * z));
            const double value = double(cell() % 1000) / 1000.0;
            return value < most ? 1.0 : value < 0.5 ? value : 0.0;
        };
    desc.velocity = [=](int x, int y, int z) {
        std::mt19937 cell(salt * 3 + unsigned(x + 20 * y + 400 * z));
        const auto part = [&] { return speed * (double(cell() % 2000) / 1000.0 - 1.0); };
        return std::array<double, 3>{part(), part(), part()};
    };
    const int solids = pick(0, 3);
    desc.is_solid = [=](int x, int y, int z) {
        std::mt19937 cell(salt * 7 + unsigned(x + 20 * y + 400 * z));
        return int(cell() % 10) < solids;
    };
    if (desc.has_surface && pick(0, 1)) {
        const int x = pick(0, desc.nx - 1), y = pick(0, desc.ny - 1), z = pick(0, desc.nz - 1);
        desc.faucets = {{{{x, y, z}, {x + 1, y + 1, z + 1}}, {20 * share(), -5 * share(), -9.0}}};
        desc.drains = {{{{0, 0, 0}, {1, 1, 1}}}};
    }
    return desc;
}

void expect_sound_boxes(unsigned first, unsigned last) {
    for (unsigned seed = first; seed < last; ++seed) {
        const BoxDesc desc = random_box(seed);
        StableBox box(desc);
        const double before = box->totals().mass_kg;
        const volume::RunReport report = box->run(12, 0.0);
        ASSERT_TRUE(is_finite(box)) << "seed " << seed;
        const double cells = double(desc.nx) * desc.ny * desc.nz;
        const double cell_kg = 1000.0 * std::pow(desc.cell_m, 3);
        if (desc.scheme == Scheme::Track) continue;
        EXPECT_NEAR(box->totals().mass_kg, before + report.came_in_kg - report.went_out_kg,
                    1e-4 * cells * cell_kg)
            << "seed " << seed;
    }
}

TEST(StableSteps, RandomBoxesAreNeverWithoutNumbers) {
    expect_sound_boxes(0, 25);
}
TEST(StableStepsSlow, MoreRandomBoxesAreNeverWithoutNumbers) {
    expect_sound_boxes(25, 100);
}

/// For once in a while: --gtest_also_run_disabled_tests. Takes minutes.
TEST(StableSteps, DISABLED_AThousandRandomBoxes) {
    expect_sound_boxes(0, 1000);
}

TEST(StableSteps, SidesThatDriveAreRefused) {
    exec::ThreadPool pool(1);
    SolverDesc desc;
    desc.cells = {{4, 4, 4}};
    desc.cell_m = 0.1;
    desc.step_s = 0.01;
    desc.sides[0].kind = volume::SideDesc::Kind::Inflow;
    const auto made = make_stable(desc, pool);
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("/water/edges/west"), std::string::npos);
    desc.sides[0].kind = volume::SideDesc::Kind::Wall;
    desc.step_s = 0.0;
    EXPECT_FALSE(make_stable(desc, pool));
}

// A run that is cut into pieces gives each of them its time, off by rounding.
TEST(StableSteps, RoundingOfTimesDoesNotMoveTheEndOfAFaucet) {
    BoxDesc desc = dam(12);
    desc.faucets = {{.cells = {{2, 2, 8}, {4, 4, 10}}, .velocity_m_per_s = {0.5, 0.0, 0.0}}};
    desc.faucets.front().until_s = 5.0 * desc.step_s;
    StableBox early(desc), late(desc);
    for (int step = 0; step < 10; ++step) {
        early->run(1, step * desc.step_s - 1e-12);
        late->run(1, step * desc.step_s + 1e-12);
    }
    EXPECT_EQ(early->checksum(), late->checksum());
}

}  // namespace
}  // namespace tarn::stable
