// A tank gives back what a case put in, whichever way it is turned and however large it is.
#include "validate/tank.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tarn::cli::validate {
namespace {

/// Level and velocity that are different in every cell.
TankDesc uneven_tank() {
    TankDesc desc = {.nx = 12, .ny = 8, .cell_m = 0.1};
    desc.level_m = [](double x_m, double y_m) { return 0.5 + 0.01 * x_m + 0.003 * y_m; };
    desc.velocity_m_per_s = [](double x_m, double y_m) { return Vec2{0.01 * x_m, -0.02 * y_m}; };
    return desc;
}

TEST(Tank, EveryVariantGivesBackWhatTheCasePutIn) {
    const TankDesc desc = uneven_tank();
    for (const Variant& variant : variants()) {
        const auto tank = Tank::create(desc, {.variant = variant});
        ASSERT_TRUE(tank) << variant.name << ": " << tank.error().message;
        const auto fields = tank.value().fields();
        ASSERT_TRUE(fields);
        const Fields& f = fields.value();
        for (int j = 0; j < desc.ny; ++j)
            for (int i = 0; i < desc.nx; ++i) {
                const std::size_t k = f.index(i, j);
                const Vec2 v = desc.velocity_m_per_s(f.x_m(i), f.y_m(j));
                // Depths and speeds are floats, and populations hold them with a few roundings.
                EXPECT_NEAR(f.depth_m[k], desc.level_m(f.x_m(i), f.y_m(j)), 1e-6) << variant.name;
                EXPECT_NEAR(f.u_m_per_s[k], v.x, 1e-5) << variant.name;
                EXPECT_NEAR(f.v_m_per_s[k], v.y, 1e-5) << variant.name;
            }
    }
}

TEST(Tank, GaugesAreTurnedWithIt) {
    const TankDesc desc = uneven_tank();
    const Vec2 at_m = {0.45, 0.25};  // the middle of a cell
    for (const Variant& variant : variants()) {
        const auto tank = Tank::create(desc, {.variant = variant});
        ASSERT_TRUE(tank);
        const auto levels = tank.value().levels_m({&at_m, 1});
        ASSERT_TRUE(levels) << variant.name;
        EXPECT_NEAR(levels.value()[0], desc.level_m(at_m.x, at_m.y), 1e-6) << variant.name;
    }
}

TEST(Tank, SaysWhatIsWrongWithAScene) {
    TankDesc desc = uneven_tank();
    desc.edges[0].word = "wobbly";
    const auto tank = Tank::create(desc, {});
    ASSERT_FALSE(tank);
    EXPECT_NE(tank.error().message.find("wobbly"), std::string::npos) << tank.error().message;
}

TEST(Variants, KeepFroudeNumbers) {
    for (const Variant& variant : variants()) {
        const double before = 1.0 / std::sqrt(kGravity_m_per_s2 * 0.3);
        const double after =
            variant.speed() / std::sqrt(variant.gravity_m_per_s2 * 0.3 * variant.length);
        EXPECT_NEAR(after, before, 1e-12) << variant.name;
    }
}

}  // namespace
}  // namespace tarn::cli::validate
