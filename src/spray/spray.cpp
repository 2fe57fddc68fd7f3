#include "spray/spray.hpp"

#include "exec/cpu_device.hpp"
#include "spray/saved.hpp"
#include "spray/spray_on.hpp"

#include <cmath>

namespace tarn::spray {
namespace {

constexpr double kSphere = 4.0 / 3.0 * 3.14159265358979323846;
/// Units in a drop of the usual size, at least, and in a full pool of the largest, at most: there
/// is room for the momentum of all of them, and for their torque on a hull, at 2,000 m2/s. The
/// second is the one that holds.
constexpr double kUnitsPerDrop = 0x1p30, kUnitsInPool = 0x1p52;
constexpr float kFarthest_m = 1e7f, kFastest_m_per_s = 1e4f;

/// The CPU device of a spray lives with it.
struct OnCpu {
    exec::CpuDevice device;
};
class CpuSpray final : OnCpu, public SprayOn<exec::CpuDevice> {
public:
    CpuSpray(const SprayDesc& desc, const exec::ThreadPool& pool)
        : OnCpu{{pool, pool.thread_count()}}, SprayOn(desc, OnCpu::device) {}
};

template <class T>
bool get_values(ByteReader& in, std::size_t most, std::vector<T>& out) {
    const std::string_view block = in.get_block();
    if (!in.ok() || block.size() % sizeof(T) != 0 || block.size() / sizeof(T) > most) return false;
    out.resize(block.size() / sizeof(T));
    if (!out.empty()) std::memcpy(out.data(), block.data(), block.size());
    return true;
}

bool is_sound(const Drop& drop) {
    const auto is_below = [](float value, float most) { return std::abs(value) <= most; };
    for (int k = 0; k < 3; ++k)
        if (!is_below(drop.at_m[k], kFarthest_m) ||
            !is_below(drop.velocity_m_per_s[k], kFastest_m_per_s))
            return false;
    return drop.volume > 0 && drop.volume <= kMostUnits && drop.radius_m > 0.0f &&
           drop.radius_m <= kFarthest_m && drop.age_s <= kFarthest_m &&
           (drop.age_s >= 0.0f || drop.age_s == kCameDown);
}

/// Of a drop, spread over a cell.
double drop_depth_m(const SprayDesc& desc, double radius_m) {
    return kSphere * radius_m * radius_m * radius_m / (desc.cell_m * desc.cell_m);
}

}  // namespace

double unit_depth_m(const SprayDesc& desc) {
    const double pool_m = drop_depth_m(desc, desc.largest_m) * double(desc.max_drops);
    return std::ldexp(1.0, std::max(std::ilogb(drop_depth_m(desc, desc.radius_m) / kUnitsPerDrop),
                                    std::ilogb(pool_m / kUnitsInPool) + 1));
}

double units_in(const SprayDesc& desc, double radius_m) {
    return drop_depth_m(desc, radius_m) / unit_depth_m(desc);
}

std::size_t expected_bytes(const SprayDesc& desc) {
    const std::size_t cells = std::size_t(desc.nx) * std::size_t(desc.ny);
    const auto drops = std::size_t(desc.max_drops);
    const std::size_t per_drop = 2 * sizeof(Drop) + sizeof(std::int32_t) + sizeof(std::int64_t);
    const std::size_t per_cell =
        9 * sizeof(float) + sizeof(std::int32_t) + 6 * sizeof(std::int64_t);
    const std::size_t per_covered = desc.has_hulls ? sizeof(std::int32_t) + 2 * sizeof(float) : 0;
    return drops * per_drop + cells * (per_cell + per_covered);
}

bool is_saved_spray(ByteReader& in, const SprayDesc& desc) {
    const std::size_t cells = std::size_t(desc.nx) * std::size_t(desc.ny);
    const auto head = in.get<SavedHead>();
    std::vector<Drop> drops;
    if (!in.ok() || !(head.carried_s >= 0.0) || !(head.carried_s < 1e6) ||
        !get_values(in, std::size_t(desc.max_drops), drops))
        return false;
    constexpr auto kMost = std::int64_t(0x1p61);
    // What flies is what the counts say, to the unit; a host may have some of it.
    std::int64_t more = head.counts.in_flight();
    if (more < 0 || more > kMost) return false;
    for (const Drop& drop : drops) {
        if (!is_sound(drop) || drop.volume > more) return false;
        more -= drop.volume;
    }
    const SprayTotals& totals = head.totals;
    for (const double total : {totals.thrown, totals.emitted, totals.landed, totals.left})
        if (!(std::abs(total) < 1e100)) return false;
    for (int plane = 0; plane < 3; ++plane) {
        std::vector<std::int64_t> owed;
        if (!get_values(in, cells, owed) || owed.size() != cells) return false;
        for (const std::int64_t units : owed)
            if (units < -kMost || units > kMost) return false;
    }
    for (int plane = 0; plane < 2; ++plane) {
        std::vector<float> values;
        if (!get_values(in, cells, values) || values.size() != cells) return false;
        for (const float value : values)
            if (!(value >= 0.0f) || !(value <= 1.0f)) return false;
    }
    return in.ok();
}

Result<std::unique_ptr<Spray>> make_spray(const SprayDesc& desc, const exec::ThreadPool& pool) {
    auto made = std::make_unique<CpuSpray>(desc, pool);
    if (const auto got = made->allocate(); !got) return got.error();
    return std::unique_ptr<Spray>(std::move(made));
}

}  // namespace tarn::spray
