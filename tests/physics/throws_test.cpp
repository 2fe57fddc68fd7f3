// Random bodies thrown into a basin: nothing becomes no number, no water is lost, momentum is kept
// where nothing else takes it, and energy does not grow.
#include "support/throws.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace tarn::test {
namespace {

// Water crosses faces in whole quanta, which floats hold up to twice the depth that is expected:
// what is piled up higher is rounded for some steps.
constexpr double kVolume = 1e-6;
// Read in floats, of sums of a thousand cells.
constexpr double kMomentum = 1e-5;
// Sub-steps of bodies, and what the measure of the energy knows of water within a cell.
constexpr double kEnergy = 1.05;
constexpr double kSeconds = 2.0;

TEST(Throws, KeepVolumeAndMomentumAndGainNoEnergy) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const ThrowReport thrown = throw_bodies(seed, kSeconds);
        const std::string what = std::to_string(seed) + ": " + thrown.scene;
        EXPECT_EQ(thrown.trouble, "") << what;
        EXPECT_LT(thrown.volume, kVolume) << what;
        EXPECT_LT(thrown.momentum, kMomentum) << what;
        EXPECT_LT(thrown.energy, kEnergy) << what << "\nat " << thrown.energy_at_s << " s";
    }
}

// Minutes, so by hand: --gtest_also_run_disabled_tests --gtest_filter='Throws.*Thousand*'.
TEST(Throws, DISABLED_AThousandOfThem) {
    int gained = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const ThrowReport thrown = throw_bodies(seed, kSeconds);
        EXPECT_EQ(thrown.trouble, "") << seed;
        EXPECT_LT(thrown.volume, kVolume) << seed;
        EXPECT_LT(thrown.momentum, kMomentum) << seed;
        if (thrown.energy < kEnergy) continue;
        ++gained;
        std::printf("throw %d: %.2f times the energy at %.2f s\n", int(seed), thrown.energy,
                    thrown.energy_at_s);
    }
    EXPECT_EQ(gained, 0) << "throws of 1,000 gained energy";
}

}  // namespace
}  // namespace tarn::test
