#include "easel.hpp"

#include "io/png.hpp"

#include <utility>

namespace tarn::cli::reproduce {

struct Easel::Impl {
    Offscreen context;
    Renderer renderer;  ///< goes before its context
    PictureSize size;

    Quality usual() const { return Quality::of(renderer.info().is_software); }
    Result<Picture> draw(const World& world, std::optional<ViewMode> view, const Quality& quality) {
        auto frame = world.frame();
        if (!frame) return frame.error();
        if (view) frame.value().look.view = *view;
        renderer.set_quality(quality);
        return renderer.draw_picture(frame.value(), size);
    }
};

Easel::Easel(std::unique_ptr<Impl> impl, std::string why_not)
    : impl_(std::move(impl)), why_not_(std::move(why_not)) {
    if (impl_) device_ = impl_->renderer.info().device;
}
Easel::Easel(Easel&&) noexcept = default;
Easel::~Easel() = default;

Easel Easel::open(PictureSize size) {
    auto context = Offscreen::create();
    if (!context) return Easel(nullptr, context.error().message);
    auto renderer = Renderer::create();
    if (!renderer) return Easel(nullptr, renderer.error().message);
    return Easel(
        std::make_unique<Impl>(Impl{std::move(context.value()), std::move(renderer.value()), size}),
        "");
}

Result<std::optional<NamedFile>> Easel::still(const World& world, const std::string& name,
                                              std::optional<ViewMode> view) const {
    if (!impl_) return std::optional<NamedFile>();
    const auto picture = impl_->draw(world, view, impl_->usual());
    if (!picture) return picture.error();
    auto bytes = io::png_bytes({.bytes = picture.value().rgb,
                                .width_px = picture.value().size.width_px,
                                .height_px = picture.value().size.height_px});
    if (!bytes) return bytes.error();
    return std::optional<NamedFile>({name, std::move(bytes.value())});
}

Result<std::optional<double>> Easel::drawing_ms(const World& world) const {
    if (!impl_) return std::optional<double>();
    const auto frame = world.frame();
    if (!frame) return frame.error();
    const Frame frames[] = {frame.value()};
    impl_->renderer.set_quality(impl_->usual());
    const auto ms = impl_->renderer.measure_total_ms(frames, impl_->size);
    if (!ms) return ms.error();
    return std::optional<double>(ms.value());
}

Result<void> Easel::draw_fast(const World& world, ViewMode view) const {
    if (!impl_) return {};
    Quality quality = Quality::low();
    quality.photons = 0;
    const auto picture = impl_->draw(world, view, quality);
    return picture ? Result<void>() : picture.error();
}

}  // namespace tarn::cli::reproduce
