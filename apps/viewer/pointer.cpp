#include "viewer/pointer.hpp"

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

}  // namespace

std::optional<WaterPoint> water_under(Vec2 at, const PointerContext& context) {
    const double width = std::max(context.window.width_px, 1);
    const double height = std::max(context.window.height_px, 1);
    const Ray ray =
        ray_through(context.cameras.camera(), width / height, {at.x / width, at.y / height});
    const auto at_m = meet_water(ray, context.state);
    if (!at_m) return std::nullopt;
    const bool is_known = !context.state.level.empty();
    return WaterPoint{*at_m, is_known ? std::nullopt : std::optional(ray)};
}

void drop_at(const WaterPoint& point, const PointerContext& context) {
    const Touch& touch = context.settings.touch;
    context.simulation.send(AddDrop{{.at_m = {point.at_m.x, point.at_m.y},
                                     .radius_m = 2.0 * touch.radius_m,
                                     .height_m = touch.drop_height_m},
                                    point.aim});
    context.cameras.touch(point.at_m);
}

void Pointer::handle(const Event& event, bool is_free, const PointerContext& context) {
    if (const auto* move = std::get_if<MoveEvent>(&event)) handle_move(move->at, context);
    if (const auto* button = std::get_if<ButtonEvent>(&event))
        handle_button(*button, is_free, context);
    if (const auto* wheel = std::get_if<WheelEvent>(&event); wheel && is_free)
        context.cameras.zoom(wheel->steps);
}

void Pointer::handle_button(const ButtonEvent& event, bool is_free, const PointerContext& context) {
    if (event.is_down && gesture_ == Gesture::None && is_free) {
        gesture_ = gesture_of(event.button, event.mods);
        // Nothing touches water in space, so that any button turns it.
        if (gesture_ == Gesture::Touch && context.state.facts->is_in_space())
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
        }
    }
}

void Pointer::press_if_held(const PointerContext& context) {
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
    is_pressing_ = true;
}

void Pointer::finish(const PointerContext& context) {
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
