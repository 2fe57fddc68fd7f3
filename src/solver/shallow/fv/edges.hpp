// What lies beyond the edges of the grid, as cells that a sweep finds there: two of them. Walls are
// mirrors; periodic edges show the other side; all else is made from the cell at the edge. Edges
// that say how much flows, or how it falls out, also give the flux at their faces.
#pragma once

#include "base/unrolled.hpp"
#include "solver/shallow/fv/forces.hpp"
#include "solver/shallow/fv/kernels.hpp"
#include "solver/shallow/views.hpp"
#include <tarn/types.hpp>

namespace tarn::shallow::fv {

/// What an edge does in a sweep. Wall and slip differ in friction along them only.
enum class Beyond {
    Wall,
    Periodic,
    Open,       ///< waves leave into a far field
    Level,      ///< the level is given
    Discharge,  ///< the flow per width is given
    Piston,     ///< a wall that moves
    Outflow     ///< water leaves, and none comes in
};

/// Speeds along an edge's normal count outwards.
template <class T>
struct EdgeState {
    Beyond kind = Beyond::Wall;
    bool is_far_dry = false;  ///< open: nothing was there at the start, so the flow just leaves
    T level_m = 0;            ///< open: of the far field; level: what is given
    T normal = 0;             ///< open: of the far field, m/s; discharge: m2/s; piston: m/s
    T along = 0;              ///< open: of the far field, m/s
    int zone_cells = 0;       ///< drawn towards what lies beyond, from the edge inwards
    Outfall outfall = Outfall::Free;
    T fall = 0;               ///< g times the slope beyond it; zero: the water falls off there
    T manning = 0, drag = 0;  ///< g n^2 and C of the friction

    /// What crosses its faces is given, and not found from what lies beyond them.
    TARN_HD bool gives_flux() const {
        return kind == Beyond::Outflow || (kind == Beyond::Discharge && normal != T(0));
    }
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

/// Water in the face of an edge; u outwards.
template <class T>
struct AtFace {
    T h, u;
};

/// Water that is held up at an edge, u outwards, is no deeper than behind a bore that slows it down
/// by `slowed` (m/s): (H - h) sqrt(g/2 (1/h + 1/H)) is that at most. u + 2 c alone, which thin fast
/// water keeps in no bore, would heap it up by metres.
template <class T>
TARN_HD T deepest_behind_bore(T depth, T slowed, T gravity) {
    return depth + larger(slowed, T(0)) * square_root(T(2) * depth / gravity);
}

/// `flow` per width (m2/s) is given; the depth follows from u + 2 c of what leaves towards the
/// edge, and is at least the critical depth of the flow, with which it enters dry land.
template <class T>
TARN_HD AtFace<T> at_discharge(T depth, T speed, T flow, T gravity) {
    const T least = cube_root<T>(gravity * larger(flow, -flow));
    const T wave = square_root(gravity * depth), leaving = speed + T(2) * wave;
    // Where less water comes than is to leave, all of it falls out at its critical depth, or as
    // fast as it is.
    const T falls = larger(leaving, T(0)) / T(3);
    if (T(0) < flow && wave < speed && !(flow < depth * speed)) return {depth, speed};
    if (T(0) < flow && falls < least) return {falls * falls / gravity, falls};
    // With the wave speed c = sqrt(g h), q/h + 2 c = leaving is 2 c^3 - leaving c^2 + g q = 0.
    // Newton comes down to its largest root, which is that of a flow slower than its waves.
    T c = larger(T(0.5) * leaving, least);
    unrolled<8>([&](auto) {
        const T miss = (T(2) * c - leaving) * c * c + gravity * flow;
        c = larger(c - miss / (T(2) * c * (T(3) * c - leaving)), least);
    });
    // A flow that comes in is as fast as its critical one at most.
    const T slowed = flow < T(0) ? speed + least : speed;
    const T h = larger(smaller(c * c, gravity * deepest_behind_bore(depth, slowed, gravity)),
                       least * least) /
                gravity;
    return {h, flow / h};
}

/// The speed at which friction holds water on the slope beyond an edge.
template <class T>
TARN_HD T normal_speed(T depth, const EdgeState<T>& edge) {
    const T tiny = T(1e-20);
    const T friction = edge.manning / larger(cube_root<T>(depth), tiny) + edge.drag;
    return square_root(edge.fall * depth / larger(friction, tiny));
}

/// Water that flows out as fast as friction lets it, U(h), and not faster than its waves: the wave
/// speed with which U + 2 c = leaving.
template <class T>
TARN_HD T normal_wave(T leaving, const EdgeState<T>& edge, T gravity) {
    const T critical = leaving / T(3);
    T c = T(0.5) * leaving;
    // U grows with c^(4/3) after Manning and with c where the drag is one number, so that this
    // comes down to the root, for Manning as fast as Newton.
    unrolled<8>([&](auto) {
        const T normal = normal_speed(c * c / gravity, edge);
        const T miss = normal + T(2) * c - leaving;
        c = larger(c - miss / (T(4.0 / 3.0) * normal / c + T(2)), critical);
    });
    return c;
}

/// Water that leaves; none comes in. Faster than its waves it leaves as it is, unless a slope on
/// which it would be slower holds it up; else u + 2 c of it goes on, at the normal depth of the
/// slope beyond, or at its critical depth where that is smaller or no slope is known.
template <class T>
TARN_HD AtFace<T> at_outfall(T depth, T speed, const EdgeState<T>& edge, T gravity) {
    const T wave = square_root(gravity * depth), leaving = speed + T(2) * wave;
    if (!(T(0) < depth) || !(T(0) < leaving)) return {T(0), T(0)};
    const T critical = leaving / T(3);
    const T c = T(0) < edge.fall ? normal_wave(leaving, edge, gravity) : critical;
    if (wave < speed && !(critical < c)) return {depth, speed};
    const T most = deepest_behind_bore(depth, speed, gravity);
    if (most < c * c / gravity) return {most, smaller(normal_speed(most, edge), speed)};
    return {c * c / gravity, leaving - T(2) * c};
}

/// Water in the face of an edge that gives its flux, before the water `side` inside.
template <class T>
TARN_HD AtFace<T> at_given(const Side<T>& side, const EdgeState<T>& edge, T gravity) {
    return edge.kind == Beyond::Outflow ? at_outfall(side.h, side.u, edge, gravity)
                                        : at_discharge(side.h, side.u, edge.normal, gravity);
}

/// The flux at such a face, everything outwards: what is given is what crosses, to the digit.
template <class T>
TARN_HD Flux<T> given_flux(const Side<T>& side, const EdgeState<T>& edge, const Constants<T>& k) {
    const AtFace<T> face = at_given(side, edge, k.gravity);
    // All of a discharge comes in; what is to leave may find less water than that.
    const bool is_inward = edge.kind == Beyond::Discharge && edge.normal < T(0);
    const T mass = is_inward ? edge.normal : face.h * face.u;
    const T push = mass * face.u + T(0.5) * k.gravity * (face.h - side.h) * (face.h + side.h);
    return {in_quanta<T>(k.ratio * mass, k), is_inward ? T(0) : mass * side.v, push, push};
}

/// How far the bed falls or rises beyond an edge at most, in depths of the cell at it: a drop
/// behind a dry cell would put a sill before it, on which water hangs while it is pulled down.
inline constexpr double kMostDrop = 8.0;

/// The cell beyond an edge that gives its flux. Where the bed falls along the flow it goes on as it
/// does inside. So does water that leaves as it is, or a wave could stand between the last two
/// cells.
template <class T>
TARN_HD Cell<T> beyond_given(const Cell<T>& cell, const Cell<T>& inner, const EdgeState<T>& edge,
                             T gravity) {
    const AtFace<T> face = at_given<T>({cell.h, cell.u, cell.v, cell.z}, edge, gravity);
    const bool is_inward = edge.kind == Beyond::Discharge && edge.normal < T(0);
    const T v = is_inward ? T(0) : cell.v;
    if (inner.h < T(0)) return {face.h, face.u, v, cell.z};
    const T rise = cell.z - inner.z, most = T(kMostDrop) * cell.h;
    const T z = cell.z + (is_inward ? larger(smaller(rise, most), T(0))
                                    : smaller(larger(rise, -most), T(0)));
    if (face.h != cell.h || face.u != cell.u) return {face.h, face.u, v, z};
    return {larger(cell.h + (cell.h - inner.h), T(0.5) * cell.h), cell.u + (cell.u - inner.u), v,
            z};
}

/// The cells at an edge that those beyond it are made from, u outwards.
template <class T>
struct AtEdge {
    Cell<T> cell, inner;  ///< at the edge, and beside it
    Cell<T> mirrored;     ///< as far from the edge as the one beyond
};

/// A cell beyond an edge, u outwards, for all edges but periodic ones. Where no edge gives its
/// flux, GPUs do without what these need.
template <class T, bool MayGiveFlux = true>
TARN_HD Cell<T> beyond(const AtEdge<T>& at, const EdgeState<T>& edge, T gravity) {
    const Cell<T>&cell = at.cell, &mirrored = at.mirrored;
    const Cell<T> wall = {mirrored.h, -mirrored.u, mirrored.v, mirrored.z};
    if (cell.h < T(0)) return wall;
    if (edge.kind == Beyond::Open) return beyond_open<T, T>(cell, edge, gravity);
    if (edge.kind == Beyond::Level) return beyond_level<T, T>(cell, edge, gravity);
    if constexpr (MayGiveFlux)
        if (edge.gives_flux()) return beyond_given(cell, at.inner, edge, gravity);
    if (edge.kind == Beyond::Piston) return {cell.h, T(2) * edge.normal - cell.u, cell.v, cell.z};
    return wall;
}

}  // namespace tarn::shallow::fv
