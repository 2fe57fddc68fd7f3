// Keys and sticks to throttle and rudder, which take their time as a hand at a lever does.
#pragma once

#include <tarn/bodies.hpp>

#include <optional>

namespace tarn::viewer {

/// What the hands ask for, from -1 to 1.
struct HelmWish {
    double ahead = 0.0;  ///< negative: astern
    double port = 0.0;   ///< negative: starboard
};

class Helmsman {
public:
    /// The helm after `dt_s`, where it changes. Until the first wish it is the scene's, and from
    /// then on the person's: without a wish throttle and rudder go back to the middle.
    std::optional<BodyHelm> advance(const HelmWish& wish, const BodyHelm& now, double dt_s);
    /// Gives the helm back to the scene. What is left behind, if somebody had it: neither throttle
    /// nor rudder, so that no boat runs on without a hand.
    std::optional<BodyHelm> leave();

private:
    bool has_helm_ = false;
    BodyHelm helm_;
};

}  // namespace tarn::viewer
