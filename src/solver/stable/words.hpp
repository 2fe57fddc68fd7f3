// The words of cells [track]: what a cell is, in six flags, and which of its 26 neighbours are
// surface. Unlike in the paper a surface cell is water too, and all 26 neighbours are looked at.
#pragma once

#include "solver/stable/region.hpp"

namespace tarn::stable {

inline constexpr std::uint32_t kMovingSolidWord = 0x80000000u, kStaticSolidWord = 0x40000000u,
                               kSurfaceWord = 0x20000000u, kAirWord = 0x10000000u,
                               kWaterWord = 0x08000000u, kNeighbourBits = 0x03ffffffu;
inline constexpr std::uint32_t kSolidWords = kMovingSolidWord | kStaticSolidWord;
/// More than this is water, as in the paper.
inline constexpr float kWordWater = 0.2f;

/// Calls body(bit, place) for the neighbours of a cell that lie in the box. Bits go by place: x
/// first, then y, then z, from below, and the cell itself has none.
template <class Body>
TARN_HD void for_neighbours(const Grid& g, const int i[3], const Body& body) {
    int bit = 0;
    if (g.is_within(i)) {
        for (int row = 0; row < 9; ++row) {
            const std::ptrdiff_t n = g.at(i[0] - 1, i[1] + row % 3 - 1, i[2] + row / 3 - 1);
            body(bit++, n);
            if (row != 4) body(bit++, n + 1);
            body(bit++, n + 2);
        }
        return;
    }
    for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                if (dx == 0 && dy == 0 && dz == 0) continue;
                const int d[3] = {dx, dy, dz};
                int j[3];
                bool is_there = true;
                for (int b = 0; b < 3; ++b) {
                    j[b] = g.near(b, i[b] + d[b]);
                    is_there = is_there && (g.is_periodic[b] || j[b] == i[b] + d[b]);
                }
                if (is_there) body(bit, g.at(j));
                ++bit;
            }
}

/// The flags, from the cells themselves.
struct FlagCells {
    View v;
    std::uint32_t* word;

    TARN_HD bool is_air(std::ptrdiff_t n) const { return !v.solid[n] && v.fill[n] <= kWordWater; }
    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        if (v.solid[n]) {
            word[n] = v.solid[n] == kWallSolid ? kStaticSolidWord : kMovingSolidWord;
            return;
        }
        if (v.fill[n] <= kWordWater) {
            word[n] = kAirWord;
            return;
        }
        bool is_surface = false;
        for_neighbours(v.grid, i,
                       [&](int, std::ptrdiff_t m) { is_surface = is_surface || is_air(m); });
        word[n] = is_surface ? kWaterWord | kSurfaceWord : kWaterWord;
    }
};

/// Which neighbours of a surface cell are surface.
struct MarkNeighbours {
    Grid grid;
    const std::uint32_t* flags;
    std::uint32_t* word;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = grid.at(i);
        std::uint32_t bits = flags[n];
        if (bits & kSurfaceWord)
            for_neighbours(grid, i, [&](int bit, std::ptrdiff_t m) {
                if (flags[m] & kSurfaceWord) bits |= 1u << bit;
            });
        word[n] = bits;
    }
};

/// Where there is water, or where a faucet brings some.
struct FindWater {
    View v;
    const std::uint32_t* word;
    TARN_HD bool operator()(std::ptrdiff_t n) const {
        if (v.solid[n]) return false;
        return (word[n] & kWaterWord) || v.fill[n] > kWet || v.is_open_faucet(n);
    }
    TARN_HD Box operator()(int x, int y, int z) const {
        if (!(*this)(v.grid.at(x, y, z))) return {};
        Box box;
        const int i[3] = {x, y, z};
        for (int b = 0; b < 3; ++b) {
            box.begin[b] = i[b];
            box.end[b] = i[b] + 1;
        }
        return box;
    }
};

}  // namespace tarn::stable
