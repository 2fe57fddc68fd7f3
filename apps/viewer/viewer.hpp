// The viewer: joins simulation, cameras, mouse and keys, renderer and panel, picture by picture.
// Knows no window; a Host gives it one, or an image.
#pragma once

#include "viewer/gui.hpp"
#include "viewer/helmsman.hpp"
#include "viewer/panel.hpp"
#include "viewer/pointer.hpp"
#include "viewer/recorder.hpp"

#include <filesystem>
#include <memory>

namespace tarn::viewer {

struct ViewerDesc {
    Recipe recipe;
    std::filesystem::path folder = ".";  ///< for screenshots and recordings
};

class Viewer {
public:
    /// Needs a current OpenGL context, here, in every call and when it is destroyed.
    static Result<std::unique_ptr<Viewer>> create(const ViewerDesc& desc);
    /// The same with a simulation of that recipe which is ready.
    static Result<std::unique_ptr<Viewer>> create(const ViewerDesc& desc,
                                                  std::unique_ptr<Simulation> simulation);

    /// Draws one picture; false when the person wants to leave. Fails if it cannot draw.
    Result<bool> frame(Host& host);

    const Settings& settings() const { return settings_; }
    const Widgets& widgets() const { return widgets_; }
    const Cameras& cameras() const { return cameras_; }
    const std::string& note() const { return note_; }
    /// What the last picture showed.
    const WaterState& state() const { return *state_; }
    /// Time from one picture to the next, smoothed.
    double picture_ms() const { return picture_ms_; }
    bool is_recording() const { return recorder_.is_recording(); }

private:
    Viewer(const ViewerDesc& desc, std::unique_ptr<Simulation> simulation, Renderer renderer);

    void adopt_world();
    void adopt_land();
    void measure_picture(double dt_s);
    void handle(const std::vector<Event>& events, Host& host);
    void handle_key(const KeyEvent& event, Host& host);
    void handle_pad(const Pad& pad, Host& host, double dt_s);
    bool has_helm() const;
    void move_camera(double dt_s);
    void follow_body();
    void steer(double dt_s);
    void act(Action action, Host& host);
    void act_on_water(Action action, const Host& host);
    void act_on_picture(Action action);
    void act_on_program(Action action, Host& host);
    void drop_at_centre(const Host& host);
    void choose_scene_number(int number);
    void toggle_recording();
    void tell_water();
    void follow_camera();
    Result<void> draw(const Host::View& view);
    void keep_picture(const Host::View& view);
    void draw_controls(Host& host);
    Frame picture_frame() const;
    double own_range() const;
    PointerContext pointer_context(const Host::View& view);
    void say(std::string text);

    std::filesystem::path folder_;
    std::unique_ptr<Simulation> simulation_;
    Renderer renderer_;
    RendererInfo renderer_info_;
    std::vector<SceneInfo> scenes_, collisions_;

    Settings settings_;
    Cameras cameras_;
    Pointer pointer_;
    Helmsman helmsman_;
    HelmWish wish_;                     ///< of keys and sticks, for this picture
    std::optional<int> followed_body_;  ///< by the camera follow, which steers it too
    std::optional<int> steered_body_;   ///< by the helmsman, until another one
    Recorder recorder_;
    Gui gui_;
    Widgets widgets_;
    EventQueue events_;

    const WaterState* state_ = nullptr;  ///< in the simulation's buffer, for this picture
    std::uint64_t world_number_ = 0;
    std::string shown_scene_;
    bool has_velocity_ = false;  ///< was asked for
    /// What the land of the cameras was made from, and when.
    struct LandKey {
        std::uint64_t world = 0, revision = 0;
        Place place = Place::Pond;
        bool operator==(const LandKey&) const = default;
    };
    LandKey land_key_;
    double land_time_s_ = 0.0;

    std::vector<int> keys_down_;
    unsigned pad_buttons_ = 0;
    double time_s_ = 0.0, picture_ms_ = 0.0;
    bool wants_screenshot_ = false, wants_close_ = false;
    std::string note_;
    double note_until_s_ = 0.0;
};

}  // namespace tarn::viewer
