// Files that belong together appear together, and a folder is claimed by one process at a time.
#include "base/file_set.hpp"

#include "base/file.hpp"
#include "base/folder_claim.hpp"
#include "support/world_for_test.hpp"

#include <sys/wait.h>

namespace tarn {
namespace {

namespace fs = std::filesystem;

bool is_field(const std::string& name) {
    return name.ends_with(".npy");
}

Result<void> write_set(const TempFolder& folder, const std::vector<std::string>& names,
                       const std::string& bytes) {
    auto set = FileSet::create(folder.path());
    if (!set) return set.error();
    for (const std::string& name : names)
        if (const auto wrote = write_file(set.value().add(name), bytes); !wrote) return wrote;
    return set.value().place(is_field);
}

std::string all_of(const TempFolder& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(folder.path()))
        files[entry.path().filename().string()] =
            entry.is_directory() ? "folder" : read_file(entry.path(), 100).value();
    std::string text;
    for (const auto& [name, bytes] : files) text += name + "=" + bytes + " ";
    return text;
}

TEST(FileSet, ReplacesTheOneBeforeAndNothingElse) {
    const TempFolder folder;
    ASSERT_TRUE(write_set(folder, {"a.npy", "b.npy", "report"}, "1"));
    ASSERT_TRUE(write_file(folder / "mine", "x"));
    EXPECT_EQ(all_of(folder), "a.npy=1 b.npy=1 mine=x report=1 ");
    ASSERT_TRUE(write_set(folder, {"a.npy", "report"}, "2"));
    EXPECT_EQ(all_of(folder), "a.npy=2 mine=x report=2 ");
}

TEST(FileSet, ThatWasNotFinishedLeavesTheOneBefore) {
    const TempFolder folder;
    ASSERT_TRUE(write_set(folder, {"a.npy", "report"}, "1"));
    {
        auto set = FileSet::create(folder.path());
        ASSERT_TRUE(set);
        ASSERT_TRUE(write_file(set.value().add("a.npy"), "2"));
        const auto failed = write_file(set.value().add("no/b.npy"), "2");
        ASSERT_FALSE(failed);
        EXPECT_TRUE(set.value().named(failed.error()).message.starts_with(folder / "no/b.npy"));
    }
    EXPECT_EQ(all_of(folder), "a.npy=1 report=1 ");
}

TEST(FolderClaim, IsHeldByOneProcessUntilItsEnd) {
    const TempFolder folder;
    {
        const auto mine = FolderClaim::take(folder.path(), "maps");
        ASSERT_TRUE(mine);
        const auto other = FolderClaim::take(folder.path(), "maps");
        ASSERT_FALSE(other);
        EXPECT_EQ(other.error().code, ErrorCode::Busy);
        EXPECT_NE(other.error().message.find(folder.path().string()), std::string::npos);
        EXPECT_TRUE(FolderClaim::take(folder.path(), "frames"));
    }
    EXPECT_TRUE(fs::is_empty(folder.path()));
    // A process that is killed gives its claim back.
    const pid_t child = fork();
    if (child == 0) {
        const auto claim = FolderClaim::take(folder.path(), "maps");
        raise(SIGKILL);
        _exit(claim ? 0 : 1);
    }
    waitpid(child, nullptr, 0);
    EXPECT_FALSE(fs::is_empty(folder.path()));
    EXPECT_TRUE(FolderClaim::take(folder.path(), "maps"));
}

TEST(FolderClaim, IsTakenInTurns) {
    const TempFolder folder;
    constexpr int kProcesses = 8, kTurns = 30;
    for (int k = 0; k < kProcesses; ++k)
        if (fork() == 0) {
            for (int turn = 0; turn < kTurns; ++turn) {
                const auto claim = FolderClaim::take(folder.path(), "fields", 30.0);
                if (!claim) _exit(1);
                // Only one at a time can make this folder.
                if (!fs::create_directory(folder / "alone")) _exit(2);
                fs::remove(folder / "alone");
            }
            _exit(0);
        }
    int status = 0;
    while (wait(&status) > 0) EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace tarn
