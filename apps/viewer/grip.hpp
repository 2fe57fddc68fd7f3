// A hand that holds a body: a damped spring between a point of the body and the place where the
// hand is. Whoever lets go throws it, since the body keeps its motion.
#pragma once

#include <tarn/types.hpp>

namespace tarn::viewer {

class Grip {
public:
    /// Holds `body` at a point of the world that is on it now.
    Grip(int body, const BodyReport& now, Vec3 at_m);

    int body() const { return body_; }
    void pull_to(Vec3 hand_m) { hand_m_ = hand_m; }
    Vec3 hand_m() const { return hand_m_; }
    /// Where the point that is held is now.
    Vec3 held_m(const BodyReport& now) const;
    /// What the hand does to the body: it carries the weight that the water does not, so that the
    /// point comes to rest where the hand is, and a spring pulls as strongly as the body is heavy,
    /// with the water that it displaces.
    Vec3 force_n(const BodyReport& now, double gravity_m_per_s2) const;

private:
    int body_;
    Vec3 on_body_m_;  ///< in the body's axes, from its centre of mass
    Vec3 hand_m_;
};

}  // namespace tarn::viewer
