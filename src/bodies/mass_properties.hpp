// Volume, centre and moments of inertia of what a closed mesh encloses, exact for its triangles.
#pragma once

#include "base/triangle_mesh.hpp"
#include "bodies/body.hpp"

namespace tarn::bodies {

/// Integrals over the inside of a closed mesh. Of an inverted mesh the volume is negative.
struct SolidIntegrals {
    double volume_m3 = 0.0;
    Vec3 centre_m;
    Mat3 inertia_m5;  ///< about the centre, of density 1
};

SolidIntegrals solid_integrals(const TriangleMesh& mesh);

/// Of a solid of one density whose mass is given.
MassProperties mass_properties(const SolidIntegrals& solid, double mass_kg);

/// The same mesh, moved so that `origin_m` becomes its origin.
TriangleMesh seen_from(const TriangleMesh& mesh, Vec3 origin_m);

/// Turns a matrix about the centre from body axes to those of the world.
inline Mat3 turned(const Mat3& in_body, const Quaternion& turn) {
    const Mat3 rotation = matrix_of(turn);
    return rotation * in_body * transposed(rotation);
}

}  // namespace tarn::bodies
