// What `tarn check` says that a scene will cost, against what it costs. Steps are the same on every
// machine; seconds are those of the processor, with one thread.
#include "cost.hpp"

#include "support/random_scene.hpp"
#include "support/small_scenes.hpp"
#include "support/world_for_test.hpp"
#include <tarn/scene.hpp>

#include <ctime>

namespace tarn::cli {
namespace {

constexpr double kPromised = 1.5;
constexpr double kNoLimit_s = 600.0;  // on the wall: a slow machine sees as much as a fast one

double steps_to_end(World& world) {
    const auto ran = world.run_to({.end_s = world.info().duration_s});
    EXPECT_TRUE(ran) << (ran ? "" : ran.error().message);
    return double(world.steps());
}

double processor_s() {
    return double(std::clock()) / CLOCKS_PER_SEC;
}

/// What was said over what it was.
struct Ratios {
    double steps = 0.0, seconds = 0.0;

    bool has_steps_within() const { return steps < kPromised && steps > 1.0 / kPromised; }
    bool is_within() const {
        return has_steps_within() && seconds < kPromised && seconds > 1.0 / kPromised;
    }
};

/// From a trial that sees `share` of a scene.
Ratios ratios_of(const std::string& scene, const WorldOptions& options, double share) {
    const auto outline = scene_outline(scene, options.set);
    auto tried = World::from_scene(scene, options);
    auto run = World::from_scene(scene, options);
    EXPECT_TRUE(outline && tried && run) << scene;
    if (!outline || !tried || !run) return {};
    const auto cost = estimate_cost(
        tried.value(), {.wall_s = kNoLimit_s, .long_wall_s = kNoLimit_s, .share = share},
        outline.value().pressed);
    EXPECT_TRUE(cost) << cost.error().message;
    if (!cost) return {};
    const double before_s = processor_s();
    const double steps = steps_to_end(run.value());
    return {cost.value().steps / steps, cost.value().wall_s / (processor_s() - before_s)};
}

TEST(CostSlow, OfEveryBuiltInSceneIsToldFromAQuarterOfIt) {
    for (const SmallScene& scene : all_small_scenes()) {
        const WorldOptions options = {
            .backend = Backend::Cpu, .threads = 1, .set = scene.set("float")};
        const Ratios ratios = ratios_of(scene.name, options, 0.25);
        std::printf("%s: steps %.2f, seconds %.2f\n", scene.name, ratios.steps, ratios.seconds);
        EXPECT_TRUE(ratios.has_steps_within()) << scene.name;
    }
}

// The hand of handprint is down from 0.2 to 1.4 s of 4, and a step with it costs several times as
// much as one without. Trials that end with it down, and after it.
TEST(CostSlow, SecondsOfAPrintAreThoseWithAndWithoutTheHand) {
    const WorldOptions options = {
        .backend = Backend::Cpu, .threads = 1, .set = {"water.cells=[80,80]"}};
    for (const double share : {0.25, 0.5}) {
        Ratios ratios = ratios_of("handprint", options, share);
        // Another program may have taken the cache in the middle of it.
        if (!ratios.is_within()) ratios = ratios_of("handprint", options, share);
        std::printf("%.2f of handprint: %.2f\n", share, ratios.seconds);
        EXPECT_TRUE(ratios.is_within()) << share;
    }
}

TEST(CostSlow, OfScenesThatATrialSeesToTheirEndIsExact) {
    int tried = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const TempFolder folder;
        const std::string json = random_whole_scene(seed, folder.path());
        const WorldOptions options = {.backend = Backend::Cpu, .threads = 1};
        auto one = World::from_json(json, folder.path().string(), options);
        auto other = World::from_json(json, folder.path().string(), options);
        if (!one || !other) continue;  // what was drawn does not fit together
        const auto cost =
            estimate_cost(one.value(), {.wall_s = kNoLimit_s, .long_wall_s = kNoLimit_s});
        if (!cost) continue;  // the water diverged, and check says so
        EXPECT_EQ(cost.value().steps, steps_to_end(other.value())) << "seed " << seed;
        ++tried;
    }
    EXPECT_GT(tried, 45);
}

}  // namespace
}  // namespace tarn::cli
