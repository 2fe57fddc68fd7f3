#include "coupling/triangles.hpp"

#include <array>
#include <cstdint>

namespace tarn::coupling {
namespace {

/// A corner of a triangle in the water.
struct Corner {
    Vec3 at_m;
    double depth_m = 0.0;  ///< below the surface; negative above it
    Vec3 water_m_per_s;
};

Corner mixed(const Corner& a, const Corner& b, double part) {
    return {a.at_m + part * (b.at_m - a.at_m), 0.0,
            a.water_m_per_s + part * (b.water_m_per_s - a.water_m_per_s)};
}

/// The wet part of a triangle: up to four corners.
struct WetPart {
    std::array<Corner, 4> corner;
    int count = 0;

    void add(const Corner& one) { corner[std::size_t(count++)] = one; }
};

WetPart wet_part_of(const std::array<Corner, 3>& triangle) {
    WetPart wet;
    for (std::size_t k = 0; k < 3; ++k) {
        const Corner &from = triangle[k], &to = triangle[(k + 1) % 3];
        if (from.depth_m > 0.0) wet.add(from);
        if ((from.depth_m > 0.0) != (to.depth_m > 0.0))
            wet.add(mixed(from, to, from.depth_m / (from.depth_m - to.depth_m)));
    }
    return wet;
}

class HullSum {
public:
    HullSum(const bodies::Pose& pose, const bodies::Motion& motion, const Liquid& liquid,
            const FlowCoefficients& coefficients)
        : pose_(pose), motion_(motion), liquid_(liquid), coefficients_(coefficients) {}

    void add(const Corner& a, const Corner& b, const Corner& c) {
        const Vec3 twice = cross(b.at_m - a.at_m, c.at_m - a.at_m);
        const double area_m2 = 0.5 * length(twice);
        if (!(area_m2 > 0.0)) return;
        const Vec3 normal = (0.5 / area_m2) * twice;
        add_pressure(a, b, c, area_m2, normal);
        const Vec3 middle_m = (1.0 / 3.0) * (a.at_m + b.at_m + c.at_m);
        const Vec3 arm_m = middle_m - pose_.centre_m;
        const Vec3 water = (1.0 / 3.0) * (a.water_m_per_s + b.water_m_per_s + c.water_m_per_s);
        force_.flow.add(flow_force_n(normal, area_m2, bodies::velocity_at(motion_, arm_m) - water,
                                     liquid_.density_kg_per_m3, coefficients_),
                        arm_m);
        force_.wet_area_m2 += area_m2;
    }

    HullForce finished() {
        // A closed hull under a plane surface: Archimedes.
        force_.submerged_m3 =
            force_.buoyancy.force_n.z / (liquid_.density_kg_per_m3 * liquid_.gravity_m_per_s2);
        return force_;
    }

private:
    /// Pressure grows linearly over the triangle, so it acts at a mean of the corners with weights
    /// (d_i + D)/(4 D), D the sum of the depths.
    void add_pressure(const Corner& a, const Corner& b, const Corner& c, double area_m2,
                      Vec3 normal) {
        const double sum_m = a.depth_m + b.depth_m + c.depth_m;
        if (!(sum_m > 0.0)) return;
        const double push_n =
            liquid_.density_kg_per_m3 * liquid_.gravity_m_per_s2 * area_m2 * sum_m / 3.0;
        const Vec3 at_m =
            (0.25 / sum_m) * ((a.depth_m + sum_m) * a.at_m + (b.depth_m + sum_m) * b.at_m +
                              (c.depth_m + sum_m) * c.at_m);
        force_.buoyancy.add((-push_n) * normal, at_m - pose_.centre_m);
    }

    const bodies::Pose& pose_;
    const bodies::Motion& motion_;
    const Liquid& liquid_;
    const FlowCoefficients& coefficients_;
    HullForce force_;
};

}  // namespace

HullForce triangle_forces(const TriangleMesh& mesh, const bodies::Pose& pose,
                          const bodies::Motion& motion, const WaterSampler& water,
                          const Liquid& liquid, const FlowCoefficients& coefficients,
                          TriangleWorkspace& workspace) {
    const std::size_t count = mesh.positions_m.size();
    workspace.corners_m.resize(count);
    workspace.points_m.resize(count);
    workspace.samples.resize(count);
    const Mat3 turn = matrix_of(pose.turn);
    for (std::size_t k = 0; k < count; ++k) {
        const Vec3 at_m = pose.centre_m + turn * mesh.positions_m[k];
        workspace.corners_m[k] = at_m;
        workspace.points_m[k] = {at_m.x, at_m.y};
    }
    water(workspace.points_m, workspace.samples);
    HullSum sum(pose, motion, liquid, coefficients);
    const auto is_wet = [&](std::uint32_t k) {
        return workspace.samples[k].level_m > workspace.corners_m[k].z;
    };
    for (const TriangleMesh::Triangle& triangle : mesh.triangles) {
        if (!is_wet(triangle[0]) && !is_wet(triangle[1]) && !is_wet(triangle[2])) continue;
        std::array<Corner, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 at_m = workspace.corners_m[triangle[k]];
            const WaterSample& sample = workspace.samples[triangle[k]];
            corners[k] = {at_m, sample.level_m - at_m.z, sample.velocity_m_per_s};
        }
        const WetPart wet = wet_part_of(corners);
        for (int k = 2; k < wet.count; ++k)
            sum.add(wet.corner[0], wet.corner[std::size_t(k - 1)], wet.corner[std::size_t(k)]);
    }
    return sum.finished();
}

}  // namespace tarn::coupling
