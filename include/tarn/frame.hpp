// One moment of a world as a picture needs it: water, ground, bodies, drops, foam, light, camera.
// Plain data, filled by World::frame() or by hand, and drawn by a Renderer (render.hpp). Views look
// at memory that the caller keeps unchanged while a picture is drawn.
#pragma once

#include <tarn/types.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace tarn {

/// What is around the water and under it.
enum class Place { Pool, Pond, Ocean, Tank, Shore };
enum class Liquid { Water, Sea, River, Milk, Mercury, Glass };
enum class Detail { None, Noise, Ocean };  ///< waves smaller than a cell
/// Of water in a volume `Speed` shows a plane through it, `Cells` its cells by how full they are,
/// `Splats` a lit disc for every cell of water and `SurfaceSplats` one for each of those that have
/// air beside them; the other views are drawn shaded. Of a height field `Cells` and both views of
/// splats are drawn shaded.
enum class ViewMode { Shaded, Level, Speed, Vorticity, Wireframe, Cells, Splats, SurfaceSplats };

struct Camera {
    Vec3 eye_m = {};
    Vec3 target_m = {0.0, 1.0, 0.0};
    double fov_deg = 40.0;  ///< from the lower to the upper edge of the picture
};

/// The sun. Its colour and the sky follow from its height.
struct Light {
    double height_deg = 42.0;   ///< above the horizon; negative after sunset
    double azimuth_deg = 60.0;  ///< of the sun, counter-clockwise from east
    double strength = 1.0;      ///< of sun and sky together
    double haze = 1.0;          ///< 0 very clear air, 1 a summer day, 10 mist
    double clouds = 0.35;       ///< share of the sky
};

/// How the water and what is around it look.
struct Look {
    Place place = Place::Pond;
    Liquid liquid = Liquid::Water;
    Detail detail = Detail::Ocean;
    Vec2 wind_m_per_s = {3.0, 1.0};  ///< that raises the small waves
    std::uint64_t seed = 1;          ///< of small waves, stones and clouds
    ViewMode view = ViewMode::Shaded;
    Vec2 view_range = {};  ///< values at the ends of the colours of a view mode; equal: by depth
    double exposure = 1.0;
};

/// Triangles in space. A renderer may keep what it made of a mesh: the same addresses, sizes and
/// `revision` mean the same mesh, so a mesh that changed in place needs a new revision.
struct MeshView {
    std::span<const Vec3> positions_m = {};
    std::span<const Vec3> normals = {};  ///< one per position; none: each triangle is drawn flat
    /// Three per triangle, counter-clockwise seen from outside.
    std::span<const std::uint32_t> indices = {};
    std::uint64_t revision = 0;
};

/// Water in cells of space: the share of each cell that is filled, x fastest, then y, then z. It
/// stands in a basin as large as the box of its cells: of a pool where the look says so, else of
/// glass.
struct VolumeView {
    std::span<const float> fill = {};  ///< nx by ny by nz, 0 air to 1 water
    /// Speed in each cell in m/s, for the view mode speed; none: drawn as still.
    std::span<const float> speed = {};
    /// Not 0 in cells that a solid fills, where the water beside it goes on. It does so too in
    /// spheres, boxes and cylinders among the bodies: in those with a number, and without this in
    /// all of them.
    std::span<const std::uint8_t> solid = {};
    /// Concentration of dye in the water of each cell, from 0 to 1; none: clear.
    std::span<const float> dye = {};
    /// Of undiluted dye, which is dense: little light goes farther than a fortieth of the box.
    std::array<double, 3> dye_colour = {0.02, 0.06, 0.3};
    int nx = 0, ny = 0, nz = 0;
    double cell_m = 0.05;
    Vec3 origin_m = {};        ///< of the lowest south-west corner
    int slice_axis = 1;        ///< that the plane of the view mode speed stands across: x, y or z
    double slice_share = 0.5;  ///< where along it, from 0 to 1
};

/// A thing in or above the water, with its centre at `at_m`. `size_m` is the full extent along its
/// own axes; of a sphere and a cylinder (standing along z) x is the diameter. A mesh has its
/// positions in m along the body's own axes, counted from `at_m`, and needs no size.
struct BodyView {
    enum class Shape { Sphere, Box, Cylinder, Mesh };
    Shape shape = Shape::Sphere;
    Vec3 at_m = {};
    std::array<double, 4> turn = {1.0, 0.0, 0.0, 0.0};  ///< quaternion w, x, y, z
    Vec3 size_m = {1.0, 1.0, 1.0};
    std::array<float, 3> colour = {0.8f, 0.8f, 0.8f};  ///< share of light that is given back
    MeshView mesh = {};                                ///< of Shape::Mesh
    int number = -1;  ///< of the body that it shows, as in World::body(); -1: of none
};

/// A drop in the air or a bubble of foam.
struct DropView {
    Vec3 at_m = {};
    double radius_m = 0.005;
    Vec3 velocity_m_per_s = {};  ///< a fast drop is drawn as a streak along it
};

/// White water.
struct FoamView {
    /// Share of each cell of the water's surface that is white, 0 to 1; no data: none. Fronts that
    /// are too steep to be smooth are drawn white all the same. A frame with a field of it is drawn
    /// with shaders of its own, so give a field of 0 where there is no foam yet. Not for volumes.
    FieldView cover = {};
    /// Milky water: share of the light that bubbles below the surface of each cell scatter, 0 to 1.
    FieldView aerated = {};
    std::span<const DropView> bubbles = {};
};

/// The water of one moment: a height field (`level` or `device_level`), a mesh or a volume. A
/// second, earlier level lets a picture stand between two steps: `blend` 0 shows `level_before`, 1
/// shows `level`. Where a level is on the host, the one on a GPU is not looked at.
struct WaterView {
    FieldView level = {}, level_before = {};
    /// The same levels on a GPU; read in place where possible.
    DeviceFieldView device_level = {}, device_level_before = {};
    /// Velocity, for the view modes speed and vorticity, and to carry the pattern of foam.
    FieldView u = {}, v = {};
    double blend = 1.0;
    Vec2 origin_m = {};  ///< of the south-west corner
    double cell_m = 0.05;
    int nx = 0, ny = 0;
    double still_level_m = 0.0;
    MeshView mesh = {};      ///< in place of levels
    VolumeView volume = {};  ///< in place of levels
};

/// The ground under the water. A new `revision` says that it changed.
struct GroundView {
    double bed_m = 0.0;  ///< its height; the lowest where it varies
    FieldView bed = {};  ///< its height in each cell; no data where it is flat
    std::span<const std::uint8_t> solid = {};  ///< nx by ny, not 0 where an obstacle stands
    bool has_walls = true;                     ///< around the water: it ends at its edges
    std::array<bool, 4> walls = {true, true, true, true};  ///< which of them are walls, by Edge
    double rim_m = -1e30;  ///< walls of a pool or a tank are drawn at least to this height
    std::uint64_t revision = 0;
};

struct Frame {
    double time_s = 0.0;
    WaterView water = {};
    GroundView ground = {};
    std::span<const BodyView> bodies = {};  ///< any number
    std::span<const DropView> drops = {};   ///< of the water's liquid
    FoamView foam = {};
    Light light = {};
    Camera camera = {};
    Look look = {};
};

/// The values at the ends of the colours that a view mode shows: m, m/s or 1/s.
inline Vec2 view_range(const Frame& frame) {
    if (frame.look.view_range.x != frame.look.view_range.y) return frame.look.view_range;
    const VolumeView& volume = frame.water.volume;
    const double depth_m = !volume.fill.empty()
                               ? std::max(1e-3, volume.cell_m * volume.nz)
                               : std::max(1e-3, frame.water.still_level_m - frame.ground.bed_m);
    if (frame.look.view == ViewMode::Level) return {-0.1 * depth_m, 0.1 * depth_m};
    const double fast_m_per_s = 0.15 * std::sqrt(9.81 * depth_m);
    if (frame.look.view == ViewMode::Speed) return {0.0, fast_m_per_s};
    return {-fast_m_per_s / (2.0 * depth_m), fast_m_per_s / (2.0 * depth_m)};
}

}  // namespace tarn
