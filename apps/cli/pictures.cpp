#include "pictures.hpp"

#include "base/file.hpp"
#include "io/png.hpp"
#include "io/video.hpp"

#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>

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
    const fs::path still = args.still;
    if (still.extension() != ".png")
        return Error{ErrorCode::InvalidArgument, "--still " + args.still + ": it ends in .png"};
    const fs::path folder = still.parent_path();
    return make_writable_folder(folder.empty() ? "." : folder);
}

Result<void> write_picture(const fs::path& path, const Picture& picture) {
    return io::write_png(path, {.bytes = picture.rgb,
                                .width_px = picture.size.width_px,
                                .height_px = picture.size.height_px});
}

}  // namespace

struct Pictures::Impl {
    Offscreen context;
    Renderer renderer;  ///< goes before its context
    PictureSize size;
    std::optional<io::VideoWriter> video;
    bool has_failed = false;

    Result<Picture> draw(const World& world) {
        const auto frame = world.frame();
        if (!frame) return frame.error();
        return renderer.draw_picture(frame.value(), size);
    }
    Result<void> add(const World& world, const std::string& png_dir, int number);
};

Result<void> Pictures::Impl::add(const World& world, const std::string& png_dir, int number) {
    const auto picture = draw(world);
    if (!picture) return picture.error();
    if (!png_dir.empty()) {
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
    renderer.value().set_quality(quality_of(args.quality, renderer.value().info().is_software));
    auto impl = std::make_unique<Impl>(Impl{std::move(context.value()), std::move(renderer.value()),
                                            size.value(), std::nullopt, false});
    if (!args.video.empty()) {
        auto video = io::VideoWriter::create({.path = args.video,
                                              .width_px = size.value().width_px,
                                              .height_px = size.value().height_px,
                                              .fps = args.fps});
        if (!video) return video.error();
        impl->video.emplace(std::move(video.value()));
    }
    return Pictures(args, std::move(impl));
}

Result<void> Pictures::add(const World& world) {
    if (!wants_series()) return {};
    auto added = impl_->add(world, args_.png_dir, count_);
    impl_->has_failed = !added;
    if (added) ++count_;
    return added;
}

Result<void> Pictures::finish(const World& world) {
    if (!impl_) return {};
    Result<void> finished;
    if (impl_->video && count_ > 0) finished = impl_->video->finish();
    // What could not be drawn before is not tried again.
    if (args_.still.empty() || impl_->has_failed) return finished;
    const auto picture = impl_->draw(world);
    if (!picture) return picture.error();
    const auto wrote = write_picture(args_.still, picture.value());
    return wrote ? finished : wrote;
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
