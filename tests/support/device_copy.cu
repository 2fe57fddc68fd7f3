#include "support/device_copy.hpp"

#include <cuda_runtime.h>

namespace tarn {

std::vector<float> host_copy(const DeviceFieldView& view) {
    std::vector<float> values(std::size_t(view.nx) * std::size_t(view.ny));
    const std::size_t row = sizeof(float) * std::size_t(view.nx);
    if (cudaMemcpy2D(values.data(), row, view.data, sizeof(float) * std::size_t(view.row_stride),
                     row, std::size_t(view.ny), cudaMemcpyDeviceToHost) != cudaSuccess)
        values.clear();
    return values;
}

}  // namespace tarn
