// Every number that the command prints or writes, got a second way: from the fields it writes, from
// another run, or from the scene. The list of all is docs/numbers.md.
#include "command.hpp"
#include "support/readings.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tarn::cli {
namespace {

// Fields are float32.
constexpr double kFloat = 1.2e-7;
constexpr double kCell_kg_per_m = 0.05 * 0.05 * kWaterDensity_kg_per_m3;

/// Both schemes over flat ground and over a shore with dry land, with an open edge and a drop.
constexpr const char* kCases[] = {"d2q9 flat", "d2q9 shore", "fv flat", "fv shore"};

std::string scene_file(const TempFolder& folder, const std::string& which) {
    const bool has_shore = which.ends_with("shore");
    return write_text(folder, "scene.json",
                      R"({"duration": 1, "water": {"scheme": ")" +
                          which.substr(0, which.find(' ')) +
                          R"(", "size": [3, 2], "cells": [60, 40], "level": 0.4, "bed": )" +
                          (has_shore ? R"s({"expr": "0.3 * max(0, x - 1.5)"})s" : "0.1") +
                          R"(, "edges": {"west": "open"}},
            "events": [{"drop": {"at": [1.2, 0.7], "radius": 0.3, "height": 0.1}}],
            "probes": [{"name": "a", "at": [0.525, 0.775]}, {"name": "b", "at": [2.025, 1.025]}],
            "record": {"every": 0.1}})");
}

std::vector<double> array_of(const std::string& path) {
    auto array = io::read_npy(path);
    EXPECT_TRUE(array) << path;
    return array ? std::move(array.value().values) : std::vector<double>(2400);
}

/// The number after a word of a text, from a place on.
double number_after(const std::string& text, const std::string& word, std::size_t from = 0) {
    const std::size_t at = text.find(word, from);
    EXPECT_NE(at, std::string::npos) << "no \"" << word << "\" in\n" << text;
    return at == std::string::npos ? 0.0 : std::stod(text.substr(at + word.size()));
}

TEST(CliNumbers, OfAReportAreThoseOfItsFields) {
    for (const char* which : kCases) {
        SCOPED_TRACE(which);
        const TempFolder folder;
        const auto begin = std::chrono::steady_clock::now();
        const Outcome got =
            tarn_command({"run", scene_file(folder, which), "--npy", folder / "out"});
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        ASSERT_EQ(got.code, 0) << got.err;
        const std::string report = text_of(folder / "out/report.json");
        const auto number = [&](const char* name) { return number_of(report, name); };
        const auto depth = array_of(folder / "out/depth.npy"), u = array_of(folder / "out/u.npy"),
                   v = array_of(folder / "out/v.npy"), bed = array_of(folder / "out/bed.npy"),
                   level = array_of(folder / "out/level.npy");
        double mass_kg = 0.0, start_kg = 0.0, fastest = 0.0, deepest = 0.0, shallowest = 1e9;
        for (std::size_t k = 0; k < depth.size(); ++k) {
            mass_kg += depth[k] * kCell_kg_per_m;
            start_kg += std::max(0.0, 0.4 - bed[k]) * kCell_kg_per_m;
            fastest = std::max(fastest, std::hypot(u[k], v[k]));
            deepest = std::max(deepest, depth[k]);
            if (depth[k] > 1e-5 * 0.3) shallowest = std::min(shallowest, depth[k]);
            EXPECT_NEAR(level[k], bed[k] + depth[k], 2 * kFloat) << k;
        }
        EXPECT_NEAR(number("mass_final"), mass_kg, kFloat * mass_kg);
        // Beds and levels of fv are rounded by up to two millionths at the start (docs/limits.md).
        const double allowed_kg = (which[0] == 'f' ? 2e-6 : 2 * kFloat) * mass_kg;
        EXPECT_NEAR(number("mass_initial"), start_kg, allowed_kg);
        EXPECT_NEAR(number("mass_added") - number("mass_removed"), mass_kg - start_kg, allowed_kg);
        EXPECT_EQ(number("mass_carried"), 0.0);
        EXPECT_NEAR(number("max_speed"), fastest, 2 * kFloat * fastest);
        EXPECT_NEAR(number("time"), 1.0, 1e-9);
        EXPECT_GT(number("wall_seconds"), 0.0);
        EXPECT_LE(number("wall_seconds"), took.count());
        EXPECT_NEAR(number("mlups") * number("wall_seconds"), number("steps") * 2400 * 1e-6,
                    1e-9 * number("steps") * 2400 * 1e-6);
        // The last lines of the run say the same in fewer digits.
        EXPECT_NEAR(number_after(got.out, "t = "), 1.0, 1e-6);
        EXPECT_EQ(number_after(got.out, "s, "), number("steps"));
        EXPECT_NEAR(number_after(got.out, "water "), mass_kg, 1e-6 + kFloat * mass_kg);
        EXPECT_NEAR(number_after(got.out, "kg = "), start_kg, 1e-6 + allowed_kg);
        EXPECT_NEAR(number_after(got.out, "at most "), fastest, 0.6e-4);
        EXPECT_NEAR(number_after(got.out, "depth "), shallowest, 0.6e-4);
        EXPECT_NEAR(number_after(got.out, " to ", got.out.find("\ndepth")), deepest, 0.6e-4);
        // A program that runs the same scene has the same water.
        auto world = World::from_file(folder / "scene.json", {.backend = Backend::Cpu});
        ASSERT_TRUE(world) << world.error().message;
        ASSERT_TRUE(world.value().run_to({.end_s = 1.0}));
        char checksum[20];
        std::snprintf(checksum, sizeof checksum, "%016llx",
                      static_cast<unsigned long long>(checksum_of(world.value())));
        EXPECT_EQ(member_of(report, "checksum"), checksum);
        EXPECT_EQ(double(world.value().steps()), number("steps"));
    }
}

// A run that ends where a row was written has the cell of the probe in its fields. Probes stand in
// the middle of cells 10, 15 and 40, 20.
TEST(CliNumbers, OfARowAreTheFieldsOfARunThatEndsThere) {
    for (const char* which : kCases) {
        SCOPED_TRACE(which);
        const TempFolder folder;
        const std::string scene = scene_file(folder, which);
        const Outcome whole = tarn_command({"run", scene, "--quiet", "--csv", folder / "rows.csv"});
        ASSERT_EQ(whole.code, 0) << whole.err;
        const auto rows = rows_of(text_of(folder / "rows.csv"));
        ASSERT_EQ(rows.size(), 12u);
        for (const std::size_t row : {3u, 8u}) {
            const Outcome part = tarn_command(
                {"run", scene, "--quiet", "--time", rows[row][0], "--npy", folder / "out"});
            ASSERT_EQ(part.code, 0) << part.err;
            std::size_t column = 1;
            for (const std::size_t cell : {60u * 15u + 10u, 60u * 20u + 40u})
                for (const char* name :
                     {"out/depth.npy", "out/level.npy", "out/u.npy", "out/v.npy"}) {
                    // Cells of 5 cm in binary: the probe is off the middle by a rounding.
                    EXPECT_NEAR(std::stod(rows[row][column]), array_of(folder / name)[cell], kFloat)
                        << rows[0][column] << " at " << rows[row][0];
                    ++column;
                }
        }
    }
}

/// Of the wet cells before the drop fell: as the scene has it.
double mean_depth_m(const Readings& cells) {
    double sum_m = 0.0;
    int wet = 0;
    for (const double bed_m : cells.bed_m) {
        if (bed_m >= 0.4) continue;
        sum_m += 0.4 - bed_m;
        ++wet;
    }
    return sum_m / wet;
}

TEST(CliNumbers, OfCheckAreThoseOfTheRun) {
    for (const char* which : kCases) {
        SCOPED_TRACE(which);
        const TempFolder folder;
        const std::string scene = scene_file(folder, which);
        const Outcome check = tarn_command({"check", scene}),
                      run = tarn_command({"run", scene, "--quiet", "--npy", folder / "out"});
        ASSERT_EQ(check.code, 0) << check.err;
        ASSERT_EQ(run.code, 0) << run.err;
        const std::string report = text_of(folder / "out/report.json");
        const auto line = [&](const char* name) {
            return check.out.find(std::string("\n") + name);
        };
        // The trial of a second of so small a water is the whole run.
        EXPECT_NEAR(number_after(check.out, "cost "), number_of(report, "steps"),
                    5e-3 * number_of(report, "steps"));
        EXPECT_NEAR(number_after(check.out, " for ", line("cost")), 1.0, 1e-9);
        EXPECT_NEAR(number_after(check.out, "viscosity "), number_of(report, "viscosity_used"),
                    1e-4 * number_of(report, "viscosity_used"));
        auto world = World::from_file(scene, {.backend = Backend::Cpu});
        ASSERT_TRUE(world) << world.error().message;
        // Of the start, in four and in six digits.
        const Readings start(world.value());
        const std::size_t reference = check.out.find("reference ");
        EXPECT_NEAR(number_after(check.out, "depth "), start.shallowest_wet_m(),
                    1e-3 * start.shallowest_wet_m());
        EXPECT_NEAR(number_after(check.out, " to ", line("depth")), start.deepest_m(),
                    1e-3 * start.deepest_m());
        EXPECT_NEAR(number_after(check.out, "reference "), mean_depth_m(start), 1e-3);
        EXPECT_NEAR(number_after(check.out, "m, ", reference), start.mass_kg(),
                    1e-5 * start.mass_kg());
        const double wave_m_per_s = std::sqrt(9.81 * mean_depth_m(start));
        EXPECT_NEAR(number_after(check.out, "waves "), wave_m_per_s, 5e-3);
        EXPECT_NEAR(number_after(check.out, "crossing in "), 3.0 / wave_m_per_s, 5e-3);
        EXPECT_NEAR(number_after(check.out, "cells "), 60.0, 0.0);
        EXPECT_NEAR(number_after(check.out, " x ", line("cells")), 40.0, 0.0);
        // Memory: a step's water, and four fields of floats for readers.
        const double step_bytes = number_after(check.out, "step: ", line("memory"));
        const double read_bytes = number_after(check.out, "readers: ");
        EXPECT_NEAR(read_bytes - step_bytes, 16.0, 0.11);
        auto unread = World::from_file(scene, {.backend = Backend::Cpu});
        ASSERT_TRUE(unread) << unread.error().message;
        EXPECT_NEAR(step_bytes, double(unread.value().info().memory.total()) / 2400, 0.06);
    }
}

}  // namespace
}  // namespace tarn::cli
