// A run with pictures in which one call of the system fails, for every such call: the exit code
// says so, the message names the file, every picture is whole, and the checkpoint is there.
#include "command.hpp"
#include "support/programs.hpp"

#include <filesystem>

namespace tarn::cli {
namespace {

namespace fs = std::filesystem;

/// Signature at the begin and the last chunk at the end.
bool is_whole_png(const std::string& bytes) {
    return bytes.starts_with("\x89PNG") && bytes.find("IEND") == bytes.size() - 8;
}

TEST(PictureFaults, EachFailingCallEndsInAMessageAndLeavesWholePictures) {
    constexpr int kMostCalls = 60;
    const VariableForTest place("TMPDIR", fs::is_directory("/dev/shm") ? "/dev/shm" : "/tmp");
    const TempFolder folder;
    const fs::path out = folder.path() / "out";
    const auto in = [&](const char* name) { return (out / name).string(); };
    int n = 1, failed_in_run = 0;
    for (; n < kMostCalls; ++n) {
        fs::remove_all(out);
        fs::create_directory(out);
        const VariableForTest library("LD_PRELOAD", TARN_FAILING_CALLS);
        const VariableForTest under("TARN_FAIL_UNDER", out.string());
        const VariableForTest at("TARN_FAIL_AT", std::to_string(n));
        const VariableForTest kind("TARN_FAIL_BY", "error");
        // In a pool, whose floor is not painted texel by texel before the first picture.
        const Outcome got = tarn_command({"run",           "pond",           "--cells",
                                          "20,20",         "--time",         "0.05",
                                          "--quiet",       "--threads",      "1",
                                          "--size",        "32x18",          "--quality",
                                          "low",           "--fps",          "10",
                                          "--png",         in("frames"),     "--still",
                                          in("still.png"), "--save",         in("state.tarn"),
                                          "--set",         "look.place=pool"});
        const std::string when = "call " + std::to_string(n) + ": " + got.err;
        for (const auto& entry : fs::recursive_directory_iterator(out)) {
            const std::string name = entry.path().filename().string();
            if (!entry.is_regular_file()) continue;
            EXPECT_FALSE(name.starts_with(".tarn")) << when << name << " was left behind";
            EXPECT_TRUE(!name.ends_with(".png") || is_whole_png(text_of(entry.path().string())))
                << when << name;
        }
        if (got.code == 0) break;
        ASSERT_TRUE(got.code == 2 || got.code == 3) << when << got.code;
        EXPECT_NE(got.err.find(out.string()), std::string::npos) << when;
        // Found out before the run: nothing was drawn.
        if (!fs::exists(out / "frames" / "frame_00000.png")) continue;
        ++failed_in_run;
        EXPECT_TRUE(fs::exists(out / "state.tarn") ||
                    got.err.find("state.tarn") != std::string::npos)
            << when;
    }
    EXPECT_LT(n, kMostCalls) << "the run never succeeds";
    EXPECT_GT(failed_in_run, 3);
    EXPECT_TRUE(fs::exists(out / "still.png") && fs::exists(out / "frames" / "frame_00000.png"));
    std::printf("%d calls, %d of them in the run\n", n - 1, failed_in_run);
}

}  // namespace
}  // namespace tarn::cli
