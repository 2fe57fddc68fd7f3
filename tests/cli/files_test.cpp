// Nothing that a run reads and nothing that others wrote is overwritten; what an earlier run wrote
// is.
#include "command.hpp"

#include <filesystem>

namespace tarn::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSwim = R"({"water": {"size": [4, 4], "cells": [20, 20]},
    "probes": [{"at": [1, 1]}]})";

std::vector<std::string> run_of(const std::string& scene, std::vector<std::string> more) {
    std::vector<std::string> args = {"run", scene, "--time", "0.1", "--quiet", "--size", "32x18"};
    args.insert(args.end(), more.begin(), more.end());
    return args;
}

TEST(CliFiles, TheSceneItselfIsNotOverwritten) {
    const TempFolder folder;
    const std::string scene = write_text(folder, "swim.json", kSwim);
    for (const char* option : {"--csv", "--save", "--record", "--still", "--video"}) {
        expect_refused(run_of(scene, {option, scene}), {option, "swim.json", "the scene"});
        EXPECT_EQ(text_of(scene), kSwim) << option;
    }
    // By another name.
    fs::create_symlink(scene, folder.path() / "link.csv");
    expect_refused(run_of(scene, {"--csv", folder / "link.csv"}), {"link.csv", "the scene"});
    EXPECT_EQ(text_of(scene), kSwim);
    fs::create_directory(folder.path() / "sub");
    expect_refused(run_of(scene, {"--csv", folder / "sub/../swim.json"}), {"the scene"});
}

TEST(CliFiles, FilesThatTheSceneNamesAreNotOverwritten) {
    const TempFolder folder;
    const std::vector<float> heights(400, 0.1f);
    ASSERT_TRUE(io::write_npy(folder / "bed.npy", heights, std::vector<std::size_t>{20, 20}));
    write_text(folder, "stage.csv", "t,level\n0,0.5\n10,0.5\n");
    const std::string scene = write_text(folder, "shore.json",
                                         R"({"water": {"size": [4, 4], "cells": [20, 20],
        "bed": {"npy": "bed.npy"}, "edges": {"west": {"inflow": {"csv": "stage.csv"}}}},
        "probes": [{"at": [1, 1]}]})");
    const std::string bed = text_of(folder / "bed.npy");
    expect_refused(run_of(scene, {"--npy", folder.path().string()}), {"--npy", "bed.npy"});
    EXPECT_EQ(text_of(folder / "bed.npy"), bed);
    EXPECT_FALSE(fs::exists(folder / "depth.npy")) << "something was written before the refusal";
    expect_refused(run_of(scene, {"--csv", folder / "stage.csv"}), {"--csv", "stage.csv"});
    EXPECT_EQ(text_of(folder / "stage.csv"), "t,level\n0,0.5\n10,0.5\n");
    // Nor one that --set names.
    expect_refused(
        {"run", "pond", "--time", "0.1", "--cells", "20,20", "--set",
         "water.bed={\"npy\": \"" + (folder / "bed.npy") + "\"}", "--npy", folder.path().string()},
        {"--npy", "bed.npy"});
}

TEST(CliFiles, OutsideOfTheSceneAreReadWhereDataAllowsThem) {
    const TempFolder folder;
    std::filesystem::create_directories(folder.path() / "scenes");
    const std::vector<float> heights(400, 0.1f);
    const std::size_t shape[] = {20, 20};
    ASSERT_TRUE(io::write_npy(folder / "bed.npy", heights, shape));
    const std::string scene = write_text(folder, "scenes/shore.json",
                                         R"({"water": {"size": [4, 4], "cells": [20, 20],
        "bed": {"npy": "../bed.npy"}}})");
    for (const char* command : {"run", "check"}) {
        expect_refused({command, scene},
                       {"bed.npy", "outside of the scene's folder", "--data DIR"});
        expect_refused({command, scene, "--data", folder / "scenes"}, {"outside"});
    }
    const Outcome got = tarn_command(run_of(scene, {"--data", folder.path().string()}));
    EXPECT_EQ(got.code, 0) << got.err;
}

TEST(CliFiles, AHeightMapIsNotReplacedByAStill) {
    const TempFolder folder;
    const std::string pond = write_text(folder, "swim.json", kSwim);
    const Outcome drawn = tarn_command(run_of(pond, {"--map", folder.path().string()}));
    ASSERT_EQ(drawn.code, 0) << drawn.err;
    fs::rename(folder / "level.png", folder / "heights.png");
    const std::string scene = write_text(folder, "land.json", R"({"water": {"size": [4, 4],
        "cells": [20, 20], "bed": {"png": "heights.png", "range": [0, 0.1]}}})");
    const std::string before = text_of(folder / "heights.png");
    expect_refused(run_of(scene, {"--still", folder / "heights.png"}), {"--still", "heights.png"});
    EXPECT_EQ(text_of(folder / "heights.png"), before);
}

TEST(CliFiles, CheckpointsAndRecordingsThatAreReadStay) {
    const TempFolder folder;
    const std::string scene = write_text(folder, "swim.json", kSwim);
    const Outcome first = tarn_command(
        run_of(scene, {"--save", folder / "state.tarn", "--record", folder / "calls.txt"}));
    ASSERT_EQ(first.code, 0) << first.err;
    const std::string state = text_of(folder / "state.tarn"), calls = text_of(folder / "calls.txt");
    expect_refused(
        run_of(scene, {"--resume", folder / "state.tarn", "--save", folder / "state.tarn"}),
        {"--save", "--resume"});
    expect_refused(
        run_of(scene, {"--replay", folder / "calls.txt", "--record", folder / "calls.txt"}),
        {"--record", "--replay"});
    EXPECT_EQ(text_of(folder / "state.tarn"), state);
    EXPECT_EQ(text_of(folder / "calls.txt"), calls);
}

TEST(CliFiles, WhatOthersWroteIsNotReplaced) {
    const TempFolder folder;
    const std::string scene = write_text(folder, "swim.json", kSwim);
    const std::string letter = "Dear reader,\nthis is no output.\n";
    for (const char* option : {"--csv", "--save", "--record", "--video", "--still"}) {
        const std::string path = write_text(folder, "letter.png", letter);
        expect_refused(run_of(scene, {option, path}), {option, "letter.png", "remove it"});
        EXPECT_EQ(text_of(path), letter) << option;
    }
    for (const auto& [option, name] : {std::pair{"--npy", "depth.npy"},
                                       {"--npy", "report.json"},
                                       {"--map", "level_00000.png"},
                                       {"--map", "speed.png"},
                                       {"--png", "frame_00003.png"}}) {
        const TempFolder out;
        const std::string path = write_text(out, name, letter);
        expect_refused(run_of(scene, {option, out.path().string()}), {option, name});
        EXPECT_EQ(text_of(path), letter) << name;
    }
    const std::string path = write_text(folder, "rows", letter);
    expect_refused({"bench", "d2q9/pond/64x64/float/cpu", "--json", path}, {"--json"});
    expect_refused({"bench", "d2q9/pond/64x64/float/cpu", "--csv", path}, {"--csv"});
    expect_refused({"validate", "seiche", "--json", path}, {"--json"});
    EXPECT_EQ(text_of(path), letter);
}

TEST(CliFiles, TwoOutputsAreNotOneFile) {
    const TempFolder folder;
    const std::string scene = write_text(folder, "swim.json", kSwim);
    expect_refused(run_of(scene, {"--csv", folder / "out", "--save", folder / "out"}),
                   {"--csv", "--save"});
    EXPECT_FALSE(fs::exists(folder / "out"));
}

TEST(CliFiles, WhatAnEarlierRunWroteIsReplaced) {
    const TempFolder folder;
    const std::string scene = write_text(folder, "swim.json", kSwim);
    write_text(folder, "rows.csv", "");  // empty: nothing to lose
    const auto args = run_of(
        scene, {"--csv", folder / "rows.csv", "--npy", folder / "out", "--map", folder / "out",
                "--save", folder / "state.tarn", "--record", folder / "calls.txt"});
    for (int k = 0; k < 2; ++k) {
        const Outcome got = tarn_command(args);
        EXPECT_EQ(got.code, 0) << got.err;
    }
    EXPECT_EQ(rows_of(text_of(folder / "rows.csv")).size(), 1u + 3u);
}

}  // namespace
}  // namespace tarn::cli
