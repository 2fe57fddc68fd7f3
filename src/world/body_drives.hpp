// How the water meets each body of a world, and what drives it: the choice between a lid, triangles
// and spheres, propellers, rudders, sails, forces from outside. Plain data made from a scene; what
// they do in a step is in body_actions.hpp.
#pragma once

#include "bodies/actuators.hpp"
#include "bodies/rigid_world.hpp"
#include "coupling/spheres.hpp"
#include "scene/bodies.hpp"
#include "scene/scene.hpp"
#include <tarn/bodies.hpp>
#include <tarn/result.hpp>

#include <vector>

namespace tarn::world {

/// A body takes a lid if its mean shadow from above, over all ways it may lie, is at least so many
/// cells; below that it lives by its triangles.
inline constexpr double kLeastLidCells = 6.0;

/// The one rule of `auto`. It depends on shape and cells alone and is settled at the start: nothing
/// that a body does later, sinking included, hands it over, so no force ever jumps. The mean shadow
/// of a convex body is a quarter of its surface (Cauchy).
bool takes_lid(const TriangleMesh& mesh, double cell_m);

struct BodyDrive {
    scene::BodyForces forces = scene::BodyForces::Lid;  ///< never Auto
    std::vector<coupling::SphereProxy> spheres = {};
    bool has_flow = false;  ///< drag and lift on its surface
    coupling::FlowCoefficients flow = {};
    std::vector<bodies::Thruster> thrusters = {};
    std::vector<bodies::Foil> rudders = {}, sails = {};
    bodies::Wrench outside = {};
    double least_side_m = 0.0;         ///< of the box around its mesh
    double radius_m = 0.0;             ///< of the sphere around its centre of mass
    double least_inertia_kg_m2 = 0.0;  ///< the smallest principal moment
};

/// What changes of it while a world runs, and what a checkpoint keeps.
struct DriveState {
    BodyHelm helm = {};
    Vec3 push_n = {};     ///< force of the host, in world axes
    Vec3 push_at_m = {};  ///< where it acts, in body axes
};

BodyDrive drive_of(const scene::Body& from, const bodies::Body& body, double cell_m);
DriveState drive_state_of(const scene::Body& from);

/// Joints of a scene between bodies that have been placed in the same order.
std::vector<bodies::Joint> joints_of(const scene::Scene& scene,
                                     const std::vector<bodies::PlacedBody>& placed);

}  // namespace tarn::world
