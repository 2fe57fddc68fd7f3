// Water above the water: drops that the surface throws and emitters send, their flight, their
// landing, and the foam they leave. Volume is counted in whole units, so that what is taken from
// the water, flies, lands and leaves adds up exactly.
//
// A step reads the surface, lets drops fly over it, throws new ones, and hands the ledger of what
// landed and what was thrown to the water. Slots of drops come from prefix sums and sums over cells
// are sums of whole numbers: the same bits with any number of threads, on a CPU and on a GPU.
#pragma once

#include "base/bytes.hpp"
#include "exec/thread_pool.hpp"
#include "solver/surface_exchange.hpp"
#include "spray/breaking.hpp"
#include "spray/flight.hpp"
#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace tarn::spray {

/// In a drop, at most: at 10 km/s its momentum is still a number of whole units.
inline constexpr std::int64_t kMostUnits = std::int64_t{1} << 49;

struct FoamRules {
    float half_life_s = 6.0f;
    float bubbles_half_life_s = 1.5f;
    float landing_depth_m = 8e-3f;  ///< so much water that lands makes a cell white
};

struct SprayDesc {
    int nx = 0, ny = 0;
    double cell_m = 0.0;
    double datum_m = 0.0;  ///< heights of the surface count from here
    int max_drops = 0;
    double radius_m = 0.0;                     ///< of drops that the surface throws
    double largest_m = 0.0, smallest_m = 0.0;  ///< radii of all drops, those of emitters included
    std::uint64_t seed = 1;
    bool has_hulls = false;  ///< drops may meet some; on the CPU
    FlightRules flight = {};
    BreakingRules breaking = {};
    FoamRules foam = {};
};

/// A drop from elsewhere: out of a nozzle, or splashed out of a cell.
struct Birth {
    Drop drop;
    std::int32_t cell = -1;  ///< that it is taken from; -1: none
};

/// Units since the start, modulo 2^64: what has passed through the air in a long run is more than
/// 64 bits hold, what is in the air and what a step adds is not.
struct SprayCounts {
    std::int64_t thrown = 0, emitted = 0, landed = 0, left = 0;

    std::int64_t in_flight() const {
        return std::int64_t(std::uint64_t(thrown) + std::uint64_t(emitted) - std::uint64_t(landed) -
                            std::uint64_t(left));
    }
    SprayCounts since(const SprayCounts& before) const {
        const auto more = [](std::int64_t now, std::int64_t then) {
            return std::int64_t(std::uint64_t(now) - std::uint64_t(then));
        };
        return {more(thrown, before.thrown), more(emitted, before.emitted),
                more(landed, before.landed), more(left, before.left)};
    }
};

/// The same for reports: every amount of water has its number, whole ones up to 2^53 units.
struct SprayTotals {
    double thrown = 0.0, emitted = 0.0, landed = 0.0, left = 0.0;

    void add(const SprayCounts& more) {
        thrown += double(more.thrown);
        emitted += double(more.emitted);
        landed += double(more.landed);
        left += double(more.left);
    }
};

class Spray {
public:
    virtual ~Spray() = default;

    /// Drops fly for `step_s` up to now, the surface throws, the water gets its due. Births beyond
    /// what the pool holds are left out, and no water is taken for them. Hulls are told what drops
    /// gave them.
    virtual void step(double step_s, std::span<const Birth> births, std::span<HullInAir> hulls,
                      exchange::SurfaceExchange& water) = 0;
    virtual void set_wind(Vec2 wind_m_per_s) = 0;
    virtual void set_borders(const std::array<Border, 4>& borders) = 0;
    /// The grid moves by whole cells; what the ledger owes to cells that it leaves is booked as
    /// having left.
    virtual void shift(int di, int dj) = 0;

    /// Drops in flight leave the pool for someone else's particle system, and are his until they
    /// land. Valid until the next call.
    virtual std::span<const Drop> take() = 0;
    /// Units of volume that he has.
    virtual std::int64_t taken() const = 0;
    /// Those of his that came down: the next step gives them to the cells below them. There is room
    /// for them in the pool, and they have no more than taken() together.
    virtual void land(std::span<const Drop> drops) = 0;

    virtual std::uint64_t steps() const = 0;  ///< since the start
    virtual int drop_count() const = 0;
    /// Until the next step.
    virtual std::span<const Drop> drops() const = 0;
    virtual const float* foam() const = 0;     ///< [ny][nx] on the host, until the next step
    virtual const float* bubbles() const = 0;  ///< likewise
    virtual SprayCounts counts() const = 0;
    virtual SprayReport report() const = 0;
    virtual std::uint64_t checksum() const = 0;
    virtual std::size_t bytes() const = 0;

    virtual void save(ByteWriter& out) const = 0;
    /// First check_saved(), which changes nothing; then restore() takes the same bytes.
    virtual bool check_saved(ByteReader& in) const = 0;
    virtual void restore(ByteReader& in) = 0;

    double unit_m3() const { return unit_m3_; }
    /// The nearest whole number of units.
    std::int64_t units_of(double volume_m3) const {
        return std::int64_t(volume_m3 / unit_m3_ + 0.5);
    }

protected:
    double unit_m3_ = 0.0;
};

/// The smallest volume that counts, a power of two in depth over a cell: 2^-30 of a usual drop, or
/// less, but so much that a full pool of the largest drops can be counted.
double unit_depth_m(const SprayDesc& desc);
/// Units in a drop of this radius, whole or not.
double units_in(const SprayDesc& desc, double radius_m);

/// What a pool of this size needs.
std::size_t expected_bytes(const SprayDesc& desc);

/// On the CPU; `pool` must outlive it.
Result<std::unique_ptr<Spray>> make_spray(const SprayDesc& desc, const exec::ThreadPool& pool);
/// In the stream of a GPU, which must outlive it. Fails in a build without CUDA.
Result<std::unique_ptr<Spray>> make_spray_on_gpu(const SprayDesc& desc,
                                                 const exec::CudaDevice& device);

}  // namespace tarn::spray
