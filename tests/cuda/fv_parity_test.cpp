// A GPU gives the same bits as the CPU in the fv scheme. Skipped, and said so, where there is no
// GPU.
#include "exec/cuda/devices.hpp"
#include "support/pond_for_test.hpp"

namespace tarn::shallow {
namespace {

class FvOnGpu : public testing::Test {
    void SetUp() override {
        const exec::cuda::Survey found = exec::cuda::survey();
        if (found.devices.empty()) GTEST_SKIP() << found.why_none;
    }
};

double rough(int i, int j) {
    return 0.4 * std::exp(-((i - 60) * (i - 60) + (j - 30) * (j - 30)) / 200.0) +
           0.05 * std::fmod((i * 7919 + j * 104729) * 0.618034, 1.0);
}

/// Runs the same water on both, and expects the same bits after each piece. The ground is covered
/// by `film_m` at least.
template <class T>
void expect_same(PondDesc desc, const std::string& what, double film_m = 0.0) {
    desc.is_fv = true;
    desc.bed_m = rough;
    desc.reference_depth_m = 0.3;
    desc.depth_m = [=](int i, int j) {
        return std::max(film_m, (i < 40 ? 0.6 : 0.2) - rough(i, j));
    };
    Pond<T> cpu(desc);
    desc.is_on_gpu = true;
    Pond<T> gpu(desc);
    ASSERT_EQ(gpu->checksum(), cpu->checksum()) << what << ", before the first step";
    for (int piece = 0; piece < 60; ++piece) {
        ASSERT_EQ(*cpu->max_step_s(), *gpu->max_step_s()) << what;
        const double step_s = (piece % 7 == 0 ? 1.0 : 0.5) * *cpu->max_step_s();
        cpu->set_step(step_s);
        gpu->set_step(step_s);
        std::vector<std::array<DriveValue, 4>> drives(7);
        for (std::size_t k = 0; k < drives.size(); ++k)
            drives[k].fill({.level_m = 0.3 + 0.01 * double(k),
                            .discharge_m3_per_s = 0.2,
                            .inward_m_per_s = 0.02 * double(k)});
        int zone_cells = 0;
        for (std::size_t e = 0; e < 4; ++e)
            if (desc.drives[e] != Drive::None) zone_cells += desc.zone_cells[e];
        std::vector<DriveValue> zones(drives.size() * std::size_t(zone_cells));
        for (std::size_t k = 0; k < zones.size(); ++k)
            zones[k] = {.level_m = 0.3 + 0.001 * double(k % 11), .inward_m_per_s = 0.02};
        const RunDesc run = {.steps = int(drives.size()), .drives = drives, .zones = zones};
        const RunReport a = cpu->run(run), b = gpu->run(run);
        ASSERT_EQ(a.steps, b.steps) << what;
        ASSERT_EQ(gpu->checksum(), cpu->checksum()) << what << ", piece " << piece;
        EXPECT_EQ(a.came_in_m3, b.came_in_m3) << what;
        EXPECT_EQ(a.went_out_m3, b.went_out_m3) << what;
    }
    const Totals a = cpu->totals(), b = gpu->totals();
    EXPECT_EQ(a.volume_m3, b.volume_m3) << what;
    EXPECT_EQ(a.energy_per_density_m5_per_s2, b.energy_per_density_m5_per_s2) << what;
    EXPECT_EQ(cpu->save(), gpu->save()) << what;
}

TEST_F(FvOnGpu, FilmsThatRunDryAcrossAPeriodicEdgeGiveTheBitsOfTheCpu) {
    // Slopes that fall over both edges along x: cells beyond them send more than they have.
    PondDesc desc = {.nx = 16, .ny = 24, .edges = kPeriodic};
    desc.is_fv = true;
    desc.reference_depth_m = 0.1;
    desc.manning = 0.02;
    desc.bed_m = [](int i, int j) { return 0.08 * i + 0.03 * std::abs(j - 12); };
    desc.depth_m = [](int i, int j) { return (i + j) % 3 == 0 ? 0.003 : 0.0; };
    Pond<float> cpu(desc);
    desc.is_on_gpu = true;
    Pond<float> gpu(desc);
    for (int piece = 0; piece < 40; ++piece) {
        const double step_s = *cpu->max_step_s();
        cpu->set_step(step_s);
        gpu->set_step(step_s);
        ASSERT_EQ(cpu->run({.steps = 3}).steps, gpu->run({.steps = 3}).steps);
        ASSERT_EQ(gpu->checksum(), cpu->checksum()) << piece;
    }
}

TEST_F(FvOnGpu, EveryEdgeGivesTheBitsOfTheCpu) {
    const PondDesc desc = {.nx = 271, .ny = 90};
    expect_same<float>(desc, "walls");
    expect_same<double>(desc, "walls, double");
    PondDesc periodic = desc;
    periodic.edges = kPeriodic;
    expect_same<float>(periodic, "periodic");
    PondDesc open = desc;
    open.edges = {Boundary::Open, Boundary::Open, Boundary::Open, Boundary::Open};
    expect_same<float>(open, "open");
    for (const Drive drive : {Drive::Level, Drive::Discharge, Drive::Waves, Drive::Piston}) {
        PondDesc driven = open;
        driven.drives.fill(drive);
        expect_same<float>(driven, "drive " + std::to_string(int(drive)));
    }
}

// Films send all that they have: what leaves a cell is limited everywhere, also where the pieces of
// two warps meet.
TEST_F(FvOnGpu, FilmsOnAnyGroundGiveTheBitsOfTheCpu) {
    const PondDesc desc = {.nx = 271, .ny = 90};
    expect_same<float>(desc, "film", 1e-3);
    expect_same<double>(desc, "film, double", 1e-3);
}

TEST_F(FvOnGpu, OutflowsAndPartsOfEdgesGiveTheBitsOfTheCpu) {
    for (const Outfall kind :
         {Outfall::Free, Outfall::Critical, Outfall::Normal, Outfall::Rating}) {
        PondDesc desc = {.nx = 150, .ny = 70};
        desc.manning = 0.03;
        for (std::size_t e = 0; e < 4; ++e) {
            desc.edges[e] = Boundary::Outflow;
            desc.outfalls[e] = {
                .kind = kind, .slope = 0.01, .rating = {{0.0, 0.0}, {0.2, 0.05}, {0.4, 0.8}}};
        }
        desc.spans[1] = {5, 60};
        desc.spans[2] = {20, 21};
        expect_same<float>(desc, "outfall " + std::to_string(int(kind)));
        // And a discharge through a part of an edge, with solid cells in it.
        desc.edges[0] = Boundary::Open;
        desc.drives[0] = Drive::Discharge;
        desc.spans[0] = {10, 40};
        desc.is_solid = [](int i, int j) { return i < 3 && j > 20 && j < 25; };
        expect_same<double>(desc, "discharge and outfall " + std::to_string(int(kind)));
    }
}

TEST_F(FvOnGpu, ForcesAndSolidsGiveTheBitsOfTheCpu) {
    PondDesc desc = {.nx = 131, .ny = 70, .manning = 0.03, .wind_m_per_s = {5.0, -3.0}};
    desc.bed_drag = 0.002;
    desc.coriolis_per_s = 0.01;
    desc.is_solid = [](int i, int j) { return (i - 80) * (i - 80) + (j - 40) * (j - 40) < 60; };
    expect_same<float>(desc, "forces");
    expect_same<double>(desc, "forces, double");
}

TEST_F(FvOnGpu, ViscosityGivesTheBitsOfTheCpu) {
    const Boundary wall = Boundary::Wall, slip = Boundary::Slip, open = Boundary::Open;
    for (const auto& edges : {kPeriodic, {wall, slip, open, slip}, {slip, open, wall, wall}}) {
        PondDesc desc = {.nx = 271, .ny = 70, .viscosity_m2_per_s = 0.02, .edges = edges};
        desc.is_solid = [](int i, int j) { return (i - 80) * (i - 80) + (j - 40) * (j - 40) < 60; };
        expect_same<float>(desc, "viscosity");
        expect_same<double>(desc, "viscosity, double");
    }
}

TEST_F(FvOnGpu, ZonesGiveTheBitsOfTheCpu) {
    PondDesc desc = {.nx = 271, .ny = 90};
    desc.edges = {Boundary::Open, Boundary::Open, Boundary::Open, Boundary::Open};
    desc.zone_cells = {140, 20, 7, 33};
    expect_same<float>(desc, "zones");
    expect_same<double>(desc, "zones, double");
    desc.drives = {Drive::Waves, Drive::Level, Drive::None, Drive::Waves};
    expect_same<float>(desc, "zones with waves and a level");
}

TEST_F(FvOnGpu, SmallAndNarrowGridsGiveTheBitsOfTheCpu) {
    for (const auto& [nx, ny] : {std::pair{3, 3}, {400, 3}, {3, 400}, {252, 5}, {253, 64}})
        expect_same<float>({.nx = nx, .ny = ny}, std::to_string(nx) + " x " + std::to_string(ny));
}

TEST_F(FvOnGpu, ALakeOfWhichATileIsStirredGivesTheBitsOfTheCpu) {
    for (const auto& edges : {kWalls, kPeriodic}) {
        // Larger than what a GPU takes as a whole.
        PondDesc desc = {.nx = 2050, .ny = 1101, .edges = edges, .is_fv = true};
        desc.bed_m = rough;
        desc.depth_m = [](int i, int j) {
            return std::max(0.0, 0.3 + bump(i, j, 20, 12, 4, 0.05) - rough(i, j));
        };
        Pond<float> cpu(desc);
        desc.is_on_gpu = true;
        Pond<float> gpu(desc);
        const double step_s = 0.5 * *cpu->max_step_s();
        for (int k = 0; k < 50; ++k) {
            for (Pond<float>* const pond : {&cpu, &gpu}) {
                (*pond)->set_step((k % 2 ? 1.0 : 0.7) * step_s);
                DepthPatch patch = patch_of(383, 95, 3, 2, 0.125);
                if (k == 20) pond->add_depth(patch);
                if (k == 30) (*pond)->set_solid({380, 150, 4, 5}, true);
                if (k == 40) (*pond)->set_bed({1600, 10, 1, 1}, std::vector<double>{0.5});
                ASSERT_EQ(pond->run(5).steps, 5);
            }
            ASSERT_EQ(gpu->checksum(), cpu->checksum()) << "piece " << k;
        }
    }
}

}  // namespace
}  // namespace tarn::shallow
