// A run in which one call of the system fails, or before which it is killed, for every such call:
// the exit code says so, the message names the file, and every file is whole and of one run.
#include "command.hpp"
#include "support/programs.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

namespace tarn::cli {
namespace {

namespace fs = std::filesystem;

/// The bytes of the files of a folder and its folders, by their paths in it. What depends on the
/// time on the wall is left out: of a report, and of a recording all but its first and last line.
std::map<std::string, std::string> files_of(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        std::string text = text_of(entry.path().string());
        if (entry.path().filename() == "report.json")
            text = member_of(text, "checksum") + " " + member_of(text, "time");
        if (entry.path().filename() == "calls.txt" && std::ranges::count(text, '\n') > 1)
            text = text.substr(0, text.find('\n')) + text.substr(text.rfind('\n', text.size() - 2));
        files[fs::relative(entry.path(), folder).string()] = text;
    }
    return files;
}

/// A run of every kind of output that needs no OpenGL, into a folder.
class Faults : public testing::Test {
protected:
    void SetUp() override {
        fs::create_directory(out_);
        ASSERT_EQ(tarn_command(run_into(out_, "22,22", "0.2")).code, 0);
        old_ = files_of(out_);
        for (const auto& [name, bytes] : old_) earlier_[name] = text_of((out_ / name).string());
        fs::create_directory(other_);
        ASSERT_EQ(tarn_command(run_into(other_, "20,20")).code, 0);
        new_ = files_of(other_);
        // Table, checkpoint, recording, two maps, five fields and the report.
        ASSERT_EQ(new_.size(), 3u + 2u + 6u);
        for (const auto& [name, bytes] : new_) {
            ASSERT_TRUE(old_.contains(name)) << name;
            ASSERT_NE(old_[name], bytes) << name << " does not tell the two runs apart";
        }
    }

    static std::vector<std::string> run_into(const fs::path& out, const char* cells,
                                             const char* time = "0.3") {
        const auto in = [&](const char* name) { return (out / name).string(); };
        return {"run",
                "pond",
                "--cells",
                cells,
                "--time",
                time,
                "--quiet",
                "--threads",
                "1",
                "--set",
                "record.every=0.15",
                "--csv",
                in("rows.csv"),
                "--npy",
                in("npy"),
                "--map",
                in("maps"),
                "--save",
                in("state.tarn"),
                "--record",
                in("calls.txt")};
    }

    /// Runs over what an earlier run left, with the n-th call going wrong.
    Outcome run_with_fault(int n, const char* by) {
        fs::remove_all(out_);
        fs::create_directory(out_);
        for (const auto& [name, bytes] : earlier_) {
            fs::create_directories((out_ / name).parent_path());
            std::ofstream(out_ / name, std::ios::binary) << bytes;
        }
        const VariableForTest library("LD_PRELOAD", TARN_FAILING_CALLS);
        const VariableForTest under("TARN_FAIL_UNDER", out_.string());
        const VariableForTest at("TARN_FAIL_AT", std::to_string(n));
        const VariableForTest kind("TARN_FAIL_BY", by);
        return tarn_command(run_into(out_, "20,20"));
    }

    /// Whether a file is that of the earlier run, or of this one, or of this one until a moment.
    void expect_whole(const std::string& name, const std::string& bytes, const std::string& when) {
        if (bytes == old_[name] || bytes == new_[name]) return;
        if (name == "rows.csv")
            EXPECT_TRUE(new_[name].starts_with(bytes) && bytes.ends_with("\n")) << when << bytes;
        else
            ADD_FAILURE() << when << name << " is neither of the run before nor of this one";
    }

    /// Files of a folder are of one run; a report is beside all fields of its run.
    void expect_one_run(const std::map<std::string, std::string>& files, const std::string& when) {
        for (const std::string folder : {"npy/", "maps/"}) {
            std::size_t of_old = 0, of_new = 0;
            for (const auto& [name, bytes] : files) {
                if (!name.starts_with(folder)) continue;
                of_old += bytes == old_[name];
                of_new += bytes == new_[name];
            }
            EXPECT_TRUE(of_old == 0 || of_new == 0) << when << folder << " is of two runs";
            if (folder == "npy/" && files.contains("npy/report.json")) {
                EXPECT_EQ(of_old + of_new, 6u) << when << "a report without its fields";
            }
        }
    }

    // Hundreds of runs flush all their files: in memory, where there is such a folder.
    const VariableForTest place_{
        "TMPDIR", fs::is_directory("/dev/shm") ? "/dev/shm" : fs::temp_directory_path().string()};
    TempFolder folder_;
    const fs::path out_ = folder_.path() / "out", other_ = folder_.path() / "other";
    std::map<std::string, std::string> old_, new_;
    std::map<std::string, std::string> earlier_;  ///< as old_, with whole reports
};

// Calls of one run: some 150. A run takes some hundredths of a second.
constexpr int kMostCalls = 400;

TEST_F(Faults, EachFailingCallEndsInAMessageAndLeavesTheOtherFilesWhole) {
    int n = 1, before_the_run = 0;
    for (; n < kMostCalls; ++n) {
        const Outcome got = run_with_fault(n, "error");
        if (got.code == 0) break;
        const std::string when = "call " + std::to_string(n) + ": " + got.err;
        ASSERT_TRUE(got.code == 2 || got.code == 3) << when << got.code;
        const auto files = files_of(out_);
        EXPECT_NE(got.err.find(out_.string()), std::string::npos) << when;
        // Found out before the run: nothing of the earlier one is lost.
        EXPECT_TRUE(got.code == 3 || files == old_) << when;
        if (files == old_) {
            ++before_the_run;
            continue;
        }
        // A table that cannot grow ends the run early; the others then hold the water until there.
        const bool is_early = got.err.find("rows.csv") != std::string::npos;
        for (const auto& [name, bytes] : files) {
            if (name.starts_with(".tarn") || name.find("/.tarn") != std::string::npos)
                ADD_FAILURE() << when << name << " was left behind";
            else if (!is_early || name == "rows.csv")
                expect_whole(name, bytes, when);
        }
        if (is_early) {
            EXPECT_NE(files.at("state.tarn"), old_["state.tarn"]) << when;
            continue;
        }
        expect_one_run(files, when);
        for (const char* part : {"rows.csv", "state.tarn", "calls.txt", "npy", "maps"}) {
            bool is_new = true;
            for (const auto& [name, bytes] : new_)
                if (name.starts_with(part))
                    is_new = is_new && files.contains(name) && files.at(name) == bytes;
            const bool is_named = got.err.find((out_ / part).string()) != std::string::npos;
            EXPECT_TRUE(is_new || is_named) << when << part << " failed and is not named";
        }
    }
    EXPECT_GT(n, 60) << "calls are not seen";
    EXPECT_LT(n, kMostCalls) << "the run never succeeds";
    EXPECT_GT(before_the_run, 3);
    std::printf("%d calls, %d of them before the run\n", n - 1, before_the_run);
}

TEST_F(Faults, AKillBeforeAnyCallLeavesEveryFileWhole) {
    int n = 1;
    for (; n < kMostCalls; ++n) {
        const Outcome got = run_with_fault(n, "kill");
        if (got.code == 0) break;
        const std::string when = "killed before call " + std::to_string(n) + ": ";
        ASSERT_EQ(got.code, 128 + SIGKILL) << when << got.err;
        std::map<std::string, std::string> files;
        for (const auto& [name, bytes] : files_of(out_))
            if (name.find(".tarn-") == std::string::npos) files[name] = bytes;
        for (const auto& [name, bytes] : files) expect_whole(name, bytes, when);
        expect_one_run(files, when);
        EXPECT_TRUE(files.contains("state.tarn") && files.contains("rows.csv")) << when;
    }
    EXPECT_GT(n, 60) << "calls are not seen";
    EXPECT_LT(n, kMostCalls) << "the run never succeeds";
    EXPECT_EQ(files_of(out_), new_);
}

/// A run that saves as often as it can, on a disk without hard links, and is killed before call
/// number `kill_at`; 0: it is not.
Outcome run_without_links(const TempFolder& folder, int kill_at) {
    const VariableForTest library("LD_PRELOAD", TARN_FAILING_CALLS);
    const VariableForTest under("TARN_FAIL_UNDER", folder.path().string());
    const VariableForTest at("TARN_FAIL_AT", std::to_string(kill_at));
    const VariableForTest kind("TARN_FAIL_BY", "kill");
    const VariableForTest links("TARN_NO_LINKS", "1");
    return tarn_command({"run", "rain", "--cells", "60,60", "--time",
                         kill_at > 0 ? "100000" : "200", "--quiet", "--threads", "1", "--save",
                         folder / "state.tarn", "--save-every", "0.001"});
}

/// A run that goes on from there begins, and its table ends it.
bool can_be_resumed(const std::string& checkpoint) {
    return fs::exists(checkpoint) &&
           tarn_command({"run", "rain", "--cells", "60,60", "--time", "100000", "--quiet",
                         "--threads", "1", "--csv", "/dev/full", "--resume", checkpoint})
                   .code == 3;
}

// Without hard links the one before cannot have two names: it is renamed, and for a moment the last
// one has the older name alone.
TEST(FaultsWithoutHardLinks, TheLastTwoCheckpointsAreKept) {
    const TempFolder folder;
    const Outcome got = run_without_links(folder, 0);
    ASSERT_EQ(got.code, 0) << got.err;
    const std::string last = folder / "state.tarn", before = folder / "state.tarn.1";
    EXPECT_TRUE(can_be_resumed(last));
    EXPECT_TRUE(can_be_resumed(before));
    EXPECT_NE(text_of(last), text_of(before));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2) << "nothing beside them";
}

TEST(FaultsWithoutHardLinks, AKillBeforeAnyCallLeavesOneOfTheTwo) {
    constexpr int kCalls = 24;  // of two checkpoints and what comes before them
    bool has_been_saved = false, has_older_alone = false;
    for (int n = 1; n <= kCalls; ++n) {
        const TempFolder folder;
        const Outcome got = run_without_links(folder, n);
        ASSERT_EQ(got.code, 128 + SIGKILL) << n << ": " << got.err;
        const std::string last = folder / "state.tarn", before = folder / "state.tarn.1";
        const bool is_last = fs::exists(last), is_before = fs::exists(before);
        EXPECT_TRUE(is_last || is_before || !has_been_saved) << n;
        EXPECT_TRUE(!is_last || can_be_resumed(last)) << n;
        EXPECT_TRUE(!is_before || can_be_resumed(before)) << n;
        has_been_saved |= is_last;
        has_older_alone |= is_before && !is_last;
    }
    EXPECT_TRUE(has_been_saved);
    EXPECT_TRUE(has_older_alone) << "the moment between the two names was not met";
}

}  // namespace
}  // namespace tarn::cli
