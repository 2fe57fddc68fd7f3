// A GPU gives the same bits as the CPU for stable fluids. Skipped, and said so, where there is no
// GPU.
#include "exec/cuda/devices.hpp"
#include "support/free_hulls.hpp"
#include "support/stable_box.hpp"

namespace tarn::stable {
namespace {

class StableOnGpu : public testing::Test {
    void SetUp() override {
        const exec::cuda::Survey found = exec::cuda::survey();
        if (found.devices.empty()) GTEST_SKIP() << found.why_none;
    }
};

void expect_same(BoxDesc desc, int steps, const char* what) {
    StableBox cpu(desc);
    desc.is_on_gpu = true;
    StableBox gpu(desc);
    ASSERT_EQ(gpu->checksum(), cpu->checksum()) << what << ", before the first step";
    for (int piece = 0; piece < 4; ++piece) {
        const volume::RunReport a = cpu->run(steps, 0.0), b = gpu->run(steps, 0.0);
        ASSERT_EQ(gpu->checksum(), cpu->checksum()) << what << ", piece " << piece;
        EXPECT_EQ(a.came_in_kg, b.came_in_kg) << what;
        EXPECT_EQ(a.went_out_kg, b.went_out_kg) << what;
    }
    EXPECT_EQ(cpu->totals().mass_kg, gpu->totals().mass_kg) << what;
    EXPECT_EQ(cpu->totals().kinetic_j, gpu->totals().kinetic_j) << what;
    EXPECT_EQ(cpu.field(volume::Field::Pressure), gpu.field(volume::Field::Pressure)) << what;
    if (cpu->has_dye()) {
        EXPECT_EQ(cpu.field(volume::Field::Dye), gpu.field(volume::Field::Dye)) << what;
    }
    EXPECT_EQ(cpu.words(), gpu.words()) << what;
    EXPECT_EQ(cpu->save(), gpu->save()) << what;
}

TEST_F(StableOnGpu, ADamBreakHasTheSameBits) {
    for (const Scheme scheme : {Scheme::Mac, Scheme::Track}) {
        BoxDesc desc = dam(24);
        desc.scheme = scheme;
        desc.is_solid = [](int x, int y, int z) { return x == 16 && y > 4 && z < 6; };
        desc.faucets = {{{{20, 4, 20}, {22, 6, 22}}, {0.0, 0.0, -1.0}}};
        desc.drains = {{{{23, 0, 0}, {24, 2, 2}}}};
        if (scheme == Scheme::Mac) {
            desc.dye = [](int x, int, int z) { return x < 5 ? 1.0 : 0.1 * (z % 7); };
            desc.faucets.front().dye = 0.5;
        }
        expect_same(desc, 15, scheme == Scheme::Mac ? "mac" : "track");
    }
}

TEST_F(StableOnGpu, ABoxOfFluidHasTheSameBits) {
    BoxDesc desc = {.nx = 31, .ny = 16, .nz = 10, .gravity_m_per_s2 = 0.0};
    desc.has_surface = false;
    desc.is_periodic = true;
    desc.viscosity_m2_per_s = 1e-3;
    desc.velocity = [](int x, int y, int z) {
        return std::array<double, 3>{0.1 * ((x * 7 + y) % 5), 0.05 * (z % 3), -0.1 * (y % 4)};
    };
    desc.dye = [](int x, int y, int z) { return (x + y + z) % 11 / 10.0; };
    expect_same(desc, 10, "full");
}

TEST_F(StableOnGpu, BodiesHaveTheSameBits) {
    volume::FreeHulls here(9.81), there(9.81);
    for (volume::FreeHulls* hulls : {&here, &there}) {
        hulls->add_sphere(0.11, 300.0, {0.6, 0.25, 0.4}).motion = {0.5, 0, -1.0, 0, 2, 0};
        hulls->add_box({0.2, 0.15, 0.12}, 2000.0, {0.3, 0.2, 0.5});
        hulls->add_box({0.08, 0.3, 0.3}, 1.0, {0.85, 0.25, 0.15}).is_free = false;
    }
    BoxDesc desc = dam(24);
    desc.viscosity_m2_per_s = 1e-4;
    desc.hulls = &here;
    StableBox cpu(desc);
    desc.is_on_gpu = true;
    desc.hulls = &there;
    StableBox gpu(desc);
    for (int piece = 0; piece < 4; ++piece) {
        cpu->run(12, 0.0);
        gpu->run(12, 0.0);
        ASSERT_EQ(gpu->checksum(), cpu->checksum()) << "piece " << piece;
        for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(here[k].motion, there[k].motion) << k;
    }
    EXPECT_EQ(cpu.words(), gpu.words());
    EXPECT_EQ(cpu->save(), gpu->save());
    EXPECT_EQ(cpu->totals().mass_kg, gpu->totals().mass_kg);
}

}  // namespace
}  // namespace tarn::stable
