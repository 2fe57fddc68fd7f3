#include "scenery/camera.hpp"

#include "base/vector.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace tarn::scenery {
namespace {

// The narrowest picture that default cameras are made for.
constexpr double kWidthPerHeight = 1.5;

double radians(double degrees) {
    return degrees * std::numbers::pi / 180.0;
}

/// Direction and axes of a camera that looks `down_deg` below the horizon towards `azimuth_deg`,
/// counter-clockwise from east.
struct View {
    Vec3 forward, right, up;
};
View view_towards(double azimuth_deg, double down_deg) {
    const double a = radians(azimuth_deg), d = radians(down_deg);
    return {{std::cos(d) * std::cos(a), std::cos(d) * std::sin(a), -std::sin(d)},
            {std::sin(a), -std::cos(a), 0.0},
            {std::sin(d) * std::cos(a), std::sin(d) * std::sin(a), std::cos(d)}};
}

/// What has to be in the picture.
struct Block {
    Vec3 low_m, high_m;

    std::array<Vec3, 8> corners() const {
        std::array<Vec3, 8> all;
        for (unsigned k = 0; k < all.size(); ++k)
            all[k] = {k & 1u ? high_m.x : low_m.x, k & 2u ? high_m.y : low_m.y,
                      k & 4u ? high_m.z : low_m.z};
        return all;
    }
};

/// Where along an axis of the picture the eye has to stand, and how far back, so that the corners
/// span `slope` to both sides: the outermost lines of sight to them meet there.
struct Fit {
    double middle = 0.0, back = 0.0;
};
Fit fit_along(Vec3 axis, Vec3 forward, std::span<const Vec3> corners, double slope) {
    double right = -HUGE_VAL, left = -HUGE_VAL;
    for (const Vec3 corner : corners) {
        const double across = dot(corner, axis), ahead = slope * dot(corner, forward);
        right = std::max(right, across - ahead);
        left = std::max(left, -across - ahead);
    }
    return {0.5 * (right - left), 0.5 * (right + left) / slope};
}

/// The nearest camera that has the block in its picture, which it fills to `share`.
Camera fitted(const Block& block, const View& view, double share) {
    Camera camera;
    const double slope = share * std::tan(0.5 * radians(camera.fov_deg));
    const auto corners = block.corners();
    const Fit across = fit_along(view.right, view.forward, corners, kWidthPerHeight * slope);
    const Fit along = fit_along(view.up, view.forward, corners, slope);
    const double ahead_m = -std::max(across.back, along.back);
    camera.eye_m = across.middle * view.right + along.middle * view.up + ahead_m * view.forward;
    const Vec3 middle = 0.5 * (block.low_m + block.high_m);
    camera.target_m = camera.eye_m + dot(middle - camera.eye_m, view.forward) * view.forward;
    return camera;
}

/// The water as a block from `low_m` to `high_m`.
Block block_of(const WaterView& water, double low_m, double high_m) {
    const Vec2 o = water.origin_m;
    return {{o.x, o.y, low_m},
            {o.x + water.nx * water.cell_m, o.y + water.ny * water.cell_m, high_m}};
}

/// From outside the south-east corner: with the usual sun in the north-east, light comes from the
/// side and the far walls are lit.
Camera pool_camera(const Block& surface, double shorter_m, double rim_m) {
    Block basin = surface;
    basin.high_m.z = std::max(basin.high_m.z + 0.06 * shorter_m, rim_m);
    return fitted(basin, view_towards(128.0, 33.0), 1.16);
}

/// From the south bank, as high as a person who sits, over the water to the far bank and the sky.
Camera pond_camera(const Block& surface) {
    const double length_m = surface.high_m.y - surface.low_m.y;
    const double height_m = 0.11 * std::min(length_m, 10.0) + 0.05 * std::max(length_m - 10.0, 0.0);
    const View view = view_towards(96.0, 11.0);
    Camera camera;
    camera.eye_m = {0.5 * (surface.low_m.x + surface.high_m.x), surface.low_m.y - 0.06 * length_m,
                    surface.high_m.z + height_m};
    camera.target_m = camera.eye_m + (height_m / -view.forward.z) * view.forward;
    return camera;
}

/// From a small boat, towards the middle of the patch; a small patch makes a small boat.
Camera ocean_camera(const Block& surface, double shorter_m) {
    const View view = view_towards(78.0, 6.0);
    const double height_m = std::min(2.2, 0.055 * shorter_m);
    Camera camera;
    camera.target_m = 0.5 * (surface.low_m + surface.high_m);
    camera.eye_m = camera.target_m - (height_m / -view.forward.z) * view.forward;
    return camera;
}

/// The highest point of a bed that varies, or the one height of a bed that does not.
double highest_m_of(const GroundView& ground) {
    double highest_m = ground.bed_m;
    for (int j = 0; j < ground.bed.ny && ground.bed.data; ++j)
        for (int i = 0; i < ground.bed.nx; ++i)
            highest_m = std::max(highest_m, double(ground.bed.data[j * ground.bed.row_stride + i]));
    return highest_m;
}

/// From outside, the front glass and the west side in view. A film is seen from higher up than a
/// deep tank, or nothing of its surface would be seen; so is a bed with a shape.
Camera tank_camera(const Block& surface, double shorter_m, const GroundView& ground) {
    Block tank = surface;
    tank.low_m.z = std::min(ground.bed_m, surface.low_m.z);
    const double depth_m = surface.high_m.z - tank.low_m.z;
    tank.high_m.z += 0.25 * depth_m + 0.05 * shorter_m;  // glass above the water
    tank.high_m.z = std::max({tank.high_m.z, highest_m_of(ground), ground.rim_m});
    const double flatness = std::clamp(1.0 - 4.0 * depth_m / shorter_m, 0.0, 1.0);
    return fitted(tank, view_towards(62.0, ground.bed.data ? 24.0 : 9.0 + 15.0 * flatness), 0.84);
}

/// Mean height of the bed in the quarter of the water towards the side that a camera stands on.
double near_quarter_m(const FieldView& bed, bool is_east, bool is_north) {
    double sum = 0.0;
    int count = 0;
    for (int j = is_north ? bed.ny / 2 : 0; j < (is_north ? bed.ny : (bed.ny + 1) / 2); ++j)
        for (int i = is_east ? bed.nx / 2 : 0; i < (is_east ? bed.nx : (bed.nx + 1) / 2); ++i) {
            sum += double(bed.data[j * bed.row_stride + i]);
            ++count;
        }
    return sum / count;
}

/// The part of the water where the bed is below its still level, or all of it where none is.
Block flooded(const WaterView& water, const FieldView& bed) {
    int west = water.nx, east = -1, south = water.ny, north = -1;
    for (int j = 0; j < bed.ny; ++j)
        for (int i = 0; i < bed.nx; ++i) {
            if (double(bed.data[j * bed.row_stride + i]) >= water.still_level_m) continue;
            west = std::min(west, i);
            east = std::max(east, i);
            south = std::min(south, j);
            north = std::max(north, j);
        }
    Block block = block_of(water, water.still_level_m, water.still_level_m);
    if (east < 0) return block;
    const Vec2 o = water.origin_m;
    block.low_m = {o.x + west * water.cell_m, o.y + south * water.cell_m, block.low_m.z};
    block.high_m = {o.x + (east + 1) * water.cell_m, o.y + (north + 1) * water.cell_m,
                    block.high_m.z};
    return block;
}

/// From above a corner, all of the water in view: over the lowest land, so that hills are behind
/// the water and not before it; over the south-east where that makes no difference.
Camera shore_camera(const WaterView& water, const GroundView& ground) {
    constexpr double kDown_deg = 34.0, kFilled = 0.95;
    struct Corner {
        double towards_deg;
        bool is_east, is_north;
    };
    constexpr Corner kCorners[] = {
        {128.0, true, false}, {52.0, false, false}, {232.0, true, true}, {308.0, false, true}};
    if (!ground.bed.data)
        return fitted(block_of(water, water.still_level_m, water.still_level_m),
                      view_towards(kCorners[0].towards_deg, kDown_deg), kFilled);
    const double relief_m = highest_m_of(ground) - ground.bed_m;
    const Corner* best = nullptr;
    double lowest_m = HUGE_VAL;
    for (const Corner& corner : kCorners) {
        const double height_m = near_quarter_m(ground.bed, corner.is_east, corner.is_north);
        if (height_m >= lowest_m - 0.05 * relief_m) continue;
        lowest_m = height_m;
        best = &corner;
    }
    return fitted(flooded(water, ground.bed), view_towards(best->towards_deg, kDown_deg), kFilled);
}

/// Catmull-Rom between `b` and `c` with points that are not evenly spaced in time: a cubic whose
/// slope in each point is that of the parabola through it and its neighbours.
struct Interval {
    double before_s, length_s, after_s;  ///< a to b, b to c, c to d; 0 where there is no neighbour
    double share;                        ///< 0 at b, 1 at c
};
Vec3 between(const Interval& t, Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
    const auto slope = [](Vec3 first, double first_s, Vec3 second, double second_s) {
        if (first_s == 0.0) return second;
        if (second_s == 0.0) return first;
        return (1.0 / (first_s + second_s)) * (second_s * first + first_s * second);
    };
    const auto speed = [](Vec3 from, Vec3 to, double time_s) {
        return time_s > 0.0 ? (1.0 / time_s) * (to - from) : Vec3{};
    };
    const Vec3 here = speed(b, c, t.length_s);
    const Vec3 m0 = t.length_s * slope(speed(a, b, t.before_s), t.before_s, here, t.length_s);
    const Vec3 m1 = t.length_s * slope(here, t.length_s, speed(c, d, t.after_s), t.after_s);
    const double s = t.share, s2 = s * s, s3 = s2 * s;
    return (2.0 * s3 - 3.0 * s2 + 1.0) * b + (s3 - 2.0 * s2 + s) * m0 + (3.0 * s2 - 2.0 * s3) * c +
           (s3 - s2) * m1;
}

}  // namespace

Camera default_camera(Place place, const WaterView& water, const GroundView& ground) {
    const Block surface = block_of(water, water.still_level_m, water.still_level_m);
    const double shorter_m = std::min(water.nx, water.ny) * water.cell_m;
    switch (place) {
        case Place::Pool:
            return pool_camera(surface, shorter_m, ground.rim_m);
        case Place::Pond:
            return pond_camera(surface);
        case Place::Ocean:
            return ocean_camera(surface, shorter_m);
        case Place::Tank:
            return tank_camera(surface, shorter_m, ground);
        case Place::Shore:
            return shore_camera(water, ground);
    }
    return {};
}

Camera camera_at(std::span<const CameraPoint> path, double fov_deg, double time_s) {
    const auto later =
        std::upper_bound(path.begin(), path.end(), time_s,
                         [](double time, const CameraPoint& point) { return time < point.time_s; });
    if (later == path.begin()) return {path.front().eye_m, path.front().target_m, fov_deg};
    if (later == path.end()) return {path.back().eye_m, path.back().target_m, fov_deg};
    const CameraPoint &b = later[-1], &c = later[0];
    const CameraPoint& a = later - 1 == path.begin() ? b : later[-2];
    const CameraPoint& d = later + 1 == path.end() ? c : later[1];
    const double length_s = c.time_s - b.time_s;
    const Interval t = {b.time_s - a.time_s, length_s, d.time_s - c.time_s,
                        (time_s - b.time_s) / length_s};
    return {between(t, a.eye_m, b.eye_m, c.eye_m, d.eye_m),
            between(t, a.target_m, b.target_m, c.target_m, d.target_m), fov_deg};
}

}  // namespace tarn::scenery
