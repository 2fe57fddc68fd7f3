// Rain: drops that fall at moments and places that depend on the seed and their number alone, so
// that it is the same whatever the step; or an even sheet.
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

    /// Adds the drops due at `time_s`, before step `step` of a run.
    void collect(double time_s, int step, exchange::Forcing& forcing);
    /// Drops that have fallen: what collect() changes.
    std::uint64_t fallen() const { return fallen_; }
    void rewind(std::uint64_t fallen) { fallen_ = fallen; }

    void save(ByteWriter& out) const;
    /// As a checkpoint of the moment `time_s` says; false: no rain of this scene came to that.
    bool restore(ByteReader& in, double time_s);
    /// From `time_s` on it falls as the scene says, after what fell under another scene.
    void go_on_after(const Rain& other, double time_s);

private:
    void find_period();

    exchange::PlanGrid grid_;
    scene::Rain rain_;
    double start_s_ = 0.0;      ///< when it began to fall at this rate
    std::uint64_t before_ = 0;  ///< drops that fell before that
    std::uint64_t fallen_ = 0;  ///< since then
    double period_s_ = 0.0;     ///< of drops; 0: none fall
    double drop_m3_ = 0.0;
};

}  // namespace tarn::world
