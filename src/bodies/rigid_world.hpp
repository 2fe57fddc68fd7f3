// Rigid bodies that touch, rub, hang together and come to rest. Bullet finds the contacts between
// bodies and solves contacts, friction and joints; poses are integrated here (integrate.hpp), and
// what the water does to a body comes from outside.
#pragma once

#include "bodies/body.hpp"
#include "bodies/ground.hpp"
#include <tarn/result.hpp>

#include <memory>
#include <span>
#include <vector>

namespace tarn::bodies {

/// All that a step depends on besides the description: a world whose states were set goes on as the
/// one they were read from, to the bit.
struct BodyState {
    Pose pose = {};
    Motion motion = {};
    double calm_s = 0.0;  ///< for how long it has hardly moved
    Wrench held = {};     ///< what acted on it from outside when it came to rest
};

enum class JointKind {
    Rope,   ///< the anchors are at most `length_m` apart
    Ball,   ///< the anchors are one point
    Hinge,  ///< and the bodies turn about `axis` alone
};

/// Between two bodies, or a body and a place in the world.
struct Joint {
    static constexpr int kWorld = -1;

    JointKind kind = JointKind::Rope;
    int first = 0;
    int second = kWorld;
    Vec3 at_first_m = {};   ///< anchor, in body axes of the first
    Vec3 at_second_m = {};  ///< anchor, in body axes of the second, or in the world
    double length_m = 0.0;
    Vec3 axis = {0.0, 0.0, 1.0};  ///< hinge: in body axes of the first
};

/// A body and where it starts.
struct PlacedBody {
    Body body = {};
    Pose pose = {};
    Motion motion = {};
};

struct RigidWorldDesc {
    double gravity_m_per_s2 = 9.81;  ///< along -z
    Ground ground = {};
    std::vector<PlacedBody> bodies = {};
    std::vector<Joint> joints = {};
    int iterations = 30;  ///< of the solver for contacts and joints
};

/// Bodies by number, in the order of the description. A step is solve_velocities(), then move(),
/// with the same time. States are read and set between steps. One thread at a time.
class RigidWorld {
public:
    static Result<RigidWorld> create(RigidWorldDesc desc);
    RigidWorld(RigidWorld&&) noexcept;
    RigidWorld& operator=(RigidWorld&&) noexcept;
    ~RigidWorld();

    int body_count() const;
    const Body& body(int number) const;
    const BodyState& state(int number) const;
    /// Also moves bodies that are told how to move. Wakes the body unless the state is calm.
    void set_state(int number, const BodyState& state);

    /// True for a body at rest, which costs nothing until something touches or pushes it.
    bool is_asleep(int number) const;
    void wake(int number);

    /// Velocities at the end of a step in which gravity, these wrenches (one per body), contacts,
    /// friction and joints act; poses stay. What is not finite counts as zero.
    void solve_velocities(double dt_s, std::span<const Wrench> wrenches);

    /// Moves all bodies with their velocities, and bodies that overlap a little apart.
    void move(double dt_s);

    /// Changes the bed of nx by ny cells from (x0, y0) on; bodies above it wake.
    void set_bed(int x0, int y0, int nx, int ny, std::span<const double> bed_m);

    /// Contacts of the last solve, between bodies and with the ground.
    int contact_count() const;
    /// True if the last solve found the body in touch with the bed, a wall or a solid.
    bool touches_ground(int number) const;

private:
    struct Impl;
    explicit RigidWorld(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace tarn::bodies
