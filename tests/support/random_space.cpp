// Water in space drawn from a seed: everything that a scene of model "volume" or "stable" can say.
#include "io/number_text.hpp"
#include "support/random_scene.hpp"
#include "support/scene_draft.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace tarn {
namespace {

constexpr double kGravity_m_per_s2 = 9.81;

struct SpaceDraft : SceneDraft {
    int nz = 0;
    bool has_surface = true;
    bool is_stable = false;  ///< stable fluids
    bool is_track = false;   ///< with the paper's scheme, which knows neither dye nor bodies
    int meshes = 0;          ///< files written so far

    double top_m() const { return nz * cell_m; }
    /// Speed of a fall from the top, which no water exceeds by much.
    double fall_m_per_s() const { return std::sqrt(2.0 * kGravity_m_per_s2 * top_m()); }

    void numbers(const char* name, std::initializer_list<double> values) {
        json.key(name).begin_array();
        for (const double value : values) json.value(value);
        json.end_array();
    }
    /// Along each axis between shares of the box; at least `least_cells` long, so that some cell
    /// has its centre in it.
    void box(const char* name, double least_cells) {
        double low[3], high[3];
        const double size_m[3] = {width_m(), height_m(), top_m()};
        for (int k = 0; k < 3; ++k) {
            const double length_m =
                std::max(least_cells * cell_m, dice.between(0.05, 0.9) * size_m[k]);
            low[k] = dice.between(-0.1, 1.0) * std::max(size_m[k] - length_m, 0.0);
            high[k] = low[k] + length_m;
        }
        numbers(name, {low[0], low[1], low[2], high[0], high[1], high[2]});
    }
    void sphere(const char* name) {
        const double x = dice.between(0.1, 0.9) * width_m();
        const double y = dice.between(0.1, 0.9) * height_m();
        const double z = dice.between(0.1, 0.9) * top_m();
        numbers(name, {x, y, z, dice.between(0.6, 0.3 * nx) * cell_m});
    }
    void velocity3(const char* name, double most_m_per_s) {
        const double x = dice.between(-most_m_per_s, most_m_per_s);
        const double y = dice.between(-most_m_per_s, most_m_per_s);
        numbers(name, {x, y, dice.between(-most_m_per_s, most_m_per_s)});
    }
};

/// A wedge: a closed mesh of which no face lies along the grid.
void write_mesh(SpaceDraft& draft) {
    Dice& dice = draft.dice;
    const std::string name = "mesh" + std::to_string(draft.meshes++) + ".obj";
    const double shares[4][3] = {{0, 0, 0}, {1, 0.1, 0}, {0.1, 1, 0.1}, {0.2, 0.2, 1}};
    const double size_m = dice.between(0.3, 0.9) * std::min(draft.width_m(), draft.top_m());
    const double x = dice.between(0.0, 0.5) * draft.width_m();
    const double y = dice.between(0.0, 0.5) * draft.height_m();
    const double z = dice.between(0.0, 0.5) * draft.top_m();
    std::string text;
    for (const auto& corner : shares)
        text += "v " + io::shortest_text(x + corner[0] * size_m) + " " +
                io::shortest_text(y + corner[1] * size_m) + " " +
                io::shortest_text(z + corner[2] * size_m) + "\n";
    draft.write_file_of_scene(name, text + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
    draft.json.member("mesh", name);
}

void write_shape(SpaceDraft& draft, bool is_water) {
    Dice& dice = draft.dice;
    draft.json.begin_object();
    const int kind = dice.below(is_water ? 5 : 4);
    if (kind < 2) draft.box("box", 0.5);
    if (kind == 2) draft.sphere("sphere");
    if (kind == 3) write_mesh(draft);
    if (kind == 4) {
        const std::string wave = io::shortest_text(dice.between(0.2, 1.0) / draft.cell_m);
        const std::string mean = io::shortest_text(dice.between(0.2, 0.6) * draft.top_m());
        const std::string rise = io::shortest_text(dice.between(0.0, 0.2) * draft.top_m());
        draft.json.member(
            "expr", mean + " + " + rise + " * sin(" + wave + " * x) * cos(" + wave + " * y) - z");
    }
    draft.json.end_object();
}

void write_shapes(SpaceDraft& draft, const char* name, int count) {
    draft.json.key(name).begin_array();
    for (int k = 0; k < count; ++k) write_shape(draft, std::string(name) == "fill");
    draft.json.end_array();
}

void write_side(SpaceDraft& draft, int side) {
    constexpr const char* kWords[] = {"wall", "slip", "outflow"};
    Dice& dice = draft.dice;
    const double speed = 0.3 * draft.fall_m_per_s();
    // Where there is a surface water comes in by faucets, and an inflow is refused.
    const double draw = dice.between(0.0, draft.has_surface ? 0.91 : 1.0);
    if (draft.is_stable) {
        draft.json.value(kWords[draw < 0.5 ? 0 : 1]);
        return;
    }
    if (draw < 0.8) {
        draft.json.value(kWords[draw < 0.5 ? 0 : draw < 0.7 ? 1 : 2]);
        return;
    }
    draft.json.begin_object();
    if (draw < 0.9) {
        const double first = dice.between(-speed, speed);
        draft.numbers("lid", {first, dice.between(-speed, speed)});
    } else {
        double inward[3] = {0.0, 0.0, 0.0};
        inward[side / 2] = (side % 2 == 0 ? 1.0 : -1.0) * dice.between(0.05, 1.0) * speed;
        draft.json.key("inflow").begin_object();
        draft.numbers("velocity", {inward[0], inward[1], inward[2]});
        draft.json.end_object();
    }
    draft.json.end_object();
}

void write_sides(SpaceDraft& draft) {
    constexpr const char* kNames[] = {"west", "east", "south", "north", "bottom", "top"};
    draft.json.key("edges").begin_object();
    for (int axis = 0; axis < 3; ++axis) {
        const bool is_periodic = draft.dice.chance(0.25);
        for (int side = 2 * axis; side < 2 * axis + 2; ++side) {
            draft.json.key(kNames[side]);
            if (is_periodic)
                draft.json.value("periodic");
            else
                write_side(draft, side);
        }
    }
    draft.json.end_object();
}

void write_taps(SpaceDraft& draft) {
    Dice& dice = draft.dice;
    draft.json.key("faucets").begin_array();
    for (int count = dice.below(3); count > 0; --count) {
        draft.json.begin_object();
        draft.box("box", 1.01);
        draft.velocity3("velocity", 0.3 * draft.fall_m_per_s());
        const double from_s = dice.between(0.0, 0.6) * draft.length_s;
        draft.json.member("from", from_s);
        if (dice.chance(0.6))
            draft.json.member("until", from_s + dice.between(0.01, 0.5) * draft.length_s);
        if (draft.is_stable && !draft.is_track && dice.chance(0.3))
            draft.json.member("dye", dice.between(0.0, 1.0));
        draft.json.end_object();
    }
    draft.json.end_array().key("drains").begin_array();
    for (int count = dice.below(3); count > 0; --count) {
        draft.json.begin_object();
        draft.box("box", 1.01);
        draft.json.end_object();
    }
    draft.json.end_array();
}

void write_velocity(SpaceDraft& draft) {
    Dice& dice = draft.dice;
    const double speed = 0.3 * draft.fall_m_per_s();
    if (dice.chance(0.5)) return draft.velocity3("velocity", speed);
    draft.json.key("velocity").begin_object().key("expr").begin_array();
    draft.json.value(io::shortest_text(speed) + " * sin(y / " +
                     io::shortest_text(2.0 * draft.cell_m) + ")");
    draft.json.value("0").value(io::shortest_text(0.5 * speed) + " * cos(x / " +
                                io::shortest_text(3.0 * draft.cell_m) + ")");
    draft.json.end_array().end_object();
}

void write_method(SpaceDraft& draft) {
    constexpr const char* kCollisions[] = {"auto", "auto", "bgk", "trt", "smagorinsky"};
    constexpr const char* kPrecisions[] = {"float", "float", "float", "double", "double"};
    Dice& dice = draft.dice;
    draft.json.member("collision", kCollisions[dice.below(5)]);
    const std::string precision = kPrecisions[dice.below(5)];
    draft.json.member("precision", dice.chance(0.05) ? "half" : precision);
    if (dice.chance(0.3)) draft.json.member("scheme", "d3q19");
    if (dice.chance(0.4)) draft.json.member("smagorinsky", dice.between(0.0, 0.4));
    if (dice.chance(0.2)) draft.json.member("gravity", dice.chance(0.3) ? 0.0 : 1.62);
    if (dice.chance(0.2))
        draft.json.member("tau", dice.between(0.505, 1.2));
    else if (dice.chance(0.5))
        draft.json.member("viscosity", dice.chance(0.2) ? 0.0
                                                        : draft.cell_m * draft.fall_m_per_s() *
                                                              std::pow(10.0, dice.between(-6, -2)));
    // A third of what a fall from the top allows.
    if (dice.chance(0.1))
        draft.json.member("time_step", 0.06 * draft.cell_m / draft.fall_m_per_s());
    if (draft.has_surface && dice.chance(0.05))
        draft.json.member("surface_tension", dice.between(0.0, 0.072));
}

/// Settings of stable fluids, whose steps may be far longer than the water allows others.
void write_stable_method(SpaceDraft& draft) {
    Dice& dice = draft.dice;
    draft.json.member("scheme", draft.is_track ? "track" : "mac");
    if (dice.chance(0.2)) draft.json.member("gravity", dice.chance(0.3) ? 0.0 : 1.62);
    if (dice.chance(0.5))
        draft.json.member(
            "viscosity", draft.cell_m * draft.fall_m_per_s() * std::pow(10.0, dice.between(-6, 0)));
    if (dice.chance(0.3))
        draft.json.member("time_step", draft.length_s * std::pow(10.0, dice.between(-2.5, 0)));
    if (!draft.is_track && dice.chance(0.2)) write_shapes(draft, "dye", 1);
}

void write_settings(SpaceDraft& draft) {
    Dice& dice = draft.dice;
    draft.json.key("events").begin_array();
    for (int count = dice.below(3); count > 0; --count) {
        draft.json.begin_object().member("time", dice.between(0.0, 0.8) * draft.length_s);
        draft.json.key("set").begin_object();
        draft.json.member("viscosity", draft.cell_m * draft.fall_m_per_s() *
                                           std::pow(10.0, dice.between(-6, -2)));
        draft.json.end_object().end_object();
    }
    draft.json.end_array();
}

/// Grids from 3 to 20 cells a side, seldom a layer of 40; about 200 steps, fewer of large ones.
SpaceDraft space_draft_of(std::uint64_t seed, const std::filesystem::path& folder) {
    constexpr double kUpdates = 4e5;
    SpaceDraft draft;
    draft.dice = Dice(mix64(seed ^ 0x3d));
    draft.folder = folder;
    draft.kind = SceneKind::Any;
    draft.says_all = true;
    Dice& dice = draft.dice;
    const int most = dice.chance(0.15) ? 6 : 20;
    for (int* n : {&draft.nx, &draft.ny, &draft.nz}) *n = 3 + dice.below(most - 2);
    if (dice.chance(0.1)) draft.nx = 40;
    draft.cell_m = std::pow(10.0, dice.between(-3.0, 0.3));
    draft.has_surface = dice.chance(0.85);
    const double steps = std::clamp(kUpdates / (draft.nx * draft.ny * draft.nz), 40.0, 300.0);
    // About the step that a fall from the top allows.
    draft.length_s = steps * 0.2 * draft.cell_m / draft.fall_m_per_s();
    return draft;
}

}  // namespace

namespace {

std::string text_of(SpaceDraft draft, std::uint64_t seed) {
    Dice& dice = draft.dice;
    io::JsonWriter& json = draft.json;
    json.begin_object().member("duration", draft.length_s);
    json.key("water").begin_object().member("model", draft.is_stable ? "stable" : "volume");
    draft.numbers("size", {draft.width_m(), draft.height_m(), draft.top_m()});
    json.key("cells").begin_array().value(draft.nx).value(draft.ny).value(draft.nz).end_array();
    json.member("surface", draft.has_surface);
    if (draft.has_surface) {
        // One in eight starts dry, and needs a faucet or an inflow to be a scene.
        write_shapes(draft, "fill", dice.chance(0.12) ? 0 : 1 + dice.below(3));
        write_taps(draft);
    }
    if (dice.chance(0.5)) write_shapes(draft, "solids", 1 + dice.below(3));
    if (dice.chance(0.4)) write_velocity(draft);
    write_sides(draft);
    if (draft.is_stable)
        write_stable_method(draft);
    else
        write_method(draft);
    json.end_object();
    write_settings(draft);
    write_views(draft);
    const bool has_bodies =
        draft.is_stable ? !draft.is_track && dice.chance(0.5) : seed >= 60000 && seed % 2 == 1;
    if (has_bodies) {
        Dice bodies(mix64(seed + 2));
        write_bodies(
            draft, bodies,
            {.low_m = 0.0, .high_m = draft.top_m(), .fast_m_per_s = 0.5 * draft.fall_m_per_s()});
    }
    return json.end_object().text();
}

}  // namespace

std::string random_space_scene(std::uint64_t seed, const std::filesystem::path& folder) {
    return text_of(space_draft_of(seed, folder), seed);
}

std::string random_stable_scene(std::uint64_t seed, const std::filesystem::path& folder) {
    SpaceDraft draft = space_draft_of(seed, folder);
    draft.is_stable = true;
    draft.is_track = draft.dice.chance(0.15);
    // Its steps are long, and cost more each.
    draft.length_s *= 2.0;
    return text_of(std::move(draft), seed);
}

}  // namespace tarn
