// A surface of triangles as plain data. Closed and with corners counter-clockwise as seen from
// outside where it bounds a body; bodies/mesh_check.hpp finds those that are not.
#pragma once

#include <tarn/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tarn {

/// Of a body. More make every step slow and show no more.
inline constexpr std::size_t kMaxTriangles = 200'000;

struct TriangleMesh {
    using Triangle = std::array<std::uint32_t, 3>;

    std::vector<Vec3> positions_m;
    std::vector<Triangle> triangles;  ///< indices of positions

    /// Triangles from `first` on, up to those of the next part.
    struct Part {
        std::string name;
        std::size_t first = 0;
    };
    std::vector<Part> parts = {};  ///< in order; none: it is one piece
};

}  // namespace tarn
