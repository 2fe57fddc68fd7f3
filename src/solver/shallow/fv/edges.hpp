// What lies beyond the edges of the grid, as cells that a sweep finds there: two of them. Walls are
// mirrors; periodic edges show the other side; all else is made from the cell at the edge.
#pragma once

#include "base/unrolled.hpp"
#include "solver/shallow/fv/kernels.hpp"
#include <tarn/types.hpp>

namespace tarn::shallow::fv {

/// What an edge does in a sweep. Wall and slip differ in friction along them only.
enum class Beyond {
    Wall,
    Periodic,
    Open,       ///< waves leave into a far field
    Level,      ///< the level is given
    Discharge,  ///< the flow per width is given
    Piston      ///< a wall that moves
};

/// Speeds along an edge's normal count outwards.
template <class T>
struct EdgeState {
    Beyond kind = Beyond::Wall;
    bool is_far_dry = false;  ///< open: nothing was there at the start, so the flow just leaves
    T level_m = 0;            ///< open: of the far field; level: what is given
    T normal = 0;             ///< open: of the far field, m/s; discharge: m2/s; piston: m/s
    T along = 0;              ///< open: of the far field, m/s
    T critical_m = 0;         ///< discharge: its critical depth
    int zone_cells = 0;       ///< drawn towards what lies beyond, from the edge inwards
};

/// A first-order absorbing edge lets plane waves of one angle through without reflection
/// [higdon1986]. Water in a wave moves along its way, so the angle is read from the velocity; waves
/// that graze the edge count as 53 degrees.
inline constexpr double kLeastCosine = 0.6;

/// The cell beyond an open edge: the outgoing wave goes on, and what it leaves behind is the far
/// field. Faster than its waves, the flow leaves as it is.
template <class T, class V>
TARN_HD Cell<V> beyond_open(const Cell<V>& cell, const EdgeState<T>& edge, const T gravity) {
    const V zero(T(0)), tiny(T(1e-20));
    const V leaving = cell.u - V(edge.normal), along = cell.v - V(edge.along);
    const V squared = leaving * leaving + tiny;
    const V cosine = larger(square_root(squared / (squared + along * along)), V(T(kLeastCosine)));
    const V wave = square_root(V(gravity) * cell.h);
    const V impedance = cosine * V(gravity) / larger(wave, tiny);  // speed per rise
    const V level = cell.h + cell.z;
    const V rise = V(T(0.5)) * ((level - V(edge.level_m)) + leaving / impedance);
    const V h = larger(V(edge.level_m) + rise - cell.z, zero);
    // What comes into water much thinner than the far field is not faster than its own waves.
    const V u = V(edge.normal) + larger(impedance * rise, zero - square_root(V(gravity) * h));
    const MaskOf<V> is_free =
        MaskOf<V>((wave < cell.u) | (cell.h < tiny) | (V(T(edge.is_far_dry ? 0 : 1)) < V(T(0.5))));
    return {select(is_free, cell.h, h), select(is_free, cell.u, u), cell.v, cell.z};
}

/// The level is given; what leaves towards the edge, u + 2 c, goes on.
template <class T, class V>
TARN_HD Cell<V> beyond_level(const Cell<V>& cell, const EdgeState<T>& edge, const T gravity) {
    const V zero(T(0)), two(T(2));
    const V h = larger(V(edge.level_m) - cell.z, zero);
    const V wave = square_root(V(gravity) * cell.h), wave_beyond = square_root(V(gravity) * h);
    const V given = cell.u + two * (wave - wave_beyond);
    // Water that comes in is not faster than its own waves, and faster water just leaves.
    const MaskOf<V> is_free = wave < cell.u;
    const V u = larger(given, zero - wave_beyond);
    return {select(is_free, cell.h, h), select(is_free, cell.u, u), select(u < zero, zero, cell.v),
            cell.z};
}

/// The flow per width is given; the depth follows from u + 2 c of what leaves towards the edge, and
/// is at least the critical depth of the flow, with which it enters dry land.
template <class T, class V>
TARN_HD Cell<V> beyond_discharge(const Cell<V>& cell, const EdgeState<T>& edge, const T gravity) {
    const V q(edge.normal), g(gravity), two(T(2)), three(T(3)), zero(T(0));
    const V least = square_root(g * V(edge.critical_m));
    const V leaving = cell.u + two * square_root(g * cell.h);
    // With the wave speed c = sqrt(g h), q/h + 2 c = leaving is 2 c^3 - leaving c^2 + g q = 0.
    // Newton comes down to its largest root, which is that of a flow slower than its waves.
    V c = larger(V(T(0.5)) * leaving, least);
    unrolled<8>([&](auto) {
        const V miss = (two * c - leaving) * c * c + g * q;
        c = larger(c - miss / (two * c * (three * c - leaving)), least);
    });
    // Where less water comes than is to leave, all of it falls out at its critical depth.
    const V falls = larger(leaving, zero) / three;
    const MaskOf<V> is_short = MaskOf<V>((zero < q) & (falls < least));
    const V h = select(is_short, falls, c) * select(is_short, falls, c) / g;
    return {h, select(is_short, falls, q / h), zero, cell.z};
}

/// A cell beyond an edge, u outwards, for all edges but periodic ones. `cell` is the one at the
/// edge, `mirrored` the one as far from the edge on its inner side.
template <class T, class V>
TARN_HD Cell<V> beyond(const Cell<V>& cell, const Cell<V>& mirrored, const EdgeState<T>& edge,
                       const T gravity) {
    const V zero(T(0));
    const Cell<V> wall = {mirrored.h, zero - mirrored.u, mirrored.v, mirrored.z};
    Cell<V> found = wall;
    if (edge.kind == Beyond::Open) found = beyond_open(cell, edge, gravity);
    if (edge.kind == Beyond::Level) found = beyond_level(cell, edge, gravity);
    if (edge.kind == Beyond::Discharge && edge.normal != T(0))
        found = beyond_discharge(cell, edge, gravity);
    if (edge.kind == Beyond::Piston)
        found = {cell.h, V(T(2)) * V(edge.normal) - cell.u, cell.v, cell.z};
    const MaskOf<V> solid = cell.h < zero;
    return {select(solid, wall.h, found.h), select(solid, wall.u, found.u),
            select(solid, wall.v, found.v), select(solid, wall.z, found.z)};
}

}  // namespace tarn::shallow::fv
