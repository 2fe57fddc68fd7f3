// A solitary wave runs up a 1:19.85 beach: the tank of both beach cases.
#pragma once

#include "tank.hpp"

namespace tarn::cli::validate {

inline constexpr double kBeachSlope = 19.85;  ///< metres along the beach for one metre of height

/// Still water of `depth_m` before the beach. x counts from the shore into the water, as in the
/// published tables.
struct Beach {
    double depth_m = 1.0;
    double wave = 0.019;  ///< height of the wave, in depths
    double manning_s_per_m13 = 0.0;
    int cells_per_depth = 20;

    double land_m() const { return 6.0 * depth_m; }  ///< beyond the shore, that may become wet
    double crest_m() const;                          ///< where the wave starts
    double unit_s() const;                           ///< sqrt(d/g), the tables' unit of time
    TankDesc tank() const;
    /// A point of the tables as a point of the tank.
    Vec2 point(double x_m) const;
};

/// Level of the highest water: the last wet cell of the middle row up the beach.
double shore_level_m(const Beach& beach, const Fields& fields);

}  // namespace tarn::cli::validate
