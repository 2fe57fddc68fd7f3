// A GPU gives the same bits as the CPU, for everything that the pond does. Skipped, and said so,
// where there is no GPU.
#include "exec/cuda/devices.hpp"
#include "support/beds_for_test.hpp"
#include "support/blocks_of_water.hpp"
#include "support/due_drop.hpp"

#include <cstring>

namespace tarn::shallow {
namespace {

class OnGpu : public testing::Test {
    void SetUp() override {
        const exec::cuda::Survey found = exec::cuda::survey();
        if (found.devices.empty()) GTEST_SKIP() << found.why_none;
    }
};

double wavy(int i, int j) {
    return 1.0 + bump(i, j, 10, 12, 4, 0.3) - bump(i, j, 30, 40, 5, 0.2);
}
Vec2 drifting(int i, int j) {
    return {0.1 * std::sin(0.1 * i), 0.05 * std::cos(0.2 * j)};
}

/// Runs the same pond on both, and expects the same bits after each piece.
template <class T>
void expect_same(PondDesc desc, const std::string& what, int steps = 300) {
    Pond<T> cpu(desc);
    desc.is_on_gpu = true;
    Pond<T> gpu(desc);
    ASSERT_EQ(gpu->checksum(), cpu->checksum()) << what << ", before the first step";
    for (const int piece : {1, 2, steps}) {
        const RunReport a = cpu.run(piece), b = gpu.run(piece);
        ASSERT_FALSE(a.trouble) << what;
        ASSERT_FALSE(b.trouble) << what << ": " << b.trouble->cause;
        ASSERT_EQ(gpu->checksum(), cpu->checksum()) << what << ", piece of " << piece;
        EXPECT_EQ(a.came_in_m3, b.came_in_m3) << what;
        EXPECT_EQ(a.went_out_m3, b.went_out_m3) << what;
    }
    const Totals a = cpu->totals(), b = gpu->totals();
    EXPECT_EQ(a.volume_m3, b.volume_m3) << what;
    EXPECT_EQ(a.energy_per_density_m5_per_s2, b.energy_per_density_m5_per_s2) << what;
    EXPECT_EQ(a.max_speed_m_per_s, b.max_speed_m_per_s) << what;
    EXPECT_EQ(cpu->save(), gpu->save()) << what;
}

template <class T>
void expect_same_for_all(PondDesc desc, const std::string& what) {
    desc.depth_m = wavy;
    desc.velocity_m_per_s = drifting;
    for (const char* collision : collision_names()) {
        desc.collision = collision;
        expect_same<T>(desc, what + ", " + collision);
    }
}

TEST_F(OnGpu, EveryCollisionAndStorageGivesTheBitsOfTheCpu) {
    const PondDesc desc = {.nx = 131, .ny = 70, .tau = 0.55};
    expect_same_for_all<float>(desc, "float");
    expect_same_for_all<Half>(desc, "half");
    expect_same_for_all<double>(desc, "double");
}

TEST_F(OnGpu, EveryMixtureOfEdgesGivesTheBitsOfTheCpu) {
    constexpr Boundary kinds[] = {Boundary::Wall, Boundary::Slip, Boundary::Periodic,
                                  Boundary::Open};
    for (int k = 0; k < 256; ++k) {
        PondDesc desc = {.nx = 35, .ny = 50, .depth_m = wavy, .velocity_m_per_s = drifting};
        for (std::size_t e = 0; e < 4; ++e) desc.edges[e] = kinds[(k >> (2 * e)) & 3];
        const auto is_periodic = [&](int e) {
            return desc.edges[std::size_t(e)] == Boundary::Periodic;
        };
        if (is_periodic(0) != is_periodic(1) || is_periodic(2) != is_periodic(3)) continue;
        const std::string what = "edges " + std::to_string(k);
        expect_same<float>(desc, what, 60);
        expect_same<Half>(desc, what, 60);
        if (HasFatalFailure()) return;
    }
}

PondDesc with_solids_and_forces() {
    PondDesc desc = {.nx = 90, .ny = 61, .depth_m = wavy, .velocity_m_per_s = drifting};
    desc.is_solid = [](int i, int j) { return (i > 40 && i < 44 && j > 20) || (i == 0 && j == 5); };
    desc.manning = 0.03;
    desc.wind_m_per_s = {6.0, -3.0};
    desc.edges = {Boundary::Open, Boundary::Wall, Boundary::Slip, Boundary::Open};
    return desc;
}

TEST_F(OnGpu, SolidsFrictionAndWindGiveTheBitsOfTheCpu) {
    expect_same<float>(with_solids_and_forces(), "float");
    expect_same<Half>(with_solids_and_forces(), "half");
    expect_same<double>(with_solids_and_forces(), "double");
}

PondDesc forced(PondDesc desc) {
    desc.is_solid = [](int i, int j) { return (i > 4 && i < 7 && j > 3) || (i == 0 && j == 5); };
    desc.manning = 0.03;
    desc.bed_drag = 0.002;
    desc.coriolis_per_s = 0.3;
    desc.wind_m_per_s = {6.0, -3.0};
    return desc;
}

TEST_F(OnGpu, ABedWithDryLandGivesTheBitsOfTheCpu) {
    for (const char* collision : collision_names()) {
        PondDesc desc = stormy_lake(131, 70, rolling_bed, 1.0, 0.2);
        desc.tau = 0.6;
        desc.collision = collision;
        for (const PondDesc& lake : {desc, forced(desc)}) {
            expect_same<float>(lake, std::string("float, ") + collision);
            expect_same<Half>(lake, std::string("half, ") + collision);
            expect_same<double>(lake, std::string("double, ") + collision);
        }
    }
}

TEST_F(OnGpu, ABedBesideEveryMixtureOfEdgesGivesTheBitsOfTheCpu) {
    constexpr Boundary kinds[] = {Boundary::Wall, Boundary::Slip, Boundary::Periodic,
                                  Boundary::Open};
    for (int k = 0; k < 256; ++k) {
        PondDesc desc = stormy_lake(35, 50, rolling_bed);
        for (std::size_t e = 0; e < 4; ++e) desc.edges[e] = kinds[(k >> (2 * e)) & 3];
        const auto is_periodic = [&](std::size_t e) { return desc.edges[e] == Boundary::Periodic; };
        if (is_periodic(0) != is_periodic(1) || is_periodic(2) != is_periodic(3)) continue;
        expect_same<float>(desc, "edges " + std::to_string(k), 60);
        if (HasFatalFailure()) return;
    }
}

/// A lake with a thick wall across most of it, and a block on an edge.
PondDesc walled_lake() {
    PondDesc desc = forced(stormy_lake(83, 66, rolling_bed));
    desc.is_solid = [](int i, int j) { return (i > 40 && i < 47 && j > 9) || (i < 3 && j < 5); };
    return desc;
}

TEST_F(OnGpu, SolidsOnABedGiveTheBitsOfTheCpu) {
    constexpr std::array<Boundary, 4> kOpen = {Boundary::Open, Boundary::Open, Boundary::Open,
                                               Boundary::Open};
    PondDesc desc = walled_lake();
    for (const auto& edges : {kWalls, kPeriodic, kSlip, kOpen}) {
        desc.edges = edges;
        expect_same<float>(desc, "float", 101);
        expect_same<Half>(desc, "half", 101);
        expect_same<double>(desc, "double", 101);
    }
}

TEST_F(OnGpu, InPlaceOverABedGivesTheBitsOfTwoCopies) {
    for (PondDesc desc : {stormy_lake(131, 70, rolling_bed),
                          forced(stormy_lake(75, 61, rolling_bed)), walled_lake()})
        for (const auto& edges : {kWalls, kPeriodic, kSlip}) {
            desc.edges = edges;
            desc.is_on_gpu = desc.is_in_place = false;
            Pond<float> cpu(desc);
            cpu.step(101);
            desc.is_on_gpu = desc.is_in_place = true;
            Pond<float> gpu(desc);
            gpu.step(101);
            EXPECT_EQ(gpu->checksum(), cpu->checksum());
            EXPECT_EQ(gpu->save(), cpu->save());
        }
}

TEST_F(OnGpu, WaterOnABedIsSavedAddedAndChangedAsOnTheCpu) {
    PondDesc desc = forced(stormy_lake(45, 50, rolling_bed));
    Pond<float> cpu(desc);
    desc.is_on_gpu = true;
    Pond<float> gpu(desc);
    for (Solver* pond : {&*cpu, &*gpu})
        for (int k = 0; k < 6; ++k) {
            exchange::Forcing water =
                forcing_of({drop(1, 3 * k, 20, 0.01), drop(2, 30, 5 * k, -0.01)});
            pond->run({.steps = 5, .forcing = &water});
            pond->set_step(pond->units().step_s * (k % 2 ? 0.8 : 1.25));
            pond->set_boundary(Edge::East, k % 2 ? Boundary::Slip : Boundary::Open);
        }
    EXPECT_EQ(gpu->checksum(), cpu->checksum());
    Pond<float> other(desc);
    other->set_step(cpu->units().step_s);
    other->set_boundary(Edge::East, cpu->boundary(Edge::East));
    ASSERT_TRUE(other->restore(cpu->save()));
    other.step(3);
    cpu.step(3);
    EXPECT_EQ(other->save(), cpu->save());
}

TEST_F(OnGpu, InPlaceGivesTheBitsOfTwoCopies) {
    for (PondDesc desc : {PondDesc{.nx = 131, .ny = 70, .depth_m = wavy}, with_solids_and_forces(),
                          PondDesc{.nx = 40, .ny = 50, .edges = kPeriodic, .depth_m = wavy},
                          PondDesc{.nx = 40, .ny = 50, .edges = kSlip, .depth_m = wavy}}) {
        Pond<float> cpu(desc);
        const RunReport a = cpu.run(300);
        cpu.step(1);
        desc.is_on_gpu = desc.is_in_place = true;
        Pond<float> gpu(desc);
        const RunReport b = gpu.run(300);
        gpu.step(1);
        EXPECT_EQ(a.came_in_m3, b.came_in_m3);
        EXPECT_EQ(a.went_out_m3, b.went_out_m3);
        EXPECT_EQ(gpu->checksum(), cpu->checksum());
        EXPECT_EQ(gpu->save(), cpu->save());
    }
}

TEST_F(OnGpu, AnotherLatticeStepGivesTheBitsOfTheCpu) {
    PondDesc desc = {.nx = 64, .ny = 40, .viscosity_m2_per_s = 0.02, .depth_m = wavy};
    Pond<float> cpu(desc);
    desc.is_on_gpu = true;
    Pond<float> gpu(desc);
    for (Solver* solver : {&*cpu, &*gpu}) {
        solver->run({.steps = 20});
        solver->set_step(0.7 * solver->units().step_s);
        solver->run({.steps = 20});
    }
    EXPECT_EQ(gpu->checksum(), cpu->checksum());
}

/// More drops in one step than a launch takes, many of them over each other and over the edges.
std::vector<DueWater> shower() {
    std::vector<DueWater> water;
    for (int k = 0; k < 100; ++k) water.push_back(drop(3, k % 9 * 5 - 3, k % 7 * 6 - 2, 0.002 * k));
    for (int k = 4; k < 40; k += 3) water.push_back(drop(k, k, 50 - k, k % 2 ? 0.05 : -0.4));
    return water;
}

TEST_F(OnGpu, FallingWaterIsAddedToTheBitAndBookedTheSame) {
    PondDesc desc = {.nx = 45, .ny = 50, .depth_m = wavy};
    Pond<float> cpu(desc);
    desc.is_on_gpu = true;
    Pond<float> gpu(desc);
    exchange::Forcing a = forcing_of(shower()), b = forcing_of(shower());
    cpu->run({.steps = 50, .forcing = &a});
    gpu->run({.steps = 50, .forcing = &b});
    EXPECT_EQ(gpu->checksum(), cpu->checksum());
    EXPECT_TRUE(std::ranges::equal(a.values(), b.values()));
}

TEST_F(OnGpu, WaterAddedBetweenRunsIsThereBeforeTheFirstOneAndAfterTrouble) {
    PondDesc desc = {.nx = 80, .ny = 80, .courant = 0.3, .tau = 0.505, .collision = "bgk"};
    desc.depth_m = [](int i, int j) { return std::hypot(i - 39.5, j - 39.5) < 8.0 ? 3.0 : 1.0; };
    Pond<float> cpu(desc);
    desc.is_on_gpu = true;
    Pond<float> gpu(desc);
    for (int round = 0; round < 2; ++round) {
        for (Pond<float>* const pond : {&cpu, &gpu}) {
            DueWater due = drop(0, 5, 6, 0.02);
            pond->add_depth(due.patch);
        }
        EXPECT_EQ(gpu->checksum(), cpu->checksum()) << "round " << round;
        ASSERT_TRUE(cpu.run(5000).trouble) << "BGK carried a drop that it should not";
        gpu.run(5000);
    }
}

/// Everything that can act on footprints, twice in a run, so that what is held goes on.
exchange::Forcing all_acts() {
    using exchange::Act;
    exchange::Forcing forcing;
    const auto add = [&](int step, Act act, const CellArea& area, double value, int after = -1) {
        const int number = forcing.add({.step = step, .act = act, .area = area, .after = after});
        double growing = value;
        for (double& v : forcing.plane(number, 0)) v = growing, growing += 0.001 * value;
        return number;
    };
    const int held = add(0, Act::Hold, {10, 12, 7, 5}, 0.05);
    const int lid = add(1, Act::Lid, {30, 20, 6, 9}, 0.9);
    add(2, Act::Pressure, {3, 30, 20, 14}, 0.02);
    const int push = add(3, Act::AddMomentum, {18, 3, 9, 9}, 0.03);
    for (double& v : forcing.plane(push, 1)) v = -0.02;
    add(20, Act::Hold, {10, 12, 7, 5}, 0.02, held);
    add(21, Act::Lid, {30, 20, 6, 9}, 0.95, lid);
    return forcing;
}

template <class T>
void expect_same_exchange(PondDesc desc, const std::string& what) {
    Pond<T> cpu(desc);
    desc.is_on_gpu = true;
    Pond<T> gpu(desc);
    if (const auto longest_s = cpu->max_step_s()) {
        cpu->set_step(0.3 * *longest_s);
        gpu->set_step(0.3 * *longest_s);
    }
    exchange::Forcing on_cpu = all_acts(), on_gpu = all_acts();
    ASSERT_EQ(cpu->run({.steps = 40, .forcing = &on_cpu}).steps, 40) << what;
    ASSERT_EQ(gpu->run({.steps = 40, .forcing = &on_gpu}).steps, 40) << what;
    EXPECT_EQ(gpu->checksum(), cpu->checksum()) << what;
    // What was taken and what is still held is told to the bit too.
    ASSERT_EQ(on_gpu.values().size(), on_cpu.values().size());
    EXPECT_EQ(std::memcmp(on_gpu.values().data(), on_cpu.values().data(),
                          on_cpu.values().size() * sizeof(double)),
              0)
        << what;
}

TEST_F(OnGpu, WhatActsOverFootprintsGivesTheBitsOfTheCpu) {
    PondDesc desc = {.nx = 47, .ny = 50, .depth_m = wavy, .velocity_m_per_s = drifting};
    expect_same_exchange<float>(desc, "float");
    expect_same_exchange<Half>(desc, "half");
    expect_same_exchange<double>(desc, "double");
    desc.is_fv = true;
    expect_same_exchange<float>(desc, "fv, float");
    expect_same_exchange<double>(desc, "fv, double");
}

TEST_F(OnGpu, SamplesOnTheWayAreWhatTheCpuSees) {
    PondDesc desc = {.nx = 45, .ny = 50, .depth_m = wavy};
    Pond<float> cpu(desc);
    desc.is_on_gpu = true;
    Pond<float> gpu(desc);
    const std::vector<Vec2> points = {centre_of(3, 4), {4.47, 4.93}, {2.04, 2.06}};
    std::vector<Sample> a, b;
    cpu->run({.steps = 43, .points_m = points, .sample_every = 10, .samples = &a});
    gpu->run({.steps = 43, .points_m = points, .sample_every = 10, .samples = &b});
    ASSERT_EQ(a.size(), 12u);
    ASSERT_EQ(b.size(), 12u);
    for (std::size_t k = 0; k < a.size(); ++k) {
        EXPECT_EQ(a[k].depth_m, b[k].depth_m);
        EXPECT_EQ(a[k].level_m, b[k].level_m);
        EXPECT_EQ(a[k].normal[0], b[k].normal[0]);
        EXPECT_EQ(a[k].velocity_m_per_s[0], b[k].velocity_m_per_s[0]);
        EXPECT_EQ(a[k].velocity_m_per_s[1], b[k].velocity_m_per_s[1]);
    }
}

TEST_F(OnGpu, FieldsAreWhatTheCellsSay) {
    PondDesc desc = {.nx = 45, .ny = 50, .flat_bed_m = 2.0, .depth_m = wavy, .is_on_gpu = true};
    Pond<float> gpu(desc);
    gpu.step(10);
    gpu->start_fields(1, 15);
    gpu.step(10);
    gpu->start_fields(2, bit_of(Field::Depth));
    gpu.step(1);
    const float now = gpu->field(2, Field::Depth)[45 * 7 + 3];
    desc.is_on_gpu = false;
    Pond<float> cpu(desc);
    cpu.step(10);
    EXPECT_EQ(gpu->field(1, Field::Level)[45 * 7 + 3], float(cpu->cell(3, 7).depth_m + 2.0));
    EXPECT_EQ(gpu->field(1, Field::U)[45 * 7 + 3], float(cpu->cell(3, 7).u_m_per_s));
    cpu.step(10);
    EXPECT_EQ(now, float(cpu->cell(3, 7).depth_m));
}

TEST_F(OnGpu, TroubleIsFoundInTheSameStepAndTheStateBeforeItIsKept) {
    PondDesc desc = {.nx = 80, .ny = 80, .courant = 0.3, .tau = 0.505, .collision = "bgk"};
    desc.depth_m = [](int i, int j) { return std::hypot(i - 39.5, j - 39.5) < 8.0 ? 3.0 : 1.0; };
    Pond<float> cpu(desc);
    const RunReport expected = cpu.run(5000);
    ASSERT_TRUE(expected.trouble) << "BGK carried a drop that it should not";
    desc.is_on_gpu = true;
    Pond<float> gpu(desc);
    const RunReport got = gpu.run(5000);
    ASSERT_TRUE(got.trouble);
    EXPECT_EQ(got.steps, expected.steps);
    EXPECT_EQ(got.trouble->i, expected.trouble->i);
    EXPECT_EQ(got.trouble->j, expected.trouble->j);
    EXPECT_EQ(got.trouble->cause, expected.trouble->cause);
    EXPECT_EQ(gpu->checksum(), cpu->checksum());
    // The same step is refused again.
    EXPECT_EQ(gpu.run(10).steps, 0);
    EXPECT_EQ(gpu->checksum(), cpu->checksum());
}

TEST_F(OnGpu, WhatOneDeviceSavedAnotherRestores) {
    PondDesc desc = {.nx = 45, .ny = 50, .depth_m = wavy};
    Pond<Half> cpu(desc);
    cpu.step(30);
    desc.is_on_gpu = true;
    Pond<Half> gpu(desc);
    ASSERT_TRUE(gpu->restore(cpu->save()));
    cpu.step(30);
    gpu.step(30);
    EXPECT_EQ(gpu->checksum(), cpu->checksum());
}

TEST_F(OnGpu, BlocksGiveTheBitsOfOnePieceOnTheCpu) {
    const exec::ThreadPool pool(1);
    PondDesc d = {.nx = 300, .ny = 41, .edges = kPeriodic};
    d.depth_m = wavy;
    d.is_solid = [](int i, int j) { return i > 120 && i < 135 && j > 15 && j < 25; };
    const PondStart start(d, Precision::Float);
    for (const bool is_fv : {false, true}) {
        auto one = is_fv ? make_fv(start.desc, pool) : make_d2q9(start.desc, pool);
        ASSERT_TRUE(one);
        ASSERT_EQ(one.value()->run({.steps = 30}).steps, 30);
        BlocksOfWater blocks(start.desc, {.along_x = 2, .along_y = 2, .ghosts = 2},
                             [&](const SolverDesc& desc) {
                                 return is_fv ? make_fv_on_gpu(desc, 0) : make_d2q9_on_gpu(desc, 0);
                             });
        blocks.step(30);
        EXPECT_EQ(blocks.checksum(), one.value()->checksum());
        EXPECT_EQ(blocks.totals().volume_m3, one.value()->totals().volume_m3);
    }
}

}  // namespace
}  // namespace tarn::shallow
