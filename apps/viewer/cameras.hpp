// Where the picture is taken from: around a place, flying, or around the place that was touched
// last. One state serves all three, so that the picture does not jump when they change.
#pragma once

#include "viewer/land.hpp"
#include <tarn/frame.hpp>

#include <functional>
#include <memory>

namespace tarn::viewer {

enum class CameraKind { Orbit, Fly, Follow };

/// The water and the ground that a camera moves above. Fly may dive, the others stay above the
/// water unless the scene began below it. No camera goes into the land.
struct CameraBounds {
    Vec2 origin_m = {};
    Vec2 size_m = {10.0, 10.0};
    double bed_m = 0.0;
    double level_m = 0.5;                   ///< of the still water
    std::shared_ptr<const Land> land = {};  ///< none: flat at `bed_m`
    /// Level of the water at a place now, NaN outside it; none: still.
    std::function<double(Vec2 at_m)> level_at_m = {};
};

class Cameras {
public:
    /// Begins at the camera of a scene.
    void start(const Camera& first, const CameraBounds& bounds);
    /// Back to where it began.
    void restart() { start(first_, bounds_); }
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
    /// Ground that has changed.
    void set_land(std::shared_ptr<const Land> land) { bounds_.land = std::move(land); }
    /// Lets follow slide to its place, and all get out of the way of rising water.
    void advance(double dt_s);

    Camera camera() const;
    Vec3 eye_m() const;

private:
    Vec3 outward() const;  ///< from the target to the eye
    double extent_m() const;
    void look_from(Vec3 eye_m);
    double ground_m(Vec3 eye_m) const;
    double lowest_m(Vec3 eye_m) const;
    void keep_above_ground();
    bool raise_elevation();

    Camera first_;
    CameraBounds bounds_;
    CameraKind kind_ = CameraKind::Orbit;
    Vec3 target_m_ = {}, touched_m_ = {};
    double distance_m_ = 1.0, azimuth_rad_ = 0.0, elevation_rad_ = 0.5, fov_deg_ = 40.0;
};

}  // namespace tarn::viewer
