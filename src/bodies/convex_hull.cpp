#include "base/vector.hpp"
#include "bodies/mass_properties.hpp"
#include "bodies/shapes.hpp"

#include <LinearMath/btConvexHullComputer.h>

#include <limits>

namespace tarn::bodies {
namespace {

/// Triangles of one face of the hull, as a fan about its first corner.
void add_face(const btConvexHullComputer::Edge* first, TriangleMesh& mesh) {
    const int base = first->getSourceVertex();
    for (const auto* edge = first->getNextEdgeOfFace(); edge->getTargetVertex() != base;
         edge = edge->getNextEdgeOfFace())
        mesh.triangles.push_back({std::uint32_t(base), std::uint32_t(edge->getSourceVertex()),
                                  std::uint32_t(edge->getTargetVertex())});
}

}  // namespace

Result<TriangleMesh> convex_hull_mesh(std::span<const Vec3> points_m) {
    for (const Vec3& p : points_m)
        if (!is_finite(p))
            return Error{ErrorCode::InvalidArgument, "a point of a convex hull is not finite"};
    TriangleMesh mesh;
    if (points_m.size() >= 4 && points_m.size() <= std::size_t(std::numeric_limits<int>::max())) {
        btConvexHullComputer hull;
        hull.compute(&points_m.front().x, int(sizeof(Vec3)), int(points_m.size()), 0.0, 0.0);
        // The computer rounds positions to a coarse grid; the points themselves are exact.
        for (int k = 0; k < hull.vertices.size(); ++k)
            mesh.positions_m.push_back(points_m[std::size_t(hull.original_vertex_index[k])]);
        for (int k = 0; k < hull.faces.size(); ++k) add_face(&hull.edges[hull.faces[k]], mesh);
    }
    if (mesh.triangles.size() < 4 || !(solid_integrals(mesh).volume_m3 > 0.0))
        return Error{ErrorCode::InvalidArgument,
                     "the points of a convex hull lie in one plane; give points around a volume"};
    return mesh;
}

}  // namespace tarn::bodies
