// Pictures that are kept: numbered, never over an old one, at an even pace.
#include "viewer/recorder.hpp"

#include "support/programs.hpp"
#include "support/world_for_test.hpp"

#include <fstream>

namespace tarn::viewer {
namespace {

namespace fs = std::filesystem;

Picture grey(int width, int height) {
    return {{width, height}, std::vector<std::uint8_t>(std::size_t(width * height * 3), 128)};
}

int files_in(const fs::path& folder) {
    return int(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(Screenshot, TakesTheNextFreeNumber) {
    const TempFolder folder;
    std::ofstream(folder / "tarn_00000.png") << "old";
    std::ofstream(folder / "tarn_00001.mp4") << "film";
    const auto path = save_screenshot(grey(3, 2), folder.path());
    ASSERT_TRUE(path);
    EXPECT_EQ(path.value().filename(), "tarn_00002.png");
    EXPECT_GT(fs::file_size(path.value()), 8u);
    EXPECT_EQ(fs::file_size(folder / "tarn_00000.png"), 3u);
}

TEST(Screenshot, SaysWhereItCouldNotWrite) {
    const auto path = save_screenshot(grey(3, 2), "/nowhere/at/all");
    ASSERT_FALSE(path);
    EXPECT_NE(path.error().message.find("/nowhere/at/all"), std::string::npos);
}

/// Records four pictures within 0.34 s; where the recording is.
fs::path recorded(const TempFolder& folder) {
    Recorder recorder;
    EXPECT_FALSE(recorder.is_due(0.0));
    EXPECT_TRUE(recorder.start(folder.path(), 10.0));
    for (const double time_s : {10.0, 10.001, 10.04, 10.34})
        EXPECT_TRUE(recorder.add(grey(4, 4), time_s));
    const auto path = recorder.stop();
    EXPECT_TRUE(path) << (path ? "" : path.error().message);
    EXPECT_FALSE(recorder.is_recording());
    return path ? path.value() : fs::path();
}

// 0.34 s at 30 per second: pictures 0 to 10.
TEST(Recorder, LatePicturesAreShownLongerAndEarlyOnesAreLeftOut) {
    if (!has_program("ffmpeg") || !has_program("ffprobe")) GTEST_SKIP() << "no ffmpeg";
    const TempFolder folder;
    const fs::path path = recorded(folder);
    EXPECT_EQ(path.filename(), "tarn_00000.mp4");
    EXPECT_EQ(probe_video(path), "4,4,30/1,11");
}

TEST(Recorder, WithoutFfmpegItIsAFolderOfPictures) {
    const TempFolder folder;
    const VariableForTest nothing("PATH", "/nowhere");
    const fs::path path = recorded(folder);
    EXPECT_EQ(path.filename(), "tarn_00000");
    EXPECT_EQ(files_in(path), 11);
}

TEST(Recorder, WithoutAPictureThereIsNothing) {
    const TempFolder folder;
    Recorder recorder;
    ASSERT_TRUE(recorder.start(folder.path(), 0.0));
    EXPECT_FALSE(recorder.stop());
    EXPECT_EQ(files_in(folder.path()), 0);
}

TEST(Recorder, ANewSizeEndsIt) {
    const TempFolder folder;
    Recorder recorder;
    ASSERT_TRUE(recorder.start(folder.path(), 0.0));
    ASSERT_TRUE(recorder.add(grey(4, 4), 0.0));
    const auto added = recorder.add(grey(5, 4), 1.0);
    ASSERT_FALSE(added);
    EXPECT_NE(added.error().message.find("size"), std::string::npos) << added.error().message;
    EXPECT_FALSE(recorder.is_recording());
}

}  // namespace
}  // namespace tarn::viewer
