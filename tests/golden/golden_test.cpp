// The same bits everywhere: small versions of the built-in scenes, as long as 200 lattice steps,
// one checksum for any number of threads and any instruction set, and the one that golden.txt
// remembers.
//
// After a change that is meant to change results, run the tests, copy the lines they print into
// golden.txt, and say why in the commit.
#include "support/small_scenes.hpp"
#include <tarn/machine.hpp>
#include <tarn/world.hpp>

#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

namespace tarn {
namespace {

constexpr int kSteps = 200;

std::string hex(std::uint64_t value) {
    char text[24];
    std::snprintf(text, sizeof text, "%016" PRIx64, value);
    return text;
}

/// Checksum after kSteps steps of the largest stable length; by then each scene has begun to move.
std::string run(const SmallScene& scene, const char* precision, WorldOptions options) {
    options.set = scene.set(precision);
    auto made = World::from_scene(scene.name, options);
    if (!made) return made.error().message;
    World& world = made.value();
    const double step_s = world.info().max_time_step_s;
    for (int k = 0; k < kSteps / 10; ++k)
        if (const auto report = world.step(10 * step_s); !report) return report.error().message;
    // The steps of fv follow the flow.
    if (world.info().scheme == "d2q9") {
        EXPECT_EQ(world.steps(), kSteps);
    }
    EXPECT_GT(world.statistics().value().max_speed_m_per_s, 0.0) << scene.name;
    return hex(world.checksum().value());
}

/// golden.txt: "scene precision checksum" on each line.
std::map<std::string, std::string> remembered() {
    std::ifstream file(std::string(TARN_SOURCE_DIR) + "/tests/golden/golden.txt");
    std::map<std::string, std::string> lines;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string name, precision, checksum;
        if (words >> name >> precision >> checksum && name[0] != '#')
            lines[name + " " + precision] = checksum;
    }
    return lines;
}

TEST(Golden, ScenesGiveTheChecksumsOfGoldenTxt) {
    const auto golden = remembered();
    for (const SmallScene& scene : all_small_scenes())
        for (const char* precision : scene.precisions()) {
            const std::string key = std::string(scene.name) + " " + precision;
            const std::string got = run(scene, precision, {.threads = 2});
            const auto line = golden.find(key);
            const bool is_same = line != golden.end() && line->second == got;
            EXPECT_TRUE(is_same) << "new line for tests/golden/golden.txt: " << key << " " << got;
        }
}

/// What the others are compared with: two threads and the best instruction set. Computed once per
/// scene and precision for all tests of this process.
const std::string& usual(const SmallScene& scene, const char* precision) {
    static std::map<std::string, std::string> known;
    std::string& checksum = known[std::string(scene.name) + " " + precision];
    if (checksum.empty()) checksum = run(scene, precision, {.threads = 2});
    return checksum;
}

TEST(GoldenSlow, AnyNumberOfThreadsGivesTheSameBits) {
    for (const SmallScene& scene : all_small_scenes())
        for (const char* precision : scene.precisions())
            for (const int threads : {1, 8})  // usual() takes as many as there are cores
                EXPECT_EQ(run(scene, precision, {.threads = threads}), usual(scene, precision))
                    << scene.name << ", " << precision << ", " << threads << " threads";
}

TEST(GoldenSlow, AnyInstructionSetGivesTheSameBits) {
    const std::vector<std::string> here = machine_info().isas;
    for (const char* name : {"base", "avx2", "avx512"}) {
        if (std::find(here.begin(), here.end(), name) == here.end()) {
            std::printf("this machine has no %s: not compared\n", name);
            continue;
        }
        if (name == here.front()) continue;  // usual() takes it
        Isa isa = Isa::Auto;
        ASSERT_TRUE(parse_isa(name, isa));
        for (const SmallScene& scene : all_small_scenes())
            for (const char* precision : scene.precisions())
                EXPECT_EQ(run(scene, precision, {.threads = isa == Isa::Base ? 1 : 2, .isa = isa}),
                          usual(scene, precision))
                    << scene.name << ", " << precision << ", " << name;
    }
}

}  // namespace
}  // namespace tarn
