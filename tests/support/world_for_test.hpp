// What tests of worlds share: make one or fail, and a folder that goes away again.
#pragma once

#include <tarn/world.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace tarn {

/// The world of a scene; a test that cannot have it ends here.
inline World world_of(const std::string& json, const WorldOptions& options = {}) {
    auto made = World::from_json(json, ".", options);
    if (!made) {
        std::fprintf(stderr, "%s\nfor %s\n", made.error().message.c_str(), json.c_str());
        std::abort();
    }
    return std::move(made.value());
}

/// A step that must succeed.
inline StepReport stepped(World& world, double seconds) {
    const auto report = world.step(seconds);
    EXPECT_TRUE(report) << (report ? "" : report.error().message);
    return report ? report.value() : StepReport{};
}

inline std::uint64_t checksum_of(const World& world) {
    const auto sum = world.checksum();
    EXPECT_TRUE(sum);
    return sum ? sum.value() : 0;
}

inline MassReport mass_of(const World& world) {
    const auto statistics = world.statistics();
    EXPECT_TRUE(statistics);
    return statistics ? statistics.value().mass : MassReport{};
}

/// now - (initial + added - removed), as a part of the initial mass.
inline double imbalance(const World& world) {
    const MassReport m = mass_of(world);
    return (m.now_kg - (m.initial_kg + m.added_kg - m.removed_kg)) / m.initial_kg;
}

/// A folder of its own for each test.
class TempFolder {
public:
    TempFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "tarn-test-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    ~TempFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::string operator/(const char* name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

/// A small pond with something in it.
inline constexpr const char* kSmallPond = R"({
    "water": {"size": [2, 1.5], "cells": [40, 30], "level": 0.3},
    "events": [{"time": 0, "drop": {"at": [0.6, 0.7], "radius": 0.3, "height": 0.1}},
               {"time": 0.2, "stir": {"path": [[0.4, 0.4], [1.5, 1.1]], "speed": 1,
                                      "radius": 0.15, "depth": 0.05}},
               {"time": 0.4, "press": {"at": [1, 0.8], "size": 0.7, "depth": 0.06, "hold": 0.1}}],
    "rain": {"rate": 5000, "drop": 0.02, "seed": 7}})";

/// Everything at once: a gate, a wall, a breach, even rain and seepage, maps.
inline constexpr const char* kLively = R"({"water": {"size": [4, 2], "cells": [80, 40],
    "bed": {"expr": "(abs(x - 3) < 0.2 ? 0.4 : 0) + sin(5*x)*0.05"}, "infiltration": 3000,
    "level": {"expr": "x < 2 ? 0.5 : 0"}, "solids": [{"box": [1.9, 0, 2.1, 2]}]},
    "rain": {"rate": 9000, "drop": 0}, "maps": {"arrival_depth": 0.02},
    "events": [{"time": 0.3, "open": {"box": [1.9, 0.8, 2.1, 1.2]}},
               {"time": 1.1, "close": {"box": [0.8, 0, 1, 1]}},
               {"time": 0.6, "dig": {"at": [3, 1], "radius": 0.5, "depth": 0.4, "over": 1}}]})";

}  // namespace tarn
