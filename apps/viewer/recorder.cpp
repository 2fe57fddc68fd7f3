#include "viewer/recorder.hpp"

#include "base/file.hpp"
#include "io/png.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace tarn::viewer {
namespace {

namespace fs = std::filesystem;

std::string numbered(const char* format, int number) {
    char text[32];
    std::snprintf(text, sizeof text, format, number);
    return text;
}

io::RgbView view_of(const Picture& picture) {
    return {picture.rgb, picture.size.width_px, picture.size.height_px};
}

}  // namespace

std::string full_name(const fs::path& path) {
    std::error_code ignored;
    const fs::path full = fs::absolute(path, ignored).lexically_normal();
    return full.empty() ? path.string() : full.string();
}

Result<fs::path> next_free_name(const fs::path& folder) {
    constexpr int kMost = 100000;
    std::error_code ignored;
    for (int k = 0; k < kMost; ++k) {
        const fs::path name = folder / numbered("tarn_%05d", k);
        constexpr const char* kEndings[] = {"", ".png", ".mp4"};
        const bool is_free = std::none_of(
            std::begin(kEndings), std::end(kEndings),
            [&](const char* ending) { return fs::exists(name.string() + ending, ignored); });
        if (is_free) return name;
    }
    return Error{ErrorCode::Io, folder.string() + " holds pictures up to tarn_99999; move some"};
}

Result<fs::path> save_screenshot(const Picture& picture, const fs::path& folder) {
    const auto name = next_free_name(folder);
    if (!name) return name.error();
    const fs::path path = name.value().string() + ".png";
    if (const auto done = io::write_png(path, view_of(picture)); !done) return done.error();
    return path;
}

Recorder::~Recorder() {
    // Nobody is left to be told; without the last words of the film its part file stays.
    if (is_recording_) static_cast<void>(stop());
}

bool Recorder::is_due(double time_s) const {
    return is_recording_ && (time_s - began_s_) * kPictures_per_s >= count_;
}

Result<void> Recorder::start(const fs::path& folder, double time_s) {
    const auto name = next_free_name(folder);
    if (!name) return name.error();
    path_ = name.value();
    is_recording_ = true;
    began_s_ = time_s;
    count_ = 0;
    return {};
}

/// A film, or a folder where there is no ffmpeg.
Result<void> Recorder::open(PictureSize size) {
    size_ = size;
    const fs::path film_path = path_.string() + ".mp4";
    auto film = io::VideoWriter::create({.path = film_path,
                                         .width_px = size.width_px,
                                         .height_px = size.height_px,
                                         .fps = kPictures_per_s});
    if (film) {
        path_ = film_path;
        film_ = std::make_unique<io::VideoWriter>(std::move(film.value()));
        return {};
    }
    if (film.error().code != ErrorCode::Unsupported) return film.error();
    return make_writable_folder(path_);
}

Result<void> Recorder::add(const Picture& picture, double time_s) {
    if (!is_due(time_s)) return {};
    if (count_ == 0) {
        if (const auto opened = open(picture.size); !opened) {
            is_recording_ = false;
            return opened;
        }
    }
    if (picture.size.width_px != size_.width_px || picture.size.height_px != size_.height_px) {
        const auto path = stop();
        if (!path) return path.error();
        return Error{ErrorCode::InvalidArgument,
                     "the recording ended because the window changed its size; it is in " +
                         path.value().string()};
    }
    const int wanted = int(std::floor((time_s - began_s_) * kPictures_per_s)) + 1;
    while (count_ < wanted)
        if (const auto done = write(picture); !done) {
            is_recording_ = false;
            film_.reset();
            return done;
        }
    return {};
}

Result<void> Recorder::write(const Picture& picture) {
    const auto done = film_ ? film_->add(picture.rgb)
                            : io::write_png(path_ / numbered("%05d.png", count_), view_of(picture));
    if (done) ++count_;
    return done;
}

Result<fs::path> Recorder::stop() {
    is_recording_ = false;
    if (count_ == 0) return Error{ErrorCode::InvalidArgument, "nothing was recorded"};
    if (const auto film = std::exchange(film_, nullptr))
        if (const auto done = film->finish(); !done) return done.error();
    return path_;
}

}  // namespace tarn::viewer
