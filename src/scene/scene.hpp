// What a scene says, as plain data in SI units with defaults that give a valid pond.
// Reading and checking JSON is in read.hpp; the names and limits of all fields in describe.hpp.
#pragma once

#include "scene/bodies.hpp"
#include "scene/spray.hpp"
#include "scene/volume.hpp"
#include <tarn/frame.hpp>
#include <tarn/types.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tarn::scene {

using Point = std::array<double, 2>;
using Point3 = std::array<double, 3>;

/// What a file's grid covers, to the outer borders of its cells: x0, y0, x1, y1 (m).
using Extent = std::array<double, 4>;

// Files that hold a field. Paths are resolved already.
struct NpyField {
    std::string path;                     ///< shape [rows, columns], row 0 at the south
    std::optional<Extent> extent_m = {};  ///< absent: the whole water
    std::optional<double> nodata = {};    ///< what stands where the file has no value
};
struct PngField {
    std::string path;                ///< grey, row 0 at the north
    Point black_white = {0.0, 0.0};  ///< values of its darkest and its lightest grey
    std::optional<Extent> extent_m = {};
};
struct AscField {
    std::string path;                     ///< ESRI ASCII grid
    std::optional<Extent> extent_m = {};  ///< absent: from [0, 0] in cells of the file's own size
    std::optional<double> nodata = {};
};
struct ExprField {
    std::string text;  ///< in x and y (m)
};
using VaryingField = std::variant<NpyField, PngField, AscField, ExprField>;

/// A field over the water: one number, or what varies.
struct FieldSource {
    double number = 0.0;  ///< where nothing varies
    std::optional<VaryingField> varying = {};
};

struct NpyVelocity {
    std::string path;  ///< shape [ny, nx, 2]
};
struct ExprVelocity {
    std::array<std::string, 2> texts;  ///< along x and y, in x and y (m)
};
using VaryingVelocity = std::variant<NpyVelocity, ExprVelocity>;

/// Velocity at the start: the same everywhere, or what varies.
struct VelocitySource {
    Point uniform_m_per_s = {0.0, 0.0};
    std::optional<VaryingVelocity> varying = {};
};

struct Stage {
    double level_m = 0.0;
};
struct Discharge {
    double through_edge_m3_per_s = 0.0;
};
struct SeriesFile {
    std::string csv;  ///< columns t and level, or t and discharge; resolved already
};

/// A part of an edge, counted from its south or west end; absent: to that end of the edge.
struct EdgePart {
    std::optional<double> from_m = {}, to_m = {};

    bool is_whole() const { return !from_m && !to_m; }
};

/// Water that comes through an edge: a level held there, an amount, or either over time.
struct Inflow {
    std::variant<Stage, Discharge, SeriesFile> by;
    double zone_m = 0.0;  ///< width of the zone beside the edge, for levels
    EdgePart part = {};   ///< the rest of the edge is a wall
};

enum class OutflowKind { Free, Critical, Normal, Rating };

/// Water that leaves through an edge. None comes in.
struct Outflow {
    OutflowKind kind = OutflowKind::Free;
    std::optional<double> slope = {};  ///< of the bed beyond, for Normal
    std::string csv = {};              ///< columns level and discharge, for Rating
    std::vector<Point> table = {};     ///< the same as rows: level (m), discharge (m3/s)
    EdgePart part = {};                ///< the rest of the edge is a wall
};

enum class WaveKind { Piston, Sine, Train };

/// A wave maker along an edge.
struct Waves {
    WaveKind kind = WaveKind::Sine;
    double height_m = 0.0;  ///< crest to trough
    double period_s = 0.0;
    std::optional<double> length_m = {};  ///< of a train, crest to crest; absent: its own
    std::optional<double> power = {};     ///< n of a train A |sin|^n; absent: kTrainPower
    double ramp_s = 0.0;                  ///< time in which the waves grow
    double zone_m = 0.0;                  ///< width of the zone beside the edge
};
inline constexpr double kTrainPower = 8.0;

/// An open edge with a zone beside it, in which waves die away.
struct OpenZone {
    double zone_m = 0.0;
};

/// What moves the water at an edge, where a word does not say it all.
using EdgeDrive = std::variant<Inflow, Waves, OpenZone, Outflow>;

struct EdgeRule {
    /// Open where something drives the water, Outflow where it leaves as `drive` says.
    Boundary kind = Boundary::Wall;
    std::optional<EdgeDrive> drive = {};

    const Inflow* inflow() const { return drive ? std::get_if<Inflow>(&*drive) : nullptr; }
    const Waves* waves() const { return drive ? std::get_if<Waves>(&*drive) : nullptr; }
    const Outflow* outflow() const { return drive ? std::get_if<Outflow>(&*drive) : nullptr; }
    double zone_m() const;
    EdgePart part() const;
};

inline double EdgeRule::zone_m() const {
    const auto zone_of = [](const auto& d) {
        if constexpr (requires { d.zone_m; }) return d.zone_m;
        return 0.0;
    };
    return drive ? std::visit(zone_of, *drive) : 0.0;
}

inline EdgePart EdgeRule::part() const {
    const auto part_of = [](const auto& d) -> EdgePart {
        if constexpr (requires { d.part; }) return d.part;
        return {};
    };
    return drive ? std::visit(part_of, *drive) : EdgePart{};
}

/// Cells along an edge, from `begin` to before `end`.
struct PartCells {
    int begin = 0, end = 0;

    bool is_empty() const { return !(begin < end); }
};
/// Those whose centres lie in a part of an edge of `along_m`.
inline PartCells cells_of(const EdgePart& part, double along_m, double cell_m) {
    const auto first_after = [&](double at_m) {
        return int(std::ceil(std::min(at_m, along_m) / cell_m - 0.5));
    };
    return {first_after(part.from_m.value_or(0.0)), first_after(part.to_m.value_or(along_m))};
}

inline constexpr int kEdgeCount = 4;

struct Box {
    std::array<double, 4> corners_m = {0, 0, 0, 0};  ///< x0, y0, x1, y1
};
struct Disc {
    std::array<double, 3> circle_m = {0, 0, 0};  ///< x, y, radius
};
struct MaskFile {
    std::string npy;  ///< shape [ny, nx]; non-zero is solid
};
using Solid = std::variant<Box, Disc, MaskFile>;

struct Water {
    std::string model = "shallow";
    std::string scheme = "auto";
    Point size_m = {10.0, 10.0};            ///< seen from above
    std::array<int, 2> cells = {200, 200};  ///< seen from above
    double gravity_m_per_s2 = 9.81;
    double viscosity_m2_per_s = 1e-6;
    std::optional<double> tau;          ///< given instead of the viscosity
    std::optional<double> time_step_s;  ///< a fixed lattice step; absent: divides each step
    std::string collision = "auto";
    std::string precision = "float";
    std::string streaming = "auto";
    FieldSource bed;
    FieldSource level = {.number = 0.5};
    VelocitySource velocity;
    std::array<EdgeRule, kEdgeCount> edges;  ///< by Edge
    double manning_s_per_m13 = 0.0;
    double drag = 0.0;                   ///< C of the quadratic law: stress = rho C |u| u
    double coriolis_per_s = 0.0;         ///< f = 2 Omega sin(latitude)
    double infiltration_mm_per_h = 0.0;  ///< through the bed, where there is water
    Point wind_m_per_s = {0.0, 0.0};
    std::vector<Solid> solids;
    Volume volume;  ///< of the models in space: "volume" and "stable"

    bool is_volume() const { return model == "volume" || model == "stable"; }
};

struct Rain {
    double rate_mm_per_h = 0.0;
    double drop_radius_m = 0.002;  ///< 0: an even sheet
    std::uint64_t seed = 1;
};
inline constexpr double kSmallestDrop_m = 1e-4;

enum class DropShape { TopHat, Smooth };

/// Water added over a disc at one moment. `height_m` is the rise at the centre; negative takes.
struct DropEvent {
    double time_s = 0.0;
    Point at_m = {0.0, 0.0};
    double radius_m = 0.1;
    double height_m = 0.05;
    DropShape shape = DropShape::Smooth;
};

/// A finger drawn along a path at constant speed, pressed `depth_m` into the surface.
struct StirEvent {
    double time_s = 0.0;
    std::vector<Point> path_m;
    double speed_m_per_s = 1.0;
    double radius_m = 0.2;
    double depth_m = 0.1;
};

/// A footprint pressed into the surface, held, and lifted: the invisible hand.
struct PressEvent {
    double time_s = 0.0;
    std::string shape = "hand";  ///< hand | disc | box
    Point at_m = {0.0, 0.0};
    double size_m = 1.0;  ///< length of the footprint along its own up axis
    double rotate_deg = 0.0;
    double depth_m = 0.1;
    double fall_s = 0.2;  ///< time to press down, and to lift
    double hold_s = 0.5;
};

/// Solids in a box vanish at one moment: a gate.
struct OpenEvent {
    double time_s = 0.0;
    Box box;
};

/// A wall comes up where the box is; the water that stood there is gone.
struct CloseEvent {
    double time_s = 0.0;
    Box box;
};

/// The ground is dug away over a disc, in the course of time: a breach. Negative depths heap it up.
struct DigEvent {
    double time_s = 0.0;
    Point at_m = {0.0, 0.0};
    double radius_m = 0.5;
    double depth_m = 0.1;  ///< at the centre
    double over_s = 0.0;   ///< how long it takes; 0: at once
    DropShape shape = DropShape::Smooth;
};

/// Settings that change at one moment; what is absent stays.
struct SetEvent {
    double time_s = 0.0;
    std::optional<Point> wind_m_per_s;
    std::optional<double> viscosity_m2_per_s, manning_s_per_m13, rain_mm_per_h;
    std::array<std::optional<double>, kEdgeCount> inflow;  ///< by Edge: m or m3/s, as the edge has
};

using Event = std::variant<DropEvent, StirEvent, PressEvent, OpenEvent, CloseEvent, DigEvent,
                           SetEvent, HelmEvent>;

/// Extremes of each cell that are kept while the water runs.
struct Maps {
    std::optional<double> arrival_depth_m;  ///< absent: kArrivalShare of the reference depth
};
inline constexpr double kArrivalShare = 0.01;

struct Probe {
    std::string name;
    Point at_m = {0.0, 0.0};
};

/// Where the camera is at one moment of its path.
struct CameraPoint {
    double time_s = 0.0;
    Point3 at_m = {0.0, 0.0, 0.0};
    Point3 look_at_m = {0.0, 0.0, 0.0};
};

/// A camera that stands, or one that moves; without either the place has its own.
struct Camera {
    std::optional<Point3> at_m, look_at_m;  ///< both or none
    double fov_deg = tarn::Camera{}.fov_deg;
    std::vector<CameraPoint> path;
};

/// How the water is drawn. What is absent follows from the rest of the scene (world/frame.cpp).
struct Look {
    std::optional<Place> place;
    std::optional<Liquid> liquid;
    std::optional<Detail> detail;
    ViewMode view = ViewMode::Shaded;
    std::array<double, 3> dye_colour = {0.02, 0.06, 0.3};  ///< ink
    std::optional<Point> wind_m_per_s;
    std::uint64_t seed = tarn::Look{}.seed;
    double exposure = tarn::Look{}.exposure;
};

struct Scene {
    std::string name = "pond";       ///< built-in name or file name, for messages
    std::string about;               ///< one line for people
    std::vector<std::string> files;  ///< that it names, resolved
    std::string folder;              ///< that they are relative to; empty: the current one
    Water water;
    std::optional<Rain> rain;
    std::vector<Event> events;
    std::optional<Maps> maps;
    std::vector<Body> bodies;
    bool takes_more_bodies = false;  ///< while it runs
    std::vector<Joint> joints;
    std::vector<Emitter> emitters;
    std::optional<Spray> spray;
    std::optional<Foam> foam;
    std::vector<Probe> probes;
    Camera camera;
    Light light;
    Look look;
    double record_every_s = 0.05;
    double duration_s = 10.0;  ///< how long `tarn run` goes without --time
};

/// Bodies are in the water, or may come.
inline bool has_bodies(const Scene& scene) {
    return !scene.bodies.empty() || scene.takes_more_bodies;
}

/// Water flies above the water.
inline bool has_spray(const Scene& scene) {
    return !scene.emitters.empty() || scene.spray || scene.foam;
}

/// Water comes from outside, so that the ground may be dry everywhere at the start.
inline bool has_source(const Scene& scene) {
    const bool is_driven = std::any_of(scene.water.edges.begin(), scene.water.edges.end(),
                                       [](const EdgeRule& edge) { return edge.inflow(); });
    const bool has_emitter =
        std::any_of(scene.emitters.begin(), scene.emitters.end(),
                    [](const Emitter& emitter) { return emitter.rate_m3_per_s > 0.0; });
    return is_driven || has_emitter || (scene.rain && scene.rain->rate_mm_per_h > 0.0);
}

}  // namespace tarn::scene
