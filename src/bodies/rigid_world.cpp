#include "bodies/rigid_world.hpp"

#include "base/vector.hpp"
#include "bodies/collision_hull.hpp"
#include "bodies/ground_contacts.hpp"
#include "bodies/integrate.hpp"
#include "bodies/mass_properties.hpp"
#include "bodies/pairs.hpp"
#include "bodies/world_check.hpp"

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btMultiSphereShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletDynamics/ConstraintSolver/btHingeConstraint.h>
#include <BulletDynamics/ConstraintSolver/btPoint2PointConstraint.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>
#include <deque>

namespace tarn::bodies {
namespace {

/// Rest: slower than this part of the speed after falling by its own size, or than the cap.
constexpr double kCalmPart = 5e-4, kCalmSpeed_m_per_s = 1e-3, kCalmTime_s = 0.5;
/// Of the speed that gravity gives in a step: what the solver leaves of it in things that rest.
constexpr double kUnsolvedPart = 0.1;
/// Of the weight: a change of what acts from outside that wakes a body.
constexpr double kWakingPart = 1e-3;
/// Part of an overlap that one step takes away, without giving speed.
constexpr double kOverlapPart = 0.2;
/// Contacts are solved from nothing in every step. Over-relaxation carries the weight of a stack
/// down in a third of the iterations.
constexpr double kOverRelaxation = 1.3;
/// Of the smaller body's size: bodies rest with this overlap, so that all corners of a side touch.
constexpr double kRestingOverlap = 2e-3;
/// Of a body's size: arm of the contact force that slows rolling and spinning.
constexpr double kRollingPart = 0.02;
/// Part of a joint's gap that one step closes.
constexpr double kJointPart = 0.4;
/// Of a body's size: what is nearer counts as touching.
constexpr double kNearPart = 0.02;
/// Beyond these a body is not followed further: its motion is cut.
constexpr double kMaxSpeed_m_per_s = 1e4, kMaxSpin_rad_per_s = 1e4;

btVector3 to_bullet(Vec3 v) {
    return {v.x, v.y, v.z};
}
Vec3 from_bullet(const btVector3& v) {
    return {v.x(), v.y(), v.z()};
}
btMatrix3x3 to_bullet(const Mat3& m) {
    const auto& [a, b, c] = m.row;
    return {a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z};
}
btTransform to_bullet(const Pose& pose) {
    return btTransform(to_bullet(matrix_of(pose.turn)), to_bullet(pose.centre_m));
}

Vec3 limited(Vec3 v, double most) {
    const double size = length(v);
    return size > most ? (most / size) * v : v;
}

/// Bullet's solver, but nothing of it moves bodies: positions would go through sines and cosines of
/// the C library, whose bits depend on the processor. Instead it notes how overlaps want to open.
class Solver : public btSequentialImpulseConstraintSolver {
public:
    struct Solved {
        btRigidBody* body;
        Motion motion;
        Motion opening;  ///< velocities that open overlaps during this step alone
    };
    std::vector<Solved> solved;

private:
    btScalar solveGroupCacheFriendlyFinish(btCollisionObject**, int,
                                           const btContactSolverInfo& info) override {
        for (int k = 0; k < m_tmpSolverBodyPool.size(); ++k) {
            btSolverBody& body = m_tmpSolverBodyPool[k];
            if (!body.m_originalBody) continue;
            body.writebackVelocity();
            solved.push_back({body.m_originalBody,
                              {from_bullet(body.m_linearVelocity + body.m_externalForceImpulse),
                               from_bullet(body.m_angularVelocity + body.m_externalTorqueImpulse)},
                              {from_bullet(body.m_pushVelocity),
                               from_bullet(info.m_splitImpulseTurnErp * body.m_turnVelocity)}});
            body.m_originalBody->setCompanionId(-1);
        }
        m_tmpSolverContactConstraintPool.resizeNoInitialize(0);
        m_tmpSolverNonContactConstraintPool.resizeNoInitialize(0);
        m_tmpSolverContactFrictionConstraintPool.resizeNoInitialize(0);
        m_tmpSolverContactRollingFrictionConstraintPool.resizeNoInitialize(0);
        m_tmpSolverBodyPool.resizeNoInitialize(0);
        return 0.0;
    }
};

/// A body as Bullet sees it.
struct Member {
    Body body;
    CollisionHull hull;
    PrincipalAxes inertia;
    std::unique_ptr<btConvexShape> shape;
    std::unique_ptr<btRigidBody> rigid;
    BodyState state;
    Motion opening;
    bool touches_ground = false, touches_body = false;
};

/// Balls would roll for ever otherwise.
void set_rolling(double arm_m, btManifoldPoint& point) {
    point.m_combinedRollingFriction = point.m_combinedSpinningFriction = arm_m;
}

std::unique_ptr<btConvexShape> shape_of(const CollisionHull& hull, const Body& body) {
    if (hull.is_sphere && length(hull.centre_m) == 0.0)
        return std::make_unique<btSphereShape>(hull.radius_m);
    if (hull.is_sphere) {
        const btVector3 centre = to_bullet(hull.centre_m);
        const btScalar radius = hull.radius_m;
        return std::make_unique<btMultiSphereShape>(&centre, &radius, 1);
    }
    std::unique_ptr<btPolyhedralConvexShape> shape;
    if (hull.is_centred_box) {
        shape = std::make_unique<btBoxShape>(to_bullet(0.5 * body.shape.size_m));
    } else {
        auto points = std::make_unique<btConvexHullShape>();
        for (const Vec3& p : hull.points_m) points->addPoint(to_bullet(p), false);
        points->recalcLocalAabb();
        // It lies around the hull. Bullet's own of 4 cm would hold small things apart.
        points->setMargin(1e-3 * hull.radius_m);
        shape = std::move(points);
    }
    // With its sides known, two flat sides meet in all their corners at once.
    shape->initializePolyhedralFeatures();
    return shape;
}

void make_rigid(Member& member) {
    const bool is_fixed = member.body.is_fixed;
    const MassProperties& mass = member.body.mass;
    member.inertia = principal_axes(mass.inertia_kg_m2);
    btRigidBody::btRigidBodyConstructionInfo info(
        is_fixed ? 0.0 : mass.mass_kg, nullptr, member.shape.get(),
        is_fixed ? btVector3(0, 0, 0) : to_bullet(member.inertia.moments));
    member.rigid = std::make_unique<btRigidBody>(info);
    // The spin of a turning body changes in move(), not here.
    member.rigid->setFlags(0);
    if (is_fixed) member.rigid->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
}

}  // namespace

struct RigidWorld::Impl {
    explicit Impl(RigidWorldDesc&& wanted)
        : gravity_m_per_s2(wanted.gravity_m_per_s2),
          ground(std::move(wanted.ground)),
          joints(std::move(wanted.joints)),
          dispatcher(&configuration),
          still(0.0, nullptr, nullptr) {
        info.m_numIterations = wanted.iterations;
        info.m_solverMode = SOLVER_USE_2_FRICTION_DIRECTIONS;
        info.m_splitImpulse = true;
        info.m_splitImpulsePenetrationThreshold = 0.0;
        info.m_sor = kOverRelaxation;
        info.m_erp = kJointPart;
        info.m_erp2 = kOverlapPart;
    }

    void add(PlacedBody&& placed, CollisionHull&& hull);
    void add_solids();
    Result<void> add_discs();
    void make_joints();

    bool is_movable(int k) const { return !member(k).body.is_fixed; }
    bool is_asleep(int k) const { return is_movable(k) && member(k).state.calm_s >= kCalmTime_s; }
    bool is_active(int k) const { return is_movable(k) && !is_asleep(k); }
    Member& member(int k) { return members[std::size_t(k)]; }
    const Member& member(int k) const { return members[std::size_t(k)]; }
    /// Bodies with a common point lie in each other there, and do not collide.
    bool are_joined(int a, int b) const {
        return std::binary_search(joined.begin(), joined.end(), std::pair(a, b));
    }
    bool pulls(const Joint& joint) const {
        return is_active(joint.first) || (joint.second != Joint::kWorld && is_active(joint.second));
    }
    double reach_m(int k, double dt_s) const;

    bool moves(int k) const;
    void wake_pushed(std::span<const Wrench> wrenches);
    bool wake_beside(int mover, int sleeper);
    bool wake_touched();
    void load_poses(double dt_s);
    void load_motion(int k, const Wrench& given);
    void find_contacts(double dt_s);
    void find_pairs();
    void touch(int a, int b);
    void touch_ground(int k, double dt_s);
    bool copy_contacts(const btPersistentManifold& found, const Member& first,
                       const Member& second);
    void set_bounce(const Member& m, double gap_m, btManifoldPoint& point) const;
    void add_ground_manifolds(int k);
    void add_rope(const Joint& joint);
    btPersistentManifold& new_manifold(btCollisionObject* a, btCollisionObject* b);
    void solve();
    void note_calm(int k, double dt_s);

    double gravity_m_per_s2;
    Ground ground;
    std::vector<Joint> joints;
    std::vector<std::pair<int, int>> joined;  ///< by balls and hinges, in rising order
    int first_solid = 0;                      ///< members from here on are solids of the ground
    std::deque<Member> members;

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    Solver solver;
    btContactSolverInfo info;
    btRigidBody still;  ///< bed, walls, and places in the world that ropes hang from
    std::vector<std::unique_ptr<btTypedConstraint>> constraints;

    Pairs pairs;
    std::vector<AxisBox> boxes;
    std::deque<btPersistentManifold> manifolds;  ///< reused; the first `manifold_count` are in use
    std::size_t manifold_count = 0;
    std::vector<std::pair<int, int>> touching;  ///< members of each manifold between bodies
    std::vector<GroundContact> ground_contacts;
    std::vector<btPersistentManifold*> active_manifolds;
    std::vector<btTypedConstraint*> active_constraints;
    std::vector<btCollisionObject*> active_objects;
    std::vector<Wrench> acting;
    int contacts = 0;
};

void RigidWorld::Impl::add(PlacedBody&& placed, CollisionHull&& hull) {
    Member& added = members.emplace_back();
    added.body = std::move(placed.body);
    added.hull = std::move(hull);
    added.shape = shape_of(added.hull, added.body);
    added.state.pose = placed.pose;
    added.state.motion = placed.motion;
    make_rigid(added);
    added.rigid->setUserIndex(int(members.size()) - 1);
}

void RigidWorld::Impl::add_solids() {
    first_solid = int(members.size());
    for (const SolidBox& solid : ground.solids) {
        PlacedBody block;
        block.body.name = "solid";
        block.body.shape = {.kind = ShapeKind::Box, .size_m = solid.high_m - solid.low_m};
        block.body.material = {ground.friction, ground.restitution};
        block.body.is_fixed = true;
        block.pose.centre_m = 0.5 * (solid.low_m + solid.high_m);
        CollisionHull hull;
        hull.is_centred_box = true;
        hull.radius_m = 0.5 * length(block.body.shape.size_m);
        add(std::move(block), std::move(hull));
    }
}

/// A prism of as many sides as other cylinders have, as high as anything flies.
Result<void> RigidWorld::Impl::add_discs() {
    constexpr double kHigh_m = 2e3;
    if (ground.discs.empty()) return {};
    const auto [low, high] = std::ranges::minmax(ground.bed_m);
    for (const SolidDisc& disc : ground.discs) {
        PlacedBody column;
        column.body.name = "solid";
        column.body.shape = {.kind = ShapeKind::Cylinder,
                             .radius_m = disc.radius_m,
                             .size_m = {2.0 * disc.radius_m, 2.0 * disc.radius_m, kHigh_m}};
        column.body.material = {ground.friction, ground.restitution};
        column.body.is_fixed = true;
        column.pose.centre_m = {disc.centre_m.x, disc.centre_m.y, 0.5 * (low + high)};
        auto hull = collision_hull(column.body);
        if (!hull) return hull.error();
        // Its size for margins and overlaps is that across.
        hull.value().radius_m = disc.radius_m;
        add(std::move(column), std::move(hull.value()));
    }
    return {};
}

void RigidWorld::Impl::make_joints() {
    for (const Joint& joint : joints) {
        if (joint.kind == JointKind::Rope) continue;
        joined.push_back(std::minmax(joint.first, joint.second));
        btRigidBody& a = *member(joint.first).rigid;
        btRigidBody& b = joint.second == Joint::kWorld ? still : *member(joint.second).rigid;
        const btVector3 at_a = to_bullet(joint.at_first_m), at_b = to_bullet(joint.at_second_m);
        if (joint.kind == JointKind::Ball) {
            constraints.push_back(std::make_unique<btPoint2PointConstraint>(a, b, at_a, at_b));
            continue;
        }
        // The axis stands in the second body as it does at the start.
        const Vec3 axis_world = matrix_of(member(joint.first).state.pose.turn) * joint.axis;
        const Vec3 axis_b =
            joint.second == Joint::kWorld
                ? axis_world
                : transposed(matrix_of(member(joint.second).state.pose.turn)) * axis_world;
        constraints.push_back(std::make_unique<btHingeConstraint>(
            a, b, at_a, at_b, to_bullet(normalized(joint.axis)), to_bullet(normalized(axis_b))));
    }
    std::sort(joined.begin(), joined.end());
}

/// How far ahead of a body contacts are looked for.
double RigidWorld::Impl::reach_m(int k, double dt_s) const {
    const Member& m = member(k);
    const double speed_m_per_s = length(m.state.motion.velocity_m_per_s) +
                                 m.hull.radius_m * length(m.state.motion.spin_rad_per_s) +
                                 gravity_m_per_s2 * dt_s;
    return kNearPart * m.hull.radius_m + speed_m_per_s * dt_s;
}

/// Wakes what is pushed otherwise than when it came to rest.
void RigidWorld::Impl::wake_pushed(std::span<const Wrench> wrenches) {
    for (int k = 0; k < first_solid; ++k) {
        if (!is_asleep(k)) continue;
        Member& m = member(k);
        const Wrench now = std::size_t(k) < wrenches.size() ? wrenches[std::size_t(k)] : Wrench{};
        const double weight_n = m.body.mass.mass_kg * gravity_m_per_s2;
        const double change_n = length(now.force_n - m.state.held.force_n) +
                                length(now.torque_nm - m.state.held.torque_nm) / m.hull.radius_m;
        if (!(change_n <= kWakingPart * weight_n)) m.state.calm_s = 0.0;
    }
}

bool RigidWorld::Impl::moves(int k) const {
    const BodyState& state = member(k).state;
    if (is_movable(k)) return state.calm_s == 0.0;
    return length(state.motion.velocity_m_per_s) + length(state.motion.spin_rad_per_s) > 0.0;
}

bool RigidWorld::Impl::wake_beside(int mover, int sleeper) {
    if (!is_asleep(sleeper) || !moves(mover)) return false;
    member(sleeper).state.calm_s = 0.0;
    return true;
}

/// Wakes what rests against something that moves. True if any did.
bool RigidWorld::Impl::wake_touched() {
    bool has_woken = false;
    for (const auto& [a, b] : touching) has_woken |= wake_beside(a, b) || wake_beside(b, a);
    for (const Joint& joint : joints)
        if (joint.second != Joint::kWorld)
            has_woken |=
                wake_beside(joint.first, joint.second) || wake_beside(joint.second, joint.first);
    return has_woken;
}

void RigidWorld::Impl::load_poses(double dt_s) {
    boxes.resize(members.size());
    for (int k = 0; k < int(members.size()); ++k) {
        Member& m = member(k);
        const btTransform at = to_bullet(m.state.pose);
        m.rigid->setWorldTransform(at);
        m.opening = {};
        m.touches_ground = m.touches_body = false;
        btVector3 low, high;
        m.shape->getAabb(at, low, high);
        const double reach = is_active(k) ? reach_m(k, dt_s) : 0.0;
        const Vec3 around = {reach, reach, reach};
        boxes[std::size_t(k)] = {from_bullet(low) - around, from_bullet(high) + around};
    }
}

/// Gives Bullet the mass, the motion and the forces of this step. What sleeps is as heavy as the
/// ground.
void RigidWorld::Impl::load_motion(int k, const Wrench& given) {
    Member& m = member(k);
    btRigidBody& rigid = *m.rigid;
    const bool is_sound = is_finite(given.force_n) && is_finite(given.torque_nm);
    acting[std::size_t(k)] = is_sound ? given : Wrench{};
    rigid.setLinearVelocity(to_bullet(m.state.motion.velocity_m_per_s));
    rigid.setAngularVelocity(to_bullet(m.state.motion.spin_rad_per_s));
    rigid.clearForces();
    if (!is_movable(k)) return;
    if (is_asleep(k)) return rigid.setMassProps(0.0, btVector3(0.0, 0.0, 0.0));
    rigid.setMassProps(m.body.mass.mass_kg, to_bullet(m.inertia.moments));
    // Moments lie along the principal axes; the shape does not.
    const btTransform at = rigid.getWorldTransform();
    rigid.setWorldTransform(at * btTransform(to_bullet(transposed(m.inertia.axes))));
    rigid.updateInertiaTensor();
    rigid.setWorldTransform(at);
    const Wrench& all = acting[std::size_t(k)];
    const Vec3 weight_n = {0.0, 0.0, -gravity_m_per_s2 * m.body.mass.mass_kg};
    rigid.applyCentralForce(to_bullet(all.force_n + weight_n));
    rigid.applyTorque(to_bullet(all.torque_nm));
}

btPersistentManifold& RigidWorld::Impl::new_manifold(btCollisionObject* a, btCollisionObject* b) {
    if (manifold_count == manifolds.size()) manifolds.emplace_back();
    btPersistentManifold& manifold = manifolds[manifold_count++];
    manifold.setBodies(a, b);
    manifold.setNumContacts(0);
    manifold.setContactBreakingThreshold(1e30);
    manifold.setContactProcessingThreshold(1e30);
    return manifold;
}

/// Contacts between two bodies, found afresh.
void RigidWorld::Impl::touch(int a, int b) {
    Member &first = member(a), &second = member(b);
    const btCollisionObjectWrapper one(nullptr, first.shape.get(), first.rigid.get(),
                                       first.rigid->getWorldTransform(), -1, -1);
    const btCollisionObjectWrapper two(nullptr, second.shape.get(), second.rigid.get(),
                                       second.rigid->getWorldTransform(), -1, -1);
    btCollisionAlgorithm* const algorithm =
        dispatcher.findAlgorithm(&one, &two, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    btManifoldResult result(&one, &two);
    algorithm->processCollision(&one, &two, btDispatcherInfo(), &result);
    btManifoldArray found;
    algorithm->getAllContactManifolds(found);
    bool has_contact = false;
    for (int k = 0; k < found.size(); ++k) has_contact |= copy_contacts(*found[k], first, second);
    // The algorithm takes its manifold, and with it all memory of this step, along.
    algorithm->~btCollisionAlgorithm();
    dispatcher.freeCollisionAlgorithm(algorithm);
    if (!has_contact) return;
    touching.emplace_back(a, b);
    (b < first_solid ? first.touches_body : first.touches_ground) = true;
    (a < first_solid ? second.touches_body : second.touches_ground) = true;
}

bool RigidWorld::Impl::copy_contacts(const btPersistentManifold& found, const Member& first,
                                     const Member& second) {
    if (found.getNumContacts() == 0) return false;
    const Material &a = first.body.material, &b = second.body.material;
    btPersistentManifold& manifold = new_manifold(const_cast<btCollisionObject*>(found.getBody0()),
                                                  const_cast<btCollisionObject*>(found.getBody1()));
    const double resting_overlap_m =
        kRestingOverlap * std::min(first.hull.radius_m, second.hull.radius_m);
    for (int k = 0; k < found.getNumContacts(); ++k) {
        btManifoldPoint point = found.getContactPoint(k);
        point.m_combinedFriction = square_root(a.friction * b.friction);
        point.m_combinedRestitution = std::max(a.restitution, b.restitution);
        point.m_distance1 += resting_overlap_m;
        set_rolling(kRollingPart * std::min(first.hull.radius_m, second.hull.radius_m), point);
        manifold.addManifoldPoint(point);
    }
    return true;
}

/// What bounces does so when it would touch within the step; if that is further away than its own
/// size it lands first, and so does what is too slow to bounce.
void RigidWorld::Impl::set_bounce(const Member& m, double gap_m, btManifoldPoint& point) const {
    point.m_combinedRestitution = 0.0;
    const Vec3 arm_m = from_bullet(point.m_positionWorldOnA) - m.state.pose.centre_m;
    const double approach_m_per_s =
        -dot(velocity_at(m.state.motion, arm_m), from_bullet(point.m_normalWorldOnB));
    if (approach_m_per_s < info.m_restitutionVelocityThreshold) return;
    if (gap_m > std::min(approach_m_per_s * info.m_timeStep, m.hull.radius_m)) return;
    point.m_combinedRestitution = std::max(m.body.material.restitution, ground.restitution);
    if (point.m_combinedRestitution > 0.0) point.m_distance1 = std::min(gap_m, 0.0);
}

/// The contacts just collected, as manifolds of up to four points.
void RigidWorld::Impl::add_ground_manifolds(int k) {
    Member& m = member(k);
    const double near_m = kNearPart * m.hull.radius_m;
    keep_outermost(near_m, ground_contacts);
    btPersistentManifold* manifold = nullptr;
    for (const GroundContact& contact : ground_contacts) {
        btManifoldPoint point(m.rigid->getWorldTransform().invXform(to_bullet(contact.on_body_m)),
                              to_bullet(contact.on_ground_m), to_bullet(contact.normal),
                              contact.gap_m);
        point.m_positionWorldOnA = to_bullet(contact.on_body_m);
        point.m_positionWorldOnB = to_bullet(contact.on_ground_m);
        point.m_combinedFriction = square_root(m.body.material.friction * ground.friction);
        set_rolling(kRollingPart * m.hull.radius_m, point);
        set_bounce(m, contact.gap_m, point);
        if (!manifold || manifold->getNumContacts() == MANIFOLD_CACHE_SIZE)
            manifold = &new_manifold(m.rigid.get(), &still);
        manifold->addManifoldPoint(point);
        m.touches_ground |= contact.gap_m < near_m;
    }
}

void RigidWorld::Impl::touch_ground(int k, double dt_s) {
    const Member& m = member(k);
    const double reach = reach_m(k, dt_s);
    ground_contacts.clear();
    add_bed_contacts(m.hull, m.state.pose, ground, reach, ground_contacts);
    add_ground_manifolds(k);
    for (const Edge edge : {Edge::West, Edge::East, Edge::South, Edge::North}) {
        if (!ground.is_wall[std::size_t(edge)]) continue;
        ground_contacts.clear();
        add_wall_contacts(m.hull, m.state.pose, ground, edge, reach, ground_contacts);
        add_ground_manifolds(k);
    }
}

/// A rope that is nearly taut is a contact without friction: its ends may not come further apart.
void RigidWorld::Impl::add_rope(const Joint& joint) {
    Member& a = member(joint.first);
    const bool is_world = joint.second == Joint::kWorld;
    btRigidBody& other = is_world ? still : *member(joint.second).rigid;
    const Vec3 from_m = to_world(a.state.pose, joint.at_first_m);
    const Vec3 to_m =
        is_world ? joint.at_second_m : to_world(member(joint.second).state.pose, joint.at_second_m);
    const double distance_m = length(to_m - from_m);
    if (!(distance_m > 0.0)) return;
    const Vec3 along = (1.0 / distance_m) * (to_m - from_m);
    btManifoldPoint point(to_bullet(joint.at_first_m), to_bullet(joint.at_second_m),
                          to_bullet(along), joint.length_m - distance_m);
    point.m_positionWorldOnA = to_bullet(from_m);
    point.m_positionWorldOnB = to_bullet(to_m);
    new_manifold(a.rigid.get(), &other).addManifoldPoint(point);
}

void RigidWorld::Impl::find_pairs() {
    manifold_count = 0;
    touching.clear();
    const auto counts = [&](int k) { return is_active(k) || (!is_movable(k) && moves(k)); };
    for (const auto& [a, b] : pairs.find(boxes))
        if ((is_movable(a) || is_movable(b)) && (counts(a) || counts(b)) && !are_joined(a, b))
            touch(a, b);
}

void RigidWorld::Impl::find_contacts(double dt_s) {
    find_pairs();
    while (wake_touched()) find_pairs();
    for (int k = 0; k < first_solid; ++k)
        if (is_active(k)) touch_ground(k, dt_s);
    for (const Joint& joint : joints)
        if (joint.kind == JointKind::Rope && pulls(joint)) add_rope(joint);
}

void RigidWorld::Impl::solve() {
    active_objects.clear();
    active_manifolds.clear();
    active_constraints.clear();
    contacts = 0;
    for (int k = 0; k < int(members.size()); ++k)
        if (!is_asleep(k)) active_objects.push_back(member(k).rigid.get());
    for (std::size_t k = 0; k < manifold_count; ++k) {
        active_manifolds.push_back(&manifolds[k]);
        contacts += manifolds[k].getNumContacts();
    }
    std::size_t constraint = 0;
    for (const Joint& joint : joints) {
        if (joint.kind == JointKind::Rope) continue;
        if (pulls(joint)) active_constraints.push_back(constraints[constraint].get());
        ++constraint;
    }
    solver.solved.clear();
    if (active_objects.empty()) return;
    solver.solveGroup(active_objects.data(), int(active_objects.size()), active_manifolds.data(),
                      int(active_manifolds.size()), active_constraints.data(),
                      int(active_constraints.size()), info, nullptr, &dispatcher);
}

/// Counts how long a body has been calm; one that falls asleep stands still.
void RigidWorld::Impl::note_calm(int k, double dt_s) {
    Member& m = member(k);
    Motion& motion = m.state.motion;
    const double speed_m_per_s =
        length(motion.velocity_m_per_s) + m.hull.radius_m * length(motion.spin_rad_per_s);
    double calm_m_per_s =
        std::min(kCalmPart * square_root(gravity_m_per_s2 * m.hull.radius_m), kCalmSpeed_m_per_s);
    if (m.touches_ground || m.touches_body) calm_m_per_s += kUnsolvedPart * gravity_m_per_s2 * dt_s;
    if (speed_m_per_s > calm_m_per_s) {
        m.state.calm_s = 0.0;
        return;
    }
    if (m.state.calm_s == 0.0) m.state.held = acting[std::size_t(k)];
    m.state.calm_s += dt_s;
    if (m.state.calm_s >= kCalmTime_s) motion = {};
}

Result<RigidWorld> RigidWorld::create(RigidWorldDesc desc) {
    if (const auto sound = check_world(desc); !sound) return sound.error();
    std::vector<PlacedBody> bodies = std::move(desc.bodies);
    auto impl = std::make_unique<Impl>(std::move(desc));
    for (PlacedBody& placed : bodies) {
        auto hull = collision_hull(placed.body);
        if (!hull) return hull.error();
        impl->add(std::move(placed), std::move(hull.value()));
    }
    impl->add_solids();
    if (const auto added = impl->add_discs(); !added) return added.error();
    impl->make_joints();
    return RigidWorld(std::move(impl));
}

RigidWorld::RigidWorld(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RigidWorld::RigidWorld(RigidWorld&&) noexcept = default;
RigidWorld& RigidWorld::operator=(RigidWorld&&) noexcept = default;
RigidWorld::~RigidWorld() = default;

int RigidWorld::body_count() const {
    return impl_->first_solid;
}
const Body& RigidWorld::body(int number) const {
    return impl_->member(number).body;
}
const BodyState& RigidWorld::state(int number) const {
    return impl_->member(number).state;
}
void RigidWorld::set_state(int number, const BodyState& state) {
    impl_->member(number).state = state;
}
bool RigidWorld::is_asleep(int number) const {
    return impl_->is_asleep(number);
}
void RigidWorld::wake(int number) {
    impl_->member(number).state.calm_s = 0.0;
}
int RigidWorld::contact_count() const {
    return impl_->contacts;
}
bool RigidWorld::touches_ground(int number) const {
    return impl_->member(number).touches_ground;
}

void RigidWorld::solve_velocities(double dt_s, std::span<const Wrench> wrenches) {
    Impl& world = *impl_;
    if (!(dt_s > 0.0)) return;
    world.info.m_timeStep = dt_s;
    world.wake_pushed(wrenches);
    world.load_poses(dt_s);
    world.find_contacts(dt_s);
    world.acting.assign(world.members.size(), {});
    for (std::size_t k = 0; k < world.members.size(); ++k)
        world.load_motion(int(k), k < wrenches.size() ? wrenches[k] : Wrench{});
    world.solve();
    for (const Solver::Solved& solved : world.solver.solved) {
        const int k = solved.body->getUserIndex();
        if (solved.body == &world.still || !world.is_active(k)) continue;
        Member& m = world.member(k);
        const bool is_sound =
            is_finite(solved.motion.velocity_m_per_s) && is_finite(solved.motion.spin_rad_per_s) &&
            is_finite(solved.opening.velocity_m_per_s) && is_finite(solved.opening.spin_rad_per_s);
        if (!is_sound) continue;
        m.state.motion = {limited(solved.motion.velocity_m_per_s, kMaxSpeed_m_per_s),
                          limited(solved.motion.spin_rad_per_s, kMaxSpin_rad_per_s)};
        m.opening = solved.opening;
    }
}

void RigidWorld::move(double dt_s) {
    Impl& world = *impl_;
    for (int k = 0; k < world.first_solid; ++k) {
        Member& m = world.member(k);
        if (world.is_asleep(k)) continue;
        if (!world.is_movable(k)) {
            bodies::move_as_told(dt_s, m.state.motion, m.state.pose);
            continue;
        }
        bodies::move(m.body.mass, dt_s, m.state.pose, m.state.motion);
        bodies::move_as_told(dt_s, m.opening, m.state.pose);
        m.opening = {};
        world.note_calm(k, dt_s);
    }
}

void RigidWorld::set_bed(int x0, int y0, int nx, int ny, std::span<const double> bed_m) {
    Impl& world = *impl_;
    Ground& ground = world.ground;
    for (int y = 0; y < ny; ++y)
        for (int x = 0; x < nx; ++x)
            ground.bed_m[std::size_t(y0 + y) * std::size_t(ground.nx) + std::size_t(x0 + x)] =
                bed_m[std::size_t(y) * std::size_t(nx) + std::size_t(x)];
    const double cell_m = ground.cell_m;
    for (int k = 0; k < world.first_solid; ++k) {
        const Member& m = world.member(k);
        const Vec3 at_m = m.state.pose.centre_m;
        const double reach_m = m.hull.radius_m + length(m.hull.centre_m) + cell_m;
        if (at_m.x + reach_m > x0 * cell_m && at_m.x - reach_m < (x0 + nx) * cell_m &&
            at_m.y + reach_m > y0 * cell_m && at_m.y - reach_m < (y0 + ny) * cell_m)
            wake(k);
    }
}

}  // namespace tarn::bodies
