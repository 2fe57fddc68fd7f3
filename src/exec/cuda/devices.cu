#include "exec/cuda/cuda_device.cuh"
#include "exec/cuda/devices.hpp"

#include <algorithm>
#include <vector>

namespace tarn::exec {

struct CudaDevice::State {
    int index = 0;
    cudaDeviceProp properties = {};
    cudaStream_t stream = nullptr;
    cudaError_t error = cudaSuccess;
};

CudaDevice::CudaDevice(std::unique_ptr<State> state) : state_(std::move(state)) {}
CudaDevice::CudaDevice(CudaDevice&&) noexcept = default;

CudaDevice::~CudaDevice() {
    if (!state_) return;
    cudaSetDevice(state_->index);
    cudaStreamSynchronize(state_->stream);
    cudaStreamDestroy(state_->stream);
}

Result<CudaDevice> CudaDevice::open(int index) {
    auto state = std::make_unique<State>();
    state->index = index;
    cudaError_t error = cudaSetDevice(index);
    if (!error) error = cudaGetDeviceProperties(&state->properties, index);
    if (!error) error = cudaStreamCreateWithFlags(&state->stream, cudaStreamNonBlocking);
    if (error)
        return Error{ErrorCode::Unsupported, "GPU " + std::to_string(index) +
                                                 " cannot be opened: " + cudaGetErrorString(error)};
    // Memory that is given back stays with the process for the next array.
    cudaMemPool_t pool = nullptr;
    std::uint64_t keep = std::uint64_t{64} << 20;
    if (!cudaDeviceGetDefaultMemPool(&pool, index))
        cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    return CudaDevice(std::move(state));
}

cudaStream_t CudaDevice::stream() const {
    // A thread may serve worlds on several GPUs.
    note(cudaSetDevice(state_->index));
    return state_->stream;
}

int CudaDevice::multiprocessors() const {
    return state_->properties.multiProcessorCount;
}

bool CudaDevice::can_overlap_launches() const {
    return state_->properties.major >= 9;
}

void CudaDevice::note(cudaError_t error) const {
    if (error && !state_->error) state_->error = error;
}

void CudaDevice::wait() const {
    note(cudaStreamSynchronize(state_->stream));
}

std::optional<Error> CudaDevice::trouble() const {
    if (!state_->error) return std::nullopt;
    return Error{ErrorCode::DeviceLost,
                 std::string("the GPU ") + state_->properties.name + " no longer answers (" +
                     cudaGetErrorString(state_->error) +
                     ") and its water is lost; run again, or restore a checkpoint with backend "
                     "cpu"};
}

std::optional<Error> CudaDevice::allocate_bytes(std::size_t bytes, void** memory) const {
    const cudaError_t error = cudaMallocAsync(memory, std::max<std::size_t>(bytes, 1), stream());
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();  // no lasting harm: the next call may ask for less
        return Error{ErrorCode::OutOfMemory, "cannot allocate " + std::to_string(bytes >> 20) +
                                                 " MiB on the GPU " + state_->properties.name +
                                                 "; use fewer cells or precision half"};
    }
    note(error);
    if (!error) note(cudaMemsetAsync(*memory, 0, bytes, stream()));
    return trouble();
}

void CudaDevice::copy_bytes(const void* from, std::size_t bytes, void* to,
                            cudaMemcpyKind kind) const {
    if (bytes == 0 || state_->error) return;
    note(cudaMemcpyAsync(to, from, bytes, kind, stream()));
}

namespace cuda {
namespace {

/// The least compute capability that this build has code for, times 100; later GPUs take it too.
constexpr int kLeastCapability = std::min({__CUDA_ARCH_LIST__});

bool has_code_for(const cudaDeviceProp& properties) {
    return 100 * properties.major + 10 * properties.minor >= kLeastCapability;
}

}  // namespace

Survey survey() {
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaErrorInsufficientDriver) {
        int driver = 0, runtime = 0;
        cudaDriverGetVersion(&driver);
        cudaRuntimeGetVersion(&runtime);
        const auto text = [](int v) {
            return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10);
        };
        if (driver == 0) return {{}, "no NVIDIA driver is installed"};
        return {{},
                "the NVIDIA driver knows CUDA " + text(driver) + ", this build needs " +
                    text(runtime) + ": update the driver",
                true};
    }
    if (error || count == 0)
        return {{},
                std::string("no GPU was found (") +
                    (error ? cudaGetErrorString(error) : "the driver lists none") + ")",
                error != cudaSuccess && error != cudaErrorNoDevice};
    Survey found;
    int before = 0;
    cudaGetDevice(&before);
    for (int k = 0; k < count; ++k) {
        cudaDeviceProp properties;
        DeviceInfo info;
        info.index = k;
        if (cudaGetDeviceProperties(&properties, k) || !has_code_for(properties)) continue;
        if (cudaSetDevice(k) || cudaMemGetInfo(&info.free_bytes, &info.memory_bytes)) continue;
        info.name = properties.name;
        found.devices.push_back(info);
    }
    cudaSetDevice(before);
    cudaGetLastError();
    if (found.devices.empty())
        found.why_none = "no GPU of compute capability " + std::to_string(kLeastCapability / 100) +
                         "." + std::to_string(kLeastCapability / 10 % 10) + " or later answers";
    return found;
}

double measure_copy_bytes_per_s(int index, std::size_t bytes) {
    constexpr int kPasses = 9;
    auto device = CudaDevice::open(index);
    if (!device) return 0.0;
    const CudaDevice& gpu = device.value();
    const std::size_t count = std::max<std::size_t>(bytes / 32, 1 << 16);
    auto from = gpu.allocate<float4>(count), to = gpu.allocate<float4>(count);
    if (!from || !to) return 0.0;
    cudaEvent_t begin = nullptr, end = nullptr;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    std::vector<float> ms;
    for (int pass = 0; pass < kPasses; ++pass) {
        cudaEventRecord(begin, gpu.stream());
        gpu.note(cudaMemcpyAsync(to.value().data(), from.value().data(), count * sizeof(float4),
                                 cudaMemcpyDeviceToDevice, gpu.stream()));
        cudaEventRecord(end, gpu.stream());
        gpu.wait();
        float elapsed = 0.0f;
        cudaEventElapsedTime(&elapsed, begin, end);
        ms.push_back(elapsed);
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    if (gpu.trouble()) return 0.0;
    std::sort(ms.begin(), ms.end());
    return 2.0 * double(count) * sizeof(float4) / (double(ms[kPasses / 2]) * 1e-3);
}

}  // namespace cuda
}  // namespace tarn::exec
