#include "viewer/viewer.hpp"

#include "viewer/follow.hpp"
#include "viewer/help.hpp"
#include "viewer/legend.hpp"
#include "viewer/note.hpp"
#include "viewer/overlay.hpp"
#include "viewer/pixels.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::viewer {
namespace {

constexpr double kNote_s = 6.0;  ///< that a message stays over the picture

FieldView view_of(const std::vector<float>& field, const WaterView& water) {
    if (field.empty()) return {};
    return {field.data(), water.nx, water.ny, water.nx};
}

std::optional<int> first_steered(const std::vector<BodyNow>& bodies) {
    const auto found =
        std::ranges::find_if(bodies, [](const BodyNow& b) { return b.report.is_steered; });
    if (found == bodies.end()) return std::nullopt;
    return int(found - bodies.begin());
}

bool needs_velocity(ViewMode view) {
    return view == ViewMode::Speed || view == ViewMode::Vorticity;
}

}  // namespace

Result<std::unique_ptr<Viewer>> Viewer::create(const ViewerDesc& desc) {
    auto simulation = Simulation::create(desc.recipe);
    if (!simulation) return simulation.error();
    return create(desc, std::move(simulation.value()));
}

Result<std::unique_ptr<Viewer>> Viewer::create(const ViewerDesc& desc,
                                               std::unique_ptr<Simulation> simulation) {
    auto renderer = Renderer::create();
    if (!renderer) return renderer.error();
    return std::unique_ptr<Viewer>(
        new Viewer(desc, std::move(simulation), std::move(renderer.value())));
}

Viewer::Viewer(const ViewerDesc& desc, std::unique_ptr<Simulation> simulation, Renderer renderer)
    : folder_(desc.folder),
      simulation_(std::move(simulation)),
      renderer_(std::move(renderer)),
      renderer_info_(renderer_.info()),
      scenes_(built_in_scenes()),
      collisions_(collisions()) {
    settings_.first = desc.recipe;
    // A scene of one's own can be chosen again.
    const bool is_known = std::any_of(scenes_.begin(), scenes_.end(), [&](const SceneInfo& s) {
        return s.name == desc.recipe.scene;
    });
    if (!is_known) scenes_.push_back({desc.recipe.scene, ""});
    settings_.quality = Quality::of(renderer_info_.is_software);
    renderer_.set_quality(settings_.quality);
    renderer_.set_target_ms(settings_.target_ms);
}

Result<bool> Viewer::frame(Host& host) {
    const double now_s = host.time_s();
    const double since_s = time_s_ > 0.0 ? std::max(now_s - time_s_, 0.0) : kStep_s;
    constexpr double kLongest_s = 0.25;  // that a camera moves on in one picture
    const double dt_s = std::min(since_s, kLongest_s);
    measure_picture(since_s);
    time_s_ = now_s;

    events_.add(host.poll());
    const Host::View view = host.view();
    state_ = &simulation_->newest();
    adopt_world();
    adopt_land();
    cameras_.set_origin(state_->origin_m);
    const std::vector<Event> events = events_.take();
    gui_.begin(view, events, dt_s);
    handle(events, host);
    wish_ = {};
    handle_pad(host.pad(), host, dt_s);
    move_camera(dt_s);
    steer(dt_s);
    tell_water();
    const bool is_visible = view.pixels.width_px > 0 && view.pixels.height_px > 0;
    if (is_visible)
        if (const auto drawn = draw(view); !drawn) {
            gui_.end(view);
            return drawn.error();
        }
    draw_controls(host);
    gui_.end(view);
    host.show_text_cursor(gui_.wants_text());
    host.present();
    return !wants_close_ && !host.wants_close();
}

void Viewer::measure_picture(double dt_s) {
    constexpr double kSmoothing_s = 0.2;  // of the shown time per picture
    const double share = picture_ms_ > 0.0 ? 1.0 - std::exp(-dt_s / kSmoothing_s) : 1.0;
    picture_ms_ += share * (1000.0 * dt_s - picture_ms_);
}

/// The land that cameras stay out of, made again when it changes. While it is dug at, that is now
/// and then.
void Viewer::adopt_land() {
    constexpr double kEvery_s = 0.5;
    const LandKey key = {world_number_, state_->ground.revision, settings_.look.place};
    if (key == land_key_) return;
    const bool is_other = key.world != land_key_.world || key.place != land_key_.place;
    if (!is_other && time_s_ - land_time_s_ < kEvery_s) return;
    land_key_ = key;
    land_time_s_ = time_s_;
    cameras_.set_land(std::make_shared<Land>(settings_.look.place, placed_water(*state_),
                                             state_->ground, state_->bodies));
}

/// A world that has not been seen before: what belongs to its scene starts afresh.
void Viewer::adopt_world() {
    const WorldFacts& facts = *state_->facts;
    if (facts.number == world_number_) return;
    world_number_ = facts.number;
    pointer_.forget();
    helmsman_.leave();
    steered_body_.reset();
    followed_body_ = first_steered(state_->bodies_now);
    settings_.fit_cells(facts.info);
    if (facts.recipe.scene == shown_scene_) {
        cameras_.carry_to(state_->origin_m);
        return;
    }
    shown_scene_ = facts.recipe.scene;
    settings_.adopt(facts);
    const WaterView& water = facts.frame.water;
    cameras_.start(facts.frame.camera,
                   {.origin_m = water.origin_m,
                    .size_m = facts.info.size_m,
                    .bed_m = facts.frame.ground.bed_m,
                    .level_m = water.still_level_m,
                    .level_at_m = [this](Vec2 at_m) { return level_at(*state_, at_m); }});
}

PointerContext Viewer::pointer_context(const Host::View& view) {
    return {.simulation = *simulation_,
            .cameras = cameras_,
            .settings = settings_,
            .state = *state_,
            .followed_body = followed_body_,
            .window = view.window,
            .scale = view.scale * view.window.width_px / std::max(view.pixels.width_px, 1),
            .time_s = time_s_};
}

void Viewer::handle(const std::vector<Event>& events, Host& host) {
    const PointerContext on = pointer_context(host.view());
    for (const Event& event : events) {
        if (const auto* key = std::get_if<KeyEvent>(&event))
            handle_key(*key, host);
        else
            pointer_.handle(event, !gui_.wants_mouse(), on);
    }
    pointer_.keep_holding(on);
}

/// What the picture needs of the water.
void Viewer::tell_water() {
    const bool wants_velocity = needs_velocity(settings_.look.view);
    if (wants_velocity != has_velocity_) {
        has_velocity_ = wants_velocity;
        simulation_->send(WantVelocity{wants_velocity});
    }
    follow_camera();
}

void Viewer::follow_camera() {
    const WaterState& state = *state_;
    if (!settings_.follows_camera || state.vitals.is_stopped || !can_follow(state)) return;
    const Vec3 target = cameras_.camera().target_m;
    if (shift_to_middle(placed_water(state), {target.x, target.y}).any())
        simulation_->send(KeepInMiddle{state.facts->number, {target.x, target.y}});
}

Frame Viewer::picture_frame() const {
    const WaterState& state = *state_;
    Frame frame = state.facts->frame;
    frame.water.origin_m = state.origin_m;
    frame.water.level = view_of(state.level, frame.water);
    frame.water.level_before = view_of(state.level_before, frame.water);
    if (state.gpu_level) frame.water.device_level = state.gpu_level->view;
    if (state.gpu_level_before) frame.water.device_level_before = state.gpu_level_before->view;
    frame.water.u = view_of(state.u, frame.water);
    frame.water.v = view_of(state.v, frame.water);
    const bool is_in_space = !state.fill.empty();
    if (is_in_space) {
        // In place of levels, which are for the mouse and the camera then.
        frame.water.level = frame.water.level_before = {};
        frame.water.device_level = frame.water.device_level_before = {};
        frame.water.volume.fill = state.fill;
        frame.water.volume.dye = state.dye;
        frame.water.volume.speed = state.speed_m_per_s;
        frame.water.volume.slice_axis = int(settings_.slice_axis);
        frame.water.volume.slice_share = settings_.slice_share;
    }
    // One interval behind the newest state, between the two that are known.
    const double since_s = std::chrono::duration<double>(Clock::now() - state.published).count();
    frame.water.blend = std::clamp(since_s / state.interval_s, 0.0, 1.0);
    frame.time_s = state.time_before_s + frame.water.blend * (state.time_s - state.time_before_s);
    frame.bodies = state.bodies;
    frame.drops = state.drops;
    frame.foam.cover = view_of(state.foam, frame.water);
    frame.foam.aerated = view_of(state.bubbles, frame.water);
    frame.ground = state.ground;
    frame.light = settings_.light;
    frame.look = settings_.look_with_range();
    const bool has_velocity = is_in_space ? !state.speed_m_per_s.empty() : !state.u.empty();
    if (needs_velocity(frame.look.view) && !has_velocity) frame.look.view = ViewMode::Shaded;
    frame.camera = cameras_.camera();
    return frame;
}

Result<void> Viewer::draw(const Host::View& view) {
    Frame frame = picture_frame();
    Result<void> drawn = renderer_.draw(frame, view.framebuffer, view.pixels);
    if (!drawn && drawn.error().code == ErrorCode::DeviceLost && state_->gpu_level) {
        // The water went with its GPU. Without waves there is still a picture, and a panel to say
        // so and to begin again.
        const std::vector<float> still(std::size_t(frame.water.nx) * std::size_t(frame.water.ny),
                                       float(frame.water.still_level_m));
        frame.water.level = view_of(still, frame.water);
        frame.water.level_before = {};
        frame.water.device_level = frame.water.device_level_before = {};
        drawn = renderer_.draw(frame, view.framebuffer, view.pixels);
    }
    if (!drawn) return drawn.error();
    keep_picture(view);
    return {};
}

/// Screenshots and recordings show the picture alone, so they are taken before the panel is drawn.
void Viewer::keep_picture(const Host::View& view) {
    const bool records = recorder_.is_due(time_s_);
    if (!wants_screenshot_ && !records) return;
    const Picture picture = read_pixels(view.framebuffer, view.pixels);
    if (wants_screenshot_) {
        const auto path = save_screenshot(picture, folder_);
        say(path ? "The picture is in " + full_name(path.value()) : path.error().message);
        wants_screenshot_ = false;
    }
    if (!records) return;
    if (const auto added = recorder_.add(picture, time_s_); !added) say(added.error().message);
}

/// What the colours of the present view end at where the person has not chosen.
double Viewer::own_range() const {
    Frame frame = picture_frame();
    frame.look = settings_.look;
    return view_range(frame).y;
}

void Viewer::draw_controls(Host& host) {
    widgets_.begin();
    std::vector<Action> actions;
    bool has_new_quality = false;
    PanelView panel{.ui = widgets_,
                    .settings = settings_,
                    .simulation = *simulation_,
                    .state = *state_,
                    .cameras = cameras_,
                    .scenes = scenes_,
                    .collisions = collisions_,
                    .renderer = renderer_info_,
                    .picture_ms = picture_ms_,
                    .is_recording = recorder_.is_recording(),
                    .own_range = own_range(),
                    .has_new_quality = has_new_quality,
                    .actions = actions};
    if (settings_.is_panel_shown) draw_panel(panel);
    const float left = settings_.is_panel_shown ? panel_right() : 0.0f;
    draw_note({.news = time_s_ < note_until_s_ ? note_ : "",
               .trouble = state_->vitals.message,
               .is_stopped = state_->vitals.is_stopped,
               .left = left},
              widgets_, actions);
    draw_overlay(*state_, cameras_.camera(), settings_.shows_forces);
    if (const auto legend = legend_of(picture_frame())) draw_legend(*legend);
    draw_help(settings_.is_help_shown, left);
    for (const Action action : actions) act(action, host);
    if (!has_new_quality) return;
    renderer_.set_quality(settings_.quality);
    renderer_.set_target_ms(settings_.target_ms);
}

void Viewer::say(std::string text) {
    note_ = std::move(text);
    note_until_s_ = time_s_ + kNote_s;
}

}  // namespace tarn::viewer
