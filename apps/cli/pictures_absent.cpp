// Stands in for pictures.cpp in a build without the renderer.
#include "pictures.hpp"

#include <utility>

namespace tarn::cli {

struct Pictures::Impl {};

Result<Pictures> Pictures::open(const PictureArgs& args) {
    if (!args.wants_any()) return Pictures(args, nullptr);
    return Error{ErrorCode::Unsupported,
                 "--png, --video, --still: this tarn was built without the renderer; build it with "
                 "-DTARN_RENDER=ON, or use --map DIR"};
}

Result<void> Pictures::keep(World&) {
    return {};
}
Result<void> Pictures::add(const World&, double) {
    return {};
}
Result<void> Pictures::finish_video() {
    return {};
}
Result<void> Pictures::draw_still(const World&) {
    return {};
}

Pictures::Pictures(PictureArgs args, std::unique_ptr<Impl> impl)
    : args_(std::move(args)), impl_(std::move(impl)) {}
Pictures::Pictures(Pictures&&) noexcept = default;
Pictures::~Pictures() = default;

std::string gl_text() {
    return "no renderer in this build";
}

}  // namespace tarn::cli
