// Which cells a hull fills, and which share of those near its surface.
#pragma once

#include "exec/extent.hpp"
#include "solver/volume/hull/distance.hpp"

#include <cstdint>
#include <vector>

namespace tarn::volume {

/// Where a hull is, in cells of the grid.
struct HullPlace {
    Vec3 centre;                      ///< of mass
    std::array<double, 9> turn = {};  ///< rows; from its own axes to those of the world

    bool operator==(const HullPlace& other) const {
        return centre.x == other.centre.x && centre.y == other.centre.y &&
               centre.z == other.centre.z && turn == other.turn;
    }
};

struct SpaceCover {
    /// Cells of the box around the hull; `end` not included. May be empty.
    int begin[3] = {}, end[3] = {};
    std::vector<std::uint8_t> is_inside;  ///< of the box, x fastest: its middle lies in the hull
    /// Cells within two cells of the surface.
    struct Near {
        int x, y, z;
        bool is_inside;
        double share;  ///< that the hull fills
    };
    std::vector<Near> near;

    bool holds(int x, int y, int z) const {
        return x >= begin[0] && x < end[0] && y >= begin[1] && y < end[1] && z >= begin[2] &&
               z < end[2];
    }
    std::size_t at(int x, int y, int z) const {
        const auto nx = std::size_t(end[0] - begin[0]), ny = std::size_t(end[1] - begin[1]);
        return (std::size_t(z - begin[2]) * ny + std::size_t(y - begin[1])) * nx +
               std::size_t(x - begin[0]);
    }
};

/// The part of a hull that lies in a grid.
void cover_space(const HullDistance& distance, const HullPlace& place, double cell_m,
                 exec::Extent3 cells, SpaceCover& out);

}  // namespace tarn::volume
