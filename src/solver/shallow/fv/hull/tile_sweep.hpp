// The two sweeps of a step over a tile of cells around hulls, where faces may touch a lid. The
// sweeps of the whole grid have been there before and knew nothing of lids; cells that no lid
// reaches get the same bits again. A tile reads the water before the step and writes its own cells
// alone, so tiles are independent of each other. tile_sweep.cpp is compiled once per instruction
// set.
#pragma once

#include "solver/exchange.hpp"
#include "solver/shallow/fv/hull/lid.hpp"
#include "solver/shallow/fv/step.hpp"
#include <tarn/types.hpp>

#include <cstddef>

namespace tarn::shallow::fv::hull {

using exchange::CellArea;

/// Which hull holds a cell; none of them is -1.
struct HullPlanes {
    const Kind* kind = nullptr;  ///< in the layout of the water
    const int* hull = nullptr;
};

/// The motion of a hull as sweeps need it.
struct HullDrift {
    Vec2 centre_m;  ///< of mass, from the corner of the grid
    Vec2 velocity_m_per_s;
    double spin_rad_per_s = 0.0;  ///< about the vertical
};

/// What hulls carry through the low faces of cells as they move along one axis: the depth d that a
/// hull displaces where the head is H goes through a face with `part * H - under` (m2/s), the flux
/// of d = phi (H - b). In the layout of the water.
template <class T>
struct Carried {
    const T *part = nullptr, *under = nullptr;
};

/// Tiles are at most this large.
inline constexpr int kTileX = 32, kTileY = 16;

/// Room for a tile and the cells that its sweeps look at, with what registers read beyond.
struct TileRoom {
    static constexpr int kMargin = 32;
    static constexpr std::ptrdiff_t kPitch = kTileX + 2 * kReach + kMargin;
    static constexpr std::ptrdiff_t kElements = kPitch * (kTileY + 2 * kReach) + 2 * kMargin;
    static constexpr int kNumberPlanes = 23;
};

/// Scratch memory of a thread.
template <class T>
struct TileScratch {
    T* numbers = nullptr;          ///< TileRoom::kNumberPlanes planes of TileRoom::kElements
    double* face_force = nullptr;  ///< one plane
    Kind* kind = nullptr;          ///< one plane
    int* hull = nullptr;           ///< one plane
    int* near = nullptr;           ///< one plane
};

/// What all tiles of a step share.
template <class T>
struct TileDesc {
    const Step<T>* step = nullptr;  ///< `step->bed` is the effective bed
    const T* bed = nullptr;         ///< the real one, in the layout of the water
    HullPlanes hulls;
    const HullDrift* drifts = nullptr;
    Carried<T> carried_x, carried_y;
    double cell_m = 0.0;
    /// In the layout of the water, written for cells near hulls: force along x and y on the hull
    /// nearby, divided by the density of water and the width of a cell.
    double *push_x = nullptr, *push_y = nullptr;
    /// In the layout of the water, written for all cells of a tile: how much the effective bed has
    /// risen with what hulls carried into the cell, m.
    T* rise_m = nullptr;
};

/// Sweeps a tile of at most kTileX by kTileY cells, into `step->to`. False if some water became too
/// fast for the step.
template <class T>
using TileSweep = bool (*)(const TileDesc<T>& desc, const CellArea& tile,
                           const TileScratch<T>& scratch);

template <class T>
TileSweep<T> tile_sweep_for(Isa isa);

/// The hull that holds a cell, or one of the two beside it along a sweep, whose effective bed
/// reaches into it; -1: none.
TARN_HD int hull_near(const Kind* kind, const int* hull, std::ptrdiff_t at, std::ptrdiff_t below,
                      std::ptrdiff_t above) {
    if (kind[at] != Kind::Free) return hull[at];
    if (kind[below] != Kind::Free) return hull[below];
    return kind[above] != Kind::Free ? hull[above] : -1;
}

}  // namespace tarn::shallow::fv::hull
