// A level that lives on an NVIDIA GPU, brought into a texture: within the GPU where OpenGL draws on
// the same one, through the host elsewhere. The only file of the picture that knows CUDA is
// device_level.cu; device_level_absent.cpp stands in for it in builds without.
#pragma once

#include "render/gl_objects.hpp"
#include <tarn/types.hpp>

#include <memory>

namespace tarn::render {

class DeviceLevel {
public:
    DeviceLevel();
    DeviceLevel(DeviceLevel&&) noexcept;
    DeviceLevel& operator=(DeviceLevel&&) noexcept;
    ~DeviceLevel();

    /// Whether CUDA and the current OpenGL context share a GPU.
    static bool is_shared();
    /// The level has been read when this returns. `is_allowed_within` false takes the way through
    /// the host, to compare.
    Result<void> upload(const DeviceFieldView& level, Texture& texture, bool is_allowed_within);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tarn::render
