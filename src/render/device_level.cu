#include "render/device_level.hpp"

#include <cuda_gl_interop.h>
#include <vector>

namespace tarn::render {
namespace {

Result<void> checked(cudaError_t result, const char* what) {
    if (result == cudaSuccess) return {};
    return Error{ErrorCode::DeviceLost, std::string("the water's GPU did not ") + what + ": " +
                                            cudaGetErrorString(result)};
}

}  // namespace

struct DeviceLevel::Impl {
    BufferName buffer;
    cudaGraphicsResource_t resource = nullptr;
    int nx = 0, ny = 0;
    int gpu = -1;  ///< of the buffer
    std::vector<float> host;

    ~Impl() { forget(); }
    void forget() {
        if (resource) cudaGraphicsUnregisterResource(resource);
        resource = nullptr;
    }

    /// A pixel buffer of OpenGL that CUDA may write.
    bool make_shared(const DeviceFieldView& level, int level_gpu) {
        if (resource && nx == level.nx && ny == level.ny && gpu == level_gpu) return true;
        forget();
        gpu = level_gpu;
        GLuint name = 0;
        glGenBuffers(1, &name);
        buffer = BufferName(name);
        nx = level.nx;
        ny = level.ny;
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, name);
        glBufferData(GL_PIXEL_UNPACK_BUFFER, GLsizeiptr(sizeof(float)) * nx * ny, nullptr,
                     GL_STREAM_DRAW);
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        return cudaGraphicsGLRegisterBuffer(&resource, name,
                                            cudaGraphicsRegisterFlagsWriteDiscard) == cudaSuccess;
    }

    Result<void> copy_within(const DeviceFieldView& level) {
        void* to = nullptr;
        std::size_t bytes = 0;
        if (const auto done = checked(cudaGraphicsMapResources(1, &resource), "map a buffer");
            !done)
            return done.error();
        cudaError_t result = cudaGraphicsResourceGetMappedPointer(&to, &bytes, resource);
        const std::size_t row = sizeof(float) * std::size_t(level.nx);
        if (result == cudaSuccess)
            result = cudaMemcpy2DAsync(to, row, level.data,
                                       sizeof(float) * std::size_t(level.row_stride), row,
                                       std::size_t(level.ny), cudaMemcpyDeviceToDevice);
        // Whoever owns the level may write it as soon as the picture is drawn.
        if (result == cudaSuccess) result = cudaStreamSynchronize(nullptr);
        cudaGraphicsUnmapResources(1, &resource);
        return checked(result, "copy the level");
    }
};

DeviceLevel::DeviceLevel() : impl_(std::make_unique<Impl>()) {}
DeviceLevel::DeviceLevel(DeviceLevel&&) noexcept = default;
DeviceLevel& DeviceLevel::operator=(DeviceLevel&&) noexcept = default;
DeviceLevel::~DeviceLevel() = default;

bool DeviceLevel::is_shared() {
    unsigned count = 0;
    int device = -1;
    const cudaError_t result = cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll);
    cudaGetLastError();  // "no device" is an answer here, not trouble
    return result == cudaSuccess && count > 0;
}

Result<void> DeviceLevel::upload(const DeviceFieldView& level, Texture& texture,
                                 bool is_allowed_within) {
    // The thread that draws need not be the one that steps: it has to be told which GPU it is.
    cudaPointerAttributes where = {};
    if (const auto known = checked(cudaPointerGetAttributes(&where, level.data), "know its level");
        !known)
        return known.error();
    cudaSetDevice(where.device);
    if (is_allowed_within && impl_->make_shared(level, where.device)) {
        if (const auto copied = impl_->copy_within(level); !copied) return copied.error();
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, impl_->buffer.get());
        texture.upload(nullptr);
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        return {};
    }
    cudaGetLastError();
    impl_->host.resize(std::size_t(level.nx) * std::size_t(level.ny));
    const std::size_t row = sizeof(float) * std::size_t(level.nx);
    const auto copied = checked(cudaMemcpy2D(impl_->host.data(), row, level.data,
                                             sizeof(float) * std::size_t(level.row_stride), row,
                                             std::size_t(level.ny), cudaMemcpyDeviceToHost),
                                "hand out the level");
    if (!copied) return copied.error();
    texture.upload(impl_->host.data());
    return {};
}

}  // namespace tarn::render
