#include "bodies/mass_properties.hpp"

namespace tarn::bodies {
namespace {

Mat3 outer(Vec3 a, Vec3 b) {
    return {{a.x * b, a.y * b, a.z * b}};
}

}  // namespace

SolidIntegrals solid_integrals(const TriangleMesh& mesh) {
    SolidIntegrals solid;
    solid.inertia_m5 = diagonal({0.0, 0.0, 0.0});
    if (mesh.positions_m.empty()) return solid;
    // Tetrahedra between the triangles and one corner of the mesh. Counting from that corner keeps
    // digits where the mesh lies far from the origin.
    const Vec3 base_m = mesh.positions_m.front();
    double volume_6 = 0.0;
    Vec3 first_24 = {};
    Mat3 second_120 = diagonal({0.0, 0.0, 0.0});
    for (const TriangleMesh::Triangle& triangle : mesh.triangles) {
        const Vec3 a = mesh.positions_m[triangle[0]] - base_m;
        const Vec3 b = mesh.positions_m[triangle[1]] - base_m;
        const Vec3 c = mesh.positions_m[triangle[2]] - base_m;
        const Vec3 sum = a + b + c;
        const double six = dot(a, cross(b, c));
        volume_6 += six;
        first_24 = first_24 + six * sum;
        second_120 = second_120 + six * (outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum));
    }
    solid.volume_m3 = volume_6 / 6.0;
    if (solid.volume_m3 == 0.0) return solid;
    const Vec3 centre = (1.0 / (24.0 * solid.volume_m3)) * first_24;
    const Mat3 second = (1.0 / 120.0) * second_120 + (-solid.volume_m3) * outer(centre, centre);
    const double trace = second.row[0].x + second.row[1].y + second.row[2].z;
    solid.centre_m = base_m + centre;
    solid.inertia_m5 = diagonal({trace, trace, trace}) + (-1.0) * second;
    return solid;
}

MassProperties mass_properties(const SolidIntegrals& solid, double mass_kg) {
    return {.mass_kg = mass_kg,
            .centre_m = solid.centre_m,
            .inertia_kg_m2 = (mass_kg / solid.volume_m3) * solid.inertia_m5};
}

TriangleMesh seen_from(const TriangleMesh& mesh, Vec3 origin_m) {
    TriangleMesh moved = mesh;
    for (Vec3& p : moved.positions_m) p = p - origin_m;
    return moved;
}

}  // namespace tarn::bodies
