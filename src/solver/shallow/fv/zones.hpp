// Zones beside edges: cells in which the water is drawn towards what lies beyond the edge, once
// per step, after the sweeps. As functions of one line of cells, for any device.
#pragma once

#include "base/numeric.hpp"
#include "solver/shallow/fv/planes.hpp"
#include <tarn/types.hpp>

namespace tarn::shallow::fv {

/// How often a wave is drawn while it crosses a zone, at the rate that holds at the edge. The rate
/// falls with the cube of the way inwards, so a wave that crosses keeps exp(-kZoneDraw/4): 5 %.
inline constexpr double kZoneDraw = 12.0;

/// What a cell of a zone is drawn towards; the speed along the edge's normal counts outwards.
template <class T>
struct ZoneTarget {
    T level_m, normal, along;
};

/// Of one step.
template <class T>
struct Zone {
    int cells = 0;                           ///< from the edge inwards; 0: there is no zone
    bool has_speed = false;                  ///< speeds are drawn too
    T rate = 0;                              ///< at the edge, per step
    const ZoneTarget<T>* targets = nullptr;  ///< by cell from the edge inwards
};

/// The zone beside cell `along` of an edge.
template <class T>
struct DrawZone {
    Layout layout;
    Planes<T> water;
    const T* bed;
    Edge edge;
    Zone<T> zone;
    double* inflow;  ///< along the edge: depth that came in; what the zone gives is added

    TARN_HD void operator()(int along) const {
        double came_in = 0.0;
        for (int k = 0; k < zone.cells; ++k) came_in += draw(place(along, k), k);
        inflow[along] += came_in;
    }

private:
    TARN_HD std::ptrdiff_t place(int along, int inwards) const {
        if (edge == Edge::West) return layout.at(inwards, along);
        if (edge == Edge::East) return layout.at(layout.nx - 1 - inwards, along);
        return layout.at(along, edge == Edge::South ? inwards : layout.ny - 1 - inwards);
    }

    /// Depth that the cell gained. Dry cells stay dry.
    TARN_HD double draw(std::ptrdiff_t at, int inwards) const {
        const T h = water.h[at];
        if (!(T(0) < h)) return 0.0;
        const ZoneTarget<T> target = zone.targets[inwards];
        const T towards_edge = (T(zone.cells - inwards) - T(0.5)) / T(zone.cells);
        const T rate = zone.rate * (towards_edge * towards_edge * towards_edge);
        const T part = rate / (T(1) + rate);  // never beyond the target, however long the step
        const T drawn = h + part * (larger(target.level_m - bed[at], T(0)) - h);
        water.h[at] = drawn;
        if (zone.has_speed) {
            const bool is_x = edge == Edge::West || edge == Edge::East;
            const T outwards = edge == Edge::East || edge == Edge::North ? T(1) : T(-1);
            T &normal = is_x ? water.u[at] : water.v[at], &other = is_x ? water.v[at] : water.u[at];
            normal = normal + part * (outwards * target.normal - normal);
            other = other + part * (target.along - other);
        }
        return double(drawn) - double(h);
    }
};

}  // namespace tarn::shallow::fv
