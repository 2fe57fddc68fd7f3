// Stands in for easel.cpp in a build without the renderer.
#include "easel.hpp"

#include <utility>

namespace tarn::cli::reproduce {

struct Easel::Impl {};

Easel::Easel(std::unique_ptr<Impl> impl, std::string why_not)
    : impl_(std::move(impl)), why_not_(std::move(why_not)) {}
Easel::Easel(Easel&&) noexcept = default;
Easel::~Easel() = default;

Easel Easel::open(PictureSize) {
    return Easel(nullptr,
                 "this tarn was built without the renderer; build it with -DTARN_RENDER=ON");
}

Result<std::optional<NamedFile>> Easel::still(const World&, const std::string&,
                                              std::optional<ViewMode>) const {
    return std::optional<NamedFile>();
}

Result<std::optional<double>> Easel::drawing_ms(const World&) const {
    return std::optional<double>();
}

Result<void> Easel::draw_fast(const World&, ViewMode) const {
    return {};
}

}  // namespace tarn::cli::reproduce
