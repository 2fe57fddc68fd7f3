// Where the picture is taken from: around a place, flying, or around the place that was touched
// last. One state serves all three, so that the picture does not jump when they change.
#pragma once

#include <tarn/frame.hpp>

namespace tarn::viewer {

enum class CameraKind { Orbit, Fly, Follow };

/// The water and the ground that a camera moves above. Fly may dive, the others stay above the
/// water unless the scene began below it.
struct Stage {
    Vec2 origin_m = {};
    Vec2 size_m = {10.0, 10.0};
    double bed_m = 0.0;
    double level_m = 0.5;  ///< of the still water
};

class Cameras {
public:
    /// Begins at the camera of a scene.
    void start(const Camera& first, const Stage& stage);
    /// Back to where it began.
    void restart() { start(first_, stage_); }
    /// The water lies elsewhere now, and with it the first view and the bounds; the picture stays.
    void set_origin(Vec2 origin_m);
    /// The same, and the picture goes with the water.
    void carry_to(Vec2 origin_m);

    CameraKind kind() const { return kind_; }
    void set_kind(CameraKind kind) { kind_ = kind; }

    /// By angles: to the right and up, as the hand moves. Orbit and follow turn the water, fly
    /// turns the head.
    void turn(double right_rad, double up_rad);
    /// Nearer by a tenth of the distance per step; negative: away.
    void zoom(double steps);
    /// Shares of full speed to the right, forward and up. Orbit moves along the water, within it.
    void move(Vec3 shares, double dt_s);
    /// The place that follow looks at.
    void touch(Vec3 place_m) { touched_m_ = place_m; }
    /// Lets follow slide to its place.
    void advance(double dt_s);

    Camera camera() const;
    Vec3 eye_m() const;

private:
    Vec3 outward() const;  ///< from the target to the eye
    double extent_m() const;
    void look_from(Vec3 eye_m);
    double lowest_m() const;
    void keep_above_ground();

    Camera first_;
    Stage stage_;
    CameraKind kind_ = CameraKind::Orbit;
    Vec3 target_m_ = {}, touched_m_ = {};
    double distance_m_ = 1.0, azimuth_rad_ = 0.0, elevation_rad_ = 0.5, fov_deg_ = 40.0;
};

}  // namespace tarn::viewer
