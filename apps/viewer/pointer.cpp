#include "viewer/pointer.hpp"

#include "base/vector.hpp"
#include "viewer/pick_body.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::viewer {
namespace {

constexpr int kFinger = 1;         ///< id of the mouse's finger
constexpr double kStill_px = 4.0;  ///< a hand that means to hold still moves less
constexpr double kHold_s = 0.25;   ///< a click is shorter
constexpr double kTurn_rad_per_px = 0.006;
constexpr double kSun_deg_per_px = 0.25;
constexpr double kFartherPerStep = 1.08;  ///< of the wheel, for what is held

Ray ray_under(Vec2 at, const PointerContext& context) {
    const double width = std::max(context.window.width_px, 1);
    const double height = std::max(context.window.height_px, 1);
    return ray_through(context.cameras.camera(), width / height, {at.x / width, at.y / height});
}

Vec3 view_of(const Camera& camera) {
    return normalized(camera.target_m - camera.eye_m);
}

}  // namespace

std::optional<WaterPoint> water_under(Vec2 at, const PointerContext& context) {
    const Ray ray = ray_under(at, context);
    const auto at_m = meet_water(ray, context.state);
    if (!at_m) return std::nullopt;
    const bool is_known = !context.state.level.empty();
    return WaterPoint{*at_m, is_known ? std::nullopt : std::optional(ray)};
}

void drop_at(const WaterPoint& point, const PointerContext& context) {
    const Touch& touch = context.settings.touch;
    const Vec2 at = {point.at_m.x, point.at_m.y};
    // Twice as wide as the finger, as a drop is.
    if (touch.click != Click::Drop)
        context.simulation.send(AddToy{touch.click, 4.0 * touch.radius_m, at, point.aim,
                                       context.settings.recipe(context.state.facts->info)});
    else if (!context.state.facts->is_in_space())
        context.simulation.send(
            AddDrop{{.at_m = at, .radius_m = 2.0 * touch.radius_m, .height_m = touch.drop_height_m},
                    point.aim});
    context.cameras.touch(point.at_m);
    context.followed_body.reset();
}

void Pointer::handle(const Event& event, bool is_free, const PointerContext& context) {
    if (const auto* move = std::get_if<MoveEvent>(&event)) handle_move(move->at, context);
    if (const auto* button = std::get_if<ButtonEvent>(&event))
        handle_button(*button, is_free, context);
    if (const auto* wheel = std::get_if<WheelEvent>(&event); wheel && is_holding())
        away_m_ *= std::pow(kFartherPerStep, wheel->steps);
    else if (wheel && is_free)
        context.cameras.zoom(wheel->steps);
}

void Pointer::forget() {
    is_pressing_ = false;
    if (is_holding()) gesture_ = Gesture::None;
}

void Pointer::handle_button(const ButtonEvent& event, bool is_free, const PointerContext& context) {
    if (event.is_down && gesture_ == Gesture::None && is_free) {
        gesture_ = gesture_of(event.button, event.mods);
        is_left_ = gesture_ == Gesture::Touch;
        // Nothing touches water in space but bodies, so that any button turns it.
        if (gesture_ == Gesture::Touch && grab(context))
            gesture_ = Gesture::Hold;
        else if (gesture_ == Gesture::Touch && context.state.facts->is_in_space())
            gesture_ = Gesture::Turn;
        button_ = event.button;
        began_at_ = at_;
        began_s_ = context.time_s;
    } else if (!event.is_down && event.button == button_) {
        finish(context);
    }
}

void Pointer::handle_move(Vec2 to, const PointerContext& context) {
    const Vec2 way = {to.x - at_.x, to.y - at_.y};
    at_ = to;
    Light& light = context.settings.light;
    switch (gesture_) {
        case Gesture::None:
            break;
        case Gesture::Turn:
            context.cameras.turn(way.x / context.scale * kTurn_rad_per_px,
                                 -way.y / context.scale * kTurn_rad_per_px);
            break;
        case Gesture::Sun:
            light.azimuth_deg =
                std::remainder(light.azimuth_deg - way.x / context.scale * kSun_deg_per_px, 360.0);
            light.height_deg =
                std::clamp(light.height_deg - way.y / context.scale * kSun_deg_per_px, -10.0, 90.0);
            break;
        case Gesture::Touch: {
            const double moved = std::hypot(to.x - began_at_.x, to.y - began_at_.y);
            if (is_pressing_ || moved > kStill_px * context.scale) press(context);
            break;
        }
        case Gesture::Hold:
            pull(context);
    }
}

/// Takes the body under the mouse, if there is one.
bool Pointer::grab(const PointerContext& context) {
    const auto hit = meet_body(ray_under(at_, context), context.state.bodies);
    if (!hit) return false;
    const Camera camera = context.cameras.camera();
    away_m_ = dot(hit->at_m - camera.eye_m, view_of(camera));
    context.simulation.send(GrabBody{context.state.facts->number, hit->number, hit->at_m});
    context.followed_body = hit->number;
    return true;
}

/// The hand goes where the mouse is, within the walls around the water.
void Pointer::pull(const PointerContext& context) {
    const Ray ray = ray_under(at_, context);
    const double ahead = dot(ray.direction, view_of(context.cameras.camera()));
    Vec3 hand = ray.origin_m + (away_m_ / ahead) * ray.direction;
    const WorldFacts& facts = *context.state.facts;
    const Vec2 size = facts.info.size_m;
    hand.x = std::clamp(hand.x, 0.0, size.x);
    hand.y = std::clamp(hand.y, 0.0, size.y);
    hand.z = std::max(hand.z, facts.frame.ground.bed_m);
    if (facts.is_in_space()) hand.z = std::min(hand.z, facts.info.height_m);
    context.simulation.send(PullBody{facts.number, hand});
}

void Pointer::keep_holding(const PointerContext& context) {
    if (is_holding()) pull(context);
    const bool is_long = context.time_s - began_s_ > kHold_s;
    if (gesture_ == Gesture::Touch && !is_pressing_ && is_long) press(context);
}

void Pointer::press(const PointerContext& context) {
    const auto point = water_under(at_, context);
    if (!point) return;
    const Touch& touch = context.settings.touch;
    context.simulation.send(PressFinger{kFinger,
                                        {.at_m = {point->at_m.x, point->at_m.y},
                                         .radius_m = touch.radius_m,
                                         .depth_m = touch.depth_m},
                                        point->aim});
    context.cameras.touch(point->at_m);
    context.followed_body.reset();
    is_pressing_ = true;
}

void Pointer::finish(const PointerContext& context) {
    if (is_holding()) context.simulation.send(LetGo{});
    const bool is_click =
        std::hypot(at_.x - began_at_.x, at_.y - began_at_.y) <= kStill_px * context.scale;
    // Over water in space a click turns nothing.
    if (gesture_ == Gesture::Turn && context.state.facts->is_in_space() && is_left_ && is_click) {
        if (const auto point = water_under(at_, context)) drop_at(*point, context);
    }
    if (gesture_ == Gesture::Touch) {
        if (is_pressing_)
            context.simulation.send(LiftFinger{kFinger});
        else if (const auto point = water_under(at_, context))
            drop_at(*point, context);
    }
    is_pressing_ = false;
    gesture_ = Gesture::None;
    button_ = -1;
}

}  // namespace tarn::viewer
