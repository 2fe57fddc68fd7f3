// A program fed through a pipe: what it reads, how it ends, what it says, and what happens when it
// is not there or does not read on.
#include "base/process.hpp"

#include "base/file.hpp"
#include "support/world_for_test.hpp"

#include <csignal>
#include <unistd.h>

namespace tarn {
namespace {

std::vector<std::uint8_t> some_bytes(std::size_t count) {
    std::vector<std::uint8_t> bytes(count);
    for (std::size_t k = 0; k < count; ++k) bytes[k] = std::uint8_t(k * 7 + k / 251);
    return bytes;
}

Process shell(const std::string& script) {
    auto started = Process::start({"sh", "-c", script});
    if (!started) std::abort();
    return std::move(started.value());
}

TEST(Process, ReadsEveryByteThatIsWritten) {
    const TempFolder folder;
    const auto bytes = some_bytes(3'000'000);  // many times what a pipe holds
    Process process = shell("cat > " + folder / "copy");
    ASSERT_TRUE(process.write(bytes));
    ASSERT_TRUE(process.write({}));
    EXPECT_EQ(process.finish().exit_code, 0);
    const auto copy = read_file(folder / "copy", std::size_t{1} << 24);
    ASSERT_TRUE(copy);
    EXPECT_EQ(copy.value(), std::string(bytes.begin(), bytes.end()));
}

TEST(Process, ThatIsNotThereIsToldApart) {
    const auto missing = Process::start({"tarn-no-such-program"});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
    EXPECT_NE(missing.error().message.find("tarn-no-such-program"), std::string::npos);
    const TempFolder folder;
    ASSERT_TRUE(write_file(folder / "plain", "x"));
    const auto plain = Process::start({folder / "plain"});
    ASSERT_FALSE(plain);
    EXPECT_EQ(plain.error().code, ErrorCode::Io);
}

TEST(Process, TellsItsCodeItsSignalAndItsLastWords) {
    const ProcessEnd end = shell("cat >/dev/null; echo hush; echo trouble >&2; exit 7").finish();
    EXPECT_EQ(end.exit_code, 7);
    EXPECT_EQ(end.error_text, "trouble\n");
    EXPECT_EQ(shell("kill -9 $$").finish().exit_code, 128 + SIGKILL);
    // The end of a long text is kept.
    const std::string text = shell("seq 100000 >&2").finish().error_text;
    EXPECT_LE(text.size(), 4096u);
    EXPECT_EQ(text.substr(text.size() - 13), "99999\n100000\n");
}

TEST(Process, ThatStopsReadingIsAnErrorAndNotTheEndOfUs) {
    Process process = shell("head -c 10 >/dev/null; echo enough >&2; exit 3");
    const auto wrote = process.write(some_bytes(1'000'000));
    ASSERT_FALSE(wrote);
    EXPECT_EQ(wrote.error().code, ErrorCode::Io);
    EXPECT_FALSE(process.write(some_bytes(10)));
    const ProcessEnd end = process.finish();
    EXPECT_EQ(end.exit_code, 3);
    EXPECT_EQ(end.error_text, "enough\n");
}

TEST(Process, ThatTalksMoreThanAPipeHoldsDoesNotBlock) {
    Process process = shell("seq 200000 >&2; cat >/dev/null");
    EXPECT_TRUE(process.write(some_bytes(1'000'000)));
    EXPECT_EQ(process.finish().exit_code, 0);
}

TEST(Process, MayCloseItsErrorsAndGoOn) {
    Process process = shell("exec 2>&-; cat >/dev/null");
    EXPECT_TRUE(process.write(some_bytes(1'000'000)));
    EXPECT_EQ(process.finish().exit_code, 0);
}

/// Gives up on a child after half a second.
Process hasty_shell(const std::string& script) {
    auto started = Process::start({"sh", "-c", script}, {.usual_s = 0.5});
    if (!started) std::abort();
    return std::move(started.value());
}

TEST(Process, ThatNeverReadsIsEndedAndSaidSo) {
    Process process = hasty_shell("sleep 1000");
    const auto wrote = process.write(some_bytes(1'000'000));
    ASSERT_FALSE(wrote);
    EXPECT_EQ(wrote.error().code, ErrorCode::Io);
    const ProcessEnd end = process.finish();
    EXPECT_EQ(end.exit_code, 128 + SIGKILL);
    EXPECT_NE(end.error_text.find("neither read nor worked"), std::string::npos);
}

TEST(Process, ThatReadsAllAndNeverEndsIsEndedToo) {
    for (const char* script :
         {"cat >/dev/null; sleep 1000", "exec 2>&-; cat >/dev/null; sleep 1000"}) {
        Process process = hasty_shell(script);
        EXPECT_TRUE(process.write(some_bytes(100)));
        EXPECT_EQ(process.finish().exit_code, 128 + SIGKILL) << script;
    }
}

// More than a second of work by the shell itself, which reads nothing meanwhile.
TEST(Process, ThatWorksWithoutReadingIsWaitedFor) {
    Process process = hasty_shell(
        "end=$(($(date +%s%N) + 1200000000)); k=0;"
        "while [ $k -lt 50000000 ]; do k=$((k + 1)); case $k in *0000)"
        " [ $(date +%s%N) -lt $end ] || break;; esac; done; cat >/dev/null");
    EXPECT_TRUE(process.write(some_bytes(1'000'000)));
    EXPECT_EQ(process.finish().exit_code, 0);
}

TEST(Process, IsWaitedForLessWhereThereIsAHurry) {
    auto started = Process::start({"sh", "-c", "sleep 1000"},
                                  {.hurried_s = 0.2, .is_hurried = [] { return true; }});
    ASSERT_TRUE(started);
    EXPECT_FALSE(started.value().write(some_bytes(1'000'000)));
}

// On a terminal Ctrl-C goes to the whole group of this program.
TEST(Process, IsInAGroupOfItsOwn) {
    // The fifth word of /proc/PID/stat; the name in the second, "(sh)", has no blank.
    const ProcessEnd end = shell("cut -d' ' -f5 /proc/$$/stat >&2").finish();
    ASSERT_EQ(end.exit_code, 0);
    EXPECT_NE(std::stoi(end.error_text), int(getpgrp()));
}

TEST(Process, IsWaitedForWhenItIsDropped) {
    const TempFolder folder;
    {
        Process process = shell("cat >/dev/null; echo done > " + folder / "mark");
        ASSERT_TRUE(process.write(some_bytes(100)));
    }
    EXPECT_EQ(read_file(folder / "mark", 100).value(), "done\n");
}

}  // namespace
}  // namespace tarn
