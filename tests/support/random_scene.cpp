#include "support/random_scene.hpp"

#include "support/scene_draft.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numbers>

namespace tarn {
namespace {

constexpr double kGravity_m_per_s2 = 9.81;
constexpr double kSteps = 2000.0;

/// The size of a scene. Steps shorten where the water is deeper or faster than `depth_m` says.
SceneDraft draft_of(std::uint64_t seed, const std::filesystem::path& folder, SceneKind kind) {
    SceneDraft draft{.dice = Dice(seed), .folder = folder, .kind = kind, .says_all = false};
    Dice& dice = draft.dice;
    draft.nx = 12 + dice.below(29);
    draft.ny = 12 + dice.below(29);
    draft.cell_m = std::pow(10.0, dice.between(-2.0, 1.5));
    draft.depth_m = draft.cell_m * dice.between(0.2, 4.0);
    draft.wave_m_per_s = std::sqrt(kGravity_m_per_s2 * draft.depth_m);
    draft.length_s = 0.3 * kSteps * draft.cell_m / draft.wave_m_per_s;
    return draft;
}

/// The same for a scene that says all: some are tiny, some have more cells than a tile of 128 by
/// 32, and the length follows the cells.
SceneDraft whole_draft_of(std::uint64_t seed, const std::filesystem::path& folder) {
    constexpr double kUpdates = 4e5;
    SceneDraft draft = draft_of(mix64(seed), folder, SceneKind::Any);
    draft.says_all = true;
    // Seeds from 10,000 to 59,999 keep the scenes that they had before there was spray: some of
    // them are kept as tests.
    if (seed % 3 == 0 && (seed < 10000 || seed >= 60000)) draft.spray_dice = Dice(mix64(seed + 1));
    // Those from 60,000 on that are odd have bodies, which only fv carries.
    if (seed >= 60000 && seed % 2 == 1) draft.bodies_dice = Dice(mix64(seed + 2));
    Dice& dice = draft.dice;
    if (dice.chance(0.35) && !draft.bodies_dice) draft.kind = SceneKind::Lattice;
    if (dice.chance(0.1)) {
        draft.nx = 3 + dice.below(9);
        draft.ny = 3 + dice.below(9);
    } else if (dice.chance(0.1)) {
        draft.nx = 40 + dice.below(110);
        draft.ny = 20 + dice.below(60);
    }
    const double steps = std::clamp(kUpdates / (draft.nx * draft.ny), 50.0, 1000.0);
    draft.length_s = 0.3 * steps * draft.cell_m / draft.wave_m_per_s;
    return draft;
}

/// d2q9 by name, or as what `auto` is left with.
void write_lattice(SceneDraft& draft) {
    constexpr const char* kPrecisions[] = {"float", "float", "half", "half", "double"};
    Dice& dice = draft.dice;
    const bool is_named = dice.chance(0.7);
    if (is_named) draft.json.member("scheme", "d2q9");
    const std::string precision = kPrecisions[dice.below(5)];
    draft.json.member("precision", precision);
    if (dice.chance(0.2)) draft.json.member("streaming", "in_place");
}

/// Settings of the scheme of a scene that says all.
void write_method(SceneDraft& draft) {
    constexpr const char* kCollisions[] = {"bgk", "trt", "limited", "smagorinsky"};
    Dice& dice = draft.dice;
    if (draft.kind == SceneKind::Pond && dice.chance(0.5)) {
        write_lattice(draft);
        if (dice.chance(0.3)) draft.json.member("collision", kCollisions[dice.below(4)]);
    } else if (draft.kind != SceneKind::Lattice) {
        if (dice.chance(0.4)) draft.json.member("scheme", "fv");
        draft.json.member("precision", dice.chance(0.3) ? "double" : "float");
    }
    if (draft.is_for_d2q9() && dice.chance(0.2))
        draft.json.member("tau", dice.between(0.52, 1.2));
    else if (dice.chance(0.3))
        draft.json.member("viscosity", dice.chance(0.2) ? 0.0
                                                        : draft.cell_m * draft.wave_m_per_s *
                                                              std::pow(10.0, dice.between(-5, -1)));
    if (!dice.chance(0.08)) return;
    // Short enough for water that becomes several times as deep, so that there are more of them.
    draft.json.member("time_step", 0.12 * draft.cell_m / draft.wave_m_per_s);
    draft.length_s *= 0.4;
}

void write_forces(SceneDraft& draft) {
    Dice& dice = draft.dice;
    const bool has_manning = dice.chance(0.4);
    if (has_manning) draft.json.member("manning", dice.between(0.0, 0.06));
    const bool has_drag = dice.chance(0.2);
    if (has_drag) draft.json.member("drag", dice.between(0.0, 0.02));
    draft.has_friction = has_manning || has_drag;
    if (dice.chance(0.3)) draft.velocity("wind", 30.0);
    if (dice.chance(0.2)) draft.json.member("coriolis", dice.between(-1e-2, 1e-2));
    if (dice.chance(0.2)) draft.json.member("infiltration", draft.mm_per_h(dice.between(0.0, 0.3)));
}

void write_water(SceneDraft& draft) {
    io::JsonWriter& json = draft.json;
    Dice& dice = draft.dice;
    json.key("water").begin_object();
    draft.pair("size", draft.width_m(), draft.height_m());
    json.key("cells").begin_array().value(draft.nx).value(draft.ny).end_array();
    const bool may_be_pond = draft.kind == SceneKind::Any && !draft.bodies_dice;
    if (may_be_pond && dice.chance(0.15)) draft.kind = SceneKind::Pond;
    if (draft.kind == SceneKind::Pond)
        json.member("level", draft.depth_m);
    else
        write_ground_and_level(draft);
    if (draft.kind == SceneKind::Lattice) write_lattice(draft);
    if (draft.says_all)
        write_method(draft);
    else if (draft.kind != SceneKind::Lattice)
        json.member("precision", dice.chance(0.25) ? "double" : "float");
    // An outflow at normal depth needs friction: it is drawn first where there may be one.
    if (draft.says_all) write_forces(draft);
    write_edges(draft);
    if (!draft.says_all) write_forces(draft);
    write_solids(draft);
    json.end_object();
}

std::string text_of(SceneDraft draft) {
    io::JsonWriter& json = draft.json;
    json.begin_object();
    if (!draft.says_all) json.member("duration", draft.length_s);
    write_water(draft);
    if (draft.says_all) json.member("duration", draft.length_s);
    write_rain(draft);
    write_events(draft);
    if (draft.spray_dice) write_spray(draft);
    if (draft.bodies_dice)
        write_bodies(draft, *draft.bodies_dice,
                     {.low_m = -0.5 * draft.depth_m,
                      .high_m = 5.0 * draft.depth_m,
                      .fast_m_per_s = 2.0 * draft.wave_m_per_s,
                      .has_forces = true});
    if (draft.dice.chance(0.2)) json.key("maps").begin_object().end_object();
    if (draft.says_all) write_views(draft);
    return json.end_object().text();
}

}  // namespace

double SceneDraft::mm_per_h(double depths) const {
    return std::min(1e6, depths * depth_m / length_s * 3.6e6);
}

void SceneDraft::write_file_of_scene(const std::string& name, const std::string& bytes) const {
    std::ofstream file(folder / name, std::ios::binary);
    file << bytes;
    file.close();
    if (file) return;
    std::fprintf(stderr, "cannot write %s\n", (folder / name).c_str());
    std::abort();
}

void write_solids(SceneDraft& draft) {
    Dice& dice = draft.dice;
    const int count = dice.below(4);
    draft.json.key("solids").begin_array();
    for (int k = 0; k < count; ++k) {
        const double x = dice.between(0.1, 0.8) * draft.nx * draft.cell_m;
        const double y = dice.between(0.1, 0.8) * draft.ny * draft.cell_m;
        const double size = dice.between(0.5, 5.0) * draft.cell_m;
        draft.json.begin_object();
        if (dice.chance(0.5))
            draft.json.key("box").begin_array().value(x).value(y).value(x + size).value(
                y + dice.between(0.5, 5.0) * draft.cell_m);
        else
            draft.json.key("disc").begin_array().value(x).value(y).value(size);
        draft.json.end_array().end_object();
    }
    draft.json.end_array();
}

void write_rain(SceneDraft& draft) {
    Dice& dice = draft.dice;
    if (!dice.chance(0.3) && !draft.is_dry) return;
    const double least = draft.is_dry ? 0.1 : 0.0;
    draft.json.key("rain").begin_object().member("rate", draft.mm_per_h(dice.between(least, 0.5)));
    double drop_m = std::clamp(dice.between(0.5, 2.0) * draft.cell_m, 1e-4, 1.0);
    // All of it in one cell is as high as the deepest water.
    if (draft.kind == SceneKind::Lattice)
        drop_m = std::min(drop_m, std::cbrt(0.75 / std::numbers::pi * draft.depth_m * draft.cell_m *
                                            draft.cell_m));
    draft.json.member("drop", dice.chance(0.5) ? 0.0 : drop_m);
    draft.json.member("seed", dice.below(1000)).end_object();
}

void write_spray(SceneDraft& draft) {
    Dice& dice = *draft.spray_dice;
    io::JsonWriter& json = draft.json;
    const double drop_m = std::clamp(dice.between(0.02, 0.3) * draft.cell_m, 1e-4, 1.0);
    if (dice.chance(0.5)) {
        // As much as would fill a tenth of the water in the course of the run.
        const double volume_m3 = draft.width_m() * draft.height_m() * draft.depth_m;
        const double most_m3_per_s =
            std::min(0.1 * volume_m3 / draft.length_s,
                     2e4 * 4.0 * drop_m * drop_m * drop_m / draft.length_s);
        json.key("emitters").begin_array().begin_object();
        json.key("at").begin_array();
        json.value(dice.between(0.1, 0.9) * draft.width_m());
        json.value(dice.between(0.1, 0.9) * draft.height_m());
        json.value(dice.between(0.0, 3.0) * draft.depth_m).end_array();
        json.key("velocity").begin_array();
        for (int axis = 0; axis < 3; ++axis)
            json.value(dice.between(-1.5, 1.5) * draft.wave_m_per_s);
        json.end_array().member("rate", dice.between(0.0, 1.0) * most_m3_per_s);
        json.member("spread", dice.between(0.0, 40.0)).member("drop", drop_m);
        if (dice.chance(0.3))
            json.member("every", 0.2 * draft.length_s + 2e-3)
                .member("lasts", 0.05 * draft.length_s + 1e-3);
        json.end_object().end_array();
    }
    if (dice.chance(0.8)) {
        json.key("spray").begin_object().member("radius", drop_m);
        json.member("share", dice.between(0.0, 0.3)).member("max_drops", 1 + dice.below(5000));
        json.member("lifetime", std::max(0.1, dice.between(0.05, 2.0) * draft.length_s));
        json.end_object();
    }
    if (dice.chance(0.5))
        json.key("foam").begin_object().member("half_life", 0.02 + draft.length_s).end_object();
}

void write_views(SceneDraft& draft) {
    constexpr const char* kPlaces[] = {"auto", "pool", "pond", "ocean", "tank", "shore"};
    Dice& dice = draft.dice;
    draft.json.key("probes").begin_array();
    for (int count = dice.below(4); count > 0; --count) {
        draft.json.begin_object();
        draft.place("at");
        draft.json.end_object();
    }
    draft.json.end_array();
    draft.json.key("record").begin_object();
    draft.json.member("every", std::max(1e-6, dice.between(0.003, 0.2) * draft.length_s));
    draft.json.end_object();
    if (dice.chance(0.3)) {
        draft.json.key("camera").begin_object().key("path").begin_array();
        for (const double share : {0.1, 0.6}) {
            draft.json.begin_object().member("time", share * draft.length_s);
            draft.json.key("at").begin_array().value(share).value(-1.0).value(2.0).end_array();
            draft.json.key("look_at").begin_array().value(1.0).value(1.0).value(0.0).end_array();
            draft.json.end_object();
        }
        draft.json.end_array().end_object();
    }
    if (dice.chance(0.3)) {
        draft.json.key("look").begin_object().member("place", kPlaces[dice.below(6)]);
        draft.json.end_object().key("light").begin_object();
        draft.json.member("height", dice.between(-10.0, 90.0)).end_object();
    }
}

std::string random_scene(std::uint64_t seed, const std::filesystem::path& folder) {
    return text_of(draft_of(seed, folder, SceneKind::Any));
}

std::string random_lattice_scene(std::uint64_t seed, const std::filesystem::path& folder) {
    return text_of(draft_of(seed, folder, SceneKind::Lattice));
}

std::string random_whole_scene(std::uint64_t seed, const std::filesystem::path& folder) {
    return text_of(whole_draft_of(seed, folder));
}

}  // namespace tarn
