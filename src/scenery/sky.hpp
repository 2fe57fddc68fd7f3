// The clear sky by single scattering in air and haze [nishita1993], as radiance over the dome, and
// what arrives from sun and sky on the ground. Clouds and the horizon are painted by the renderer.
#pragma once

#include <tarn/frame.hpp>

#include <array>
#include <vector>

namespace tarn::scenery {

using Colour = std::array<float, 3>;

/// Rows go from straight down to straight up, denser near the horizon (see sky_elevation), columns
/// once around, counter-clockwise from east.
struct Sky {
    static constexpr int width = 128, height = 64;
    std::vector<std::array<float, 4>> radiance;
    Vec3 to_sun;
    Colour sun_irradiance = {};  ///< on a surface that faces the sun, through the air
    Colour sky_irradiance = {};  ///< on level ground, without the sun
};

/// Elevation in rad of a row's centre, `v` from 0 to 1.
double sky_elevation(double v);

Sky make_sky(const Light& light);

}  // namespace tarn::scenery
