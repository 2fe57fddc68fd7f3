// The cells of the fv scheme as tasks see them, and what is done to them besides stepping. A device
// runs tasks over the grid or over a list; this file does not know which device.
#pragma once

#include "base/numeric.hpp"
#include "base/unrolled.hpp"
#include "exec/ordered.hpp"
#include "solver/shallow/fv/kernels.hpp"
#include "solver/shallow/fv/planes.hpp"
#include "solver/shallow/tasks.hpp"
#include "solver/shallow/views.hpp"

#include <cstdint>

namespace tarn::shallow::fv {

/// What all tasks see: the water and the bed. Members as tasks.hpp wants them.
template <class T>
struct CellsView {
    Layout layout;
    Planes<T> water;
    T* bed;  ///< above the datum
    double
        datum_m;  ///< heights and levels are those of the scene, from here inwards those above it
    double gravity_m_per_s2;
    double mean_level_m;  ///< of the water at the start
    double film_m;        ///< thinner water takes no momentum
    double deepest_m;     ///< sources fill a cell up to this
    /// What the level under hulls counts from, head minus depth, and the bed elsewhere; null: there
    /// are no hulls.
    const T* lids = nullptr;

    TARN_HD std::ptrdiff_t index(int x, int y) const { return std::ptrdiff_t(y) * layout.nx + x; }
    TARN_HD bool is_inside(int x, int y) const {
        return x >= 0 && y >= 0 && x < layout.nx && y < layout.ny;
    }
    TARN_HD bool is_solid(int x, int y) const { return water.h[layout.at(x, y)] < T(0); }
    TARN_HD double wet_depth_m() const { return 0.0; }

    TARN_HD CellReading reading(int x, int y) const {
        const std::ptrdiff_t at = layout.at(x, y);
        const double depth_m = larger(double(water.h[at]), 0.0);
        const double bed_m = datum_m + double(bed[at]);
        const double level_m = lids ? depth_m + (datum_m + double(lids[at])) : depth_m + bed_m;
        return {depth_m,           level_m, bed_m, double(water.u[at]), double(water.v[at]),
                water.h[at] < T(0)};
    }
    TARN_HD double stored_depth_m(int x, int y) const { return double(water.h[layout.at(x, y)]); }

    /// The momentum of the cell stays; a cell may be taken dry.
    TARN_HD double add_depth(int x, int y, double depth_m) const {
        if (depth_m == 0.0) return 0.0;
        const std::ptrdiff_t at = layout.at(x, y);
        const double before = double(water.h[at]);
        const double room = larger(0.0, deepest_m - before);
        const T after = T(before + larger(smaller(depth_m, room), -before));
        if (after > T(before) && before > 0.0) {
            const T thinned = T(before / double(after));
            water.u[at] = water.u[at] * thinned;
            water.v[at] = water.v[at] * thinned;
        }
        if (!(after > T(0))) water.u[at] = water.v[at] = T(0);
        water.h[at] = after;
        return double(after) - before;
    }
    TARN_HD bool add_momentum(int x, int y, double qx, double qy) const {
        const std::ptrdiff_t at = layout.at(x, y);
        const double depth_m = double(water.h[at]);
        if (!(depth_m > film_m)) return false;
        water.u[at] = T(double(water.u[at]) + qx / depth_m);
        water.v[at] = T(double(water.v[at]) + qy / depth_m);
        return true;
    }

    template <class Body>
    TARN_HD void for_words(int x, int y, Body&& body) const {
        const std::ptrdiff_t at = layout.at(x, y);
        const T values[3] = {water.h[at], water.u[at], water.v[at]};
        unrolled<3>([&](auto index) {
            constexpr int plane = decltype(index)::value;
            body(plane, word_of(values[plane]));
        });
    }
};

/// One plane of numbers, for archives and for grids that move.
template <class T>
struct PlaneView {
    using Element = T;
    Layout layout;
    T* numbers;
    T fresh;  ///< what comes in when the grid moves

    TARN_HD T* at(int x, int y) const { return numbers + layout.at(x, y); }
};

/// The start of the water: depth and velocity where nothing is solid, and the bed.
template <class T>
struct FillCell {
    CellsView<T> cells;
    const double* depth_m;  ///< [ny][nx]
    const double* bed_m;    ///< [ny][nx], or null: flat
    double flat_bed_m;
    const float* velocity_m_per_s;  ///< [ny][nx][2], or null: still
    const std::uint8_t* solid;      ///< [ny][nx], or null
    Quantum quantum;

    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = cells.index(x, y), at = cells.layout.at(x, y);
        const double given_m = (bed_m ? bed_m[n] : flat_bed_m) - cells.datum_m;
        const double bed = quantum.rounded(given_m);
        const double depth = quantum.rounded(given_m + depth_m[n]) - bed;
        cells.bed[at] = T(bed);
        const bool is_solid = solid && solid[n], is_moving = !is_solid && depth > 0.0;
        cells.water.h[at] = is_solid ? T(kSolid) : T(larger(depth, 0.0));
        cells.water.u[at] = velocity_m_per_s && is_moving ? T(velocity_m_per_s[2 * n]) : T(0);
        cells.water.v[at] = velocity_m_per_s && is_moving ? T(velocity_m_per_s[2 * n + 1]) : T(0);
    }
};

/// The fastest wave along x or y, in m/s.
struct FastestWave {
    double m_per_s = 0.0;
    TARN_HD void join(const FastestWave& o) { m_per_s = larger(m_per_s, o.m_per_s); }
};

template <class T>
struct FindFastestWave {
    CellsView<T> cells;

    TARN_HD FastestWave operator()(int x, int y) const {
        const std::ptrdiff_t at = cells.layout.at(x, y);
        const Planes<T>& water = cells.water;
        return {double(
            fastest_wave<T>(water.h[at], water.u[at], water.v[at], T(cells.gravity_m_per_s2)))};
    }
};

struct DeepestWater {
    double m = 0.0;
    TARN_HD void join(const DeepestWater& o) { m = larger(m, o.m); }
};

template <class T>
struct FindDeepestWater {
    CellsView<T> cells;

    TARN_HD DeepestWater operator()(int x, int y) const {
        return {double(cells.water.h[cells.layout.at(x, y)])};
    }
};

/// New heights of the bed of an area. Depths stay.
template <class T>
struct SetBed {
    CellsView<T> cells;
    CellArea area;
    const double* heights_m;  ///< row by row; NaN: stays
    Quantum quantum;

    TARN_HD void operator()(int x, int y) const {
        const double height_m = heights_m[std::ptrdiff_t(y) * area.nx + x];
        if (height_m == height_m)
            cells.bed[cells.layout.at(area.x0 + x, area.y0 + y)] =
                T(quantum.rounded(height_m - cells.datum_m));
    }
};

/// Makes the cells of an area solid, or opens those that are; the depth of water that was there.
template <class T>
struct SetSolid {
    CellsView<T> cells;
    CellArea area;
    bool is_solid;

    TARN_HD exec::Sum operator()(int x, int y) const {
        if (cells.is_solid(area.x0 + x, area.y0 + y) == is_solid) return {};
        const std::ptrdiff_t at = cells.layout.at(area.x0 + x, area.y0 + y);
        const double lost_m = is_solid ? double(cells.water.h[at]) : 0.0;
        cells.water.h[at] = is_solid ? T(kSolid) : T(0);
        cells.water.u[at] = cells.water.v[at] = T(0);
        return {lost_m};
    }
};

/// Which cells are solid, for the host.
template <class T>
struct ReadSolid {
    CellsView<T> cells;
    std::uint8_t* out;  ///< [ny][nx]

    TARN_HD void operator()(int x, int y) const { out[cells.index(x, y)] = cells.is_solid(x, y); }
};

}  // namespace tarn::shallow::fv
