#include "io/video.hpp"

#include "base/file.hpp"
#include "io/number_text.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tarn::io {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// One palette for all pictures, made of what changes between them.
constexpr const char* kGifFilter =
    "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=3";

/// Words of ffmpeg that follow from the end of the path.
struct Format {
    std::string_view extension;
    std::string_view words;
};
constexpr Format kFormats[] = {
    {".mp4", "-c:v libx264 -preset veryfast -crf 18 -movflags +faststart -f mp4"},
    {".mkv", "-c:v libx264 -preset veryfast -crf 18 -f matroska"},
    {".webm", "-c:v libvpx-vp9 -crf 30 -b:v 0 -deadline realtime -cpu-used 6 -row-mt 1 -f webm"},
    {".gif", "-loop 0 -f gif"},
};

Words split(std::string_view text) {
    Words words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        words.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

int even(int pixels) {
    return std::max(2, pixels / 2 * 2);
}

/// From RGB to what a decoder expects: an even size, and the colours of HD video.
std::string video_filter(const VideoDesc& desc) {
    const int width = even(desc.width_px), height = even(desc.height_px);
    const std::string size = std::to_string(width) + ":" + std::to_string(height);
    std::string filter;
    if (desc.width_px == 1 || desc.height_px == 1)
        filter = "scale=" + size + ":flags=neighbor,";
    else if (width != desc.width_px || height != desc.height_px)
        filter = "crop=" + size + ":0:0,";
    return filter + "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p";
}

Words command(const VideoDesc& desc, const Format& format, const fs::path& part) {
    // -xerror: without it a full disk can end in a broken file and exit code 0.
    Words words = split("ffmpeg -hide_banner -loglevel error -nostdin -xerror -y");
    const auto add = [&words](const Words& more) {
        words.insert(words.end(), more.begin(), more.end());
    };
    add(split("-f rawvideo -pixel_format rgb24"));
    add({"-video_size", std::to_string(desc.width_px) + "x" + std::to_string(desc.height_px)});
    add({"-framerate", shortest_text(desc.fps), "-i", "pipe:0"});
    const bool is_gif = format.extension == ".gif";
    add({"-vf", is_gif ? kGifFilter : video_filter(desc)});
    if (!is_gif)
        add(split("-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv"));
    add(split(format.words));
    words.push_back("file:" + part.string());  // a colon in a name is no protocol then
    return words;
}

std::string last_line(const std::string& text) {
    const std::size_t end = text.find_last_not_of(" \r\n");
    if (end == std::string::npos) return {};
    const std::size_t begin = text.find_last_of("\r\n", end) + 1;  // npos + 1 is 0
    return text.substr(begin, end + 1 - begin);
}

Error bad_extension(const fs::path& path) {
    std::string allowed;
    for (const Format& format : kFormats)
        allowed += (allowed.empty() ? "" : ", ") + std::string(format.extension);
    return {ErrorCode::InvalidArgument, path.string() + ": a video ends in one of " + allowed};
}

}  // namespace

VideoWriter::VideoWriter(VideoDesc desc, StagedFile file, Process ffmpeg)
    : desc_(std::move(desc)),
      part_(desc_.path),
      file_(std::move(file)),
      ffmpeg_(std::make_unique<Process>(std::move(ffmpeg))) {
    part_.replace_extension(".part" + desc_.path.extension().string());
}

VideoWriter::~VideoWriter() {
    if (!ffmpeg_) return;
    close();
    if (has_pictures_) keep_part();
}

ProcessEnd VideoWriter::close() {
    return std::exchange(ffmpeg_, nullptr)->finish();
}

Result<VideoWriter> VideoWriter::create(const VideoDesc& desc) {
    const auto format =
        std::find_if(std::begin(kFormats), std::end(kFormats),
                     [&](const Format& f) { return desc.path.extension() == f.extension; });
    if (format == std::end(kFormats)) return bad_extension(desc.path);
    if (const auto ok = check_can_write(desc.path); !ok) return ok.error();
    auto file = StagedFile::create(desc.path, PartName::Visible);
    if (!file) return file.error();
    auto ffmpeg = Process::start(command(desc, *format, file.value().part()), desc.patience);
    if (ffmpeg) return VideoWriter(desc, std::move(file.value()), std::move(ffmpeg.value()));
    if (ffmpeg.error().code != ErrorCode::NotFound) return ffmpeg.error();
    return Error{ErrorCode::Unsupported,
                 desc.path.string() +
                     ": a video needs the program ffmpeg, which is not on this machine; install "
                     "ffmpeg, or use --png DIR"};
}

Result<void> VideoWriter::add(std::span<const std::uint8_t> rgb) {
    if (rgb.size() != std::size_t(desc_.width_px) * std::size_t(desc_.height_px) * 3)
        return Error{ErrorCode::InvalidArgument, desc_.path.string() + ": a picture of " +
                                                     std::to_string(rgb.size()) +
                                                     " bytes; all have to be of the size of the "
                                                     "video"};
    has_pictures_ = true;
    if (ffmpeg_->write(rgb)) return {};
    return trouble(close());
}

Result<void> VideoWriter::finish() {
    if (const ProcessEnd end = close(); end.exit_code != 0) return trouble(end);
    Result<void> done = file_.flush();
    if (done) done = file_.place();
    if (done) return flush_name(file_.target());
    return keep_part() ? Error{done.error().code,
                               done.error().message + "; the video is in " + part_.string()}
                       : done.error();
}

bool VideoWriter::keep_part() {
    std::error_code code;
    const auto bytes = fs::file_size(file_.part(), code);
    return !code && bytes > 0 && file_.place_as(part_);
}

Error VideoWriter::trouble(const ProcessEnd& end) {
    const std::string line = last_line(end.error_text);
    std::string message = desc_.path.string() + ": ffmpeg stopped: " +
                          (line.empty() ? "exit code " + std::to_string(end.exit_code) : line);
    if (keep_part()) message += "; what was written is in " + part_.string();
    const bool is_full = end.error_text.find("No space left on device") != std::string::npos;
    return {is_full ? ErrorCode::DiskFull : ErrorCode::Io, std::move(message)};
}

}  // namespace tarn::io
