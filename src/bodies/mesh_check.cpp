#include "bodies/mesh_check.hpp"

#include "base/vector.hpp"
#include "bodies/mass_properties.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tarn::bodies {
namespace {

constexpr double kMaxExtent_m = 1e5;

/// An edge of a triangle by its lower and higher corner.
struct Edge {
    std::uint32_t low, high;
    int way;  ///< +1: from low to high
};

std::vector<Edge> sorted_edges(const TriangleMesh& mesh) {
    std::vector<Edge> edges;
    edges.reserve(3 * mesh.triangles.size());
    for (const auto& triangle : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = triangle[k], to = triangle[(k + 1) % 3];
            edges.push_back({std::min(from, to), std::max(from, to), from < to ? 1 : -1});
        }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return a.low != b.low ? a.low < b.low : a.high != b.high ? a.high < b.high : a.way < b.way;
    });
    return edges;
}

struct EdgeTrouble {
    std::size_t open = 0;     ///< edges with a triangle on one side alone
    std::size_t twisted = 0;  ///< edges whose triangles face different ways
};

EdgeTrouble trouble_of(const std::vector<Edge>& edges) {
    EdgeTrouble trouble;
    for (std::size_t first = 0; first < edges.size();) {
        std::size_t end = first;
        int sum = 0;
        for (; end < edges.size() && edges[end].low == edges[first].low &&
               edges[end].high == edges[first].high;
             ++end)
            sum += edges[end].way;
        if ((end - first) % 2 == 1)
            ++trouble.open;
        else if (sum != 0)
            ++trouble.twisted;
        first = end;
    }
    return trouble;
}

/// What is wrong with positions and indices; empty: nothing.
std::string bad_data(const TriangleMesh& mesh) {
    if (mesh.triangles.size() < 4)
        return "has " + std::to_string(mesh.triangles.size()) +
               " triangles; a closed surface needs 4 or more";
    if (mesh.triangles.size() > kMaxTriangles)
        return "has " + std::to_string(mesh.triangles.size()) + " triangles; reduce it to " +
               std::to_string(kMaxTriangles) + " or fewer";
    for (const Vec3& p : mesh.positions_m) {
        if (!is_finite(p)) return "has a corner that is not a finite number; export it again";
        if (std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) > kMaxExtent_m)
            return "reaches further than 100 km; give lengths in metres";
    }
    for (const auto& triangle : mesh.triangles)
        for (const std::uint32_t corner : triangle)
            if (corner >= mesh.positions_m.size())
                return "names corner " + std::to_string(corner) + " of " +
                       std::to_string(mesh.positions_m.size()) + "; export it again";
    return {};
}

std::string bad_surface(const TriangleMesh& mesh) {
    const EdgeTrouble trouble = trouble_of(sorted_edges(mesh));
    if (trouble.open > 0)
        return "is open at " + std::to_string(trouble.open) +
               " edges; close its holes and join corners that lie in one place";
    if (trouble.twisted > 0)
        return "has " + std::to_string(trouble.twisted) +
               " edges whose triangles face different ways; make all of them face outwards";
    Vec3 low = mesh.positions_m.front(), high = low;
    for (const Vec3& p : mesh.positions_m) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const double size_m = length(high - low), volume_m3 = solid_integrals(mesh).volume_m3;
    // Rounding of the volume of a flat mesh is far below this, and no body is as thin.
    if (std::abs(volume_m3) <= 1e-9 * size_m * size_m * size_m)
        return "encloses no volume; give it a thickness";
    if (volume_m3 < 0.0)
        return "is inside out: its triangles face inwards; turn their corners round";
    return {};
}

}  // namespace

Result<void> check_mesh(const TriangleMesh& mesh, const std::string& body) {
    std::string trouble = bad_data(mesh);
    if (trouble.empty()) trouble = bad_surface(mesh);
    if (trouble.empty()) return {};
    return Error{ErrorCode::InvalidScene, "the mesh of body \"" + body + "\" " + trouble};
}

}  // namespace tarn::bodies
