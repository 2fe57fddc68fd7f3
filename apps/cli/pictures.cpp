#include "pictures.hpp"

#include "base/file.hpp"
#include "base/file_set.hpp"
#include "base/folder_claim.hpp"
#include "io/png.hpp"
#include "io/video.hpp"
#include "signals.hpp"
#include <tarn/machine.hpp>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace tarn::cli {
namespace {

namespace fs = std::filesystem;

Quality quality_of(const std::string& name, bool is_software) {
    if (name == "low") return Quality::low();
    if (name == "normal") return {};
    if (name == "high") return Quality::high();
    return Quality::of(is_software);
}

Result<void> prepare_files(const PictureArgs& args) {
    if (!args.png_dir.empty())
        if (const auto made = make_writable_folder(args.png_dir); !made) return made.error();
    if (args.still.empty()) return {};
    if (fs::path(args.still).extension() != ".png")
        return Error{ErrorCode::InvalidArgument, "--still " + args.still + ": it ends in .png"};
    return check_can_write(args.still);
}

Result<void> write_picture(const fs::path& path, const Picture& picture) {
    return io::write_png(path, {.bytes = picture.rgb,
                                .width_px = picture.size.width_px,
                                .height_px = picture.size.height_px});
}

/// The water at a moment.
struct Kept {
    double time_s = 0.0;
    std::vector<float> level_m;         ///< on the host,
    DeviceFieldView device_level = {};  ///< or on a GPU
};

}  // namespace

struct Pictures::Impl {
    Offscreen context;
    Renderer renderer;  ///< goes before its context
    PictureSize size;
    std::optional<FolderClaim> claim;  ///< of the folder of pictures
    std::optional<io::VideoWriter> video;
    bool cannot_draw = false;
    std::optional<Kept> kept;

    Result<void> keep(World& world);
    Result<Picture> draw(const World& world, double at_s);
    Result<void> add(const World& world, double at_s, const std::string& png_dir, int number);
};

Result<void> Pictures::Impl::keep(World& world) {
    // Cells that fill and empty do not stand between two steps: a volume is drawn as it is.
    if (world.info().height_m > 0.0) return {};
    kept.emplace();
    kept->time_s = world.time_s();
    if (world.info().backend == "cuda") {
        const auto level = world.device_snapshot("level", 0);
        if (!level) return level.error();
        kept->device_level = level.value();
        return {};
    }
    const auto level = world.field("level");
    if (!level) return level.error();
    const FieldView& view = level.value();
    kept->level_m.assign(view.data, view.data + view.row_stride * view.ny);
    return {};
}

Result<Picture> Pictures::Impl::draw(const World& world, double at_s) {
    auto made = world.frame(at_s);
    if (!made) return made.error();
    Frame frame = made.value();
    const double now_s = world.time_s();
    if (kept && kept->time_s < at_s && at_s < now_s) {
        WaterView& water = frame.water;
        water.blend = (at_s - kept->time_s) / (now_s - kept->time_s);
        water.device_level_before = kept->device_level;
        if (!kept->level_m.empty())
            water.level_before = {.data = kept->level_m.data(),
                                  .nx = water.nx,
                                  .ny = water.ny,
                                  .row_stride = water.nx};
    }
    return renderer.draw_picture(frame, size);
}

Result<void> Pictures::Impl::add(const World& world, double at_s, const std::string& png_dir,
                                 int number) {
    const auto picture = draw(world, at_s);
    cannot_draw = !picture;
    if (!picture) return picture.error();
    if (!png_dir.empty()) {
        if (number == 0)
            if (const auto done = remove_files(png_dir, PictureArgs::is_frame); !done) return done;
        char name[32];
        std::snprintf(name, sizeof name, "frame_%05d.png", number);
        const auto wrote = write_picture(fs::path(png_dir) / name, picture.value());
        if (!wrote) return wrote.error();
    }
    if (!video) return {};
    auto added = video->add(picture.value().rgb);
    if (!added) video.reset();
    return added;
}

Result<Pictures> Pictures::open(const PictureArgs& args) {
    if (!args.wants_any()) return Pictures(args, nullptr);
    const auto size = picture_size(args.size);
    if (!size) return size.error();
    if (const auto done = prepare_files(args); !done) return done.error();
    auto context = Offscreen::create();
    if (!context) return context.error();
    auto renderer = Renderer::create();
    if (!renderer) return renderer.error();
    const bool is_software = renderer.value().info().is_software;
    if (is_software)
        if (const auto ok = check_picture_room(size.value(), machine_info().available_memory_bytes);
            !ok)
            return ok.error();
    renderer.value().set_quality(quality_of(args.quality, is_software));
    auto impl =
        std::make_unique<Impl>(Impl{std::move(context.value()), std::move(renderer.value()),
                                    size.value(), std::nullopt, std::nullopt, false, std::nullopt});
    if (!args.png_dir.empty()) {
        auto claim = FolderClaim::take(args.png_dir, "frames");
        if (!claim) return claim.error();
        impl->claim.emplace(std::move(claim.value()));
    }
    if (!args.video.empty()) {
        auto video = io::VideoWriter::create({.path = args.video,
                                              .width_px = size.value().width_px,
                                              .height_px = size.value().height_px,
                                              .fps = args.fps,
                                              .patience = {.is_hurried = was_interrupted}});
        if (!video) return video.error();
        impl->video.emplace(std::move(video.value()));
    }
    return Pictures(args, std::move(impl));
}

Result<void> Pictures::keep(World& world) {
    return impl_ ? impl_->keep(world) : Result<void>();
}

Result<void> Pictures::add(const World& world, double at_s) {
    if (!wants_series()) return {};
    auto added = impl_->add(world, at_s, args_.png_dir, count_);
    if (added) ++count_;
    return added;
}

Result<void> Pictures::finish_video() {
    return impl_ && impl_->video && count_ > 0 ? impl_->video->finish() : Result<void>();
}

Result<void> Pictures::draw_still(const World& world) {
    // What could not be drawn before is not tried again.
    if (args_.still.empty() || impl_->cannot_draw) return {};
    const auto picture = impl_->draw(world, world.time_s());
    return picture ? write_picture(args_.still, picture.value()) : picture.error();
}

Pictures::Pictures(PictureArgs args, std::unique_ptr<Impl> impl)
    : args_(std::move(args)), impl_(std::move(impl)) {}
Pictures::Pictures(Pictures&&) noexcept = default;
Pictures::~Pictures() = default;

std::string gl_text() {
    const auto context = Offscreen::create();
    if (!context) return context.error().message;
    const auto renderer = Renderer::create();
    if (!renderer) return renderer.error().message;
    const RendererInfo info = renderer.value().info();
    return info.device + ", " + info.version + (info.is_software ? ", in software" : "");
}

}  // namespace tarn::cli
