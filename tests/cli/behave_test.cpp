// How the program behaves towards people: help, lists, progress, quiet, Ctrl-C.
#include "command.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sys/resource.h>

namespace tarn::cli {
namespace {

TEST(Cli, EverySubcommandHasHelp) {
    EXPECT_EQ(tarn_command({"--help"}).code, 0);
    for (const char* name : {"list", "run", "check", "bench", "reproduce", "validate", "info"}) {
        const Outcome got = tarn_command({name, "--help"});
        EXPECT_EQ(got.code, 0) << name;
        EXPECT_NE(got.out.find("--help"), std::string::npos) << name;
        EXPECT_EQ(got.err, "") << name;
    }
}

TEST(Cli, ReproducesTheTablesOfWaterInSpace) {
    const TempFolder folder;
    const Outcome got =
        tarn_command({"reproduce", "volume", "--quick", "--quiet", "--out", folder / "out"});
    EXPECT_EQ(got.code, 0) << got.err;
    for (const char* words : {"table 6.2", "table 6.3", "dam break", "THESIS"})
        EXPECT_NE(got.out.find(words), std::string::npos) << words;
    const auto rows = rows_of(text_of(folder / "out/volume/table6_2.csv"));
    ASSERT_EQ(rows.size(), 3u) << "a header, 16 and 32 cells";
    EXPECT_EQ(rows[2][0], "32");
    EXPECT_GT(std::stod(rows[2][1]), 0.0);
    EXPECT_EQ(rows[2][4], "3.68622") << "as THESIS prints it";
    EXPECT_EQ(rows_of(text_of(folder / "out/volume/table6_3.csv")).size(), 3u);
    // Water in space has to fall first: it comes to the far wall later than shallow water.
    const auto fronts = rows_of(text_of(folder / "out/volume/dam_front.csv"));
    ASSERT_GT(fronts.size(), 20u);
    EXPECT_GT(std::stod(fronts[12][1]), std::stod(fronts[12][2]));
    EXPECT_NE(text_of(folder / "out/volume/dam.svg").find("Level after"), std::string::npos);
    EXPECT_NE(text_of(folder / "out/volume.html").find("Table 6.3"), std::string::npos);
    expect_refused({"reproduce", "ocean"}, {"ocean", "pond, volume, spray, float, track"});
}

TEST(Cli, ReproducesTheTableOfTrackedSurfaceCells) {
    const TempFolder folder;
    const Outcome got =
        tarn_command({"reproduce", "track", "--quick", "--quiet", "--out", folder / "out"});
    EXPECT_EQ(got.code, 0) << got.err;
    for (const char* words : {"table 1", "TRACK: 16 frames per second", "2449 / 487", "mac"})
        EXPECT_NE(got.out.find(words), std::string::npos) << words;
    const auto rows = rows_of(text_of(folder / "out/track/table1.csv"));
    ASSERT_EQ(rows.size(), 3u) << "a header, mac and track";
    for (std::size_t k : {1u, 2u}) {
        // A jet some cells thick: most of it is surface, and a listing that looks at fewer
        // neighbours finds no more of it.
        EXPECT_GT(std::stod(rows[k][3]), std::stod(rows[k][4]));
        EXPECT_GT(std::stod(rows[k][4]), 0.0);
        EXPECT_LE(std::stod(rows[k][5]), std::stod(rows[k][4]));
        EXPECT_GT(std::stod(rows[k][6]), 0.0);
    }
    EXPECT_NE(text_of(folder / "out/track.html").find("(0, ±1, ±1)"), std::string::npos);
}

TEST(Cli, SaysItsVersion) {
    const Outcome got = tarn_command({"--version"});
    EXPECT_EQ(got.code, 0);
    EXPECT_NE(got.out.find("0.1.0"), std::string::npos);
}

TEST(Cli, ListsTheBuiltInScenesOneLineEach) {
    const auto begin = std::chrono::steady_clock::now();
    const Outcome got = tarn_command({"list"});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::printf("tarn list: %.0f ms\n", took.count() * 1e3);
    EXPECT_EQ(got.code, 0);
    EXPECT_EQ(std::count(got.out.begin(), got.out.end(), '\n'), 42);
    for (const char* name :
         {"pond",  "rain",     "stir",      "handprint",    "pool",         "ball",
          "sea",   "downpour", "columns",   "dam_shore",    "rough_ground", "river",
          "beach", "monai",    "motorboat", "sailboat",     "ducks",        "balls",
          "pins",  "buoys",    "cargo",     "buoy_current", "log_jam",      "tide"})
        EXPECT_NE(got.out.find(name), std::string::npos) << name;
}

TEST(Cli, InfoNamesMachineBackendsAndCollisions) {
    const Outcome got = tarn_command({"info"});
    EXPECT_EQ(got.code, 0);
    for (const char* word : {"cpu", "base", "cuda", "limited", "bgk"})
        EXPECT_NE(got.out.find(word), std::string::npos) << word;
}

TEST(Cli, CheckSaysWhatASceneWillCost) {
    const Outcome got = tarn_command({"check", "stir"});
    EXPECT_EQ(got.code, 0) << got.err;
    for (const char* word : {"cells", "320 x 200", "step", "memory", "viscosity", "cost"})
        EXPECT_NE(got.out.find(word), std::string::npos) << word;
}

TEST(Cli, CheckPrintsNoEscapesOfAScene) {
    const TempFolder folder;
    const std::string scene = write_text(folder, "a.json", R"({"about": "\u001b[31mred \u00e9",
        "water": {"size": [2, 2], "cells": [20, 20]}, "duration": 0.1})");
    const Outcome got = tarn_command({"check", scene});
    EXPECT_EQ(got.code, 0) << got.err;
    EXPECT_EQ(got.out.find('\x1b'), std::string::npos);
    EXPECT_NE(got.out.find("\\x1b[31mred \xc3\xa9"), std::string::npos) << got.out;
}

/// Time of the processor that programs started here have used.
double children_s() {
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    const auto seconds = [](const timeval& t) {
        return double(t.tv_sec) + 1e-6 * double(t.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// What `tarn check` expects of a scene over what `tarn run` takes, both with one thread.
double expected_over_real(std::vector<std::string> scene) {
    scene.insert(scene.end(), {"--threads", "1"});
    std::vector<std::string> check = scene, run = scene;
    check.insert(check.begin(), "check");
    const std::string said = tarn_command(check).out;
    const std::size_t at = said.find("about ", said.find("\ncost "));
    EXPECT_NE(at, std::string::npos) << said;
    if (at == std::string::npos) return 0.0;
    run.insert(run.begin(), "run");
    run.push_back("--quiet");
    const double before_s = children_s();
    const Outcome ran = tarn_command(run);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return std::stod(said.substr(at + 6)) / (children_s() - before_s);
}

// The expected time is that of a machine with nothing else to do, where a single thread works all
// the time; so the run is measured by its processor time, which others disturb little. A trial of
// half a second stands for the rest: within a factor of 2.5, since flows grow and calm down. The
// median of three forgets one disturbance.
TEST(CliSlow, CheckExpectsWhatARunTakes) {
    for (const std::vector<std::string>& scene :
         {std::vector<std::string>{"rain", "--set", "duration=4"},
          std::vector<std::string>{"dam_shore", "--cells", "192,120"}}) {
        std::vector<double> ratios;
        for (int k = 0; k < 3; ++k) ratios.push_back(expected_over_real(scene));
        std::sort(ratios.begin(), ratios.end());
        std::printf("%s: expected / real %.2f, %.2f, %.2f\n", scene[0].c_str(), ratios[0],
                    ratios[1], ratios[2]);
        EXPECT_GT(ratios[1], 1.0 / 2.5) << scene[0];
        EXPECT_LT(ratios[1], 2.5) << scene[0];
    }
}

TEST(Cli, ProgressGoesToStderrInTenLinesUnlessQuiet) {
    const Outcome loud = tarn_command({"run", "pond", "--cells", "20,20", "--time", "2"});
    EXPECT_EQ(loud.code, 0);
    const auto lines = std::count(loud.err.begin(), loud.err.end(), '\n');
    EXPECT_GE(lines, 9);
    EXPECT_LE(lines, 11);
    EXPECT_NE(loud.err.find("100 %"), std::string::npos) << loud.err;
    const Outcome quiet =
        tarn_command({"run", "pond", "--cells", "20,20", "--time", "2", "--quiet"});
    EXPECT_EQ(quiet.code, 0);
    EXPECT_EQ(quiet.out + quiet.err, "");
}

TEST(Cli, CtrlCEndsARunWithValidFilesAndCode130) {
    const TempFolder folder;
    Command command({"run", "pond", "--time", "100000", "--csv", folder / "rows.csv", "--npy",
                     folder / "out", "--save", folder / "state.tarn"});
    wait_for_rows(folder / "rows.csv");
    command.interrupt();
    const Outcome got = command.wait();
    EXPECT_EQ(got.code, 130) << got.err;
    EXPECT_NE(got.err.find("interrupted"), std::string::npos) << got.err;
    const auto rows = rows_of(text_of(folder / "rows.csv"));
    ASSERT_GT(rows.size(), 2u);
    for (const auto& row : rows) ASSERT_EQ(row.size(), rows[0].size());
    const auto depth = io::read_npy(folder / "out/depth.npy");
    ASSERT_TRUE(depth) << depth.error().message;
    EXPECT_EQ(depth.value().values.size(), 200u * 200u);
    const double end_s = number_of(text_of(folder / "out/report.json"), "time");
    EXPECT_NEAR(std::stod(rows.back()[0]), end_s, 1e-6);
    // The checkpoint is good too.
    const Outcome resumed =
        tarn_command({"run", "pond", "--quiet", "--resume", folder / "state.tarn", "--time",
                      std::to_string(end_s + 0.1)});
    EXPECT_EQ(resumed.code, 0) << resumed.err;
}

}  // namespace
}  // namespace tarn::cli
