// Runs side by side in one folder, and over what an earlier run left there: files of two runs are
// never there as if of one.
#include "command.hpp"
#include "support/programs.hpp"

#include <filesystem>
#include <memory>
#include <set>

namespace tarn::cli {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> small_run(const char* cells, std::vector<std::string> more) {
    std::vector<std::string> args = {"run",       "pond", "--cells", cells,    "--time", "0.1",
                                     "--threads", "1",    "--quiet", "--size", "32x18"};
    args.insert(args.end(), more.begin(), more.end());
    return args;
}

std::set<std::string> names_in(const std::string& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.insert(entry.path().filename().string());
    return names;
}

TEST(CliSideBySide, RunsIntoTheSameFilesAllSucceedAndLeaveThoseOfOne) {
    const TempFolder folder;
    const char* const cells[] = {"20,20", "24,24", "28,28"};
    for (int round = 0; round < 3; ++round) {
        std::vector<std::unique_ptr<Command>> runs;
        for (int k = 0; k < 9; ++k)
            runs.push_back(std::make_unique<Command>(
                small_run(cells[k % 3], {"--npy", folder / "out", "--map", folder / "out", "--csv",
                                         folder / "rows.csv", "--save", folder / "state.tarn"})));
        for (const auto& run : runs) {
            const Outcome got = run->wait();
            EXPECT_EQ(got.code, 0) << got.err;
        }
        std::set<std::size_t> sizes;
        for (const char* name : {"depth", "level", "u", "v", "bed"}) {
            const auto field = io::read_npy(folder / ("out/" + std::string(name) + ".npy").c_str());
            ASSERT_TRUE(field);
            sizes.insert(field.value().values.size());
        }
        EXPECT_EQ(sizes.size(), 1u) << "fields of several runs";
        EXPECT_EQ(names_in(folder / "out").size(), 5u + 1u + 2u) << "something was left";
        EXPECT_EQ(rows_of(text_of(folder / "rows.csv")).size(), 1u + 3u);
    }
}

TEST(CliSideBySide, ASeriesOfMapsHasItsFolderForItself) {
    const TempFolder folder;
    Command first({"run", "pond", "--time", "100000", "--cells", "20,20", "--quiet", "--map",
                   folder / "maps", "--map-every", "1"});
    for (int k = 0; k < 500 && !fs::exists(folder / "maps/level_00001.png"); ++k)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    expect_refused(small_run("20,20", {"--map", folder / "maps", "--map-every", "0.05"}),
                   {"maps", "another run"});
    first.interrupt();
    EXPECT_EQ(first.wait().code, 130);
    EXPECT_EQ(tarn_command(small_run("20,20", {"--map", folder / "maps"})).code, 0);
    EXPECT_EQ(names_in(folder / "maps"), (std::set<std::string>{"level.png", "speed.png"}));
}

TEST(CliSideBySide, AShorterSeriesLeavesNothingOfALongerOneBefore) {
    const TempFolder folder;
    const auto maps = [&](const char* every) {
        const Outcome got =
            tarn_command(small_run("20,20", {"--map", folder / "maps", "--map-every", every}));
        EXPECT_EQ(got.code, 0) << got.err;
        return names_in(folder / "maps");
    };
    EXPECT_EQ(maps("0.02").size(), 2u + 2u * 6u);
    write_text(folder, "maps/note.txt", "mine");
    EXPECT_EQ(maps("0.05").size(), 2u + 2u * 3u + 1u);
    EXPECT_EQ(text_of(folder / "maps/note.txt"), "mine");
}

TEST(CliSideBySide, FieldsThatThisRunDoesNotHaveAreNotLeftFromAnother) {
    const TempFolder folder;
    ASSERT_EQ(tarn_command(
                  small_run("20,20", {"--set", "maps.arrival_depth=0.6", "--npy", folder / "out"}))
                  .code,
              0);
    EXPECT_TRUE(fs::exists(folder / "out/arrival.npy"));
    ASSERT_EQ(tarn_command(small_run("20,20", {"--npy", folder / "out"})).code, 0);
    EXPECT_EQ(names_in(folder / "out").size(), 6u);
}

TEST(CliSideBySide, NothingIsTruncatedBeforeEveryOutputWasLookedAt) {
    const TempFolder folder;
    const std::string rows = folder / "rows.csv";
    ASSERT_EQ(tarn_command(small_run("20,20", {"--csv", rows})).code, 0);
    const std::string before = text_of(rows);
    const std::string there = folder.path().string();
    fs::create_directory(folder / "b.mp4");
    for (const auto& [option, value] : {std::pair{"--video", there + "/a.avi"},
                                        {"--video", there + "/b.mp4"},
                                        {"--save", there},
                                        {"--record", there},
                                        {"--still", there + "/a.jpg"},
                                        {"--replay", there + "/none"},
                                        {"--replay", rows},
                                        {"--resume", rows}}) {
        const Outcome got = tarn_command(small_run("20,20", {option, value, "--csv", rows}));
        EXPECT_EQ(got.code, 2) << option << got.err;
        EXPECT_EQ(text_of(rows), before) << option << " " << value;
    }
}

TEST(CliSideBySide, TheDiskOfOneOutputDoesNotTakeTheOthers) {
    const TempFolder folder;
    const Outcome got = tarn_command(small_run(
        "20,20", {"--save", "/dev/full", "--npy", folder / "out", "--map", folder / "maps",
                  "--record", folder / "calls.txt", "--csv", folder / "rows.csv"}));
    EXPECT_EQ(got.code, 3);
    EXPECT_NE(got.err.find("/dev/full"), std::string::npos) << got.err;
    for (const char* name : {"out/report.json", "maps/level.png", "calls.txt"})
        EXPECT_TRUE(fs::exists(folder / name)) << name;
}

}  // namespace
}  // namespace tarn::cli
