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

std::optional<WaterPoint> water_under(Vec2 at, const PointerStage& stage) {
    const double width = std::max(stage.window.width_px, 1);
    const double height = std::max(stage.window.height_px, 1);
    const Ray ray =
        ray_through(stage.cameras.camera(), width / height, {at.x / width, at.y / height});
    const auto at_m = meet_water(ray, stage.state);
    if (!at_m) return std::nullopt;
    const bool is_known = !stage.state.level.empty();
    return WaterPoint{*at_m, is_known ? std::nullopt : std::optional(ray)};
}

void drop_at(const WaterPoint& point, const PointerStage& stage) {
    const Touch& touch = stage.settings.touch;
    stage.simulation.send(AddDrop{{.at_m = {point.at_m.x, point.at_m.y},
                                   .radius_m = 2.0 * touch.radius_m,
                                   .height_m = touch.drop_height_m},
                                  point.aim});
    stage.cameras.touch(point.at_m);
}

void Pointer::handle(const Event& event, bool is_free, const PointerStage& stage) {
    if (const auto* move = std::get_if<MoveEvent>(&event)) handle_move(move->at, stage);
    if (const auto* button = std::get_if<ButtonEvent>(&event))
        handle_button(*button, is_free, stage);
    if (const auto* wheel = std::get_if<WheelEvent>(&event); wheel && is_free)
        stage.cameras.zoom(wheel->steps);
}

void Pointer::handle_button(const ButtonEvent& event, bool is_free, const PointerStage& stage) {
    if (event.is_down && gesture_ == Gesture::None && is_free) {
        gesture_ = gesture_of(event.button, event.mods);
        button_ = event.button;
        began_at_ = at_;
        began_s_ = stage.time_s;
    } else if (!event.is_down && event.button == button_) {
        finish(stage);
    }
}

void Pointer::handle_move(Vec2 to, const PointerStage& stage) {
    const Vec2 way = {to.x - at_.x, to.y - at_.y};
    at_ = to;
    Light& light = stage.settings.light;
    switch (gesture_) {
        case Gesture::None:
            break;
        case Gesture::Turn:
            stage.cameras.turn(way.x / stage.scale * kTurn_rad_per_px,
                               -way.y / stage.scale * kTurn_rad_per_px);
            break;
        case Gesture::Sun:
            light.azimuth_deg =
                std::remainder(light.azimuth_deg - way.x / stage.scale * kSun_deg_per_px, 360.0);
            light.height_deg =
                std::clamp(light.height_deg - way.y / stage.scale * kSun_deg_per_px, -10.0, 90.0);
            break;
        case Gesture::Touch: {
            const double moved = std::hypot(to.x - began_at_.x, to.y - began_at_.y);
            if (is_pressing_ || moved > kStill_px * stage.scale) press(stage);
        }
    }
}

void Pointer::advance(const PointerStage& stage) {
    const bool is_long = stage.time_s - began_s_ > kHold_s;
    if (gesture_ == Gesture::Touch && !is_pressing_ && is_long) press(stage);
}

void Pointer::press(const PointerStage& stage) {
    const auto point = water_under(at_, stage);
    if (!point) return;
    const Touch& touch = stage.settings.touch;
    stage.simulation.send(PressFinger{kFinger,
                                      {.at_m = {point->at_m.x, point->at_m.y},
                                       .radius_m = touch.radius_m,
                                       .depth_m = touch.depth_m},
                                      point->aim});
    stage.cameras.touch(point->at_m);
    is_pressing_ = true;
}

void Pointer::finish(const PointerStage& stage) {
    if (gesture_ == Gesture::Touch) {
        if (is_pressing_)
            stage.simulation.send(LiftFinger{kFinger});
        else if (const auto point = water_under(at_, stage))
            drop_at(*point, stage);
    }
    is_pressing_ = false;
    gesture_ = Gesture::None;
    button_ = -1;
}

}  // namespace tarn::viewer
