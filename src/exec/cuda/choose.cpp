#include "exec/cuda/devices.hpp"

#include <algorithm>

namespace tarn::exec::cuda {

Result<DeviceInfo> choose_device(int index) {
    const Survey found = survey();
    if (found.devices.empty()) return Error{ErrorCode::Unsupported, found.why_none};
    if (index < 0)
        return *std::max_element(
            found.devices.begin(), found.devices.end(),
            [](const DeviceInfo& a, const DeviceInfo& b) { return a.free_bytes < b.free_bytes; });
    std::string known;
    for (const DeviceInfo& device : found.devices) {
        if (device.index == index) return device;
        known +=
            (known.empty() ? "" : ", ") + std::to_string(device.index) + " (" + device.name + ")";
    }
    return Error{ErrorCode::InvalidArgument,
                 "there is no GPU " + std::to_string(index) + "; use one of " + known};
}

}  // namespace tarn::exec::cuda
