// Every key of a scene, once: name, unit, meaning, limits. Defaults are those of scene.hpp.
// The reader, the JSON schema and the table in docs/scene.md are visitors of these functions;
// rules that join several keys are in check.hpp.
#pragma once

#include "scene/describe_bodies.hpp"
#include "scene/describe_spray.hpp"
#include "scene/describe_volume.hpp"
#include "scene/describe_words.hpp"
#include "scene/field.hpp"
#include "scene/scene.hpp"

#include <array>
#include <cstdint>
#include <variant>

namespace tarn::scene {

template <>
struct Spoken<VaryingField> {
    static constexpr const char* name = "field";
    static constexpr const char* forms =
        R"({"npy": file}, {"png": file}, {"asc": file} or {"expr": text})";
};

template <>
struct Spoken<VaryingVelocity> {
    static constexpr const char* name = "velocity field";
    static constexpr const char* forms = R"({"npy": file} or {"expr": [text, text]})";
};

template <class Visitor>
void describe_extent(Visitor& v, std::optional<Extent>& extent_m) {
    v.numbers({"extent", "m",
               "What the file covers, to the borders of its cells: x0, y0, x1, y1 with x0 < x1 and "
               "y0 < y1. Without it the whole water; `asc` lies at [0, 0] with its own cellsize."},
              extent_m, kAnyLength);
}

template <class Visitor>
void describe_nodata(Visitor& v, std::optional<double>& nodata) {
    v.number({"nodata", "",
              "Value where an `npy` or `asc` file has none; without it such a file is refused."},
             nodata, kHeights);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, NpyField& field) {
    v.file({key, "", "A .npy file of shape [rows, columns], row 0 at the south."}, field.path);
    describe_extent(v, field.extent_m);
    describe_nodata(v, field.nodata);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, PngField& field) {
    v.file({key, "", "A grey .png file of 8 or 16 bits, its upper row at the north."}, field.path);
    v.numbers({"range", "", "Values of black and white in a `png`.", Need::Required},
              field.black_white, kHeights);
    describe_extent(v, field.extent_m);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, AscField& field) {
    v.file({key, "", "An ESRI ASCII grid, its first row at the north."}, field.path);
    describe_extent(v, field.extent_m);
    describe_nodata(v, field.nodata);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, ExprField& field) {
    v.text({key, "", "An expression in x and y (m)."}, field.text);
}

template <class Visitor>
void describe(Visitor& v, VaryingField& field) {
    v.one_of(field, {"npy", "png", "asc", "expr"});
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, NpyVelocity& velocity) {
    v.file({key, "", "A .npy file of shape [ny, nx, 2], row 0 at the south."}, velocity.path);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, ExprVelocity& velocity) {
    v.texts({key, "", "Two expressions in x and y (m): along x and along y."}, velocity.texts);
}

template <class Visitor>
void describe(Visitor& v, VaryingVelocity& velocity) {
    v.one_of(velocity, {"npy", "expr"});
}

template <>
struct Spoken<EdgeDrive> {
    static constexpr const char* name = "driven edge";
    static constexpr const char* forms =
        R"({"inflow": {...}}, {"waves": {...}}, {"open": {...}} or {"outflow": {...}})";
};

template <class Visitor>
void describe_as(Visitor& v, const char* key, Stage& stage) {
    v.number({key, "m", "Height of the surface at the edge."}, stage.level_m, kHeights);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, Discharge& discharge) {
    v.number({key, "m3/s", "Water through the whole edge; negative takes it out."},
             discharge.through_edge_m3_per_s, kDischarges);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, SeriesFile& series) {
    v.file(
        {key, "", "A .csv file with the header `t,level` or `t,discharge`; linear between rows."},
        series.csv);
}

template <class Visitor>
void describe_part(Visitor& v, EdgePart& part) {
    v.number({"from", "m",
              "Where a part of the edge begins, from its south or west end; the rest is a wall."},
             part.from_m, from(0.0, kMaxLength_m));
    v.number({"to", "m", "Where the part ends."}, part.to_m, from(0.0, kMaxLength_m));
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, Inflow& inflow) {
    v.group({key, "", "Water comes through the edge."}, [&](auto& inner) {
        inner.one_of(inflow.by, {"level", "discharge", "csv"});
        inner.number({"zone", "m", "Width of a zone beside the edge that is drawn to its level."},
                     inflow.zone_m, from(0.0, kMaxLength_m));
        describe_part(inner, inflow.part);
    });
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, Outflow& outflow) {
    v.group({key, "", "Water leaves through the edge, and none comes in."}, [&](auto& inner) {
        inner.word({"kind", "",
                    "As it arrives, at its critical depth, at the normal depth of a slope, or by a "
                    "table."},
                   outflow.kind, {.now = {"free", "critical", "normal", "rating"}});
        inner.number({"slope", "", "Slope of the bed beyond a `normal` outflow, downwards."},
                     outflow.slope, above(0.0, 10.0));
        inner.file(
            {"csv", "", "Table of a `rating`: a .csv file with the header `level,discharge`."},
            outflow.csv);
        inner.points({"table", "m, m3/s",
                      "Table of a `rating`: [level, discharge] rows, both rising, from 0 m3/s."},
                     outflow.table, from(-1e9, 1e9));
        inner.at_most_one("csv", "table");
        describe_part(inner, outflow.part);
    });
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, Waves& waves) {
    v.group({key, "", "A wave maker along the edge."}, [&](auto& inner) {
        inner.word({"kind", "", "A piston that swings, a sine, or a train of sharp crests."},
                   waves.kind, {.now = {"piston", "sine", "train"}});
        inner.number({"height", "m", "Height of the waves, crest to trough.", Need::Required},
                     waves.height_m, above(0.0, kMaxHeight_m));
        inner.number({"period", "s", "Time from crest to crest.", Need::Required}, waves.period_s,
                     above(0.0, kMaxTime_s));
        inner.number({"length", "m", "Way from crest to crest of a `train`; without it its own."},
                     waves.length_m, kPositiveLength);
        inner.number({"power", "", "n of a `train`: larger is sharper; 8 where it is not given."},
                     waves.power, from(1.0, 100.0));
        inner.number({"ramp", "s", "Time in which the waves grow to their height."}, waves.ramp_s,
                     from(0.0, kMaxTime_s));
        inner.number({"zone", "m", "Width of a zone beside the edge that takes the waves' motion."},
                     waves.zone_m, from(0.0, kMaxLength_m));
    });
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, OpenZone& open) {
    v.group({key, "", "Waves leave, and die away in a zone beside the edge."}, [&](auto& inner) {
        inner.number({"zone", "m", "Width of the zone.", Need::Required}, open.zone_m,
                     above(0.0, kMaxLength_m));
    });
}

template <class Visitor>
void describe(Visitor& v, EdgeDrive& drive) {
    v.one_of(drive, {"inflow", "waves", "open", "outflow"});
    v.foreign({"lid", "volume"});
}

template <class Visitor>
void describe_edge(Visitor& v, const char* name, const char* doc, EdgeRule& edge) {
    v.word_or(Field{name, "", doc}, edge.kind,
              {.now = {"wall", "slip", "periodic", "open", "outflow"}}, edge.drive);
    if (edge.drive) edge.kind = edge.outflow() ? Boundary::Outflow : Boundary::Open;
}

template <class Visitor>
void describe_edges(Visitor& v, std::array<EdgeRule, kEdgeCount>& edges) {
    describe_edge(v, "west", "Edge at x = 0.", edges[static_cast<int>(Edge::West)]);
    describe_edge(v, "east", "Edge at the largest x.", edges[static_cast<int>(Edge::East)]);
    describe_edge(v, "south", "Edge at y = 0.", edges[static_cast<int>(Edge::South)]);
    describe_edge(v, "north", "Edge at the largest y.", edges[static_cast<int>(Edge::North)]);
    v.foreign({"bottom", "volume"});
    v.foreign({"top", "volume"});
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, Box& box) {
    v.numbers({key, "m", "A rectangle: x0, y0, x1, y1 with x0 < x1 and y0 < y1."}, box.corners_m,
              kAnyLength);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, Disc& disc) {
    v.numbers({key, "m", "A disc: x, y and radius, which is above 0."}, disc.circle_m, kAnyLength);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, MaskFile& mask) {
    v.file({key, "", "A .npy file of shape [ny, nx], row 0 at the south; non-zero is solid."},
           mask.npy);
}

template <class Visitor>
void describe(Visitor& v, Solid& solid) {
    v.one_of(solid, {"box", "disc", "npy"});
    v.foreign({"sphere", "volume"});
    v.foreign({"mesh", "volume"});
}

template <class Visitor>
void describe_numerics(Visitor& v, Water& w, const char* step_doc) {
    v.name({"collision", "", "Collision model by name; auto takes the scheme's own."}, w.collision,
           Spelling{"a-z0-9_", 40});
    v.word({"precision", "", "Numbers of the water. half stores 16 bits and computes in float."},
           w.precision, {.now = {"float", "half", "double"}});
    v.number({"time_step", "s", step_doc}, w.time_step_s, above(0.0, 3600.0));
}

template <class Visitor>
void describe_viscosity(Visitor& v, Water& w, const char* doc) {
    v.number({"viscosity", "m2/s", doc}, w.viscosity_m2_per_s, kViscosities);
    v.number({"tau", "", "Relaxation time in steps, in place of the viscosity."}, w.tau,
             above(0.5, 10.0));
    v.at_most_one("viscosity", "tau");
}

template <class Visitor>
void describe_shallow_method(Visitor& v, Water& w) {
    v.word({"scheme", "", "Numerical scheme; auto takes the best for the scene."}, w.scheme,
           {.now = {"auto", "d2q9", "fv"}});
    v.numbers({"size", "m", "Extent along x (east) and y (north)."}, w.size_m, kPositiveLength);
    v.wholes({"cells", "", "Cells along x and y. Cells are square."}, w.cells,
             from(kMinCells, kMaxCells));
    describe_numerics(v, w, "A fixed lattice step; without it the step follows the waves.");
    v.word({"streaming", "", "Copies of the water in memory; auto takes two if they fit."},
           w.streaming, {.now = {"auto", "two_copies", "in_place"}});
}

template <class Visitor>
void describe_shallow(Visitor& v, Water& w) {
    describe_shallow_method(v, w);
    v.number({"gravity", "m/s2", "Gravity, pointing down."}, w.gravity_m_per_s2, above(0.0, 1e4));
    describe_viscosity(v, w, "Kinematic viscosity. d2q9 raises what it cannot carry.");
    v.number_or({"bed", "m", "Height of the ground."}, w.bed.number, kHeights, w.bed.varying);
    v.number_or({"level", "m", "Height of the surface at the start; dry where not above the bed."},
                w.level.number, kHeights, w.level.varying);
    v.numbers_or({"velocity", "m/s", "Velocity at the start, along x and y."},
                 w.velocity.uniform_m_per_s, from(-kMaxSpeed_m_per_s, kMaxSpeed_m_per_s),
                 w.velocity.varying);
    v.group({"edges", "", "What the four edges do. Periodic edges come in pairs."},
            [&](auto& inner) { describe_edges(inner, w.edges); });
    v.number({"manning", "s/m^(1/3)", "Roughness of the bed after Manning."}, w.manning_s_per_m13,
             kManning);
    v.number({"drag", "", "Quadratic friction C of the bed: stress = density C speed velocity."},
             w.drag, kDrags);
    v.number({"coriolis", "1/s", "Turning of the Earth: 2 Omega sin(latitude)."}, w.coriolis_per_s,
             kCoriolis);
    v.number({"infiltration", "mm/h", "Water that seeps into the bed, where there is any."},
             w.infiltration_mm_per_h, from(0.0, 1e6));
    v.numbers({"wind", "m/s", "Wind 10 m above the water, along x and y."}, w.wind_m_per_s, kWinds);
    v.list({"solids", "", "Obstacles that fill the whole depth."}, w.solids);
}

template <class Visitor>
void describe_volume(Visitor& v, Water& w) {
    v.word({"scheme", "", "Numerical scheme; auto takes the best for the scene."}, w.scheme,
           {.now = {"auto", "d3q19"}});
    describe(v, w.volume);
    v.foreign({"dye", "stable"});
    v.number({"surface_tension", "N/m", "Of the surface; that of water in air is 0.072."},
             w.volume.surface_tension_n_per_m, from(0.0, 1e3));
    v.number({"smagorinsky", "", "C of the eddy viscosity of small whirls; 0 is none."},
             w.volume.smagorinsky, from(0.0, 1.0));
    describe_numerics(v, w, "A fixed lattice step; without it one that the water allows.");
    v.number({"gravity", "m/s2", "Gravity, pointing down."}, w.gravity_m_per_s2, from(0.0, 1e4));
    describe_viscosity(v, w, "Kinematic viscosity. What the collision cannot carry is raised.");
}

template <class Visitor>
void describe_stable(Visitor& v, Water& w) {
    v.word({"scheme", "", "Numerical scheme; auto is mac. track is the baseline of a paper."},
           w.scheme, {.now = {"auto", "mac", "track"}});
    describe(v, w.volume);
    v.list({"dye", "", "Where the water is dyed at the start: all of these together."},
           w.volume.dye);
    v.word({"precision", "", "Numbers of the water."}, w.precision, {.now = {"float"}});
    v.number({"time_step", "s", "A fixed step, of any length; without it a cell at a time."},
             w.time_step_s, above(0.0, 3600.0));
    v.number({"gravity", "m/s2", "Gravity, pointing down."}, w.gravity_m_per_s2, from(0.0, 1e4));
    v.number({"viscosity", "m2/s", "Kinematic viscosity. More than a step can carry is lowered."},
             w.viscosity_m2_per_s, kViscosities);
}

template <class Visitor>
void describe(Visitor& v, Water& w) {
    v.either({"model", "",
              "Kind of water: shallow is averaged over the depth, volume fills space, stable fills "
              "space at less cost."},
             w.model, KeysOf{"shallow", [&](auto& inner) { describe_shallow(inner, w); }},
             KeysOf{"volume", [&](auto& inner) { describe_volume(inner, w); }},
             KeysOf{"stable", [&](auto& inner) { describe_stable(inner, w); }});
}

template <class Visitor>
void describe(Visitor& v, Rain& rain) {
    v.number({"rate", "mm/h", "Rain rate, mean over the water."}, rain.rate_mm_per_h, kRainRates);
    v.number({"drop", "m", "Radius of a drop, 0.0001 or more; 0 is an even sheet of rain."},
             rain.drop_radius_m, from(0.0, 1.0));
    v.whole({"seed", "", "Where and when drops fall: equal seeds, equal rain."}, rain.seed, kSeeds);
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, DropEvent& drop) {
    v.group({key, "", "Water added over a disc at one moment."}, [&](auto& inner) {
        inner.numbers({"at", "m", "Centre, x and y, in the water.", Need::Required}, drop.at_m,
                      kAnyLength);
        inner.number({"radius", "m", "Radius of the disc."}, drop.radius_m, kPositiveLength);
        inner.number({"height", "m", "Rise of the level at the centre; negative takes water."},
                     drop.height_m, from(-kMaxHeight_m, kMaxHeight_m));
        inner.word({"shape", "", "A cylinder, or a bump that fades to the rim."}, drop.shape,
                   {.now = {"tophat", "smooth"}});
    });
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, StirEvent& stir) {
    v.group({key, "", "A finger drawn through the water at constant speed."}, [&](auto& inner) {
        inner.points(
            {"path", "m", "Corners of the path in the water: two or more [x, y].", Need::Required},
            stir.path_m, kAnyLength);
        inner.number({"speed", "m/s", "Speed along the path."}, stir.speed_m_per_s,
                     above(0.0, kMaxSpeed_m_per_s));
        inner.number({"radius", "m", "Radius of the finger."}, stir.radius_m, kPositiveLength);
        inner.number({"depth", "m", "How far it is pressed into the surface."}, stir.depth_m,
                     from(0.0, kMaxHeight_m));
    });
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, PressEvent& press) {
    v.group({key, "", "A footprint pressed in, held and lifted."}, [&](auto& inner) {
        inner.word({"shape", "", "Form of the footprint."}, press.shape,
                   {.now = {"hand", "disc", "box"}});
        inner.numbers({"at", "m", "Centre, x and y, in the water.", Need::Required}, press.at_m,
                      kAnyLength);
        inner.number({"size", "m", "Length of the footprint."}, press.size_m, kPositiveLength);
        inner.number({"rotate", "degrees", "Turn, counter-clockwise."}, press.rotate_deg,
                     from(-360.0, 360.0));
        inner.number({"depth", "m", "How far it is pressed into the surface."}, press.depth_m,
                     from(0.0, kMaxHeight_m));
        inner.number({"fall", "s", "Time to press down, and to lift."}, press.fall_s,
                     from(0.0, kMaxTime_s));
        inner.number({"hold", "s", "Time held down."}, press.hold_s, from(0.0, kMaxTime_s));
    });
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, OpenEvent& open) {
    v.group({key, "", "Solids vanish: a gate opens onto dry ground."}, [&](auto& inner) {
        inner.numbers(
            {"box", "m", "A rectangle: x0, y0, x1, y1 with x0 < x1 and y0 < y1.", Need::Required},
            open.box.corners_m, kAnyLength);
    });
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, CloseEvent& close) {
    v.group({key, "", "A wall comes up; the water that stood there is taken."}, [&](auto& inner) {
        inner.numbers(
            {"box", "m", "A rectangle: x0, y0, x1, y1 with x0 < x1 and y0 < y1.", Need::Required},
            close.box.corners_m, kAnyLength);
    });
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, DigEvent& dig) {
    v.group({key, "", "Ground is dug away, or heaped up; the depth of the water stays."},
            [&](auto& inner) {
                inner.numbers({"at", "m", "Centre, x and y, in the water.", Need::Required},
                              dig.at_m, kAnyLength);
                inner.number({"radius", "m", "Radius of the pit."}, dig.radius_m, kPositiveLength);
                inner.number({"depth", "m", "How deep at the centre; negative heaps up."},
                             dig.depth_m, from(-kMaxHeight_m, kMaxHeight_m));
                inner.number({"over", "s", "How long it takes; 0 is at once."}, dig.over_s,
                             from(0.0, kMaxTime_s));
                inner.word({"shape", "", "A shaft, or a bowl that fades to the rim."}, dig.shape,
                           {.now = {"tophat", "smooth"}});
            });
}

template <class Visitor>
void describe_as(Visitor& v, const char* key, SetEvent& set) {
    v.group({key, "", "Settings change; what is absent stays."}, [&](auto& inner) {
        inner.numbers({"wind", "m/s", "Wind over the water, x and y."}, set.wind_m_per_s, kWinds);
        inner.number({"viscosity", "m2/s", "Kinematic viscosity."}, set.viscosity_m2_per_s,
                     kViscosities);
        inner.number({"manning", "s/m^(1/3)", "Bed friction after Manning."}, set.manning_s_per_m13,
                     kManning);
        inner.number({"rain", "mm/h", "Rate of the rain."}, set.rain_mm_per_h, kRainRates);
        inner.group({"inflow", "", "Of edges with an inflow: level (m) or discharge (m3/s)."},
                    [&](auto& edges) {
                        const char* const names[kEdgeCount] = {"west", "east", "south", "north"};
                        for (std::size_t e = 0; e < kEdgeCount; ++e)
                            edges.number({names[e], "m or m3/s", "As the inflow of this edge."},
                                         set.inflow[e], kDischarges);
                    });
    });
}

template <class Visitor>
void describe(Visitor& v, Maps& maps) {
    v.number(
        {"arrival_depth", "m", "Deeper water has arrived; without it 1 % of the reference depth."},
        maps.arrival_depth_m, above(0.0, kMaxHeight_m));
}

template <class Visitor>
void describe(Visitor& v, Event& event) {
    double time_s = std::visit([](const auto& e) { return e.time_s; }, event);
    v.number({"time", "s", "When it begins."}, time_s, from(0.0, kMaxTime_s));
    v.one_of(event, {"drop", "stir", "press", "open", "close", "dig", "set", "helm"});
    std::visit([&](auto& e) { e.time_s = time_s; }, event);
}

template <class Visitor>
void describe(Visitor& v, Probe& probe) {
    v.name({"name", "", "Name of its columns; p1, p2, ... without one."}, probe.name,
           Spelling{"A-Za-z0-9_-", 40});
    v.numbers({"at", "m", "Where it measures: x and y, in the water.", Need::Required}, probe.at_m,
              kAnyLength);
}

template <class Visitor>
void describe(Visitor& v, CameraPoint& point) {
    v.number({"time", "s", "When the camera is here.", Need::Required}, point.time_s,
             from(0.0, kMaxTime_s));
    v.numbers({"at", "m", "Where it is: x, y, z.", Need::Required}, point.at_m, kAnyLength);
    v.numbers({"look_at", "m", "What it looks at: x, y, z.", Need::Required}, point.look_at_m,
              kAnyLength);
}

template <class Visitor>
void describe(Visitor& v, Camera& camera) {
    v.numbers({"at", "m", "Where the camera stands: x, y, z. Without it the place has its own."},
              camera.at_m, kAnyLength);
    v.numbers({"look_at", "m", "The point in the middle of the picture."}, camera.look_at_m,
              kAnyLength);
    v.number({"fov", "degrees", "Angle from the lower to the upper edge of the picture."},
             camera.fov_deg, from(5.0, 120.0));
    v.list({"path", "", "A smooth way through points whose times rise; held at its ends."},
           camera.path, 2);
    v.together("at", "look_at");
    v.at_most_one("at", "path");
}

template <class Visitor>
void describe(Visitor& v, Light& light) {
    v.number({"height", "degrees", "Height of the sun above the horizon; colours follow it."},
             light.height_deg, from(-10.0, 90.0));
    v.number({"azimuth", "degrees", "Direction of the sun, counter-clockwise from east."},
             light.azimuth_deg, from(-360.0, 360.0));
    v.number({"strength", "", "Strength of sun and sky together."}, light.strength,
             from(0.0, 100.0));
    v.number({"haze", "", "0 is very clear air, 1 a summer day, 10 mist."}, light.haze,
             from(0.0, 50.0));
    v.number({"clouds", "", "Share of the sky."}, light.clouds, from(0.0, 1.0));
}

template <class Visitor>
void describe(Visitor& v, Look& look) {
    v.word({"place", "",
            "What is around the water; auto is shore on a bed that varies, ocean if all edges are "
            "open."},
           look.place, {.now = {"auto", "pool", "pond", "ocean", "tank", "shore"}});
    v.word({"liquid", "", "What the water is drawn as; auto is sea on an ocean, else water."},
           look.liquid, {.now = {"auto", "water", "sea", "river", "milk", "mercury", "glass"}});
    v.numbers({"dye", "", "Colour of undiluted dye in the water: red, green and blue."},
              look.dye_colour, from(0.0, 1.0));
    v.word({"detail", "", "Waves smaller than a cell; auto is ocean."}, look.detail,
           {.now = {"auto", "none", "noise", "ocean"}});
    v.word({"view", "",
            "What is shown of the water. cells, splats (discs of all cells of water) and "
            "surface_splats (of those with air beside them) are of water in space, else shaded."},
           look.view,
           {.now = {"shaded", "level", "speed", "vorticity", "wireframe", "cells", "splats",
                    "surface_splats"}});
    v.numbers({"wind", "m/s", "Wind that raises the small waves; without it the water's wind."},
              look.wind_m_per_s, from(-100.0, 100.0));
    v.whole({"seed", "", "Of small waves, stones and clouds."}, look.seed, kSeeds);
    v.number({"exposure", "", "Brightness of the picture."}, look.exposure, from(0.01, 100.0));
}

template <class Visitor>
void describe(Visitor& v, Scene& scene) {
    std::uint64_t version = kSceneVersion;
    v.whole({"tarn", "", "Version of the scene format."}, version,
            from(double{kSceneVersion}, double{kSceneVersion}));
    v.text({"about", "", "One line for people."}, scene.about);
    v.number({"duration", "s", "How long a run goes unless told otherwise."}, scene.duration_s,
             above(0.0, kMaxTime_s));
    v.group({"water", "", "The water and its borders."},
            [&](auto& inner) { describe(inner, scene.water); });
    v.maybe({"rain", "", "Drops that fall at random places and times, or an even sheet."},
            scene.rain);
    v.list({"events", "", "What happens to the water and its ground, and when."}, scene.events);
    v.maybe({"maps", "", "Keeps maximum depth, maximum speed and time of arrival of each cell."},
            scene.maps);
    v.list({"bodies", "", "Things that float, sink or stand in the water."}, scene.bodies);
    v.flag({"more_bodies", "",
            "The water is made so that bodies can be added while it runs, also where there are "
            "none yet."},
           scene.takes_more_bodies);
    v.list({"joints", "", "Ropes, ball joints and hinges that hold bodies."}, scene.joints);
    v.list({"emitters", "", "Nozzles, springs and patches of sky that send drops."},
           scene.emitters);
    v.maybe({"spray", "", "Drops that breaking crests and ledges throw; {} turns it on."},
            scene.spray);
    v.maybe({"foam", "", "White water that stays; {} turns it on, and so does spray."}, scene.foam);
    v.list({"probes", "", "Gauges written to the CSV file."}, scene.probes);
    v.group({"record", "", "What is written to the CSV file."}, [&](auto& inner) {
        inner.number({"every", "s", "Time between two rows."}, scene.record_every_s,
                     from(1e-6, kMaxTime_s));
    });
    v.group({"camera", "", "Where the picture is taken from."},
            [&](auto& inner) { describe(inner, scene.camera); });
    v.group({"light", "", "Sun and sky."}, [&](auto& inner) { describe(inner, scene.light); });
    v.group({"look", "", "How the water and its surroundings are drawn."},
            [&](auto& inner) { describe(inner, scene.look); });
}

}  // namespace tarn::scene
