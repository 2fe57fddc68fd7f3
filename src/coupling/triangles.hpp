// Forces of the water on the triangles of a hull [float]: exact hydrostatic integral over the wet
// part of each triangle, at its point of action, and drag and lift with coefficients.
#pragma once

#include "base/triangle_mesh.hpp"
#include "coupling/hull_force.hpp"

#include <vector>

namespace tarn::coupling {

/// Memory that is kept from call to call.
struct TriangleWorkspace {
    std::vector<Vec3> corners_m;
    std::vector<Vec2> points_m;
    std::vector<WaterSample> samples;
};

/// Of a closed mesh in body axes. The level is sampled at each corner, and triangles are cut where
/// it crosses them: exact where the surface is a plane.
HullForce triangle_forces(const TriangleMesh& mesh, const bodies::Pose& pose,
                          const bodies::Motion& motion, const WaterSampler& water,
                          const Liquid& liquid, const FlowCoefficients& coefficients,
                          TriangleWorkspace& workspace);

}  // namespace tarn::coupling
