#include "render/scene_block.hpp"

#include "scenery/liquids.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::render {
namespace {

constexpr int kShaftSteps = 20;
constexpr double kDegree = std::numbers::pi / 180.0;

Float4 float4(Vec3 v, double w) {
    return {float(v.x), float(v.y), float(v.z), float(w)};
}

Float4 float4(const std::array<float, 3>& c, float w) {
    return {c[0], c[1], c[2], w};
}

/// Of the cell under or over the eye; no level where it is dry.
double level_at_eye(const Frame& frame) {
    const WaterView& water = frame.water;
    const auto cell = [&](double at_m, int count) {
        return std::clamp(int(at_m / water.cell_m), 0, count - 1);
    };
    const int i = cell(frame.camera.eye_m.x - water.origin_m.x, water.nx);
    const int j = cell(frame.camera.eye_m.y - water.origin_m.y, water.ny);
    const FieldView& bed = frame.ground.bed;
    const double level_m = water.level.data
                               ? double(water.level.data[j * water.level.row_stride + i])
                               : water.still_level_m;
    const bool is_dry = bed.data && level_m <= double(bed.data[j * bed.row_stride + i]);
    return is_dry ? -HUGE_VAL : level_m;
}

double luminance(const scenery::Colour& c) {
    return 0.2126 * double(c[0]) + 0.7152 * double(c[1]) + 0.0722 * double(c[2]);
}

/// Brings a white sheet in this light near white; eyes follow falling light only in part.
double exposure(const Frame& frame, const scenery::Sky& sky) {
    const double light =
        luminance(sky.sun_irradiance) * std::max(0.0, sky.to_sun.z) + luminance(sky.sky_irradiance);
    constexpr double kNoon = 16.0, kFollow = 0.8, kDusk = 1.5;  // dusk stays dark
    return frame.look.exposure * 0.92 * std::numbers::pi / kNoon *
           std::pow(kNoon / std::max(light, kDusk), kFollow);
}

/// Direction of sunlight under flat water, and the share that enters.
Float4 light_below(Vec3 to_sun, double index) {
    const double sine = std::sqrt(std::max(0.0, 1.0 - to_sun.z * to_sun.z));
    const double cosine = std::max(to_sun.z, 0.02), below = sine / index;
    const double down = std::sqrt(1.0 - below * below);
    const double along = sine > 1e-9 ? below / sine : 0.0;
    const double s = (cosine - index * down) / (cosine + index * down);
    const double p = (index * cosine - down) / (index * cosine + down);
    return {float(-to_sun.x * along), float(-to_sun.y * along), float(-down),
            float(1.0 - 0.5 * (s * s + p * p))};
}

/// The bed's rectangle, moved and widened by the way that light goes aside in the water.
Float4 caustic_rect(const Float4& rect, const Float4& below, double height_m) {
    const float way = float(height_m) / -below[2];
    const float x = std::abs(below[0]) * way + 0.03f * (rect[2] - rect[0]);
    const float y = std::abs(below[1]) * way + 0.03f * (rect[3] - rect[1]);
    return {rect[0] - x, rect[1] - y, rect[2] + x, rect[3] + y};
}

/// The floor of a volume of water and the shadow of its box on the plane of the floor, a little
/// widened. A low sun throws it far; what is beyond a few heights is left out.
Float4 shadow_rect(const SceneBlock& block, Vec3 to_sun) {
    const Float4& rect = block.rect;
    const double height_m = double(block.levels[2] - block.levels[1]);
    const double way = height_m / std::max(to_sun.z, 0.3);
    const float x = float(-to_sun.x * way), y = float(-to_sun.y * way);
    const float margin_m = 0.06f * std::max(rect[2] - rect[0], rect[3] - rect[1]);
    return {rect[0] + std::min(x, 0.0f) - margin_m, rect[1] + std::min(y, 0.0f) - margin_m,
            rect[2] + std::max(x, 0.0f) + margin_m, rect[3] + std::max(y, 0.0f) + margin_m};
}

/// The rings of open water: as many degrees as the camera sees, from its feet to the horizon.
Float4 rings(const Camera& camera, double aspect, double height_m) {
    const Vec3 ahead = normalized(camera.target_m - camera.eye_m);
    const double pitch = std::asin(std::clamp(ahead.z, -1.0, 1.0));
    const double fov = camera.fov_deg * kDegree;
    const double half = std::atan(std::tan(0.5 * fov) * aspect);
    const bool sees_feet = pitch - 0.5 * fov < -60.0 * kDegree;
    const double span = sees_feet ? 2.0 * std::numbers::pi
                                  : std::min(2.0 * std::numbers::pi, 2.9 * half / std::cos(pitch));
    const double middle = std::atan2(ahead.y, ahead.x);
    return {float(middle - 0.5 * span), float(span), float(std::max(0.15, 0.2 * height_m)),
            40000.0f};
}

void set_camera(SceneBlock& block, const Frame& frame, PictureSize size) {
    const Camera& camera = frame.camera;
    const double aspect = double(size.width_px) / double(size.height_px);
    const double longer_m = frame.water.cell_m * std::max(frame.water.nx, frame.water.ny);
    const double near_m = std::clamp(0.01 * length(camera.target_m - camera.eye_m), 0.01,
                                     std::max(0.5, 0.002 * longer_m));
    const double far_m =
        frame.look.place == Place::Ocean ? 60000.0 : std::max(4000.0, 1.4 * far_land_m(longer_m));
    const double fov = camera.fov_deg * kDegree;
    const Mat4 projection = perspective(fov, aspect, near_m, far_m);
    const Vec3 ahead = normalized(camera.target_m - camera.eye_m);
    const Vec3 up = std::abs(ahead.z) > 0.999 ? Vec3{0.0, 1.0, 0.0} : Vec3{0.0, 0.0, 1.0};
    block.view_projection = multiplied(projection, look_at(camera.eye_m, camera.target_m, up));
    block.inverse_view_projection = inverse(block.view_projection);
    block.eye_time = float4(camera.eye_m, frame.time_s);
    block.sky_light[3] = float(2.0 * std::tan(0.5 * fov) / size.height_px);
    block.ring = rings(camera, aspect, std::abs(camera.eye_m.z - frame.water.still_level_m));
}

/// Of a bed that varies, along the walls.
double highest_edge_m(const FieldView& bed) {
    if (!bed.data) return -HUGE_VAL;
    double highest_m = -HUGE_VAL;
    const auto see = [&](int i, int j) {
        highest_m = std::max(highest_m, double(bed.data[j * bed.row_stride + i]));
    };
    for (int i = 0; i < bed.nx; ++i) see(i, 0), see(i, bed.ny - 1);
    for (int j = 0; j < bed.ny; ++j) see(0, j), see(bed.nx - 1, j);
    return highest_m;
}

}  // namespace

GroundKind ground_kind(const Frame& frame) {
    if (frame.ground.bed.data || frame.look.place == Place::Shore) return GroundKind::Bed;
    return frame.look.place == Place::Pond ? GroundKind::Pond : GroundKind::Level;
}

Float4 photon_rect(const Frame& frame, const Float4& rect) {
    const bool is_boxed = frame.look.place == Place::Pool || frame.look.place == Place::Tank;
    if (is_boxed || ground_kind(frame) != GroundKind::Bed) return rect;
    const float strip_m =
        0.15f * std::min(rect[2] - rect[0], rect[3] - rect[1]);  // as in light.glsl
    return {rect[0] - strip_m, rect[1] - strip_m, rect[2] + strip_m, rect[3] + strip_m};
}

double far_land_m(double longer_m) {
    return std::max(3000.0, 30.0 * longer_m);
}

bool is_eye_under_water(const Frame& frame) {
    const Vec3 eye = frame.camera.eye_m;
    const WaterView& water = frame.water;
    const double x = eye.x - water.origin_m.x, y = eye.y - water.origin_m.y;
    const bool is_over =
        x > 0.0 && y > 0.0 && x < water.cell_m * water.nx && y < water.cell_m * water.ny;
    if (frame.look.place == Place::Ocean && !is_over) return eye.z < water.still_level_m;
    return is_over && eye.z < level_at_eye(frame);
}

PlaceSizes place_sizes(const Frame& frame) {
    const WaterView& water = frame.water;
    const double shorter_m = water.cell_m * std::min(water.nx, water.ny);
    const double depth_m = water.still_level_m - frame.ground.bed_m;
    PlaceSizes sizes;
    // A whole number of tiles fits the shorter side.
    sizes.tile_m = shorter_m / std::round(std::clamp(shorter_m / 0.15, 12.0, 40.0));
    sizes.rim_m = water.still_level_m + std::max(0.14 * depth_m, 0.02 * shorter_m);
    if (!frame.water.volume.fill.empty())
        sizes.rim_m = frame.ground.rim_m;
    else if (frame.look.place == Place::Pool || frame.look.place == Place::Tank)
        sizes.rim_m = std::max(sizes.rim_m, frame.ground.rim_m);
    if (frame.look.place == Place::Pool)
        sizes.rim_m = std::max(sizes.rim_m, highest_edge_m(frame.ground.bed));
    return sizes;
}

SceneBlock scene_block(const Frame& frame, const scenery::Sky& sky, const Quality& quality,
                       PictureSize size) {
    SceneBlock block = {};
    const WaterView& water = frame.water;
    const scenery::LiquidOptics optics = scenery::optics_of(frame.look.liquid);
    const double rim_m = place_sizes(frame).rim_m;
    block.to_sun = float4(sky.to_sun, sky.to_sun.z > 0.0 ? 1.0 : 0.0);
    block.sun_light = float4(sky.sun_irradiance, float(exposure(frame, sky)));
    block.sky_light = float4(sky.sky_irradiance, 0.0f);
    block.rect = {float(water.origin_m.x), float(water.origin_m.y),
                  float(water.origin_m.x + water.cell_m * water.nx),
                  float(water.origin_m.y + water.cell_m * water.ny)};
    block.levels = {float(water.still_level_m), float(frame.ground.bed_m), float(rim_m),
                    float(water.cell_m)};
    block.absorbed = float4(optics.absorbed, optics.index);
    block.scattered = float4(optics.scattered, optics.is_metal ? 1.0f
                                               : optics.foams  ? -1.0f
                                                               : 0.0f);
    block.light_below = light_below(sky.to_sun, double(optics.index));
    block.caustic_rect =
        caustic_rect(photon_rect(frame, block.rect), block.light_below, rim_m - frame.ground.bed_m);
    if (!water.volume.fill.empty()) block.caustic_rect = shadow_rect(block, sky.to_sun);
    const bool has_caustics = quality.photons > 0 && sky.to_sun.z > 0.0 && !optics.is_metal &&
                              frame.look.place != Place::Ocean;
    block.counts = {quality.march_steps, 0, quality.has_refraction ? 2 : 1,
                    quality.has_shafts ? kShaftSteps : 0};
    block.has = {has_caustics, quality.has_reflections, quality.has_glitter,
                 quality.has_smooth_slopes};
    set_camera(block, frame, size);
    block.mirrored = float4(optics.mirrored,
                            std::log(block.ring[3] / block.ring[2]) / float(quality.water_mesh));
    return block;
}

}  // namespace tarn::render
