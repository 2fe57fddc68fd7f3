// Launches that may overlap: a kernel started this way is set up while the one before it still
// runs, and waits inside for its results.
#pragma once

#include <cuda_runtime.h>

namespace tarn::exec {

/// Threads that go together.
inline constexpr int kWarp = 32;

/// First thing in a kernel launched by launch_overlapped(): until here nothing may be read.
__device__ __forceinline__ void wait_for_earlier_kernels() {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
}

struct LaunchDesc {
    dim3 blocks, threads;
    cudaStream_t stream = nullptr;
    bool may_overlap = false;  ///< the device can do it (compute capability 9)
};

template <class... Parameters, class... Arguments>
cudaError_t launch_overlapped(const LaunchDesc& desc, void (*kernel)(Parameters...),
                              Arguments&&... arguments) {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = desc.blocks;
    config.blockDim = desc.threads;
    config.stream = desc.stream;
    config.attrs = &attribute;
    config.numAttrs = desc.may_overlap ? 1 : 0;
    return cudaLaunchKernelEx(&config, kernel, arguments...);
}

}  // namespace tarn::exec
