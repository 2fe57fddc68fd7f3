// What a scene says of water above the water: emitters, spray and foam, as plain data in SI units.
// The names and limits are in describe_spray.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tarn::scene {

/// A nozzle, a spring or a patch of sky that sends drops: fountain, hose, faucet, geyser, rain.
struct Emitter {
    std::array<double, 3> at_m = {0, 0, 0};  ///< middle of the opening
    std::array<double, 3> velocity_m_per_s = {0, 0, 0};
    double rate_m3_per_s = 0.0;
    double radius_m = 0.02;  ///< of the opening, a disc across the velocity
    std::optional<std::array<double, 4>> area_m = {};  ///< x0, y0, x1, y1: a level one instead
    double spread_deg = 2.0;            ///< half angle of the cone that drops leave in
    std::optional<double> drop_m = {};  ///< radius of a drop; absent: as /spray/radius
    double from_s = 0.0;
    std::optional<double> until_s = {};  ///< absent: it never ends
    std::optional<double> every_s = {};  ///< absent: without a pause
    double lasts_s = 1.0;                ///< each time, where it has pauses
};

/// Drops that breaking crests and ledges throw, and how all drops fly.
struct Spray {
    std::optional<double> radius_m = {};  ///< absent: a hundredth of the depth, 3 to 30 mm
    std::uint64_t max_drops = 1 << 16;
    double share = 0.012;
    double ledge_share = 0.05;
    double jump = 0.15;
    double rise = 0.05;
    double drag = 0.47;
    double lifetime_s = 30.0;
    std::uint64_t seed = 1;
};

/// White water that stays.
struct Foam {
    double half_life_s = 6.0;
    double bubbles_half_life_s = 1.5;
};

}  // namespace tarn::scene
