// Videos are what was put in, under the right name; trouble is told with ffmpeg's own words.
#include "io/video.hpp"

#include "base/file.hpp"
#include "support/programs.hpp"
#include "support/world_for_test.hpp"

namespace tarn::io {
namespace {

std::vector<std::uint8_t> picture(int width, int height, int k) {
    std::vector<std::uint8_t> rgb(std::size_t(width) * std::size_t(height) * 3);
    for (std::size_t n = 0; n < rgb.size(); ++n) rgb[n] = std::uint8_t(n * 5 + std::size_t(k) * 9);
    return rgb;
}

/// Writes `count` pictures; the first error, or none.
Result<void> write_video(const VideoDesc& desc, int count) {
    auto video = VideoWriter::create(desc);
    if (!video) return video.error();
    for (int k = 0; k < count; ++k) {
        const auto added = video.value().add(picture(desc.width_px, desc.height_px, k));
        if (!added) return added.error();
    }
    return video.value().finish();
}

int files_in(const TempFolder& folder) {
    const std::filesystem::directory_iterator entries(folder.path());
    return int(std::distance(begin(entries), end(entries)));
}

class Video : public testing::Test {
protected:
    void SetUp() override {
        if (!has_program("ffmpeg") || !has_program("ffprobe"))
            GTEST_SKIP() << "ffmpeg and ffprobe are not on this machine";
    }
};

TEST_F(Video, HasEveryPictureInEachFormat) {
    const TempFolder folder;
    for (const char* name : {"a.mp4", "a.mkv", "a.webm", "a.gif"}) {
        const VideoDesc desc{.path = folder / name, .width_px = 64, .height_px = 48, .fps = 25.0};
        const auto wrote = write_video(desc, 12);
        ASSERT_TRUE(wrote) << wrote.error().message;
        EXPECT_EQ(probe_video(folder / name), "64,48,25/1,12") << name;
    }
    EXPECT_EQ(files_in(folder), 4);  // nothing is left beside them
}

TEST_F(Video, MayHaveAnySizeAndRate) {
    const TempFolder folder;
    const std::string path = folder / "a.mp4";
    ASSERT_TRUE(write_video({.path = path, .width_px = 65, .height_px = 33}, 3));
    EXPECT_EQ(probe_video(path), "64,32,30/1,3");
    ASSERT_TRUE(write_video({.path = path, .width_px = 1, .height_px = 1, .fps = 1.0}, 2));
    EXPECT_EQ(probe_video(path), "2,2,1/1,2");
    ASSERT_TRUE(write_video({.path = path, .width_px = 20, .height_px = 1, .fps = 1000.0}, 2));
    EXPECT_EQ(probe_video(path), "20,2,1000/1,2");
    ASSERT_TRUE(write_video({.path = path, .width_px = 16, .height_px = 16, .fps = 0.1}, 2));
    EXPECT_EQ(probe_video(path), "16,16,1/10,2");
}

TEST_F(Video, MayHaveAnOddNameInANewFolder) {
    const TempFolder folder;
    const std::string path = folder / "new/http: it's 100 % é.mp4";
    const auto wrote = write_video({.path = path, .width_px = 16, .height_px = 16}, 2);
    ASSERT_TRUE(wrote) << wrote.error().message;
    EXPECT_TRUE(std::filesystem::exists(path));
}

TEST_F(Video, OfAnotherExtensionIsRefusedWithTheAllowedOnes) {
    for (const char* name : {"a.avi", "a", "a.MP4x", "mp4"}) {
        const auto made = VideoWriter::create({.path = name});
        ASSERT_FALSE(made) << name;
        EXPECT_EQ(made.error().code, ErrorCode::InvalidArgument);
        for (const char* part : {name, ".mp4", ".mkv", ".webm", ".gif"})
            EXPECT_NE(made.error().message.find(part), std::string::npos) << made.error().message;
    }
}

TEST_F(Video, InAPlaceThatCannotBeWrittenIsRefusedAtOnce) {
    const TempFolder folder;
    ASSERT_TRUE(write_file(folder / "file", "x"));
    EXPECT_EQ(VideoWriter::create({.path = folder / "file/a.mp4"}).error().code, ErrorCode::Io);
    std::filesystem::create_directory(folder / "b.mp4");
    EXPECT_EQ(VideoWriter::create({.path = folder / "b.mp4"}).error().code, ErrorCode::Io);
}

TEST_F(Video, RefusesAPictureOfAnotherSize) {
    const TempFolder folder;
    auto video = VideoWriter::create({.path = folder / "a.mp4", .width_px = 16, .height_px = 16});
    ASSERT_TRUE(video);
    EXPECT_EQ(video.value().add(picture(16, 15, 0)).error().code, ErrorCode::InvalidArgument);
}

TEST_F(Video, ThatNeverGotAPictureLeavesNothing) {
    const TempFolder folder;
    { EXPECT_TRUE(VideoWriter::create({.path = folder / "a.mp4"})); }
    EXPECT_EQ(files_in(folder), 0);
}

TEST(VideoTrouble, WithoutFfmpegSaysWhatToDo) {
    const TempFolder folder;
    const VariableForTest path("PATH", folder.path().string());
    const auto made = VideoWriter::create({.path = folder / "a.mp4"});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::Unsupported);
    EXPECT_NE(made.error().message.find("install ffmpeg"), std::string::npos);
    EXPECT_NE(made.error().message.find("--png"), std::string::npos);
}

TEST(VideoTrouble, OnTheWayIsToldWithTheLastLineOfFfmpegAndWhereTheRestIs) {
    const FailingFfmpeg ffmpeg("echo part > \"$file\"", "it broke: No space left on device");
    const TempFolder folder;
    const auto wrote =
        write_video({.path = folder / "a.mkv", .width_px = 256, .height_px = 256}, 10);
    ASSERT_FALSE(wrote);
    EXPECT_EQ(wrote.error().code, ErrorCode::DiskFull);
    for (const std::string& part :
         {folder / "a.mkv", std::string("it broke: No space left"), folder / "a.part.mkv"})
        EXPECT_NE(wrote.error().message.find(part), std::string::npos) << wrote.error().message;
    EXPECT_EQ(wrote.error().message.find("first"), std::string::npos);
    EXPECT_EQ(read_file(folder / "a.part.mkv", 100).value(), "part\n");
    EXPECT_FALSE(std::filesystem::exists(folder / "a.mkv"));
}

TEST(VideoTrouble, LeavesAnOlderVideoAloneAndNoEmptyFile) {
    const FailingFfmpeg ffmpeg(": > \"$file\"", "Unknown encoder");
    const TempFolder folder;
    ASSERT_TRUE(write_file(folder / "a.mp4", "old"));
    const auto wrote = write_video({.path = folder / "a.mp4", .width_px = 8, .height_px = 8}, 1);
    ASSERT_FALSE(wrote);
    EXPECT_EQ(wrote.error().code, ErrorCode::Io);
    EXPECT_NE(wrote.error().message.find("Unknown encoder"), std::string::npos);
    EXPECT_EQ(read_file(folder / "a.mp4", 100).value(), "old");
    EXPECT_EQ(files_in(folder), 1);
}

}  // namespace
}  // namespace tarn::io
