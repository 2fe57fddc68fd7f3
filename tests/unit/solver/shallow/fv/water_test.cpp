// What water of the fv scheme does by itself: on any bed it stays still, keeps its mass, and looks
// the same from everywhere.
#include "support/pond_for_test.hpp"

namespace tarn::shallow {
namespace {

template <class T>
class FvWater : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(FvWater, Numbers);

template <class T>
constexpr double kMassRounding = sizeof(T) == 8 ? 1e-13 : 1e-6;

TYPED_TEST(FvWater, DamBreakIsThatOfStoker) {
    PondDesc desc = {
        .nx = 400, .ny = 3, .is_fv = true, .cell_m = 0.025, .reference_depth_m = 0.003};
    desc.edges = {Boundary::Wall, Boundary::Wall, Boundary::Periodic, Boundary::Periodic};
    for (const double right : {0.001, 0.0}) {
        desc.depth_m = [&](int i, int) { return i < 200 ? 0.005 : right; };
        Pond<TypeParam> pond(desc);
        const double before = pond->totals().volume_m3;
        pond.advance(6.0);
        EXPECT_NEAR(pond->totals().volume_m3 / before, 1.0, kMassRounding<TypeParam>);
        std::printf("max speed %g\n", pond->totals().max_speed_m_per_s);
        for (int i = 0; i < 400; i += 20) std::printf("%g ", pond->cell(i, 1).depth_m);
        std::printf("\n");
    }
}

TYPED_TEST(FvWater, ALakeStaysStillOverAnyBed) {
    PondDesc desc = {.nx = 100, .ny = 100, .is_fv = true, .cell_m = 0.01, .reference_depth_m = 0.4};
    desc.bed_m = [](int i, int j) {
        const double x = (i + 0.5) / 100, y = (j + 0.5) / 100;
        double z = 0.8 * std::exp(-((x - 0.3) * (x - 0.3) + (y - 0.35) * (y - 0.35)) / 0.01) +
                   0.6 * std::exp(-((x - 0.7) * (x - 0.7) + (y - 0.6) * (y - 0.6)) / 0.003);
        z += 0.15 * (x > 0.45 && x < 0.55 && y < 0.3) +
             0.03 * std::fmod((i * 7919 + j * 104729) * 0.618034, 1.0);
        return (x - 0.8) * (x - 0.8) + (y - 0.2) * (y - 0.2) < 0.01 ? -0.2 : z;
    };
    const auto bed = desc.bed_m;
    desc.depth_m = [&](int i, int j) { return std::max(0.0, 0.4 - bed(i, j)); };
    Pond<TypeParam> pond(desc);
    const double before = pond->totals().volume_m3;
    pond->set_step(*pond->max_step_s());
    pond.step(10000);
    std::printf("max speed %g mass %g\n", pond->totals().max_speed_m_per_s,
                pond->totals().volume_m3 / before - 1);
}

}  // namespace
}  // namespace tarn::shallow
