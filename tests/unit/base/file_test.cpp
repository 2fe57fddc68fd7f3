// Files are read and written whole, or not at all.
#include "base/file.hpp"

#include "base/growing_file.hpp"
#include "base/staged_file.hpp"
#include "support/world_for_test.hpp"

#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <set>
#include <sys/stat.h>
#include <sys/wait.h>

namespace tarn {
namespace {

namespace fs = std::filesystem;

std::set<std::string> names_in(const TempFolder& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.path()))
        names.insert(entry.path().filename().string());
    return names;
}

/// Runs `work` in so many processes at once; how many of them it fails in.
template <class Work>
int failures_in_processes(int count, Work&& work) {
    for (int k = 0; k < count; ++k)
        if (fork() == 0) _exit(work(k) ? 0 : 1);
    int failures = 0, status = 0;
    while (wait(&status) > 0) failures += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    return failures;
}

TEST(File, ComesBackAsItWasWritten) {
    const TempFolder folder;
    const std::string bytes("a\0b\n\xff", 5);
    ASSERT_TRUE(write_file(folder / "x", bytes));
    EXPECT_EQ(read_file(folder / "x", 100).value(), bytes);
    ASSERT_TRUE(write_file(folder / "x", ""));
    EXPECT_EQ(read_file(folder / "x", 100).value(), "");
}

TEST(File, LargerThanAllowedIsRefused) {
    const TempFolder folder;
    ASSERT_TRUE(write_file(folder / "x", std::string(1000, 'x')));
    EXPECT_TRUE(read_file(folder / "x", 1000));
    EXPECT_FALSE(read_file(folder / "x", 999));
}

TEST(File, MissingOnesAndFoldersAreToldApart) {
    const TempFolder folder;
    EXPECT_EQ(read_file(folder / "none", 10).error().code, ErrorCode::NotFound);
    EXPECT_EQ(read_file(folder.path(), 10).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(write_file(folder.path(), "x").error().code, ErrorCode::Io);
    EXPECT_EQ(write_file(folder / "no/x", "x").error().code, ErrorCode::Io);
}

TEST(File, AFullDiskLeavesTheOldFileAndNothingElse) {
    const auto full = write_file("/dev/full", std::string(100000, 'x'));
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().code, ErrorCode::DiskFull);
    const TempFolder folder;
    ASSERT_TRUE(write_file(folder / "x", "old"));
    int files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path()))
        ++files;
    EXPECT_EQ(files, 1);  // no .part beside it
}

TEST(File, IsWrittenByManyProcessesAtOnceAndIsThatOfOne) {
    const TempFolder folder;
    const auto write_often = [&](int k) {
        for (int round = 0; round < 50; ++round)
            if (!make_writable_folder(folder.path()) ||
                !write_file(folder / "x", std::string(50'000, char('a' + k)), Durability::Process))
                return false;
        return true;
    };
    EXPECT_EQ(failures_in_processes(8, write_often), 0);
    const std::string bytes = read_file(folder / "x", 1 << 20).value();
    EXPECT_EQ(bytes, std::string(50'000, bytes[0]));
    EXPECT_EQ(names_in(folder), std::set<std::string>{"x"});
}

TEST(File, KeepsThePermissionsOfTheOneBefore) {
    const TempFolder folder;
    const auto mode_of = [&](const char* name) {
        struct stat status = {};
        EXPECT_EQ(stat((folder / name).c_str(), &status), 0);
        return status.st_mode & 0777;
    };
    ASSERT_TRUE(write_file(folder / "secret", "old"));
    ASSERT_EQ(chmod((folder / "secret").c_str(), 0600), 0);
    ASSERT_TRUE(write_file(folder / "secret", "new"));
    EXPECT_EQ(mode_of("secret"), 0600u);
    const mode_t before = umask(0027);
    ASSERT_TRUE(write_file(folder / "fresh", "x"));
    umask(before);
    EXPECT_EQ(mode_of("fresh"), 0640u);
}

TEST(File, ThatMayNotBeWrittenIsNotReplaced) {
    if (getuid() == 0) GTEST_SKIP() << "root may write everything";
    const TempFolder folder;
    ASSERT_TRUE(write_file(folder / "x", "old"));
    ASSERT_EQ(chmod((folder / "x").c_str(), 0400), 0);
    EXPECT_EQ(check_can_write(folder / "x").error().code, ErrorCode::Io);
    EXPECT_FALSE(write_file(folder / "x", "new"));
    EXPECT_EQ(read_file(folder / "x", 10).value(), "old");
}

TEST(File, BehindALinkIsReplacedAndTheLinkStays) {
    const TempFolder folder;
    fs::create_directory(folder / "far");
    ASSERT_TRUE(write_file(folder / "far/x", "old"));
    fs::create_symlink("far/x", folder / "link");
    ASSERT_TRUE(write_file(folder / "link", "new"));
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(read_file(folder / "far/x", 10).value(), "new");
}

// As --csv /dev/stdout does where a file that was removed is behind it.
TEST(File, WithoutANameIsWrittenToAsItIs) {
    const TempFolder folder;
    const Descriptor file(open((folder / "x").c_str(), O_RDWR | O_CREAT, 0600));
    fs::remove(folder / "x");
    fs::create_symlink("/proc/self/fd/" + std::to_string(file.get()), folder / "link");
    ASSERT_TRUE(write_file(folder / "link", "abc"));
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    char bytes[4] = {};
    EXPECT_EQ(pread(file.get(), bytes, 3, 0), 3);
    EXPECT_EQ(std::string(bytes), "abc");
}

// A link that waits under the name of a temporary file would lead the bytes elsewhere.
TEST(File, IsNotLedAstrayByALinkBesideIt) {
    const TempFolder folder;
    ASSERT_TRUE(write_file(folder / "victim", "mine"));
    for (const char* name : {"x.part", ".tarn-write-test", ".tarn-write-test.part"})
        fs::create_symlink("victim", folder / name);
    ASSERT_TRUE(make_writable_folder(folder.path()));
    ASSERT_TRUE(write_file(folder / "x", "new"));
    EXPECT_EQ(read_file(folder / "victim", 10).value(), "mine");
    EXPECT_TRUE(fs::is_symlink(folder / "x.part"));
}

TEST(File, WrittenByAnotherKeepsTheOneBefore) {
    const TempFolder folder;
    const auto save = [&](const std::string& bytes, const std::string& older) {
        return write_and_keep(folder / "x", older,
                              [&](const fs::path& part) { return write_file(part, bytes); });
    };
    ASSERT_TRUE(save("1", folder / "x.1"));
    EXPECT_EQ(names_in(folder), std::set<std::string>{"x"});
    ASSERT_TRUE(save("2", folder / "x.1"));
    ASSERT_TRUE(save("3", folder / "x.1"));
    EXPECT_EQ(read_file(folder / "x", 10).value(), "3");
    EXPECT_EQ(read_file(folder / "x.1", 10).value(), "2");
    EXPECT_EQ(names_in(folder), (std::set<std::string>{"x", "x.1"}));
    // Where the writer fails both stay, and its message is about the file that was asked for.
    const auto failed = write_and_keep(folder / "x", folder / "x.1", [](const fs::path& part) {
        return Result<void>(Error{ErrorCode::DiskFull, part.string() + ": no space"});
    });
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().message, folder / "x" + ": no space");
    EXPECT_EQ(read_file(folder / "x", 10).value() + read_file(folder / "x.1", 10).value(), "32");
    EXPECT_EQ(names_in(folder).size(), 2u);
}

TEST(File, ThatGrowsIsNotReachedByTheOneThatItReplaced) {
    const TempFolder folder;
    auto first = GrowingFile::create(folder / "x", "first\n");
    ASSERT_TRUE(first);
    auto second = GrowingFile::create(folder / "x", "second\n");
    ASSERT_TRUE(second);
    ASSERT_TRUE(first.value().append("1\n"));
    ASSERT_TRUE(second.value().append("2\n"));
    EXPECT_EQ(read_file(folder / "x", 100).value(), "second\n2\n");
    EXPECT_EQ(names_in(folder), std::set<std::string>{"x"});
}

TEST(Folder, IsClearedOfWhatKilledRunsLeft) {
    const TempFolder folder;
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(5);
    auto alive = StagedFile::create(folder / "x");
    ASSERT_TRUE(alive);
    fs::last_write_time(alive.value().part(), long_ago);
    for (const char* name : {".tarn-1-1.part", ".tarn-1-2.part", "mine.part"})
        std::ofstream(folder / name) << "x";
    fs::last_write_time(folder / ".tarn-1-1.part", long_ago);
    fs::last_write_time(folder / "mine.part", long_ago);
    ASSERT_TRUE(make_writable_folder(folder.path()));
    // One that lives, one that is too young to tell, and one that is nobody's.
    EXPECT_EQ(names_in(folder), (std::set<std::string>{alive.value().part().filename().string(),
                                                       ".tarn-1-2.part", "mine.part"}));
}

TEST(Folder, IsMadeAndProvenWritable) {
    const TempFolder folder;
    EXPECT_TRUE(make_writable_folder(folder / "a/b/c"));
    EXPECT_TRUE(make_writable_folder(folder / "a/b/c"));
    EXPECT_TRUE(std::filesystem::is_empty(folder / "a/b/c"));
    ASSERT_TRUE(write_file(folder / "file", "x"));
    const auto under_a_file = make_writable_folder(folder / "file/out");
    ASSERT_FALSE(under_a_file);
    EXPECT_NE(under_a_file.error().message.find("file/out"), std::string::npos);
}

}  // namespace
}  // namespace tarn
