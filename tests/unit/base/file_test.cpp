// Files are read and written whole, or not at all.
#include "base/file.hpp"

#include "support/world_for_test.hpp"

namespace tarn {
namespace {

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
