#include "render/drop_buffer.hpp"

#include "base/background.hpp"
#include "base/hash.hpp"
#include "render/frame_check.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

namespace tarn::render {
namespace {

// A drop whose radius is below this many pixels shows no image, nor does one that goes farther than
// this many radii while the shutter is open.
constexpr float kBall_px = 0.95f;
constexpr float kBlurred_radii = 6.0f;
// Square of the radius at which mist, spread as drops.vert does, has an opacity of 1/64.
constexpr float kFaintest_px2 = 1.3f * 1.3f / 128.0f;
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

/// Square of its radius in pixels.
float radius2_px(const PackedDrop& drop, const SceneBlock& block) {
    const float x = drop.x_m - block.eye_time[0], y = drop.y_m - block.eye_time[1],
                z = drop.z_m - block.eye_time[2], pixel_rad = block.sky_light[3];
    return drop.radius_m * drop.radius_m /
           std::max(pixel_rad * pixel_rad * (x * x + y * y + z * z), 1e-30f);
}

bool is_ball(const PackedDrop& drop, float r2_px) {
    const float r2 = drop.radius_m * drop.radius_m;
    const float speed2 = drop.u_m_per_s * drop.u_m_per_s + drop.v_m_per_s * drop.v_m_per_s +
                         drop.w_m_per_s * drop.w_m_per_s;
    return r2_px > kBall_px * kBall_px &&
           speed2 * kExposure_s * kExposure_s < kBlurred_radii * kBlurred_radii * r2;
}

/// Whether a drop of mist is kept. A picture in half precision loses light fainter than some
/// 1/1000, so of drops too faint only some are kept, always the same, and made larger for the
/// others.
bool is_kept(PackedDrop& drop, float r2_px, std::uint64_t index) {
    const float share = r2_px / kFaintest_px2;
    if (share >= 1.0f) return true;
    if (float(mix64(index) >> 40) * 0x1p-24f >= share) return false;
    drop.radius_m /= std::sqrt(share);
    return true;
}

struct Filled {
    DropBatch batch;
    bool is_good = true;
};

/// Packs `count` drops from `first` on into their places in `out`: balls from the front, of the
/// others one in `every` from the back.
Filled fill(std::span<const DropView> drops, std::size_t first, std::size_t count,
            const SceneBlock& block, std::size_t every, PackedDrop* out) {
    std::size_t front = first, back = first + count;
    bool is_good = true;
    for (std::size_t k = first; k < first + count; ++k) {
        is_good = is_good && is_drawable(drops[k]);
        PackedDrop drop = packed(drops[k]);
        const float r2_px = radius2_px(drop, block);
        if (is_ball(drop, r2_px))
            out[front++] = drop;
        else if (k % every == 0 && is_kept(drop, r2_px * float(every), k))
            out[--back] = drop;
    }
    return {{first, back, front - first, first + count - back}, is_good};
}

/// Fills `out`, which has room for all drops, with a batch for each thread that is worth it.
std::vector<Filled> fill_in_batches(std::span<const DropView> drops, const SceneBlock& block,
                                    std::size_t every, PackedDrop* out) {
    const std::size_t threads = std::clamp<std::size_t>(
        std::min<std::size_t>(drops.size() / kBatch, std::thread::hardware_concurrency()), 1,
        kMaxThreads);
    const std::size_t per_thread = (drops.size() + threads - 1) / threads;
    const auto fill_from = [&](std::size_t first) {
        const std::size_t count = std::min(per_thread, drops.size() - first);
        return fill(drops, first, count, block, every, out);
    };
    std::vector<std::future<Filled>> others;
    for (std::size_t first = per_thread; first < drops.size(); first += per_thread)
        others.push_back(in_background([&fill_from, first] { return fill_from(first); }));
    std::vector<Filled> batches = {fill_from(0)};
    for (auto& other : others) batches.push_back(other.get());
    return batches;
}

}  // namespace

PackedDrop* DropBuffer::map(std::size_t count) {
    if (buffer_.get() == 0) {
        GLuint made = 0;
        glGenBuffers(1, &made);
        buffer_ = BufferName(made);
    }
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
    if (capacity_ < count) {
        capacity_ = count + count / 4;
        glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(capacity_ * sizeof(PackedDrop)), nullptr,
                     GL_STREAM_DRAW);
    }
    void* const out = glMapBufferRange(GL_ARRAY_BUFFER, 0, GLsizeiptr(count * sizeof(PackedDrop)),
                                       GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    if (!out) capacity_ = 0;
    return static_cast<PackedDrop*>(out);
}

Result<void> DropBuffer::upload(std::span<const DropView> drops, const SceneBlock& block,
                                int most_mist, const char* name) {
    batches_.clear();
    if (drops.empty()) return {};
    PackedDrop* const out = map(drops.size());
    if (!out)
        return Error{ErrorCode::OutOfMemory, "the graphics device has no memory for the " +
                                                 std::to_string(drops.size()) + " drops of " +
                                                 name + "; give fewer"};
    const auto most = std::size_t(most_mist), every = (drops.size() + most - 1) / most;
    merged_ = float(every);
    bool is_good = true;
    for (const Filled& filled : fill_in_batches(drops, block, every, out)) {
        batches_.push_back(filled.batch);
        is_good = is_good && filled.is_good;
    }
    glUnmapBuffer(GL_ARRAY_BUFFER);
    if (is_good) return {};
    batches_.clear();
    return check_drops(drops, name);
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
