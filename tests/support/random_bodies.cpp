// Bodies drawn from a seed: shapes, densities from cork to iron, in the water, above it, over each
// other and across walls; thrown, held, driven, tied.
#include "support/scene_draft.hpp"

#include <algorithm>
#include <cmath>

namespace tarn {
namespace {

void write_shape(SceneDraft& draft, Dice& dice) {
    constexpr const char* kShapes[] = {"sphere", "box", "cylinder", "capsule"};
    const int kind = dice.below(4);
    const double size_m = dice.between(0.3, 5.0) * draft.cell_m;
    draft.json.member("shape", kShapes[kind]);
    if (kind == 1) {
        const double y_m = dice.between(0.2, 1.0) * size_m;
        const double z_m = dice.between(0.1, 1.0) * size_m;
        draft.json.key("size").begin_array().value(size_m).value(y_m).value(z_m).end_array();
        return;
    }
    draft.json.member("radius", 0.5 * size_m);
    // A capsule is longer than its two caps.
    const double least = kind == 3 ? 1.1 : 0.2;
    if (kind >= 2) draft.json.member("length", dice.between(least, 3.0) * size_m);
}

void write_vector(SceneDraft& draft, Dice& dice, const char* name, double most) {
    draft.json.key(name).begin_array();
    for (int axis = 0; axis < 3; ++axis) draft.json.value(dice.between(-most, most));
    draft.json.end_array();
}

void write_body(SceneDraft& draft, Dice& dice, const BodyRoom& room, int number) {
    constexpr const char* kForces[] = {"auto", "lid", "triangles", "spheres"};
    io::JsonWriter& json = draft.json;
    json.begin_object().member("name", "b" + std::to_string(number));
    write_shape(draft, dice);
    json.member("density", std::pow(10.0, dice.between(0.7, 3.7)));
    json.key("at").begin_array();
    json.value(dice.between(0.02, 0.98) * draft.width_m());
    json.value(dice.between(0.02, 0.98) * draft.height_m());
    json.value(dice.between(room.low_m, room.high_m)).end_array();
    if (dice.chance(0.6)) write_vector(draft, dice, "rotate", 180.0);
    if (dice.chance(0.3)) write_vector(draft, dice, "velocity", room.fast_m_per_s);
    if (dice.chance(0.2)) write_vector(draft, dice, "spin", room.fast_m_per_s / draft.cell_m);
    const bool is_fixed = dice.chance(0.1);
    if (is_fixed) json.member("fixed", true);
    if (room.has_forces && dice.chance(0.5)) json.member("forces", kForces[dice.below(4)]);
    if (room.has_forces && dice.chance(0.2)) json.member("drag", dice.between(0.0, 1.0));
    json.end_object();
}

}  // namespace

void write_bodies(SceneDraft& draft, Dice& dice, const BodyRoom& room) {
    const int count = 1 + dice.below(5);
    draft.json.key("bodies").begin_array();
    for (int k = 0; k < count; ++k) write_body(draft, dice, room, k);
    draft.json.end_array();
    if (count < 2 || !dice.chance(0.2)) return;
    draft.json.key("joints").begin_array().begin_object();
    draft.json.member("kind", "rope").member("body", "b0").member("other", "b1");
    draft.json.member("length", dice.between(0.5, 2.0) * draft.width_m());
    draft.json.end_object().end_array();
}

}  // namespace tarn
