// Nineteen velocities in space: rest, 6 to the faces, 12 to the edges of a cube.
#pragma once

#include "lattice/lattice.hpp"

namespace tarn::lattice {

struct D3Q19 {
    static constexpr int dim = 3;
    static constexpr int q = 19;

    /// Component `axis` of direction `i`, in cells per step.
    TARN_HD static constexpr int c(int i, int axis) {
        constexpr int forward[][3] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0}, {1, -1, 0},
                                      {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};
        if (i == 0) return 0;
        const int component = forward[(i - 1) / 2][axis];
        return i % 2 == 1 ? component : -component;
    }

    TARN_HD static constexpr double weight(int i) {
        return i == 0 ? 1.0 / 3.0 : i < 7 ? 1.0 / 18.0 : 1.0 / 36.0;
    }
};
static_assert(proof::is_valid<D3Q19>());

}  // namespace tarn::lattice
