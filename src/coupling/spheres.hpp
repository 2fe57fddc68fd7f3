// Forces of the water on spheres that stand for a hull [thesis, 3.65 to 3.67], and the fitting of
// such spheres to a mesh.
#pragma once

#include "base/triangle_mesh.hpp"
#include "coupling/hull_force.hpp"

#include <span>
#include <vector>

namespace tarn::coupling {

/// A sphere that stands for a block of a hull and for the surface of that block.
struct SphereProxy {
    Vec3 centre_m;           ///< in body axes
    double radius_m = 0.0;   ///< half the height over which it goes under water
    double volume_m3 = 0.0;  ///< of its block; the blocks of a hull have the hull's volume
    double area_m2 = 0.0;    ///< of the surface that meets a flow; 0: inside the hull
    Vec3 normal = {};        ///< where that surface looks; zero: to all sides, as a ball does
};

/// A body that is one ball.
SphereProxy whole_sphere(double radius_m);

/// Memory that is kept from call to call.
struct SphereWorkspace {
    std::vector<Vec2> points_m;
    std::vector<WaterSample> samples;
};

/// Buoyancy in the ratio in which each sphere is submerged, at the centre of the submerged cap;
/// drag and lift on its surface: all of it once its centre is under water, else in the ratio of the
/// circle that the level cuts out of the sphere.
HullForce sphere_forces(std::span<const SphereProxy> spheres, const bodies::Pose& pose,
                        const bodies::Motion& motion, const WaterSampler& water,
                        const Liquid& liquid, const FlowCoefficients& coefficients,
                        SphereWorkspace& workspace);

/// Spheres for a closed mesh in body axes. The hull is cut into columns, `across` of them along its
/// longest side, and these into blocks of at most a sixth of its height; each becomes a sphere.
std::vector<SphereProxy> fit_spheres(const TriangleMesh& mesh, int across = 12);

}  // namespace tarn::coupling
