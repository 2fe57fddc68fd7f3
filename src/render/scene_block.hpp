// The uniform block of scene.glsl, and how a frame fills it.
#pragma once

#include "base/vector.hpp"
#include "scenery/ground.hpp"
#include "scenery/sky.hpp"
#include <tarn/frame.hpp>
#include <tarn/render.hpp>

#include <array>
#include <cstdint>

namespace tarn::render {

using Float4 = std::array<float, 4>;
using Int4 = std::array<std::int32_t, 4>;

/// As in scene.glsl, std140.
struct SceneBlock {
    Mat4 view_projection, inverse_view_projection;
    Float4 eye_time, to_sun, sun_light, sky_light;
    Float4 rect, levels, ground_rect, ground_range, ground_map;
    Float4 absorbed, scattered, mirrored, detail;
    Float4 caustic_rect, light_below;
    Int4 counts, has;
    Float4 ring;
};
static_assert(sizeof(SceneBlock) == 2 * 64 + 18 * 16);

/// What lies under the water and around it. Numbers as in scene.glsl.
enum class GroundKind { Level, Pond, Bed };
GroundKind ground_kind(const Frame& frame);

/// Numbers of a place that its parts have to agree on.
struct PlaceSizes {
    double tile_m = 0.2;  ///< side of a tile of a pool, of the smallest piece elsewhere
    double rim_m = 0.0;   ///< top of the walls
};
PlaceSizes place_sizes(const Frame& frame);

/// How far the land around water of this extent goes.
double far_land_m(double longer_m);

bool is_eye_under_water(const Frame& frame);

/// Where photons start: the water's rectangle, and in open country a strip around it, from where
/// light falls into it and onto its banks.
Float4 photon_rect(const Frame& frame, const Float4& rect);

/// Everything but the fields that passes fill in themselves: detail, ground, and the bodies that
/// rays meet.
SceneBlock scene_block(const Frame& frame, const scenery::Sky& sky, const Quality& quality,
                       PictureSize size);

}  // namespace tarn::render
