// Nine velocities in the plane: rest, 4 along the axes, 4 along the diagonals.
#pragma once

#include "lattice/lattice.hpp"

#include <cstdint>

namespace tarn::lattice {

/// Components of the nine directions plus one, two bits each: a table that needs no memory on any
/// device.
TARN_HD constexpr std::uint32_t d2q9_components(int axis) {
    constexpr int forward[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    std::uint32_t word = 1;
    for (int i = 1; i < 9; ++i) {
        const int component = forward[(i - 1) / 2][axis];
        word |= std::uint32_t((i % 2 == 1 ? component : -component) + 1) << (2 * i);
    }
    return word;
}

struct D2Q9 {
    static constexpr int dim = 2;
    static constexpr int q = 9;

    /// Component `axis` of direction `i`, in cells per step.
    TARN_HD static constexpr int c(int i, int axis) {
        constexpr std::uint32_t x = d2q9_components(0), y = d2q9_components(1);
        return int(((axis == 0 ? x : y) >> (2 * i)) & 3u) - 1;
    }

    TARN_HD static constexpr double weight(int i) {
        return i == 0 ? 4.0 / 9.0 : i < 5 ? 1.0 / 9.0 : 1.0 / 36.0;
    }
};
static_assert(proof::is_valid<D2Q9>());

/// Direction with components (x, y).
TARN_HD constexpr int d2q9_direction(int x, int y) {
    for (int i = 0; i < D2Q9::q; ++i)
        if (D2Q9::c(i, 0) == x && D2Q9::c(i, 1) == y) return i;
    return -1;
}

}  // namespace tarn::lattice
