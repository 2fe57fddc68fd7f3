// Pictures to keep: screenshots and recordings, under the next free number in a folder.
#pragma once

#include "io/video.hpp"
#include <tarn/render.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace tarn::viewer {

/// "tarn_00000" and so on: the first for which no picture, film or folder is there.
Result<std::filesystem::path> next_free_name(const std::filesystem::path& folder);

/// The whole path of a file, for people.
std::string full_name(const std::filesystem::path& path);

/// Writes a PNG file and returns where it is.
Result<std::filesystem::path> save_screenshot(const Picture& picture,
                                              const std::filesystem::path& folder);

/// A film at an even pace, however uneven pictures come: late ones are shown longer, early ones
/// are left out. Where there is no ffmpeg it is a folder of numbered pictures instead.
class Recorder {
public:
    static constexpr double kPictures_per_s = 30.0;

    Recorder() = default;
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;
    ~Recorder();  ///< as stop()

    bool is_recording() const { return is_recording_; }
    /// Whether a picture is wanted at `time_s`.
    bool is_due(double time_s) const;
    Result<void> start(const std::filesystem::path& folder, double time_s);
    /// Ends the recording with an error if the size changed or the disk is full.
    Result<void> add(const Picture& picture, double time_s);
    /// Completes the recording and says where it is.
    Result<std::filesystem::path> stop();

private:
    Result<void> open(PictureSize size);
    Result<void> write(const Picture& picture);

    bool is_recording_ = false;
    std::filesystem::path path_;
    std::unique_ptr<io::VideoWriter> film_;
    PictureSize size_ = {0, 0};
    double began_s_ = 0.0;
    int count_ = 0;
};

}  // namespace tarn::viewer
