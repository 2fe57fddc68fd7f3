#include "spray/spray.hpp"

namespace tarn::spray {

Result<std::unique_ptr<Spray>> make_spray_on_gpu(const SprayDesc&, const exec::CudaDevice&) {
    return Error{ErrorCode::Unsupported, "this build of Tarn has no CUDA; use backend cpu"};
}

}  // namespace tarn::spray
