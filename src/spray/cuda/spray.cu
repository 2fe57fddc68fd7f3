#include "exec/cuda/cuda_device.cuh"
#include "spray/spray_on.hpp"

namespace tarn::spray {

Result<std::unique_ptr<Spray>> make_spray_on_gpu(const SprayDesc& desc,
                                                 const exec::CudaDevice& device) {
    auto made = std::make_unique<SprayOn<exec::CudaDevice>>(desc, device);
    if (const auto got = made->allocate(); !got) return got.error();
    return std::unique_ptr<Spray>(std::move(made));
}

}  // namespace tarn::spray
