// Stands in for device_level.cu in builds without CUDA.
#include "render/device_level.hpp"

namespace tarn::render {

struct DeviceLevel::Impl {};

DeviceLevel::DeviceLevel() = default;
DeviceLevel::DeviceLevel(DeviceLevel&&) noexcept = default;
DeviceLevel& DeviceLevel::operator=(DeviceLevel&&) noexcept = default;
DeviceLevel::~DeviceLevel() = default;

bool DeviceLevel::is_shared() {
    return false;
}

Result<void> DeviceLevel::upload(const DeviceFieldView&, Texture&, bool) {
    return Error{ErrorCode::Unsupported,
                 "Frame::water.device_level is given, but this build has no CUDA; fill level"};
}

}  // namespace tarn::render
