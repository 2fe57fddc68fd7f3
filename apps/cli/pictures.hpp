// Pictures of a run as one would see it: PNG files, a video, a still of the end. In a build without
// the renderer pictures_absent.cpp stands in and says so. Maps of fields are in outputs.hpp.
#pragma once

#include "args.hpp"
#include "output_files.hpp"
#include <tarn/render.hpp>
#include <tarn/result.hpp>
#include <tarn/world.hpp>

#include <memory>
#include <string>

namespace tarn::cli {

struct PictureArgs {
    std::string png_dir, video, still;
    std::string size = "1280x720";
    std::string quality;  ///< none: what suits the machine
    double fps = 30.0;    ///< pictures per simulated second

    /// Options that fill this; `this` stays where it is.
    std::vector<ArgDesc> args();
    std::vector<OutputFile> files() const;
    /// Whether a file in `png_dir` is one of a series of pictures.
    static bool is_frame(const std::string& name);
    bool wants_series() const { return !png_dir.empty() || !video.empty(); }
    bool wants_any() const { return wants_series() || !still.empty(); }
};

/// "1280x720" as a size of 1 to 8192 pixels along each side.
Result<PictureSize> picture_size(const std::string& text);
/// Whether the buffers of a picture in software fit into so much memory; 0: nobody knows how much.
Result<void> check_picture_room(const PictureSize& size, std::size_t available_bytes);

/// Opens OpenGL and ffmpeg before the run, so that trouble is known at once; neither is touched
/// when no picture is wanted. The first picture replaces those of an earlier run.
class Pictures {
public:
    static Result<Pictures> open(const PictureArgs& args);

    Pictures(Pictures&&) noexcept;
    ~Pictures();

    double fps() const { return args_.fps; }
    bool wants_series() const { return args_.wants_series(); }
    int count() const { return count_; }

    /// The water now, for a next picture that lies between this state and the one to come.
    Result<void> keep(World& world);
    /// The next picture of the series, of the moment `at_s`: the water now, or between what was
    /// kept and now.
    Result<void> add(const World& world, double at_s);
    /// Called once at the end, also after Ctrl-C or trouble.
    Result<void> finish_video();
    Result<void> draw_still(const World& world);

private:
    struct Impl;
    Pictures(PictureArgs args, std::unique_ptr<Impl> impl);

    PictureArgs args_;
    std::unique_ptr<Impl> impl_;  ///< none: no picture is wanted
    int count_ = 0;
};

/// What draws on this machine, or why nothing does, for `tarn info`.
std::string gl_text();

}  // namespace tarn::cli
