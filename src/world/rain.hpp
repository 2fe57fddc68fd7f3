// Rain: drops that fall at moments and places that depend on the seed and their number alone, so
// that it is the same whatever the step. Where drops are too many for the cells to tell them apart,
// whole showers fall on all cells instead. An even sheet is in inputs.hpp.
#pragma once

#include "base/bytes.hpp"
#include "scene/scene.hpp"
#include "solver/exchange.hpp"

#include <cstdint>
#include <optional>

namespace tarn::world {

class Rain {
public:
    Rain(const std::optional<scene::Rain>& rain, const exchange::PlanGrid& grid);

    bool is_even() const { return rain_.drop_radius_m == 0.0; }
    double rate_mm_per_h() const { return rain_.rate_mm_per_h; }
    /// From `time_s` on.
    void set_rate(double rate_mm_per_h, double time_s);

    /// Whether showers fall in place of single drops.
    bool is_showers() const { return is_showers_; }
    /// Adds the drops or showers due at `time_s`, before step `step` of a run.
    void collect(double time_s, int step, exchange::Forcing& forcing);
    /// Drops or showers that have fallen: what collect() changes.
    std::uint64_t fallen() const { return fallen_; }
    void rewind(std::uint64_t fallen) { fallen_ = fallen; }

    /// When and where single drops fall. Of showers, drops as they would fall; none in an even
    /// sheet.
    struct Schedule {
        double start_s, period_s, radius_m;
        std::uint64_t before, seed;

        /// Drop k falls within its own period.
        struct Fall {
            double time_s;
            Vec2 at_m;
        };
        Fall drop(std::uint64_t k, const exchange::PlanGrid& grid) const;
    };
    std::optional<Schedule> schedule() const;

    void save(ByteWriter& out) const;
    /// As a checkpoint of the moment `time_s` says; false: no rain came to that.
    bool restore(ByteReader& in, double time_s);
    /// Whether as much has fallen as the rain of this scene brings until then, about.
    bool can_be_of(double time_s) const;
    /// From `time_s` on it falls as the scene says, after what fell under another scene.
    void go_on_after(const Rain& other, double time_s);

private:
    void find_period();
    void collect_drops(double time_s, int step, exchange::Forcing& forcing);
    void collect_showers(double time_s, int step, exchange::Forcing& forcing);

    exchange::PlanGrid grid_;
    scene::Rain rain_;
    double start_s_ = 0.0;      ///< when it began to fall at this rate, or will
    std::uint64_t before_ = 0;  ///< drops or showers that fell before that
    std::uint64_t fallen_ = 0;  ///< since then
    bool is_showers_ = false;
    double period_s_ = 0.0;    ///< of drops or showers; 0: none fall
    double portion_m3_ = 0.0;  ///< of a drop or a shower
    double spread_ = 0.0;      ///< of a shower: cells get from 1 - spread to 1 + spread of its mean
    exchange::DepthPatch drop_;  ///< room for the one that falls
};

}  // namespace tarn::world
