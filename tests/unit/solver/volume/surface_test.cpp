// The free surface: mass, closed surfaces, the same bits for all threads and instruction sets.
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

TEST(VolumeSurface, KeepsMass) {
    for (const BoxDesc& desc : {dam(16), drop(16)}) {
        Box box(desc);
        ASSERT_TRUE(box.is_made()) << box.error().message;
        const double before = box->totals().mass_kg;
        for (int k = 0; k < 10; ++k) {
            const RunReport report = box->run(200, 0.0);
            ASSERT_FALSE(report.trouble) << report.trouble->text;
            const Totals now = box->totals();
            EXPECT_NEAR(now.mass_kg / before, 1.0, 1e-6);
        }
    }
}

}  // namespace
}  // namespace tarn::volume
