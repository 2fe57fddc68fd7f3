// Water far above or below zero is the same water: heights count from a datum near it.
#include "support/pond_for_test.hpp"

#include <algorithm>

namespace tarn::shallow {
namespace {

/// Heights around zero, in eighths of a millimetre and so whole in floats near 1024 too.
double ground_m(int i, int j) {
    const int noise = (i * 7919 + j * 104729) % 97;
    return std::round(8192.0 * 0.01 * (noise - 48)) / 8192.0 + (i > 30 ? 0.25 : -0.25);
}

/// Open in the west, with a zone; a held level in the east; all of it lifted.
PondDesc lifted_pond(double lift_m) {
    PondDesc desc = {.nx = 64, .ny = 40, .is_fv = true};
    desc.bed_m = [=](int i, int j) { return lift_m + ground_m(i, j); };
    desc.depth_m = [](int i, int j) {
        return std::max(0.0, (i < 20 ? 0.5 : 0.25) - ground_m(i, j));
    };
    desc.is_solid = [](int i, int j) { return i == 40 && j > 30; };
    desc.edges = {Boundary::Open, Boundary::Open, Boundary::Slip, Boundary::Slip};
    desc.drives = {Drive::None, Drive::Level, Drive::None, Drive::None};
    desc.zone_cells = {8, 0, 0, 0};
    return desc;
}

void run(Pond<float>& pond, double lift_m) {
    const std::vector<std::array<DriveValue, 4>> values(
        60, {DriveValue{}, {.level_m = lift_m + 0.375}});
    ASSERT_EQ(pond->run({.steps = 60, .drives = values}).steps, 60);
}

TEST(FvDatum, LiftedWaterIsTheSameToTheBit) {
    for (const double lift_m : {1024.0, -512.0}) {
        Pond<float> low(lifted_pond(0.0)), high(lifted_pond(lift_m));
        EXPECT_EQ(*low->max_step_s(), *high->max_step_s());
        for (Pond<float>* pond : {&low, &high}) (*pond)->set_step(0.5 * *(*pond)->max_step_s());
        run(low, 0.0);
        run(high, lift_m);
        EXPECT_EQ(low->checksum(), high->checksum());

        low->set_bed({10, 10, 1, 1}, std::vector<double>{0.125});
        high->set_bed({10, 10, 1, 1}, std::vector<double>{lift_m + 0.125});
        const std::string saved = high->save();
        Pond<float> restored(lifted_pond(lift_m));
        ASSERT_TRUE(restored->restore(saved));
        restored->set_step(high->units().step_s);
        for (Pond<float>* pond : {&high, &restored}) run(*pond, lift_m);
        run(low, 0.0);
        EXPECT_EQ(low->checksum(), high->checksum());
        EXPECT_EQ(low->checksum(), restored->checksum());

        const Vec2 at_m = {1.05, 1.05};
        Sample here, there;
        low->sample({&at_m, 1}, {&here, 1});
        high->sample({&at_m, 1}, {&there, 1});
        EXPECT_EQ(float(here.depth_m), float(there.depth_m));
        EXPECT_FLOAT_EQ(float(here.level_m + lift_m), float(there.level_m));
        EXPECT_FLOAT_EQ(float(here.bed_m + lift_m), float(there.bed_m));
    }
}

}  // namespace
}  // namespace tarn::shallow
