// Signals, and checkpoints on the way: a run that is asked to end does so soon and with its files;
// one that is killed loses the time since its last checkpoint.
#include "command.hpp"
#include "support/programs.hpp"

#include <chrono>
#include <filesystem>
#include <random>

namespace tarn::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

void wait_for_file(const std::string& path) {
    for (int k = 0; k < 1000 && !fs::exists(path); ++k)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

// Time on the wall between a signal and the end: a tenth of a second of steps, and the writing of
// small files. Others who use the machine may take a second more.
constexpr double kSoon_s = 2.0;

TEST(CliSignals, EachEndsARunSoonWithItsFilesAndItsOwnCode) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const TempFolder folder;
        Command command({"run", "pond", "--time", "100000", "--csv", folder / "rows.csv", "--npy",
                         folder / "out", "--save", folder / "state.tarn", "--record",
                         folder / "calls.txt"});
        wait_for_rows(folder / "rows.csv");
        const auto begin = Clock::now();
        command.interrupt(signal);
        const Outcome got = command.wait();
        EXPECT_LT(seconds_since(begin), kSoon_s);
        EXPECT_EQ(got.code, 128 + signal) << got.err;
        for (const char* name : {"out/report.json", "state.tarn", "calls.txt"})
            EXPECT_TRUE(fs::exists(folder / name)) << name;
    }
}

// Cells of a twentieth of a millimetre: a tick of a twentieth of a second has thousands of steps,
// which take many seconds together.
TEST(CliSignals, AreObeyedSoonFromTheFirstStepOn) {
    const TempFolder folder;
    const std::string scene = write_text(folder, "fine.json",
                                         R"({"water": {"size": [0.02, 0.02], "cells": [400, 400],
        "level": 0.5}, "probes": [{"at": [0.01, 0.01]}]})");
    Command command({"run", scene, "--threads", "1", "--isa", "base", "--time", "100000", "--csv",
                     folder / "rows.csv"});
    wait_for_file(folder / "rows.csv");
    const auto begin = Clock::now();
    command.interrupt(SIGTERM);
    EXPECT_EQ(command.wait().code, 128 + SIGTERM);
    EXPECT_LT(seconds_since(begin), kSoon_s);
}

TEST(CliSignals, AreObeyedWhileTheWorldIsStillBeingMade) {
    const TempFolder folder;
    // Seconds of arithmetic.
    std::string bed = "0";
    for (int k = 0; k < 80; ++k) bed += "+0.001*sin(x)*cos(y)";
    Command command({"run", "pond", "--cells", "1500,1500", "--set",
                     "water.bed={\"expr\": \"" + bed + "\"}", "--time", "1", "--save",
                     folder / "state.tarn"});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const auto begin = Clock::now();
    command.interrupt(SIGTERM);
    EXPECT_EQ(command.wait().code, 128 + SIGTERM);
    EXPECT_LT(seconds_since(begin), kSoon_s);
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

/// A case and a row that take many seconds, of which hardly one has gone when the signal comes.
void expect_obeyed_inside(std::vector<std::string> args) {
    for (const int signal : {SIGINT, SIGTERM}) {
        const TempFolder folder;
        args.insert(args.end(), {"--threads", "1", "--quiet", "--json", folder / "rows.json"});
        Command command(args);
        std::this_thread::sleep_for(std::chrono::milliseconds(800));
        const auto begin = Clock::now();
        command.interrupt(signal);
        const Outcome got = command.wait();
        EXPECT_LT(seconds_since(begin), kSoon_s) << args.front();
        EXPECT_EQ(got.code, 128 + signal) << got.err;
        EXPECT_NE(text_of(folder / "rows.json").find("rows"), std::string::npos)
            << "what was measured until then is written";
        args.resize(args.size() - 5);
    }
}

TEST(CliSignals, AreObeyedSoonInsideACaseOfValidate) {
    expect_obeyed_inside({"validate", "cavity/1000"});
}

TEST(CliSignals, AreObeyedSoonInsideARowOfBench) {
    expect_obeyed_inside({"bench", "d3q19/dam@base/160x160x160/double/cpu"});
}

TEST(CliSignals, HangingUpIsIgnoredUnderNohup) {
    const TempFolder folder;
    const auto before = std::signal(SIGHUP, SIG_IGN);  // as nohup does, for the program below
    Command command({"run", "pond", "--time", "100000", "--csv", folder / "rows.csv"});
    std::signal(SIGHUP, before);
    wait_for_rows(folder / "rows.csv");
    command.interrupt(SIGHUP);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    command.interrupt(SIGTERM);
    EXPECT_EQ(command.wait().code, 128 + SIGTERM);
}

TEST(CliSignals, AnFfmpegThatNeverReadsDoesNotKeepARunFromEnding) {
    const FailingFfmpeg ffmpeg("exec sleep 1000", "");
    const TempFolder folder;
    Command command({"run", "pond", "--time", "100000", "--cells", "40,40", "--size", "320x180",
                     "--csv", folder / "rows.csv", "--video", folder / "a.mkv", "--save",
                     folder / "state.tarn"});
    wait_for_file(folder / "rows.csv");
    // Until the pipe is full.
    std::this_thread::sleep_for(std::chrono::seconds(2));
    const auto begin = Clock::now();
    command.interrupt(SIGTERM);
    const Outcome got = command.wait();
    // A second for ffmpeg to wake up, twice: while it is written to, and at the end.
    EXPECT_LT(seconds_since(begin), 2.0 + kSoon_s);
    EXPECT_EQ(got.code, 3) << got.err;
    EXPECT_NE(got.err.find("a.mkv"), std::string::npos) << got.err;
    EXPECT_TRUE(fs::exists(folder / "state.tarn"));
}

std::vector<std::string> saving_run(const TempFolder& folder, const char* time) {
    return {"run",
            "rain",
            "--cells",
            "60,60",
            "--quiet",
            "--threads",
            "1",
            "--time",
            time,
            "--save",
            folder / "state.tarn",
            "--save-every",
            "0.02",
            "--csv",
            folder / "rows.csv",
            "--npy",
            folder / "out"};
}

TEST(CliSaves, TheLastTwoAreKeptAndEachIsWhole) {
    const TempFolder folder;
    Command command(saving_run(folder, "100000"));
    wait_for_file(folder / "state.tarn.1");
    command.interrupt();
    EXPECT_EQ(command.wait().code, 130);
    for (const char* name : {"state.tarn", "state.tarn.1"}) {
        const Outcome resumed =
            tarn_command({"run", "rain", "--cells", "60,60", "--quiet", "--time", "100000", "--csv",
                          "/dev/full", "--resume", folder / name});
        EXPECT_EQ(resumed.code, 3) << "it begins, and its table ends it: " << resumed.err;
    }
    EXPECT_NE(text_of(folder / "state.tarn"), text_of(folder / "state.tarn.1"));
}

TEST(CliSaves, TheOneBeforeIsOfTheSameRun) {
    const TempFolder folder;
    Command command(saving_run(folder, "100000"));
    wait_for_file(folder / "state.tarn.1");
    command.interrupt();
    command.wait();
    const Outcome next = tarn_command({"run", "pond", "--cells", "20,20", "--time", "0.1",
                                       "--quiet", "--save", folder / "state.tarn"});
    ASSERT_EQ(next.code, 0) << next.err;
    EXPECT_FALSE(fs::exists(folder / "state.tarn.1"));
    // Nor is one removed that is read.
    fs::copy_file(folder / "state.tarn", folder / "a.1");
    expect_refused({"run", "pond", "--cells", "20,20", "--time", "0.2", "--resume", folder / "a.1",
                    "--save", folder / "a"},
                   {"--save", "a.1", "--resume"});
    EXPECT_TRUE(fs::exists(folder / "a.1"));
}

TEST(CliSaves, WithoutAFileAreRefused) {
    expect_refused({"run", "pond", "--time", "0.1", "--save-every", "5"},
                   {"--save-every", "--save"});
    expect_refused({"run", "pond", "--time", "0.1", "--save-every", "0", "--save", "x"},
                   {"--save-every"});
}

TEST(CliSaves, ThatFailOnTheWayAreToldOnceAndTheRunGoesOn) {
    const TempFolder folder;
    const Outcome got =
        tarn_command({"run", "rain", "--cells", "60,60", "--quiet", "--time", "8", "--save",
                      "/dev/full", "--save-every", "0.001", "--npy", folder / "out"});
    EXPECT_EQ(got.code, 3) << "the last one was owed";
    const std::size_t first = got.err.find("the run goes on");
    EXPECT_NE(first, std::string::npos) << got.err;
    EXPECT_EQ(got.err.find("the run goes on", first + 1), std::string::npos) << got.err;
    EXPECT_NEAR(number_of(text_of(folder / "out/report.json"), "time"), 8.0, 1e-6);
}

// A handful here; tools/kill_runs.py does it a thousand times.
TEST(CliSaves, AKilledRunGoesOnFromItsLastCheckpointToTheSameEnd) {
    // One that nobody killed, and that saved nothing.
    const TempFolder whole;
    ASSERT_EQ(tarn_command({"run", "rain", "--cells", "60,60", "--quiet", "--time", "4", "--npy",
                            whole / "out"})
                  .code,
              0);
    const std::string expected = member_of(text_of(whole / "out/report.json"), "checksum");
    std::mt19937 random(7);
    for (int k = 0; k < 5; ++k) {
        const TempFolder folder;
        Command command(saving_run(folder, "4"));
        wait_for_file(folder / "state.tarn");
        std::this_thread::sleep_for(std::chrono::milliseconds(random() % 150));
        command.interrupt(SIGKILL);
        command.wait();
        EXPECT_GE(rows_of(text_of(folder / "rows.csv")).size(), 2u);
        const Outcome resumed =
            tarn_command({"run", "rain", "--cells", "60,60", "--quiet", "--threads", "1", "--time",
                          "4", "--resume", folder / "state.tarn", "--npy", folder / "again"});
        ASSERT_EQ(resumed.code, 0) << resumed.err;
        EXPECT_EQ(member_of(text_of(folder / "again/report.json"), "checksum"), expected);
    }
}

}  // namespace
}  // namespace tarn::cli
