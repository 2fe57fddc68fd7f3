// Videos: pictures go to ffmpeg through a pipe, which compresses while the run goes on.
#pragma once

#include "base/process.hpp"
#include "base/staged_file.hpp"
#include <tarn/result.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace tarn::io {

struct VideoDesc {
    std::filesystem::path path;
    int width_px = 1280;
    int height_px = 720;
    double fps = 30.0;
    Patience patience = {};  ///< with an ffmpeg that does nothing
};

/// The end of the path decides what is written: .mp4 and .mkv (H.264), .webm (VP9), .gif (one
/// palette, so ffmpeg holds all pictures in memory until the end). Colour is halved along both axes
/// but for .gif, so an odd width or height loses its last column or row.
///
/// Until finish() the file lies beside its later place under a name that no other run has,
/// NAME.part-<numbers>.mp4 (.mkv, ...). After trouble it is called NAME.part.mp4 and holds what was
/// written; the message names it.
///
///     auto video = VideoWriter::create({.path = "pond.mp4", .width_px = 640, .height_px = 360});
///     if (!video) return video.error();
///     if (auto added = video.value().add(rgb); !added) return added.error();
///     return video.value().finish();
class VideoWriter {
public:
    /// Makes the folder and starts ffmpeg. ErrorCode::Unsupported where there is none.
    static Result<VideoWriter> create(const VideoDesc& desc);

    VideoWriter(VideoWriter&&) noexcept = default;
    VideoWriter& operator=(VideoWriter&&) = delete;
    ~VideoWriter();  ///< without finish() the file is NAME.part.mp4; without a picture it goes

    /// 8-bit RGB, rows from top to bottom without gaps. After an error the writer is of no more
    /// use.
    Result<void> add(std::span<const std::uint8_t> rgb);

    /// Completes the file and gives it its name. Once.
    Result<void> finish();

private:
    VideoWriter(VideoDesc desc, StagedFile part, Process ffmpeg);
    ProcessEnd close();
    Error trouble(const ProcessEnd& end);
    /// Gives what was written its .part name; false: there is nothing.
    bool keep_part();

    VideoDesc desc_;
    std::filesystem::path part_;  ///< the name after trouble
    StagedFile file_;
    std::unique_ptr<Process> ffmpeg_;
    bool has_pictures_ = false;
};

}  // namespace tarn::io
