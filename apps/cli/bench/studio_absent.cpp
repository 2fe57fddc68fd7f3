// Stands in for studio.cpp in a build without the renderer.
#include "studio.hpp"

namespace tarn::cli {

struct Studio::Impl {
    DrawingMachine machine;
};

Result<Studio> Studio::open(const MeasureOptions&) {
    return Error{ErrorCode::Unsupported,
                 "this tarn was built without the renderer; build it with -DTARN_RENDER=ON"};
}

Studio::Studio(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Studio::Studio(Studio&&) noexcept = default;
Studio::~Studio() = default;

const DrawingMachine& Studio::machine() const {
    return impl_->machine;
}

Result<BenchRow> Studio::measure(const RenderCase&) {
    return Error{ErrorCode::Unsupported, "this tarn was built without the renderer"};
}

}  // namespace tarn::cli
