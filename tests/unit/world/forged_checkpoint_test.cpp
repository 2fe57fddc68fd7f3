// Checkpoints that someone forged, with a hash that is right: every number in turn becomes what no
// run has. The answer is an error, or water that steps on and stays a number.
#include "support/forge.hpp"
#include "support/world_for_test.hpp"

#include <limits>

namespace tarn {
namespace {

struct Kind {
    const char* name;
    const char* water;  ///< what is special about it
    std::vector<std::string> set;
    const char* more = "";    ///< beside the water
    const char* scheme = "";  ///< what the part of the water begins with

    bool is_stable() const { return std::string(scheme) == "mac"; }
    bool is_in_space() const { return is_stable() || std::string(scheme) == "d3q19"; }
};

std::string scene_of(const Kind& kind) {
    if (kind.is_in_space())
        return std::string(R"({"water": {"model": ")") + (kind.is_stable() ? "stable" : "volume") +
               R"(", "size": [0.8, 0.6, 0.5], "cells": [8, 6, 5], )" + kind.water + "}, " +
               kind.more + R"("events": [{"time": 0.4, "set": {"viscosity": 0.001}}]})";
    return std::string(R"({"water": {"size": [0.8, 0.6], "cells": [8, 6], )") + kind.water + R"(},
        "rain": {"rate": 9000, "drop": 0.02, "seed": 7}, )" +
           kind.more + R"(
        "events": [{"time": 0.01, "drop": {"at": [0.3, 0.3], "radius": 0.2, "height": 0.01}},
                   {"time": 0.02, "stir": {"path": [[0.2, 0.2], [0.6, 0.4]], "speed": 1,
                                           "radius": 0.15, "depth": 0.02}},
                   {"time": 0.4, "set": {"wind": [2, 1]}}]})";
}

constexpr const char* kPool = R"("fill": [{"box": [0, 0, 0, 0.8, 0.6, 0.3]}])";
constexpr const char* kTwo = R"("bodies": [
    {"radius": 0.12, "density": 400, "at": [0.3, 0.3, 0.3], "velocity": [0.2, 0, 0]},
    {"shape": "box", "size": [0.2, 0.2, 0.1], "at": [0.6, 0.3, 0.4]}],)";
/// One on a lid, one on triangles, drops of all kinds.
constexpr const char* kAfloat = R"("bodies": [
    {"shape": "box", "size": [0.3, 0.3, 0.2], "at": [0.4, 0.3, 0.3], "force": [1, 0, 0]},
    {"radius": 0.05, "at": [0.2, 0.2, 0.35], "forces": "triangles"}],
    "spray": {"max_drops": 12, "radius": 0.01}, "foam": {},
    "emitters": [{"at": [0.6, 0.5, 0.4], "velocity": [0, 0, 1], "rate": 0.0005}],)";

const Kind kKinds[] = {
    {"D2q9Float", R"("level": 0.3, "scheme": "d2q9")", {}, "", "d2q9"},
    {"D2q9Half", R"("level": 0.3, "scheme": "d2q9")", {"water.precision=half"}, "", "d2q9"},
    {"D2q9OverABed", R"("level": 0.3, "scheme": "d2q9", "bed": {"expr": "0.1*x"})", {}, "", "d2q9"},
    {"D2q9WithAFixedStep",
     R"("level": 0.3, "scheme": "d2q9", "time_step": 0.004)",
     {},
     R"("maps": {},)",
     "d2q9"},
    {"Fv",
     R"("level": 0.3, "scheme": "fv", "edges": {"west": {"inflow": {"discharge": 0.01}},
                   "east": "outflow"})",
     {},
     "",
     "fv"},
    {"FvOverABed",
     R"("level": 0.12, "scheme": "fv", "bed": {"expr": "0.3*x"},
                         "infiltration": 500, "solids": [{"box": [0.3, 0.3, 0.4, 0.4]}])",
     {},
     R"("maps": {},)",
     "fv"},
    {"InSpace",
     R"("fill": [{"box": [0, 0, 0, 0.35, 0.6, 0.33]}], "solids": [{"box": [0.5, 0.2, 0, 0.6, 0.4, 0.2]}],
        "faucets": [{"box": [0.6, 0.2, 0.3, 0.8, 0.4, 0.5], "velocity": [0, 0, -0.3]}],
        "drains": [{"box": [0.7, 0, 0, 0.8, 0.6, 0.1]}])",
     {},
     "",
     "d3q19"},
    {"InSpaceWithoutASurface",
     R"("surface": false, "edges": {"top": {"lid": [0.2, 0]}})",
     {"water.precision=double"},
     "",
     "d3q19"},
    {"FvWithBodiesAndSpray", R"("level": 0.3, "scheme": "fv")", {}, kAfloat, "fv"},
    {"InSpaceWithBodies", kPool, {}, kTwo, "d3q19"},
    {"InSpaceWithBodiesAndNoSurface", R"("surface": false)", {}, kTwo, "d3q19"},
    {"StableWithBodies", kPool, {}, kTwo, "mac"}};

World world_of_kind(const Kind& kind) {
    WorldOptions options = {.threads = 1, .set = kind.set};
    return world_of(scene_of(kind), options);
}

/// In the middle of a stir, with a finger down, on the clock of run_to().
std::string content_of_kind(const Kind& kind) {
    World world = world_of_kind(kind);
    EXPECT_TRUE(world.run_to({.end_s = 1.0, .stop_s = 0.07}));
    if (!kind.is_in_space()) {
        EXPECT_TRUE(world.press(3, {{0.5, 0.3}, 0.15, 0.02}));
    }
    EXPECT_TRUE(world.run_to({.end_s = 1.0, .stop_s = 0.09}));
    const auto saved = world.save_to_memory();
    EXPECT_TRUE(saved);
    return content_of(saved.value());
}

/// Restores, steps both ways and looks at the water. Exceptions end the test, as they should.
void expect_error_or_health(World& world, const std::string& content, const std::string& what) {
    if (!world.restore_from_memory(with_hash(content))) return;
    ASSERT_TRUE(has_finite_fields(world)) << what;
    ASSERT_TRUE(std::isfinite(world.time_s())) << what;
    const double before_s = world.time_s();
    if (!world.step(0.003)) return;
    if (!world.run_to({.end_s = before_s + 1.0, .stop_s = before_s + 0.006})) return;
    ASSERT_TRUE(has_finite_fields(world)) << what;
    ASSERT_TRUE(std::isfinite(world.time_s()) && world.time_s() >= before_s) << what;
    ASSERT_TRUE(std::isfinite(world.statistics().value().mass.now_kg)) << what;
}

template <class T>
std::vector<T> bad_values() {
    if constexpr (std::is_floating_point_v<T>)
        return {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(), T(0),
                T(sizeof(T) == 8 ? -1e300 : -1e30), T(1e9)};
    else
        return {T(0), T(-1), T(T(1) << (8 * sizeof(T) - 2)), std::numeric_limits<T>::min()};
}

/// Puts bad values at every `stride` bytes from `begin` to `end`.
template <class T>
void forge(World& world, const std::string& content, std::size_t begin, std::size_t end,
           std::size_t stride) {
    for (std::size_t at = begin; at + sizeof(T) <= end; at += stride)
        for (const T value : bad_values<T>()) {
            expect_error_or_health(world, with_value(content, at, value),
                                   "byte " + std::to_string(at));
            if (testing::Test::HasFatalFailure()) return;
        }
}

/// Where the texts of the scene end and numbers begin.
std::size_t first_number(const std::string& content) {
    std::uint64_t keys = 0;
    std::memcpy(&keys, content.data() + 8, sizeof keys);
    return 16 + std::size_t(keys);
}

/// Where the planes of the water begin: the largest block, after its size.
std::size_t first_plane(const std::string& content, const Kind& kind) {
    const std::string name = kind.scheme;
    std::uint64_t size = name.size();
    std::string block(reinterpret_cast<const char*>(&size), sizeof size);
    const std::size_t water = content.find(block + name);
    // In space, with a head of lattice water: scheme, cells, precision, cell, pace, step,
    // viscosity, size and head of the state.
    if (kind.is_in_space())
        return water + 8 + name.size() + 3 * 4 + (8 + 6) + 8 + (4 * 8 + 2 * 4 + 1) + 2 * 8 + 8 + 64;
    // Scheme, cells, precision, lengths, step; pace; edges; settings; size of the planes.
    return water + 8 + name.size() + 3 * 4 + 3 * 8 + (4 * 8 + 3 * 4 + 1) + 4 * 5 + (6 * 8 + 4 * 9) +
           8;
}

// Everything but the planes is forged at every byte, since numbers lie where others end; of the
// planes, which are all alike, a part. Sanitizers leave it to fuzz_checkpoint.
class ForgedCheckpointSlow : public testing::TestWithParam<Kind> {};

TEST_P(ForgedCheckpointSlow, IsRefusedOrHarmlessWhateverNumberWasChanged) {
    const Kind& kind = GetParam();
    const std::string content = content_of_kind(kind);
    World world = world_of_kind(kind);
    ASSERT_TRUE(world.restore_from_memory(with_hash(content)));
    const std::size_t begin = first_number(content), planes = first_plane(content, kind);
    ASSERT_LT(planes, content.size());
    forge<double>(world, content, begin, planes, 1);
    forge<std::int64_t>(world, content, begin, planes, 1);
    forge<std::int32_t>(world, content, begin, planes, 1);
    forge<float>(world, content, planes, content.size(), 12);
    forge<std::int16_t>(world, content, planes, content.size(), 22);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ForgedCheckpointSlow, testing::ValuesIn(kKinds),
                         [](const auto& kind) { return std::string(kind.param.name); });

TEST(ForgedCheckpoint, TimesThatNoRunHasAreRefusedByName) {
    const Kind& kind = kKinds[0];
    const std::string content = content_of_kind(kind);
    World world = world_of_kind(kind);
    const std::size_t time = first_number(content), lag = time + 8;
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), -1e300, 1e300, -0.1}) {
        const auto refused = world.restore_from_memory(with_hash(with_value(content, time, bad)));
        ASSERT_FALSE(refused) << bad;
        EXPECT_NE(refused.error().message.find("the time"), std::string::npos)
            << refused.error().message;
    }
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), -1e300, 1e300}) {
        const auto refused = world.restore_from_memory(with_hash(with_value(content, lag, bad)));
        ASSERT_FALSE(refused) << bad;
        EXPECT_NE(refused.error().message.find("lag"), std::string::npos)
            << refused.error().message;
    }
}

TEST(ForgedCheckpoint, BytesThatFollowAreRefused) {
    const Kind& kind = kKinds[0];
    World world = world_of_kind(kind);
    EXPECT_FALSE(world.restore_from_memory(with_hash(content_of_kind(kind) + "12345678")));
}

TEST(ForgedCheckpoint, TextsOfTheSceneAreShownWithoutTheirEscapes) {
    const Kind& kind = kKinds[0];
    World world = world_of_kind(kind);
    std::string content = content_of_kind(kind);
    content[content.find("9.81")] = '\x1b';
    const auto refused = world.restore_from_memory(with_hash(content));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("\\x1b"), std::string::npos) << refused.error().message;
}

}  // namespace
}  // namespace tarn
