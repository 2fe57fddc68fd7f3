// The registry of waters: every row can be found, and every model makes its own.
#include "water/registry.hpp"

#include "scene/read.hpp"
#include "water/shallow/schemes.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace tarn::water {
namespace {

scene::Scene scene_of(const std::string& json) {
    auto read = scene::read_scene(json, "lake", ".", {});
    EXPECT_TRUE(read) << (read ? "" : read.error().message);
    return std::move(read.value());
}

TEST(Registry, EveryRowIsOfOneModelAndStandsOnce) {
    std::set<std::tuple<std::string, std::string, Backend>> names;
    std::size_t count = 0;
    for (const Model& model : models())
        for (const Row& row : model.rows()) {
            EXPECT_STREQ(row.model, model.name);
            names.insert({row.model, row.scheme, row.backend});
            ++count;
        }
    EXPECT_EQ(names.size(), count);
    EXPECT_EQ(count, rows().size());
}

TEST(Registry, EverySchemeOfShallowWaterIsThereForTheCpuAndSaysWhatItIsAndCosts) {
    const scene::Scene small = scene_of(R"({"water": {"size": [1, 1], "cells": [100, 100]}})");
    const scene::Scene large = scene_of(R"({"water": {"size": [1, 1], "cells": [800, 800]}})");
    for (const Scheme& row : shallow_schemes()) {
        ASSERT_TRUE(scheme_on(row, Backend::Cpu, shallow_schemes())) << row.scheme;
        EXPECT_STRNE(row.about, "");
        EXPECT_EQ(row.refuses(small), "");
        // At least depth and two velocities, in floats; rows and ghost cells of small grids cost
        // more per cell.
        EXPECT_GE(row.bytes(small, false), 3 * sizeof(float) * 100 * 100);
        const double growth = double(row.bytes(large, false)) / double(row.bytes(small, false));
        EXPECT_GT(growth, 32.0) << row.scheme;
        EXPECT_LE(growth, 64.0) << row.scheme;
    }
}

TEST(Registry, AModelThatIsNotThereIsRefusedWithThoseThatAre) {
    scene::Scene scene = scene_of("{}");
    scene.water.model = "soup";
    const exec::ThreadPool pool(1);
    const auto made = make_water({scene, WorldOptions{}, pool});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::Unsupported);
    EXPECT_NE(made.error().message.find("soup"), std::string::npos);
    EXPECT_NE(made.error().message.find("shallow"), std::string::npos);
}

}  // namespace
}  // namespace tarn::water
