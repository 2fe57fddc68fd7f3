// A GPU gives the same bits as the CPU for water in space. Skipped, and said so, where there is no
// GPU.
#include "exec/cuda/devices.hpp"
#include "support/volume_box.hpp"

#include <gtest/gtest.h>

namespace tarn::volume {
namespace {

class VolumeOnGpu : public testing::Test {
    void SetUp() override {
        const exec::cuda::Survey found = exec::cuda::survey();
        if (found.devices.empty()) GTEST_SKIP() << found.why_none;
    }
};

void expect_same(BoxDesc desc, int steps, const char* what) {
    Box cpu(desc);
    desc.is_on_gpu = true;
    Box gpu(desc);
    ASSERT_TRUE(cpu.is_made()) << cpu.error().message;
    ASSERT_TRUE(gpu.is_made()) << gpu.error().message;
    ASSERT_EQ(gpu->checksum(), cpu->checksum()) << what << ", before the first step";
    for (int piece = 0; piece < 5; ++piece) {
        const RunReport a = cpu->run(steps, 0.0), b = gpu->run(steps, 0.0);
        ASSERT_EQ(a.steps, b.steps) << what;
        ASSERT_EQ(gpu->checksum(), cpu->checksum()) << what << ", piece " << piece;
        EXPECT_EQ(a.came_in_kg, b.came_in_kg) << what;
        EXPECT_EQ(a.went_out_kg, b.went_out_kg) << what;
    }
    const Totals a = cpu->totals(), b = gpu->totals();
    EXPECT_EQ(a.mass_kg, b.mass_kg) << what;
    EXPECT_EQ(a.kinetic_j, b.kinetic_j) << what;
    EXPECT_EQ(a.limited_cells, b.limited_cells) << what;
    EXPECT_EQ(cpu.field(Field::Fill), gpu.field(Field::Fill)) << what;
    EXPECT_EQ(cpu.field(Field::Pressure), gpu.field(Field::Pressure)) << what;
    EXPECT_EQ(cpu->save(), gpu->save()) << what;
}

TEST_F(VolumeOnGpu, ABoxOfFluidHasTheSameBits) {
    for (const char* collision : {"bgk", "smagorinsky", "trt"})
        for (const Precision precision : {Precision::Float, Precision::Double, Precision::Half}) {
            BoxDesc desc = {.nx = 45, .ny = 17, .nz = 12};
            desc.collision = collision;
            desc.precision = precision;
            desc.tau = 0.55;
            desc.west_east = {SideDesc::Kind::Inflow, {0.05, 0.0, 0.01}};
            desc.east = SideDesc{SideDesc::Kind::Outflow, {}};
            desc.south_north = kPeriodic;
            desc.top = SideDesc{SideDesc::Kind::Lid, {0.03, 0.02, 0.0}};
            desc.is_solid = [](int x, int y, int z) { return x == 20 && y > 4 && y < 9 && z < 6; };
            expect_same(desc, 40, collision);
        }
}

TEST_F(VolumeOnGpu, AFreeSurfaceHasTheSameBits) {
    for (const SideDesc& side : {kWall, kSlip, kPeriodic}) {
        BoxDesc desc = {.nx = 40, .ny = 18, .nz = 24};
        desc.gravity_lu = 0.0015;
        desc.tau = 0.505;
        desc.collision = "smagorinsky";
        desc.has_surface = true;
        desc.south_north = side;
        desc.bottom_top = side.kind == SideDesc::Kind::Slip ? kSlip : kWall;
        desc.fill = [](int x, int, int z) { return x < 18 && z < 15 ? 1.0f : 0.0f; };
        desc.is_solid = [](int x, int y, int z) { return x > 28 && x < 32 && y > 6 && z < 5; };
        expect_same(desc, 120, "dam break");
        desc.tension_lu = 0.005;
        expect_same(desc, 60, "dam break with surface tension");
    }
}

}  // namespace
}  // namespace tarn::volume
