// How much of a wave an open edge sends back.
#include "support/pond_for_test.hpp"

#include <cstdio>
#include <numbers>

namespace tarn::shallow {
namespace {

struct WaveDesc {
    double angle = 0.0;  ///< between its way and the x axis
    int nx = 400, ny = 3;
    std::function<double(int, int)> rise_m = {};
    int steps = 0;
};

double energy_after(const WaveDesc& wave, Boundary ends) {
    PondDesc desc = {.nx = wave.nx, .ny = wave.ny, .tau = 0.505};
    desc.edges = {ends, ends, Boundary::Periodic, Boundary::Periodic};
    desc.depth_m = [&](int i, int j) { return 1.0 + wave.rise_m(i, j); };
    desc.velocity_m_per_s = [&](int i, int j) {
        const double speed = wave.rise_m(i, j) * std::sqrt(kGravity);
        return Vec2{speed * std::cos(wave.angle), speed * std::sin(wave.angle)};
    };
    Pond<double> pond(desc);
    pond.step(wave.steps);
    return pond->totals().energy_per_density_m5_per_s2;
}

/// Energy left when the wave has gone out to the east, over that of the same wave in a world
/// without end: viscosity takes its share from both.
double reflected(const WaveDesc& wave) {
    return energy_after(wave, Boundary::Open) / energy_after(wave, Boundary::Periodic);
}

TEST(OpenEdge, ReflectsLessThanOnePercentOfTheEnergyOfAPlanePulse) {
    for (const double sigma : {4.0, 6.0, 8.0, 12.0}) {
        WaveDesc wave;
        wave.rise_m = [&](int i, int) { return bump(i, 0, 330, 0, sigma, 1e-3); };
        wave.steps = 700;  // 70 cells to the edge at 0.4 cells per step, and 210 cells back
        const double part = reflected(wave);
        std::printf(
            "open edge, pulse of sigma %2.0f cells at normal incidence: %.3f %% reflected\n", sigma,
            100.0 * part);
        EXPECT_LT(part, 0.01);
    }
}

// At an angle a pulse has to be periodic along the edge: waves 48 cells long, about as long as
// those that a pulse of sigma 6 is made of, under an envelope of one and a half of them.
TEST(OpenEdge, ReflectsLessThanOnePercentOfTheEnergyOfObliqueWaves) {
    constexpr double kLength = 48.0, kWidth = 72.0;
    for (const double degrees : {15.0, 30.0, 45.0}) {
        const double pi = std::numbers::pi, angle = degrees * pi / 180.0;
        WaveDesc wave;
        wave.angle = angle;
        wave.nx = int(9.0 * kWidth);
        wave.ny = int(std::lround(kLength / std::sin(angle)));
        const double kx = 2.0 * pi / kLength * std::cos(angle), ky = 2.0 * pi / wave.ny;
        const double middle = 4.5 * kWidth;
        wave.rise_m = [&](int i, int j) {
            return bump(i, 0, middle, 0, kWidth, 1e-3) * std::cos(kx * i + ky * j);
        };
        wave.steps = int((wave.nx - middle + 4.0 * kWidth) / (0.4 * std::cos(angle)));
        const double part = reflected(wave);
        std::printf("open edge, waves at %2.0f degrees: %.3f %% reflected\n", degrees,
                    100.0 * part);
        EXPECT_LT(part, 0.01) << degrees << " degrees";
    }
}

// What no exact solution tells: corners and late times. A steep drop leaves through four open edges
// and nothing grows behind it.
TEST(OpenEdge, APondWithoutWallsComesToRest) {
    PondDesc desc = {.nx = 64, .ny = 64, .courant = 0.3, .tau = 0.505};
    desc.edges = {Boundary::Open, Boundary::Open, Boundary::Open, Boundary::Open};
    desc.depth_m = [](int i, int j) { return std::hypot(i - 25, j - 31) < 6.4 ? 3.0 : 1.0; };
    Pond<float> pond(desc);
    const double before = pond->totals().energy_per_density_m5_per_s2;
    double after = before;
    for (const int steps : {1000, 4000, 15000}) {
        pond.step(steps);
        const double now = pond->totals().energy_per_density_m5_per_s2;
        std::printf("open pond, %5d steps on: %.2e of the energy\n", steps, now / before);
        EXPECT_LT(now, after);
        after = now;
    }
    EXPECT_LT(after, 1e-4 * before);
}

}  // namespace
}  // namespace tarn::shallow
