// How pictures are asked for.
#include "pictures.hpp"

#include <charconv>

namespace tarn::cli {
namespace {

constexpr int kMaxSide_px = 8192;
constexpr double kMinFps = 0.01, kMaxFps = 1000.0;

bool parse_side(std::string_view text, int& pixels) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pixels);
    return error == std::errc{} && end == text.data() + text.size() && pixels >= 1 &&
           pixels <= kMaxSide_px;
}

/// For ArgDesc::check: an empty text for a good value, else what is wrong with it.
std::string bad_fps(const std::string& text) {
    double fps = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), fps);
    const bool is_number = error == std::errc{} && end == text.data() + text.size();
    if (is_number && fps >= kMinFps && fps <= kMaxFps) return {};
    return text.substr(0, 40) + " is not a number from 0.01 to 1000";
}
std::string bad_size(const std::string& text) {
    const auto parsed = picture_size(text);
    return parsed ? std::string() : parsed.error().message;
}

}  // namespace

bool PictureArgs::is_frame(const std::string& name) {
    return name.starts_with("frame_") && name.ends_with(".png");
}

std::vector<OutputFile> PictureArgs::files() const {
    return {
        {"--png", png_dir, kPng, is_frame}, {"--video", video, kVideo}, {"--still", still, kPng}};
}

Result<PictureSize> picture_size(const std::string& text) {
    PictureSize size;
    const std::size_t x = text.find('x');
    const std::string_view all = text;
    if (x != std::string::npos && parse_side(all.substr(0, x), size.width_px) &&
        parse_side(all.substr(x + 1), size.height_px))
        return size;
    return Error{ErrorCode::InvalidArgument,
                 "\"" + text.substr(0, 40) +
                     "\" is no size; write WIDTHxHEIGHT such as 1280x720, each from 1 to " +
                     std::to_string(kMaxSide_px)};
}

std::vector<ArgDesc> PictureArgs::args() {
    return {
        {.name = "--png",
         .target = &png_dir,
         .about = "folder for pictures of the run: frame_00000.png at t = 0 ..."},
        {.name = "--video",
         .target = &video,
         .about = "the same as a video: .mp4, .mkv, .webm or .gif (ffmpeg)"},
        {.name = "--still", .target = &still, .about = "one picture of the end, a .png file"},
        {.name = "--size",
         .target = &size,
         .about = "of pictures in pixels",
         .shows_default = true,
         .check = bad_size},
        {.name = "--fps",
         .target = &fps,
         .about = "pictures per simulated second; the run stops at each, so the lattice step may "
                  "be shorter than without",
         .shows_default = true,
         .check = bad_fps},
        {.name = "--quality",
         .target = &quality,
         .about = "of pictures: low, normal or high; default: low in software, else normal",
         .words = {"low", "normal", "high"}},
    };
}

}  // namespace tarn::cli
