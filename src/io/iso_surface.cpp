#include "io/iso_surface.hpp"

#include "base/vector.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace tarn::io {
namespace {

/// The corners of each tetrahedron of a cube, each reached from the one before by a step along an
/// axis; bit k of a corner is its place along axis k.
constexpr int kTetrahedra[6][4] = {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7},
                                   {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}};

// A crossing keeps this far from the ends of its edge, so that no triangle has an edge of length 0.
constexpr double kNearest = 1e-3;

class Surface {
public:
    Surface(const SpaceField& field, double level) : field_(field), level_(level) {}

    TriangleMesh mesh() {
        for (int k = -1; k < field_.nz; ++k)
            for (int j = -1; j < field_.ny; ++j)
                for (int i = -1; i < field_.nx; ++i) cut_cube(i, j, k);
        return std::move(mesh_);
    }

private:
    struct Corner {
        std::array<int, 3> at;
        double value;
    };

    double value(int i, int j, int k) const {
        const bool is_inside =
            i >= 0 && j >= 0 && k >= 0 && i < field_.nx && j < field_.ny && k < field_.nz;
        if (!is_inside) return 0.0;
        return double(field_.values[(std::size_t(k) * std::size_t(field_.ny) + std::size_t(j)) *
                                        std::size_t(field_.nx) +
                                    std::size_t(i)]);
    }
    Vec3 place(const std::array<int, 3>& at) const {
        return {field_.origin_m.x + (at[0] + 0.5) * field_.cell_m,
                field_.origin_m.y + (at[1] + 0.5) * field_.cell_m,
                field_.origin_m.z + (at[2] + 0.5) * field_.cell_m};
    }
    bool is_in(const Corner& corner) const { return corner.value >= level_; }

    void cut_cube(int i, int j, int k) {
        std::array<Corner, 8> corners;
        int inside = 0;
        for (int c = 0; c < 8; ++c) {
            const std::array<int, 3> at = {i + (c & 1), j + (c >> 1 & 1), k + (c >> 2 & 1)};
            corners[std::size_t(c)] = {at, value(at[0], at[1], at[2])};
            inside += is_in(corners[std::size_t(c)]);
        }
        if (inside == 0 || inside == 8) return;
        for (const auto& tetrahedron : kTetrahedra) {
            std::array<const Corner*, 4> in, out;
            std::size_t in_count = 0, out_count = 0;
            for (const int c : tetrahedron) {
                const Corner& corner = corners[std::size_t(c)];
                if (is_in(corner))
                    in[in_count++] = &corner;
                else
                    out[out_count++] = &corner;
            }
            if (in_count == 1)
                add({crossing(*in[0], *out[0]), crossing(*in[0], *out[1]),
                     crossing(*in[0], *out[2])},
                    *in[0], *out[0]);
            if (in_count == 3)
                add({crossing(*in[0], *out[0]), crossing(*in[1], *out[0]),
                     crossing(*in[2], *out[0])},
                    *in[0], *out[0]);
            if (in_count == 2) {
                const std::uint32_t a = crossing(*in[0], *out[0]), b = crossing(*in[0], *out[1]),
                                    c = crossing(*in[1], *out[1]), d = crossing(*in[1], *out[0]);
                add({a, b, c}, *in[0], *out[0]);
                add({a, c, d}, *in[0], *out[0]);
            }
        }
    }

    /// Where the level lies between two corners: one corner of the mesh for each edge of the cubes.
    std::uint32_t crossing(const Corner& in, const Corner& out) {
        const bool is_in_lower = in.at <= out.at;
        const std::array<int, 3>&low = is_in_lower ? in.at : out.at,
                              &high = is_in_lower ? out.at : in.at;
        std::uint64_t key = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) key = key << 20 | std::uint64_t(low[axis] + 1);
        for (std::size_t axis = 0; axis < 3; ++axis)
            key = key << 1 | std::uint64_t(high[axis] - low[axis]);
        const auto [found, is_new] =
            corner_of_.try_emplace(key, std::uint32_t(mesh_.positions_m.size()));
        if (is_new) {
            const double share =
                std::clamp((in.value - level_) / (in.value - out.value), kNearest, 1.0 - kNearest);
            const Vec3 from = place(in.at), to = place(out.at);
            mesh_.positions_m.push_back(from + share * (to - from));
        }
        return found->second;
    }

    /// A triangle that faces from `in` to `out`.
    void add(TriangleMesh::Triangle triangle, const Corner& in, const Corner& out) {
        const std::vector<Vec3>& p = mesh_.positions_m;
        const Vec3 normal = cross(p[triangle[1]] - p[triangle[0]], p[triangle[2]] - p[triangle[0]]);
        const Vec3 outward = place(out.at) - place(in.at);
        if (dot(normal, outward) < 0.0) std::swap(triangle[1], triangle[2]);
        mesh_.triangles.push_back(triangle);
    }

    const SpaceField& field_;
    double level_;
    TriangleMesh mesh_;
    std::unordered_map<std::uint64_t, std::uint32_t> corner_of_;
};

}  // namespace

TriangleMesh iso_surface(const SpaceField& field, double level) {
    return Surface(field, level).mesh();
}

}  // namespace tarn::io
