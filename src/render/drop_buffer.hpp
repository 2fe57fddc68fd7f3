// Drops on the GPU as the shaders read them, and which of them are drawn in which way.
#pragma once

#include "render/gl_objects.hpp"
#include "render/scene_block.hpp"
#include <tarn/frame.hpp>

#include <vector>

namespace tarn::render {

/// A drop as the shaders read it.
struct PackedDrop {
    float x_m, y_m, z_m, radius_m;
    float u_m_per_s, v_m_per_s, w_m_per_s;
};

/// Some of the drops, by places in the buffer: those large and slow enough to show an image (balls)
/// and the others (mist).
struct DropBatch {
    std::size_t balls_first = 0, mist_first = 0;
    std::size_t balls = 0, mist = 0;
};

class DropBuffer {
public:
    /// Checks and uploads drops for an eye; a drop that is not finite is refused as `name`[k]. Of
    /// more mist than about `most_mist` only some is kept, and each stands for `merged` drops.
    Result<void> upload(std::span<const DropView> drops, const SceneBlock& block, int most_mist,
                        const char* name);

    const std::vector<DropBatch>& batches() const { return batches_; }
    float merged() const { return merged_; }
    bool is_empty() const { return batches_.empty(); }
    /// Binds it and makes attribute 0 the places and radii of drops from `first` on, 1 their
    /// velocities. Of every `stride` drops one is taken.
    void use_from(std::size_t first, std::size_t stride = 1) const;

private:
    /// Room for so many drops, to be written; null where the device has no memory.
    PackedDrop* map(std::size_t count);

    BufferName buffer_;
    std::size_t capacity_ = 0;  ///< of the buffer, in drops
    std::vector<DropBatch> batches_;
    float merged_ = 1.0f;
};

}  // namespace tarn::render
