// Standard streams that are closed, full or without a reader: what was asked for is written, and
// what was not printed is told by the exit code.
#include "command.hpp"

#include <cstdlib>
#include <filesystem>

namespace tarn::cli {
namespace {

/// The exit code of a line of the shell in which $TARN is the program.
int shell(const std::string& line) {
    const std::string command = "TARN='" + std::string(TARN_CLI) + "'; " + line;
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

const std::string kRun = "\"$TARN\" run pond --cells 20,20 --time 1 ";

TEST(CliStreams, ThatAreClosedDoNotEndUpInFiles) {
    const TempFolder folder;
    for (const char* closed : {"2>&-", ">&-", "<&-", "<&- >&- 2>&-"}) {
        const std::string quiet = ">/dev/null 2>/dev/null ";
        EXPECT_EQ(shell(kRun + quiet + "--csv '" + folder / "rows.csv" + "' " + closed), 0)
            << closed;
        const auto rows = rows_of(text_of(folder / "rows.csv"));
        EXPECT_EQ(rows.size(), 1u + 21u) << closed;
        for (const auto& row : rows) EXPECT_EQ(row.size(), 9u) << closed;
    }
}

TEST(CliStreams, ThatAreFullAreToldByTheExitCode) {
    const TempFolder folder;
    EXPECT_EQ(shell("\"$TARN\" list > /dev/full 2>/dev/null"), 3);
    EXPECT_EQ(shell("\"$TARN\" info > /dev/full 2>/dev/null"), 3);
    EXPECT_EQ(shell("\"$TARN\" --help > /dev/full 2>/dev/null"), 3);
    EXPECT_EQ(shell(kRun + "--npy '" + folder / "out" + "' > /dev/full 2>/dev/null"), 3);
    EXPECT_TRUE(std::filesystem::exists(folder / "out/report.json"));
    // Progress that nobody reads is no failure.
    EXPECT_EQ(shell(kRun + ">/dev/null 2>/dev/full"), 0);
}

TEST(CliStreams, WithoutAReaderDoNotEndARunWithoutItsFiles) {
    const TempFolder folder;
    const std::string code = folder / "code";
    // Progress, which is printed while the run goes on, and the summary after it.
    for (const char* pipe : {"2>&1 >/dev/null | true", "2>/dev/null | true"}) {
        const TempFolder out;
        shell("{ sleep 0.2; " + kRun + "--npy '" + out / "out" + "'; echo $? > '" + code + "'; } " +
              pipe);
        EXPECT_TRUE(std::filesystem::exists(out / "out/report.json")) << pipe;
        // The summary could not be printed: as if SIGPIPE had come, but after the work.
        EXPECT_EQ(text_of(code), pipe[0] == '2' && pipe[2] == '&' ? "0\n" : "141\n") << pipe;
    }
}

}  // namespace
}  // namespace tarn::cli
