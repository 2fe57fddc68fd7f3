// What keys, gamepad and panel make the viewer do.
#include "viewer/follow.hpp"
#include "viewer/viewer.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::viewer {
namespace {

constexpr double kTurn_rad_per_s = 1.2;  ///< by keys and sticks

}  // namespace

void Viewer::handle_key(const KeyEvent& event, Host& host) {
    std::erase(keys_down_, event.key);
    if (!event.is_down || gui_.wants_keys()) return;
    keys_down_.push_back(event.key);
    const auto action = action_of_key(event.key, event.mods, cameras_.kind());
    if (!action || is_held(*action)) return;
    if (*action == Action::Scene)
        choose_scene_number(event.key - '1');
    else
        act(*action, host);
}

void Viewer::handle_pad(const Pad& pad, Host& host, double dt_s) {
    const unsigned pressed = pad.buttons & ~pad_buttons_;
    pad_buttons_ = pad.buttons;
    for (int button = 0; button < 32; ++button)
        if (pressed >> button & 1u)
            if (const auto action = action_of_pad(button)) act(*action, host);
    constexpr double kDeadZone = 0.15;
    const auto stick = [&](double x) { return std::abs(x) > kDeadZone ? x : 0.0; };
    if (has_helm())
        wish_ = {.ahead = -stick(pad.left.y), .port = -stick(pad.left.x)};
    else
        cameras_.move({stick(pad.left.x), -stick(pad.left.y), 0.0}, dt_s);
    cameras_.turn(stick(pad.right.x) * kTurn_rad_per_s * dt_s,
                  -stick(pad.right.y) * kTurn_rad_per_s * dt_s);
}

void Viewer::move_camera(double dt_s) {
    Vec3 way = {};
    double right = 0.0, up = 0.0;
    for (const int key : keys_down_) {
        switch (action_of_key(key, 0, cameras_.kind()).value_or(Action::Escape)) {
            case Action::TurnLeft:
                right -= 1.0;
                break;
            case Action::TurnRight:
                right += 1.0;
                break;
            case Action::TurnUp:
                up += 1.0;
                break;
            case Action::TurnDown:
                up -= 1.0;
                break;
            case Action::MoveForward:
                way.y += 1.0;
                break;
            case Action::MoveBack:
                way.y -= 1.0;
                break;
            case Action::MoveRight:
                way.x += 1.0;
                break;
            case Action::MoveLeft:
                way.x -= 1.0;
                break;
            case Action::MoveUp:
                way.z += 1.0;
                break;
            case Action::MoveDown:
                way.z -= 1.0;
                break;
            case Action::SteerAhead:
                wish_.ahead += 1.0;
                break;
            case Action::SteerAstern:
                wish_.ahead -= 1.0;
                break;
            case Action::SteerPort:
                wish_.port += 1.0;
                break;
            case Action::SteerStarboard:
                wish_.port -= 1.0;
                break;
            default:
                break;
        }
    }
    cameras_.turn(right * kTurn_rad_per_s * dt_s, up * kTurn_rad_per_s * dt_s);
    cameras_.move(way, dt_s);
    follow_body();
    cameras_.advance(dt_s);
}

/// A body that is held moves with the mouse, and a camera that went along would run away with it.
void Viewer::follow_body() {
    const auto& bodies = state_->bodies_now;
    if (!followed_body_ || std::size_t(*followed_body_) >= bodies.size() || pointer_.is_holding())
        return;
    cameras_.touch(bodies[std::size_t(*followed_body_)].report.centre_m);
}

/// Whether keys and sticks steer the body that the camera follows.
bool Viewer::has_helm() const {
    const auto& bodies = state_->bodies_now;
    return cameras_.kind() == CameraKind::Follow && followed_body_ &&
           std::size_t(*followed_body_) < bodies.size() &&
           bodies[std::size_t(*followed_body_)].report.is_steered;
}

void Viewer::steer(double dt_s) {
    const std::uint64_t world = state_->facts->number;
    const std::optional<int> body = has_helm() ? followed_body_ : std::nullopt;
    if (body != steered_body_) {
        if (const auto left = helmsman_.leave(); left && steered_body_)
            simulation_->send(SteerBody{world, *steered_body_, *left});
        steered_body_ = body;
    }
    if (!body) return;
    const BodyHelm& now = state_->bodies_now[std::size_t(*body)].helm;
    if (const auto helm = helmsman_.advance(wish_, now, dt_s))
        simulation_->send(SteerBody{world, *body, *helm});
}

/// What keys, pad and panel ask for. Held keys and digits are obeyed elsewhere.
void Viewer::act(Action action, Host& host) {
    act_on_water(action, host);
    act_on_picture(action);
    act_on_program(action, host);
}

void Viewer::act_on_water(Action action, const Host& host) {
    switch (action) {
        case Action::Pause:
            settings_.is_paused = !settings_.is_paused;
            simulation_->send(SetPaused{settings_.is_paused});
            break;
        case Action::StepOnce:
            settings_.is_paused = true;
            simulation_->send(StepOnce{});
            break;
        case Action::Reset:
            simulation_->send(Load{settings_.recipe(state_->facts->info)});
            break;
        case Action::Faster:
            simulation_->send(SetSpeed{settings_.speed = faster(settings_.speed)});
            break;
        case Action::Slower:
            simulation_->send(SetSpeed{settings_.speed = slower(settings_.speed)});
            break;
        case Action::DropAtCentre:
            drop_at_centre(host);
            break;
        default:
            break;
    }
}

void Viewer::act_on_picture(Action action) {
    Look& look = settings_.look;
    switch (action) {
        case Action::NextView:
            look.view = next(look.view, kViewNames);
            break;
        case Action::NextPlace:
            look.place = next(look.place, kPlaceNames);
            break;
        case Action::NextLiquid:
            look.liquid = next(look.liquid, kLiquidNames);
            break;
        case Action::ToggleDetail:
            look.detail = look.detail == Detail::None ? Detail::Ocean : Detail::None;
            break;
        case Action::ToggleFollow:
            settings_.follows_camera = !settings_.follows_camera;
            if (settings_.follows_camera && !can_follow(*state_))
                say("The water stays where it is: only open water over a flat bed, without solids, "
                    "follows");
            break;
        case Action::ToggleForces:
            settings_.shows_forces = !settings_.shows_forces;
            if (settings_.shows_forces && state_->bodies_now.empty())
                say("Arrows of forces are at bodies, and this scene has none");
            break;
        case Action::NextCamera:
            cameras_.set_kind(next(cameras_.kind(), kCameraNames));
            break;
        case Action::RestartCamera:
            cameras_.restart();
            break;
        default:
            break;
    }
}

void Viewer::act_on_program(Action action, Host& host) {
    switch (action) {
        case Action::Screenshot:
            wants_screenshot_ = true;
            break;
        case Action::Record:
            toggle_recording();
            break;
        case Action::TogglePanel:
            settings_.is_panel_shown = !settings_.is_panel_shown;
            break;
        case Action::Help:
            settings_.is_help_shown = !settings_.is_help_shown;
            break;
        case Action::FullScreen:
            host.toggle_full_screen();
            break;
        case Action::Escape:
            wants_close_ = !settings_.is_help_shown;
            settings_.is_help_shown = false;
            break;
        default:
            break;
    }
}

void Viewer::drop_at_centre(const Host& host) {
    const PointerContext on = pointer_context(host.view());
    const Vec2 centre = {0.5 * on.window.width_px, 0.5 * on.window.height_px};
    if (const auto point = water_under(centre, on)) drop_at(*point, on);
}

void Viewer::choose_scene_number(int number) {
    if (number < 0 || std::size_t(number) >= scenes_.size()) return;
    choose_scene(settings_, *simulation_, scenes_[std::size_t(number)].name);
}

void Viewer::toggle_recording() {
    if (!recorder_.is_recording()) {
        const auto started = recorder_.start(folder_, time_s_);
        say(started ? "Recording ..." : started.error().message);
        return;
    }
    const auto path = recorder_.stop();
    say(path ? "The recording is in " + full_name(path.value()) : path.error().message);
}

}  // namespace tarn::viewer
