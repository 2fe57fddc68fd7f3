// The cells of stable fluids as tasks see them: where they lie, their neighbours, what is between
// them. Velocities are staggered: component `axis` stands at the lower face of its cell along that
// axis. The faces behind the last cells are walls, or the first faces again.
#pragma once

#include "base/platform.hpp"

#include <cstddef>
#include <cstdint>

namespace tarn::stable {

enum Kind : std::uint8_t { kAir, kWater, kSolid, kFaucet };

/// Bits of View::known where the velocities of all lower faces of a cell mean something.
inline constexpr unsigned kAllKnown = 7;

/// Cells with more than this are filled with pressure; the rest is moved by what surrounds it.
inline constexpr float kHalfFull = 0.5f;
/// Cells with less are as good as empty.
inline constexpr float kWet = 1e-3f;

struct Grid {
    int n[3] = {};
    bool is_periodic[3] = {};
    bool slips[6] = {};  ///< sides along which water moves freely

    TARN_HD std::ptrdiff_t at(int x, int y, int z) const {
        return (std::ptrdiff_t(z) * n[1] + y) * n[0] + x;
    }
    TARN_HD std::ptrdiff_t at(const int i[3]) const { return at(i[0], i[1], i[2]); }
    TARN_HD std::ptrdiff_t count() const { return std::ptrdiff_t(n[0]) * n[1] * n[2]; }
    TARN_HD std::ptrdiff_t stride(int axis) const {
        return axis == 0 ? 1 : axis == 1 ? n[0] : std::ptrdiff_t(n[0]) * n[1];
    }
    /// Whether it has neighbours on all sides within the box.
    TARN_HD bool is_within(const int i[3]) const {
        return i[0] > 0 && i[1] > 0 && i[2] > 0 && i[0] + 1 < n[0] && i[1] + 1 < n[1] &&
               i[2] + 1 < n[2];
    }
    /// The place one cell on along an axis, or -1 at a wall.
    TARN_HD std::ptrdiff_t after(int axis, const int i[3]) const {
        if (i[axis] + 1 < n[axis]) return at(i) + stride(axis);
        return is_periodic[axis] ? at(i) - (n[axis] - 1) * stride(axis) : -1;
    }
    TARN_HD std::ptrdiff_t before(int axis, const int i[3]) const {
        if (i[axis] > 0) return at(i) - stride(axis);
        return is_periodic[axis] ? at(i) + (n[axis] - 1) * stride(axis) : -1;
    }
    /// The cell nearest to an index along an axis, or its image.
    TARN_HD int near(int axis, int i) const {
        if (i >= 0 && i < n[axis]) return i;
        if (is_periodic[axis]) return ((i % n[axis]) + n[axis]) % n[axis];
        return i < 0 ? 0 : n[axis] - 1;
    }
};

/// Values of faces, one plane per axis.
struct Faces {
    float* of[3] = {};

    /// On the lower and the upper side of a cell.
    TARN_HD float lower(int axis, std::ptrdiff_t place) const { return of[axis][place]; }
    TARN_HD float upper(const Grid& g, int axis, const int i[3]) const {
        const std::ptrdiff_t next = g.after(axis, i);
        return next < 0 ? 0.0f : of[axis][next];
    }
    TARN_HD float difference(const Grid& g, int axis, const int i[3]) const {
        return upper(g, axis, i) - lower(axis, g.at(i));
    }
};

inline constexpr int kMostFaucets = 8;

/// What `solid` of a cell says: nothing solid, a wall, or a hull, whose number comes on top.
inline constexpr std::uint8_t kNoSolid = 0, kWallSolid = 1, kFirstHull = 2;
inline constexpr int kMostHulls = 250;

/// A hull as the faces of cells see it.
struct HullMotion {
    float centre[3] = {};  ///< of mass, in cells
    float motion[6] = {};  ///< m/s along the axes; about them, m/s at a distance of one cell
    /// Speed with which water comes out of it besides, where its account holds too much.
    float returns_m_per_s = 0.0f;

    /// Along `axis`, in the middle of the lower face of a cell.
    TARN_HD float velocity(int axis, const int i[3]) const {
        const int b = (axis + 1) % 3, c = (axis + 2) % 3;
        const float along_b = float(i[b]) + 0.5f - centre[b];
        const float along_c = float(i[c]) + 0.5f - centre[c];
        return motion[axis] + (motion[3 + b] * along_c - motion[3 + c] * along_b);
    }
};

/// The state and the planes that a step works on. Planes have no ghost cells.
struct View {
    Grid grid;
    Faces u;                    ///< m/s
    float* fill = nullptr;      ///< share of the cell that is water; a little more than 1 at times
    float* pressure = nullptr;  ///< as a speed: p step / (density cell)
    std::uint8_t* known = nullptr;  ///< a bit per axis: the velocity of the face means something
    std::uint8_t* kind = nullptr;
    std::uint32_t* word = nullptr;         ///< what readers see of it [words.hpp]
    const std::uint8_t* solid = nullptr;   ///< kNoSolid, kWallSolid, or kFirstHull + a number
    const std::uint8_t* faucet = nullptr;  ///< number of the faucet + 1; 0: none
    float faucet_m_per_s[kMostFaucets + 1][3] = {};
    unsigned open_faucets = 0;  ///< a bit for each, from bit 1
    bool has_surface = true;
    const HullMotion* hulls = nullptr;  ///< of all hulls

    TARN_HD bool is_open_faucet(std::ptrdiff_t place) const {
        return (open_faucets >> faucet[place]) & 1u;
    }
};

/// What is at the lower face of a cell.
struct FaceSides {
    std::ptrdiff_t low, high;  ///< the cells; low is -1 at a wall of the box
};
TARN_HD FaceSides sides_of(const Grid& g, int axis, const int i[3]) {
    return {g.before(axis, i), g.at(i)};
}
/// The projection leaves the velocity of such a face alone.
TARN_HD bool is_fixed(const View& v, FaceSides face) {
    if (face.low < 0) return true;
    return v.kind[face.low] >= kSolid || v.kind[face.high] >= kSolid;
}
/// Velocity of a fixed face: that of a hull, of a faucet where water can leave it, or of a wall.
TARN_HD float fixed_velocity(const View& v, int axis, const int i[3], FaceSides face) {
    if (face.low < 0) return 0.0f;
    const std::uint8_t low = v.solid[face.low], high = v.solid[face.high];
    if (low == kWallSolid || high == kWallSolid) return 0.0f;
    if (low || high) return v.hulls[(high ? high : low) - kFirstHull].velocity(axis, i);
    const std::ptrdiff_t source = v.kind[face.high] == kFaucet ? face.high : face.low;
    return v.faucet_m_per_s[v.faucet[source]][axis];
}

TARN_HD float smaller(float a, float b) {
    return a < b ? a : b;
}
TARN_HD float larger(float a, float b) {
    return a > b ? a : b;
}
TARN_HD float magnitude(float a) {
    return a < 0.0f ? -a : a;
}

/// Sorts cells and faucets into kinds.
struct Classify {
    View v;
    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        v.kind[n] = v.solid[n]                                ? kSolid
                    : v.is_open_faucet(n)                     ? kFaucet
                    : !v.has_surface || v.fill[n] > kHalfFull ? kWater
                                                              : kAir;
    }
};

}  // namespace tarn::stable
