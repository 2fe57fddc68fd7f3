// Bad usage and bad input: exit code 2 and one clear message with file, field, value and remedy.
#include "command.hpp"

#include <cmath>

namespace tarn::cli {
namespace {

TEST(CliRefuses, UnknownWordsAndOptions) {
    expect_refused({"swim"}, {"swim"});
    expect_refused({"run"}, {"scene"});
    expect_refused({"run", "pond", "--tmie", "3"}, {"--tmie"});
    expect_refused({"run", "pond", "--time", "soon"}, {"soon"});
    for (const char* time : {"-1", "0", "nan", "inf", "1x", ""})
        expect_refused({"run", "pond", "--time", time}, {"--time"});
    expect_refused({"run", "pond", "--backend", "abacus"}, {"abacus", "cpu"});
    expect_refused({"run", "pond", "--backend", "cuda"}, {"cuda"});
    expect_refused({"run", "pond", "--isa", "mmx"}, {"mmx", "avx2"});
    expect_refused({"run", "pond", "--threads", "-3"}, {"threads"});
    expect_refused({"run", "pond", "--threads", "99999"}, {"threads"});
    expect_refused({"run", "pond", "--precision", "quad"}, {"precision", "double"});
    expect_refused({"run", "pond", "--cells", "10"}, {"cells"});
    expect_refused({"run", "pond", "--cells", "ten,ten"}, {"cells"});
    expect_refused({"run", "pond", "--set", "water.tua=0.6"}, {"tua", "tau"});
    expect_refused({"run", "pond", "--set", "water.tau"}, {"water.tau"});
}

// As an unset variable of a shell leaves them.
TEST(CliRefuses, OptionsWithoutText) {
    for (const char* option : {"--csv", "--npy", "--map", "--png", "--video", "--save", "--resume"})
        expect_refused({"run", "pond", "--time", "0.01", option, ""}, {option, "is empty"});
}

TEST(CliRefuses, SlipsAndNamesWhatWasMeant) {
    expect_refused({"chek", "pond"}, {"chek", "did you mean check?", "tarn --help"});
    expect_refused({"lsit"}, {"did you mean list?"});
    expect_refused({"run", "pond", "--tmie", "3"}, {"did you mean --time?", "tarn run --help"});
    expect_refused({"run", "pond", "--cvs=out.csv"}, {"--cvs", "did you mean --csv?"});
    expect_refused({"bench", "--jsn", "-"}, {"did you mean --json?"});
    expect_refused({"--verison"}, {"did you mean --version?"});
    expect_refused({"run", "pond", "rain"}, {"rain", "too many"});
    // What is far from every word gets no suggestion.
    const Outcome far = tarn_command({"photosynthesis"});
    EXPECT_EQ(far.code, 2);
    EXPECT_EQ(far.err.find("did you mean"), std::string::npos) << far.err;
}

TEST(CliRefuses, AWindowWithoutADisplayAndSaysHowToGetPictures) {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) unsetenv(name);
    expect_refused({"view"}, {"display", "tarn run pond --video pond.mp4"});
    expect_refused({"view", "rain"}, {"display", "tarn run rain"});
    expect_refused({"view", "pond", "--backend", "abacus"}, {"abacus"});
}

TEST(CliRefuses, ScenesThatAreNotThere) {
    const TempFolder folder;
    expect_refused({"run", "ponds"}, {"ponds", "pond"});
    expect_refused({"run", folder / "none.json"}, {"none.json"});
    expect_refused({"run", folder.path().string()}, {"folder"});
    expect_refused({"check", "ponds"}, {"ponds"});
}

TEST(CliRefuses, ScenesThatAreBroken) {
    const TempFolder folder;
    expect_refused({"run", write_text(folder, "two.json", "{\"")}, {"two.json"});
    expect_refused({"run", write_text(folder, "empty.json", "")}, {"empty.json"});
    expect_refused({"run", write_text(folder, "deep.json", std::string(10 << 20, '['))},
                   {"deep.json"});
    expect_refused({"run", write_text(folder, "key.json", R"({"water": {"sise": [1, 1]}})")},
                   {"key.json", "/water/sise", "size"});
    expect_refused({"run", write_text(folder, "binary.json", std::string("\0\xff\x01", 3))},
                   {"binary.json"});
}

TEST(CliRefuses, ValuesThatMakeNoWater) {
    const auto refused = [](const char* change, const std::vector<std::string>& parts) {
        expect_refused({"run", "pond", "--set", change}, parts);
        expect_refused({"check", "pond", "--set", change}, parts);
    };
    refused("water.level=-1", {"/water/level", "-1"});
    refused("water.level=NaN", {"/water/level"});
    refused("water.gravity=0", {"/water/gravity"});
    refused("water.gravity=-9.81", {"/water/gravity", "-9.81"});
    refused("water.size=[1e300,1]", {"/water/size"});
    refused("water.cells=[-5,5]", {"/water/cells", "-5"});
    refused("water.cells=[2,2]", {"/water/cells", "3"});
    refused("water.cells=[1e9,1e9]", {"/water/cells", "65536"});
    refused("water.cells=[65536,65536]", {"/water/cells", "MiB"});
    refused("water.tau=0.5", {"/water/tau", "0.5"});
    refused("water.viscosity=1e999", {"/water/viscosity"});
    refused("water.time_step=10", {"/water/time_step"});
    refused("water.collision=billiard", {"billiard", "limited"});
    refused("water.level={\"expr\":\"sqrt(x\"}", {"/water/level"});
    refused("water.level={\"expr\":\"1/(x-x)\"}", {"/water/level"});
    refused("record.every=0", {"/record/every"});
    refused("water.edges.west=periodic", {"periodic"});
}

TEST(CliRefuses, FieldsThatDoNotFit) {
    const TempFolder folder;
    const std::vector<float> values(12, 0.5f);
    ASSERT_TRUE(io::write_npy(folder / "level.npy", values, std::vector<std::size_t>{3, 4}));
    const std::string whole = text_of(folder / "level.npy");
    write_text(folder, "cut.npy", whole.substr(0, whole.size() - 5));
    write_text(folder, "head.npy", whole.substr(0, 20));
    write_text(folder, "text.npy", "not an array");
    ASSERT_TRUE(io::write_npy(folder / "nan.npy", std::vector<float>(12, NAN),
                              std::vector<std::size_t>{4, 3}));
    const auto scene = [&](const char* file) {
        return write_text(folder, "scene.json",
                          std::string(R"({"water": {"size": [3, 4], "cells": [3, 4],
                                         "level": {"npy": ")") +
                              file + "\"}}}");
    };
    expect_refused({"run", scene("level.npy")}, {"level.npy", "[3, 4]", "[4, 3]"});
    expect_refused({"run", scene("cut.npy")}, {"cut.npy", "/water/level"});
    expect_refused({"run", scene("head.npy")}, {"head.npy"});
    expect_refused({"run", scene("text.npy")}, {"text.npy"});
    expect_refused({"run", scene("nan.npy")}, {"nan.npy", "NaN", "in 12 of its cells"});
    expect_refused({"run", scene("none.npy")}, {"none.npy"});
}

TEST(CliRefuses, OutputsThatCannotBeWrittenBeforeTheRunBegins) {
    const TempFolder folder;
    const std::string file = write_text(folder, "file", "x");
    for (const char* option : {"--npy", "--map"})
        expect_refused({"run", "pond", "--time", "1000000", option, file + "/out"}, {file});
    expect_refused({"run", "pond", "--time", "1000000", "--csv", file + "/out.csv"}, {file});
    expect_refused({"run", "pond", "--time", "1000000", "--csv", folder.path().string()},
                   {"folder"});
    expect_refused({"run", "pond", "--time", "1000000", "--save", file + "/state"}, {file});
    expect_refused({"run", "pond", "--resume", folder / "none.tarn"}, {"none.tarn"});
    expect_refused({"run", "pond", "--resume", file}, {file});
    expect_refused({"run", "pond", "--replay", file}, {file});
}

// /dev/full takes any file name and no byte: a disk that is full.
TEST(CliRefuses, AFullDiskWithTheCodeOfAFailedRun) {
    expect_refused({"run", "pond", "--time", "0.2", "--quiet", "--csv", "/dev/full"}, {"/dev/full"},
                   3);
    expect_refused({"run", "pond", "--time", "0.2", "--quiet", "--save", "/dev/full"},
                   {"/dev/full"}, 3);
}

TEST(CliRefuses, ToGoOnWhenTheWaterDiverges) {
    const TempFolder folder;
    expect_refused({"run", "pond", "--time", "20", "--quiet", "--cells", "40,40", "--set",
                    "water.collision=bgk", "--set", "water.tau=0.5001", "--set",
                    "events.0.drop.height=2", "--set", "events.0.drop.shape=tophat", "--npy",
                    folder / "out", "--csv", folder / "out.csv"},
                   {"diverged", "cell ("}, 3);
    // The last good state is there, and it is one.
    const auto depth = io::read_npy(folder / "out/depth.npy");
    ASSERT_TRUE(depth);
    for (const double value : depth.value().values) ASSERT_TRUE(std::isfinite(value));
    EXPECT_GE(rows_of(text_of(folder / "out.csv")).size(), 2u);
}

}  // namespace
}  // namespace tarn::cli
