// What acts on a cell besides its neighbours: friction of the bed, wind, the turning of the earth.
// For half a step before the sweeps and for half a step after them [strang1968]: so the velocity
// that a cell shows, and the one that its fluxes are made from, are right to second order.
#pragma once

#include "base/numeric.hpp"
#include "solver/shallow/fv/kernels.hpp"

namespace tarn::shallow::fv {

/// Of half a step.
template <class T>
struct Forces {
    bool is_any = false;
    T manning = 0;             ///< g n^2 dt/2
    T drag = 0;                ///< C dt/2
    T wind_u = 0, wind_v = 0;  ///< m/s
    T wind_drag = 0;           ///< its coefficient times dt/2
    T turn_cos = 1, turn_sin = 0;
};

/// Wind and friction are the exact change of a flow that nothing else acts on, so that water never
/// overtakes the wind, and friction never turns it around.
template <class T, class V>
TARN_HD Moved<V> forced(const Moved<V>& cell, const Forces<T>& f, const Constants<T>& k) {
    const V zero(T(0)), one(T(1));
    const V h = larger(cell.h, zero), inverse = inverse_depth<T>(h, k);
    const V behind_u = V(f.wind_u) - cell.u, behind_v = V(f.wind_v) - cell.v;
    const V behind = square_root(behind_u * behind_u + behind_v * behind_v);
    const V pull = V(f.wind_drag) * behind * inverse, share = pull / (one + pull);
    const V wind_u = cell.u + share * behind_u, wind_v = cell.v + share * behind_v;
    const V u = V(f.turn_cos) * wind_u + V(f.turn_sin) * wind_v;
    const V v = V(f.turn_cos) * wind_v - V(f.turn_sin) * wind_u;
    const V speed = square_root(u * u + v * v);
    const V deep = larger(h, V(k.film_m));
    const V rate = (V(f.manning) / cube_root<T>(deep) + V(f.drag)) / deep;
    const V kept = one / (one + rate * speed);
    const MaskOf<V> solid = cell.h < zero;
    return {cell.h, select(solid, zero, u * kept), select(solid, zero, v * kept)};
}

}  // namespace tarn::shallow::fv
