#include "render/drop_buffer.hpp"

#include "base/background.hpp"
#include "render/frame_check.hpp"

#include <algorithm>
#include <thread>

namespace tarn::render {
namespace {

// A drop whose radius is below this many pixels shows no image, nor does one that goes farther than
// this many radii while the shutter is open.
constexpr float kBall_px = 0.95f;
constexpr float kBlurred_radii = 6.0f;
constexpr float kExposure_s = 1.0f / 120.0f;  // as in drops.vert
constexpr std::size_t kBatch = 1u << 16;      // drops that are worth a thread
constexpr std::size_t kMaxThreads = 8;

/// Limits far outside of any picture keep squares finite.
PackedDrop packed(const DropView& drop) {
    const auto place = [](double m) { return float(std::clamp(m, -1e8, 1e8)); };
    const auto speed = [](double m_per_s) { return float(std::clamp(m_per_s, -1e4, 1e4)); };
    return {place(drop.at_m.x),
            place(drop.at_m.y),
            place(drop.at_m.z),
            float(std::min(drop.radius_m, 1e6)),
            speed(drop.velocity_m_per_s.x),
            speed(drop.velocity_m_per_s.y),
            speed(drop.velocity_m_per_s.z)};
}

bool is_ball(const PackedDrop& drop, const SceneBlock& block) {
    const float x = drop.x_m - block.eye_time[0], y = drop.y_m - block.eye_time[1],
                z = drop.z_m - block.eye_time[2];
    const float least = kBall_px * block.sky_light[3], r2 = drop.radius_m * drop.radius_m;
    const float speed2 = drop.u_m_per_s * drop.u_m_per_s + drop.v_m_per_s * drop.v_m_per_s +
                         drop.w_m_per_s * drop.w_m_per_s;
    return r2 > least * least * (x * x + y * y + z * z) &&
           speed2 * kExposure_s * kExposure_s < kBlurred_radii * kBlurred_radii * r2;
}

struct Filled {
    DropBatch batch;
    bool is_good = true;
};

/// Packs drops into `out`: balls from its front, of the others one in `every` from its back.
Filled fill(std::span<const DropView> drops, const SceneBlock& block, std::size_t every,
            PackedDrop* out) {
    std::size_t balls = 0, back = drops.size(), seen = 0;
    bool is_good = true;
    for (const DropView& drop : drops) {
        is_good = is_good && is_drawable(drop);
        const PackedDrop one = packed(drop);
        if (is_ball(one, block))
            out[balls++] = one;
        else if (seen++ % every == 0)
            out[--back] = one;
    }
    return {{0, back, balls, drops.size() - back}, is_good};
}

}  // namespace

Result<void> DropBuffer::upload(std::span<const DropView> drops, const SceneBlock& block,
                                int most_mist, const char* name) {
    batches_.clear();
    if (drops.empty()) return {};
    if (buffer_.get() == 0) {
        GLuint made = 0;
        glGenBuffers(1, &made);
        buffer_ = BufferName(made);
    }
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
    if (capacity_ < drops.size()) {
        capacity_ = drops.size() + drops.size() / 4;
        glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(capacity_ * sizeof(PackedDrop)), nullptr,
                     GL_STREAM_DRAW);
    }
    auto* const out = static_cast<PackedDrop*>(
        glMapBufferRange(GL_ARRAY_BUFFER, 0, GLsizeiptr(drops.size() * sizeof(PackedDrop)),
                         GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT));
    if (!out) {
        capacity_ = 0;
        return Error{ErrorCode::OutOfMemory, "the graphics device has no memory for " +
                                                 std::to_string(drops.size()) + " drops of " +
                                                 name};
    }
    const std::size_t threads = std::clamp<std::size_t>(
        std::min<std::size_t>(drops.size() / kBatch, std::thread::hardware_concurrency()), 1,
        kMaxThreads);
    const std::size_t per_thread = (drops.size() + threads - 1) / threads;
    const std::size_t every = std::max<std::size_t>(
        1, (drops.size() + std::size_t(most_mist) - 1) / std::size_t(most_mist));
    const auto fill_from = [&](std::size_t first) {
        const auto part = drops.subspan(first, std::min(per_thread, drops.size() - first));
        Filled filled = fill(part, block, every, out + first);
        filled.batch.balls_first += first;
        filled.batch.mist_first += first;
        return filled;
    };
    std::vector<std::future<Filled>> others;
    for (std::size_t first = per_thread; first < drops.size(); first += per_thread)
        others.push_back(in_background([&fill_from, first] { return fill_from(first); }));
    bool is_good = true;
    const auto take = [&](const Filled& filled) {
        batches_.push_back(filled.batch);
        is_good = is_good && filled.is_good;
    };
    take(fill_from(0));
    for (auto& other : others) take(other.get());
    glUnmapBuffer(GL_ARRAY_BUFFER);
    merged_ = float(every);
    return is_good ? Result<void>() : check_drops(drops, name);
}

void DropBuffer::use_from(std::size_t first, std::size_t stride) const {
    const auto at = [&](std::size_t floats) {
        return reinterpret_cast<const void*>(first * sizeof(PackedDrop) + floats * sizeof(float));
    };
    const auto bytes = GLsizei(stride * sizeof(PackedDrop));
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, bytes, at(0));
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, bytes, at(4));
}

}  // namespace tarn::render
