#include "coupling/spheres.hpp"

#include <algorithm>
#include <numbers>

namespace tarn::coupling {
namespace {

/// The part of a sphere below a level that stands `above_m` over its centre.
struct Cap {
    double share = 0.0;     ///< of the sphere's volume
    double centre_m = 0.0;  ///< of the cap's volume, above the sphere's centre
};

/// pi c^2 (3 r - c)/3 is the volume of a cap of height c.
Cap cap_below(double radius_m, double above_m) {
    const double c = std::clamp(above_m + radius_m, 0.0, 2.0 * radius_m);
    if (c == 0.0) return {};
    const double left_m = 2.0 * radius_m - c;
    return {0.25 * c * c * (3.0 * radius_m - c) / (radius_m * radius_m * radius_m),
            -0.75 * left_m * left_m / (3.0 * radius_m - c)};
}

/// Share of the cross-section that meets the flow.
double section_share(double radius_m, double above_m) {
    if (above_m >= 0.0) return 1.0;
    const double across = above_m / radius_m;
    return std::max(1.0 - across * across, 0.0);
}

}  // namespace

SphereProxy whole_sphere(double radius_m) {
    const double area_m2 = std::numbers::pi * radius_m * radius_m;
    return {.centre_m = {},
            .radius_m = radius_m,
            .volume_m3 = 4.0 / 3.0 * area_m2 * radius_m,
            .area_m2 = area_m2};
}

HullForce sphere_forces(std::span<const SphereProxy> spheres, const bodies::Pose& pose,
                        const bodies::Motion& motion, const WaterSampler& water,
                        const Liquid& liquid, const FlowCoefficients& coefficients,
                        SphereWorkspace& workspace) {
    workspace.points_m.resize(spheres.size());
    workspace.samples.resize(spheres.size());
    const Mat3 turn = matrix_of(pose.turn);
    for (std::size_t k = 0; k < spheres.size(); ++k) {
        const Vec3 at_m = pose.centre_m + turn * spheres[k].centre_m;
        workspace.points_m[k] = {at_m.x, at_m.y};
    }
    water(workspace.points_m, workspace.samples);
    HullForce force;
    for (std::size_t k = 0; k < spheres.size(); ++k) {
        const SphereProxy& sphere = spheres[k];
        const WaterSample& sample = workspace.samples[k];
        const Vec3 arm_m = turn * sphere.centre_m;
        const double above_m = sample.level_m - (pose.centre_m.z + arm_m.z);
        const Cap cap = cap_below(sphere.radius_m, above_m);
        if (cap.share == 0.0) continue;
        const double volume_m3 = cap.share * sphere.volume_m3;
        const double lift_n = liquid.density_kg_per_m3 * liquid.gravity_m_per_s2 * volume_m3;
        force.buoyancy.add({0.0, 0.0, lift_n}, arm_m + Vec3{0.0, 0.0, cap.centre_m});
        force.submerged_m3 += volume_m3;
        if (sphere.area_m2 == 0.0) continue;
        const double area_m2 = section_share(sphere.radius_m, above_m) * sphere.area_m2;
        const Vec3 velocity = bodies::velocity_at(motion, arm_m) - sample.velocity_m_per_s;
        const bool is_round = dot(sphere.normal, sphere.normal) == 0.0;
        const Vec3 normal = is_round ? normalized(velocity) : turn * sphere.normal;
        force.flow.add(
            flow_force_n(normal, area_m2, velocity, liquid.density_kg_per_m3, coefficients), arm_m);
        force.wet_area_m2 += area_m2;
    }
    return force;
}

}  // namespace tarn::coupling
