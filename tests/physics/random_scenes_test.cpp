// Scenes that nobody thought of, a hundred for any scheme and a hundred for d2q9 over beds, 2,000
// steps each: whatever they hold, numbers stay numbers, no cell owes water, nothing runs away, and
// the books balance to rounding.
#include "support/random_scene.hpp"
#include "support/sound_water.hpp"
#include "support/world_for_test.hpp"

#include <cmath>
#include <cstdio>
#include <map>

namespace tarn {
namespace {

constexpr int kScenes = 100, kSteps = 2000, kLooks = 20;

/// What falls through all of the heights there are, with what it had at the start and the wind
/// behind it, and some to spare: faster water was pushed by nothing.
double allowed_speed_m_per_s(const World& world, double start_m_per_s) {
    constexpr double kGravity_m_per_s2 = 9.81, kWind_m_per_s = 45.0;
    double lowest_m = HUGE_VAL, highest_m = -HUGE_VAL;
    const FieldView level = world.field("level").value(), depth = world.field("depth").value();
    for (int j = 0; j < level.ny; ++j)
        for (int i = 0; i < level.nx; ++i) {
            const auto level_m = double(level.data[j * level.row_stride + i]);
            lowest_m = std::min(lowest_m, level_m - double(depth.data[j * depth.row_stride + i]));
            highest_m = std::max(highest_m, level_m);
        }
    return 3.0 * (start_m_per_s + std::sqrt(2.0 * kGravity_m_per_s2 * (highest_m - lowest_m))) +
           kWind_m_per_s;
}

struct Tally {
    std::map<std::string, int> schemes = {};
    double worst_float = 0.0, worst_double = 0.0;
};

using MakeScene = std::string (*)(std::uint64_t seed, const std::filesystem::path& folder);

void run_scene(MakeScene scene, std::uint64_t seed, Tally& tally) {
    const TempFolder folder;
    const std::string json = scene(seed, folder.path());
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + json);
    auto made =
        World::from_json(json, folder.path().string(), {.backend = Backend::Cpu, .threads = 1});
    ASSERT_TRUE(made) << made.error().message;
    World& world = made.value();
    ++tally.schemes[world.info().scheme];
    const double start_m_per_s = world.statistics().value().max_speed_m_per_s;
    const double piece_s = kSteps / kLooks * world.info().max_time_step_s;
    while (world.steps() < kSteps) {
        const auto report = world.step(piece_s);
        ASSERT_TRUE(report) << report.error().message;
        ASSERT_EQ(trouble_in_fields(world), "");
        ASSERT_LE(world.statistics().value().max_speed_m_per_s,
                  allowed_speed_m_per_s(world, start_m_per_s));
    }
    const double imbalance = std::abs(imbalance_of_all(mass_of(world)));
    EXPECT_LE(imbalance, allowed_imbalance(world.info(), mass_of(world)));
    double& worst = world.info().precision == "double" ? tally.worst_double : tally.worst_float;
    worst = std::max(worst, imbalance);
}

Tally run_scenes(MakeScene scene) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < kScenes; ++seed) run_scene(scene, seed, tally);
    std::printf(
        "%d scenes with fv, %d with d2q9; largest imbalance %.1e in float, %.1e in double\n",
        tally.schemes["fv"], tally.schemes["d2q9"], tally.worst_float, tally.worst_double);
    return tally;
}

TEST(RandomScenes, AHundredStaySoundAndKeepTheirBooks) {
    Tally tally = run_scenes(random_scene);
    EXPECT_GT(tally.schemes["fv"], 50);
    EXPECT_GT(tally.schemes["d2q9"], 5);
}

TEST(RandomScenes, AHundredOverBedsForD2q9StaySoundAndKeepTheirBooks) {
    Tally tally = run_scenes(random_lattice_scene);
    EXPECT_GT(tally.schemes["d2q9"], 80);
}

// Beyond the first hundred: films that hung on the sills between bent slopes while gravity pulled
// on, until they ran at hundreds of m/s.
TEST(RandomScenes, FilmsDoNotHangOnBentGround) {
    Tally tally;
    for (const std::uint64_t seed : {133u, 199u, 477u}) run_scene(random_scene, seed, tally);
    EXPECT_EQ(tally.schemes["fv"], 3);
}

// A storm that heaps water up until its waves cross most of a cell per step, and a pit seventeen
// times as deep as the water around it.
TEST(RandomScenes, HeapedWaterAndDeepPitsAreCarriedByD2q9) {
    Tally tally;
    for (const std::uint64_t seed : {110u, 495u}) run_scene(random_lattice_scene, seed, tally);
    EXPECT_EQ(tally.schemes["d2q9"], 2);
}

}  // namespace
}  // namespace tarn
