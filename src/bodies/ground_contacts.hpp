// Where a body touches the bed and the walls, or will within a step. The bed is full below and
// walls are full behind, so nothing passes them, however fast it comes.
#pragma once

#include "bodies/collision_hull.hpp"
#include "bodies/ground.hpp"

#include <vector>

namespace tarn::bodies {

struct GroundContact {
    Vec3 on_body_m;
    Vec3 on_ground_m;
    Vec3 normal;         ///< from the ground into the body
    double gap_m = 0.0;  ///< negative: they overlap
};

/// Appends contacts with the bed whose gap is below `reach_m`.
void add_bed_contacts(const CollisionHull& hull, const Pose& pose, const Ground& ground,
                      double reach_m, std::vector<GroundContact>& out);

/// Appends contacts with the wall of an edge whose gap is below `reach_m`.
void add_wall_contacts(const CollisionHull& hull, const Pose& pose, const Ground& ground, Edge edge,
                       double reach_m, std::vector<GroundContact>& out);

/// Leaves at most nine of the contacts: the deepest, and of those that lie nearly as deep (within
/// `near_m`) the outermost in eight directions across its normal.
void keep_outermost(double near_m, std::vector<GroundContact>& contacts);

}  // namespace tarn::bodies
