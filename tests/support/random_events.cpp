// Events of random scenes: drops, fingers, footprints, gates, digging, settings.
#include "support/scene_draft.hpp"

#include <cmath>

namespace tarn {
namespace {

double highest_drop(const SceneDraft& draft) {
    return draft.kind == SceneKind::Any ? 4.0 : draft.kind == SceneKind::Pond ? 1.0 : 2.0;
}

void write_shape(SceneDraft& draft) {
    draft.json.member("shape", draft.dice.chance(0.5) ? "tophat" : "smooth");
}

void write_drop(SceneDraft& draft) {
    draft.json.key("drop").begin_object();
    draft.place("at");
    draft.json.member("radius", draft.dice.between(0.5, 6.0) * draft.cell_m);
    draft.json.member("height", draft.dice.between(-1.0, highest_drop(draft)) * draft.depth_m);
    write_shape(draft);
    draft.json.end_object();
}

void write_stir(SceneDraft& draft) {
    Dice& dice = draft.dice;
    draft.json.key("stir").begin_object().key("path").begin_array();
    for (int k = 0; k < 3; ++k)
        draft.json.begin_array()
            .value(dice.between(0.1, 0.9) * draft.nx * draft.cell_m)
            .value(dice.between(0.1, 0.9) * draft.ny * draft.cell_m)
            .end_array();
    draft.json.end_array().member("speed", dice.between(0.1, 1.0) * draft.wave_m_per_s);
    draft.json.member("radius", dice.between(1.0, 4.0) * draft.cell_m);
    draft.json.member("depth", dice.between(0.1, 0.6) * draft.depth_m).end_object();
}

void write_press(SceneDraft& draft) {
    constexpr const char* kShapes[] = {"hand", "disc", "box"};
    Dice& dice = draft.dice;
    draft.json.key("press").begin_object().member("shape", kShapes[dice.below(3)]);
    draft.place("at");
    draft.json.member("size", dice.between(2.0, 10.0) * draft.cell_m);
    draft.json.member("depth", dice.between(0.1, 0.8) * draft.depth_m);
    draft.json.member("fall", dice.between(0.0, 0.1) * draft.length_s);
    draft.json.member("hold", dice.between(0.0, 0.1) * draft.length_s);
    if (draft.says_all) draft.json.member("rotate", dice.between(-360.0, 360.0));
    draft.json.end_object();
}

void write_dig(SceneDraft& draft) {
    Dice& dice = draft.dice;
    draft.json.key("dig").begin_object();
    draft.place("at");
    draft.json.member("radius", dice.between(1.0, 6.0) * draft.cell_m);
    draft.json.member("depth", dice.between(-2.0, 2.0) * draft.depth_m);
    draft.json.member("over", dice.chance(0.5) ? 0.0 : dice.between(0.0, 0.3) * draft.length_s);
    write_shape(draft);
    draft.json.end_object();
}

void write_box(SceneDraft& draft, const char* kind) {
    Dice& dice = draft.dice;
    const double x = dice.between(0.0, 0.8) * draft.nx * draft.cell_m;
    const double y = dice.between(0.0, 0.8) * draft.ny * draft.cell_m;
    draft.json.key(kind).begin_object().key("box").begin_array().value(x).value(y);
    draft.json.value(x + dice.between(1.0, 8.0) * draft.cell_m);
    draft.json.value(y + dice.between(1.0, 8.0) * draft.cell_m).end_array().end_object();
}

/// One or several settings, among them inflows of the edges that have one.
void write_set(SceneDraft& draft) {
    constexpr const char* kNames[] = {"west", "east", "south", "north"};
    Dice& dice = draft.dice;
    draft.json.key("set").begin_object();
    draft.velocity("wind", 25.0);
    if (dice.chance(0.3))
        draft.json.member("viscosity", draft.cell_m * draft.wave_m_per_s *
                                           std::pow(10.0, dice.between(-5.0, -1.0)));
    if (dice.chance(0.3)) draft.json.member("manning", dice.between(0.0, 0.06));
    if (dice.chance(0.4)) draft.json.member("rain", draft.mm_per_h(dice.between(0.0, 0.5)));
    draft.json.key("inflow").begin_object();
    for (int edge = 0; edge < 4; ++edge) {
        if (!draft.has_inflow[std::size_t(edge)] || dice.chance(0.3)) continue;
        const double full = draft.inflow_is_level[std::size_t(edge)]
                                ? draft.depth_m
                                : draft.length_of_edge_m(edge) * draft.depth_m * draft.wave_m_per_s;
        draft.json.member(kNames[edge], dice.between(-0.5, 1.5) * full);
    }
    draft.json.end_object().end_object();
}

}  // namespace

void write_events(SceneDraft& draft) {
    Dice& dice = draft.dice;
    draft.json.key("events").begin_array();
    const int count = dice.below(draft.says_all ? 8 : 5);
    for (int k = 0; k < count; ++k) {
        draft.json.begin_object().member("time", dice.between(0.0, 0.7) * draft.length_s);
        if (draft.says_all && dice.chance(0.2)) {
            write_set(draft);
            draft.json.end_object();
            continue;
        }
        // Bodies know the walls of the start alone.
        const int kinds = draft.is_for_d2q9() ? 3 : draft.bodies_dice ? 4 : 6;
        const int kind = dice.below(kinds);
        if (kind == 0) write_drop(draft);
        if (kind == 1) write_stir(draft);
        if (kind == 2) write_press(draft);
        if (kind == 3) write_dig(draft);
        if (kind > 3) write_box(draft, kind == 4 ? "open" : "close");
        draft.json.end_object();
    }
    draft.json.end_array();
}

}  // namespace tarn
