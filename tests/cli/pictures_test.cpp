// Pictures and videos of a run: how many, how large, under which names, and what is said when they
// cannot be had.
#include "pictures.hpp"

#include "command.hpp"
#include "support/programs.hpp"

#include <chrono>

namespace tarn::cli {
namespace {

std::vector<std::string> small_pond(const char* time, std::vector<std::string> more) {
    // In a pool, whose floor is not painted texel by texel before the first picture.
    std::vector<std::string> args = {"run",    "pond",  "--cells",        "40,40",
                                     "--time", time,    "--quiet",        "--size",
                                     "64x36",  "--set", "look.place=pool"};
    args.insert(args.end(), more.begin(), more.end());
    return args;
}

/// "64x36" of a PNG file of 8-bit RGB.
std::string png_size(const std::string& path) {
    const std::string bytes = text_of(path);
    if (bytes.size() < 26 || bytes.substr(1, 3) != "PNG" || bytes[24] != 8 || bytes[25] != 2)
        return "not a PNG of 8-bit RGB";
    const auto number = [&bytes](std::size_t at) {
        unsigned value = 0;
        for (std::size_t k = at; k < at + 4; ++k) value = value << 8 | std::uint8_t(bytes[k]);
        return std::to_string(value);
    };
    return number(16) + "x" + number(20);
}

std::size_t files_in(const std::string& folder) {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
    return count;
}

bool has_ffmpeg() {
    return has_program("ffmpeg") && has_program("ffprobe");
}

TEST(CliPictures, ChangeNothingOfTheRun) {
    const TempFolder folder;
    const auto checksum = [&](std::vector<std::string> more) {
        more.insert(more.end(), {"--npy", folder / "out"});
        const Outcome got = tarn_command(small_pond("0.217", more));
        EXPECT_EQ(got.code, 0) << got.err;
        return member_of(text_of(folder / "out/report.json"), "checksum");
    };
    const std::string plain = checksum({});
    EXPECT_EQ(plain.size(), 16u);
    EXPECT_EQ(checksum({"--png", folder / "fine", "--fps", "250"}), plain);
    EXPECT_EQ(checksum({"--png", folder / "p", "--fps", "7", "--still", folder / "s.png"}), plain);
    // Between two steps the pictures move on.
    EXPECT_NE(text_of(folder / "fine/frame_00011.png"), text_of(folder / "fine/frame_00012.png"));
}

TEST(CliPictures, AreNumberedFromTheStartAtTheAskedRateAndSize) {
    const TempFolder folder;
    const Outcome got = tarn_command(
        small_pond("0.52", {"--png", folder / "p", "--fps", "30", "--csv", folder / "rows.csv",
                            "--still", folder / "still/end.png"}));
    ASSERT_EQ(got.code, 0) << got.err;
    EXPECT_EQ(got.out + got.err, "");
    EXPECT_EQ(files_in(folder / "p"), 16u);  // at 0, 1/30, ..., 15/30
    for (const char* name : {"p/frame_00000.png", "p/frame_00015.png", "still/end.png"})
        EXPECT_EQ(png_size(folder / name), "64x36") << name;
    // The rows are at their own times, as without pictures.
    const auto rows = rows_of(text_of(folder / "rows.csv"));
    ASSERT_EQ(rows.size(), 1u + 12u);
    for (std::size_t k = 1; k < rows.size(); ++k)
        EXPECT_NEAR(std::stod(rows[k][0]), k < 12 ? 0.05 * double(k - 1) : 0.52, 1e-9);
}

TEST(CliPictures, MayBeTinyRareAndOfAnyQuality) {
    const TempFolder folder;
    for (const char* quality : {"low", "normal", "high"}) {
        const Outcome got =
            tarn_command({"run", "pond", "--quiet", "--time", "1", "--cells", "20,20", "--size",
                          "1x1", "--fps", "0.5", "--quality", quality, "--png", folder / quality});
        ASSERT_EQ(got.code, 0) << got.err;
        EXPECT_EQ(files_in(folder / quality), 1u);
    }
    EXPECT_EQ(png_size(folder / "low/frame_00000.png"), "1x1");
}

TEST(CliPictures, BecomeAVideo) {
    if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg and ffprobe are not on this machine";
    const TempFolder folder;
    for (const char* name : {"a.mp4", "new/a.mkv", "a.webm", "a.gif"}) {
        const Outcome got =
            tarn_command(small_pond("0.5", {"--video", folder / name, "--fps", "20"}));
        ASSERT_EQ(got.code, 0) << got.err;
        EXPECT_EQ(probe_video(folder / name), "64,36,20/1,11") << name;
    }
    EXPECT_EQ(files_in(folder.path().string()), 4u);  // nothing is left beside them
}

TEST(CliPictures, OfARunThatWasInterruptedAreAWholeVideo) {
    if (!has_ffmpeg()) GTEST_SKIP() << "ffmpeg and ffprobe are not on this machine";
    const TempFolder folder;
    Command command({"run", "pond", "--time", "100000", "--size", "64x36", "--csv",
                     folder / "rows.csv", "--npy", folder / "out", "--video", folder / "a.mp4"});
    wait_for_rows(folder / "rows.csv");
    command.interrupt();
    const Outcome got = command.wait();
    EXPECT_EQ(got.code, 130) << got.err;
    const std::string video = probe_video(folder / "a.mp4");
    EXPECT_EQ(video.substr(0, 11), "64,36,30/1,") << video;
    const double end_s = number_of(text_of(folder / "out/report.json"), "time");
    EXPECT_EQ(std::stoi(video.substr(11)), int(end_s * 30.0 + 1e-6) + 1);
    EXPECT_NEAR(std::stod(rows_of(text_of(folder / "rows.csv")).back()[0]), end_s, 1e-6);
}

TEST(CliPictures, AreCountedInTheProgress) {
    const TempFolder folder;
    const Outcome got = tarn_command(
        {"run", "pond", "--cells", "20,20", "--time", "1", "--size", "8x8", "--png", folder / "p"});
    EXPECT_EQ(got.code, 0);
    EXPECT_NE(got.err.find("pictures/s"), std::string::npos) << got.err;
}

TEST(CliPictures, AreRefusedWithAMessageThatNamesTheOption) {
    const TempFolder folder;
    for (const char* size : {"0x5", "5", "5x", "x5", "-3x4", "9000x10", "3x4x5", "1.5x2", ""})
        expect_refused({"run", "pond", "--time", "1000000", "--png", folder / "p", "--size", size},
                       {"--size", size});
    for (const char* fps : {"0", "-1", "nan", "inf", "1e9", "fast", ""})
        expect_refused({"run", "pond", "--time", "1000000", "--png", folder / "p", "--fps", fps},
                       {"--fps", fps});
    expect_refused({"run", "pond", "--time", "1000000", "--quality", "best"},
                   {"--quality", "best", "high"});
    expect_refused(small_pond("1000000", {"--video", folder / "a.avi"}),
                   {"a.avi", ".mp4", ".webm", ".gif"});
    expect_refused(small_pond("1000000", {"--still", folder / "a.jpg"}), {"a.jpg", ".png"});
    expect_refused(small_pond("1000000", {"--png", folder / "p", "--replay", folder / "calls"}),
                   {"--replay", "--still"});
}

TEST(CliPictures, ThatCannotBeWrittenAreRefusedBeforeTheRun) {
    const TempFolder folder;
    const std::string file = write_text(folder, "file", "x");
    expect_refused(small_pond("1000000", {"--png", file + "/p"}), {file});
    expect_refused(small_pond("1000000", {"--video", file + "/a.mp4"}), {file});
    expect_refused(small_pond("1000000", {"--still", file + "/a.png"}), {file});
}

TEST(CliPictures, WithoutFfmpegSayWhatToDo) {
    const TempFolder folder;
    const VariableForTest path("PATH", "/nonexistent");
    expect_refused(small_pond("1000000", {"--video", folder / "a.mp4"}),
                   {"a.mp4", "install ffmpeg", "--png"});
}

TEST(CliPictures, WithoutEglSayWhatToInstall) {
    const TempFolder folder;
    const VariableForTest vendors("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent");
    expect_refused(small_pond("1000000", {"--png", folder / "p"}), {"EGL", "install"});
    // Nothing else needs it.
    EXPECT_EQ(tarn_command(small_pond("0.1", {"--npy", folder / "out"})).code, 0);
    const Outcome info = tarn_command({"info"});
    EXPECT_EQ(info.code, 0);
    EXPECT_NE(info.out.find("EGL"), std::string::npos) << info.out;
}

TEST(CliPictures, OfThePondShowItsRing) {
    const FailingFfmpeg ffmpeg("exit 1", "no film today");  // the still comes first
    const TempFolder folder;
    const auto here = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) unsetenv(name);
    tarn_command({});
    std::filesystem::current_path(here);
    const Outcome got =
        tarn_command({"run", "pond", "--time", "0.9", "--quiet", "--still", folder / "at_0.9.png"});
    EXPECT_EQ(got.code, 0) << got.err;
    EXPECT_EQ(text_of(folder / "out/pond/pond.png"), text_of(folder / "at_0.9.png"));
}

TEST(CliPictures, OfThePondAreMapsWhereNothingElseCanBeDrawn) {
    const TempFolder folder;
    const VariableForTest vendors("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent");
    const auto here = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    const Outcome got = tarn_command({});
    std::filesystem::current_path(here);
    EXPECT_EQ(got.code, 0) << got.err;
    EXPECT_NE(got.err.find("EGL"), std::string::npos) << got.err;
    EXPECT_NE(got.err.find("maps instead"), std::string::npos) << got.err;
    EXPECT_EQ(text_of(folder / "out/pond/level.png").substr(1, 3), "PNG");
}

TEST(CliPictures, ThatMeetAFullDiskEndTheRunWithCode3AndItsOtherFiles) {
    const FailingFfmpeg ffmpeg("echo part > \"$file\"", "it broke: No space left on device");
    const TempFolder folder;
    expect_refused(small_pond("100", {"--video", folder / "a.mkv", "--csv", folder / "rows.csv",
                                      "--npy", folder / "out", "--save", folder / "state.tarn"}),
                   {"a.mkv", "No space left on device", "a.part.mkv"}, 3);
    EXPECT_GE(rows_of(text_of(folder / "rows.csv")).size(), 2u);
    EXPECT_LT(number_of(text_of(folder / "out/report.json"), "time"), 99.0);
    EXPECT_TRUE(std::filesystem::exists(folder / "state.tarn"));
    EXPECT_EQ(text_of(folder / "a.part.mkv"), "part\n");
}

TEST(CliPictures, OfAnyOtherTroubleOnTheWayEndWithCode3Too) {
    const FailingFfmpeg ffmpeg("", "Unknown encoder");
    const TempFolder folder;
    expect_refused(
        small_pond("100", {"--video", folder / "a.mp4", "--save", folder / "state.tarn"}),
        {"a.mp4", "Unknown encoder"}, 3);
    EXPECT_TRUE(std::filesystem::exists(folder / "state.tarn"));
}

TEST(CliPictures, ThatDoNotFitIntoMemoryAreRefused) {
    constexpr std::size_t kGiB = std::size_t{1} << 30;
    // 8192 x 8192 pixels of 55 bytes are 3.4 GiB.
    const auto refused = check_picture_room({8192, 8192}, 3 * kGiB);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("--size 8192x8192 needs 3520 MiB"), std::string::npos)
        << refused.error().message;
    EXPECT_TRUE(check_picture_room({8192, 8192}, 4 * kGiB));
    EXPECT_TRUE(check_picture_room({8192, 8192}, 0)) << "nobody knows how much there is";
}

TEST(CliPictures, OpenGLIsNamedByInfo) {
    const Outcome got = tarn_command({"info"});
    EXPECT_NE(got.out.find("\ngl  "), std::string::npos) << got.out;
}

}  // namespace
}  // namespace tarn::cli
