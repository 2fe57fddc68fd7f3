// The linker replaces each call of `name` by one of __wrap_name, and __real_name by the runtime's
// own (option --wrap).
#include "support/failing_gpu_calls.hpp"

#include <atomic>
#include <cuda_runtime.h>

namespace {

struct Plan {
    std::atomic<bool> is_armed = false, has_failed = false;
    std::atomic<int> calls_left = 0;
    std::atomic<int> last_error = cudaSuccess;  ///< until someone asks for it, as in the runtime
};

Plan& plan() {
    static Plan the_plan;
    return the_plan;
}

/// The error with which this call is to fail, or none.
cudaError_t error_now(cudaError_t error) {
    Plan& p = plan();
    if (!p.is_armed.load() || p.calls_left.fetch_sub(1) != 1) return cudaSuccess;
    p.has_failed.store(true);
    p.last_error.store(error);
    return error;
}

}  // namespace

namespace tarn {

FailingGpuCall::FailingGpuCall(int at) {
    Plan& p = plan();
    p.calls_left.store(at);
    p.has_failed.store(false);
    p.last_error.store(cudaSuccess);
    p.is_armed.store(true);
}

FailingGpuCall::~FailingGpuCall() {
    stop();
}

bool FailingGpuCall::stop() {
    plan().is_armed.store(false);
    plan().last_error.store(cudaSuccess);
    return plan().has_failed.load();
}

}  // namespace tarn

// Defines the call `name` with these parameters, handed on as these arguments.
#define TARN_FAILING(name, error, parameters, arguments)          \
    extern "C" cudaError_t __real_##name parameters;              \
    extern "C" cudaError_t __wrap_##name parameters {             \
        if (const cudaError_t now = error_now(error)) return now; \
        return __real_##name arguments;                           \
    }

constexpr cudaError_t kNoMemory = cudaErrorMemoryAllocation, kLost = cudaErrorUnknown;

TARN_FAILING(cudaMallocAsync, kNoMemory, (void** memory, size_t bytes, cudaStream_t stream),
             (memory, bytes, stream))
TARN_FAILING(cudaMallocHost, kNoMemory, (void** memory, size_t bytes), (memory, bytes))
TARN_FAILING(cudaMemsetAsync, kLost, (void* memory, int value, size_t bytes, cudaStream_t stream),
             (memory, value, bytes, stream))
TARN_FAILING(cudaMemcpyAsync, kLost,
             (void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream),
             (to, from, bytes, kind, stream))
TARN_FAILING(__cudaLaunchKernel, kLost,
             (cudaKernel_t kernel, dim3 blocks, dim3 threads, void** arguments, size_t shared_bytes,
              cudaStream_t stream),
             (kernel, blocks, threads, arguments, shared_bytes, stream))
TARN_FAILING(cudaLaunchKernelExC, kLost,
             (const cudaLaunchConfig_t* config, const void* kernel, void** arguments),
             (config, kernel, arguments))
TARN_FAILING(cudaStreamCreateWithFlags, kLost, (cudaStream_t * stream, unsigned flags),
             (stream, flags))
TARN_FAILING(cudaStreamSynchronize, kLost, (cudaStream_t stream), (stream))
TARN_FAILING(cudaStreamWaitEvent, kLost, (cudaStream_t stream, cudaEvent_t event, unsigned flags),
             (stream, event, flags))
TARN_FAILING(cudaEventCreateWithFlags, kLost, (cudaEvent_t * event, unsigned flags), (event, flags))
TARN_FAILING(cudaEventRecord, kLost, (cudaEvent_t event, cudaStream_t stream), (event, stream))
TARN_FAILING(cudaEventSynchronize, kLost, (cudaEvent_t event), (event))

extern "C" cudaError_t __real_cudaGetLastError();
extern "C" cudaError_t __wrap_cudaGetLastError() {
    const auto made_up = cudaError_t(plan().last_error.exchange(cudaSuccess));
    const cudaError_t own = __real_cudaGetLastError();
    return made_up ? made_up : own;
}
