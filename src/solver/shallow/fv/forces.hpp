// What acts on a cell besides its neighbours, once per step: friction of the bed, wind, the turning
// of the earth.
#pragma once

#include "base/numeric.hpp"
#include "base/unrolled.hpp"
#include "solver/shallow/fv/kernels.hpp"

namespace tarn::shallow::fv {

/// Of one step.
template <class T>
struct Forces {
    bool is_any = false;
    T manning = 0;             ///< g n^2 dt
    T drag = 0;                ///< C dt
    T wind_u = 0, wind_v = 0;  ///< m/s
    T wind_drag = 0;           ///< its coefficient times dt
    T turn_cos = 1, turn_sin = 0;
};

/// Cube root by Halley's steps from a power of square roots: the same bits everywhere, and exact to
/// rounding from films to oceans.
template <class T, class V>
TARN_HD V cube_root(V x) {
    const V fourth = square_root(square_root(x));
    V y = fourth * square_root(square_root(fourth));  // x^(5/16)
    unrolled<4>([&](auto) {
        const V cube = y * y * y;
        y = y * (cube + (x + x)) / (cube + cube + x);
    });
    return y;
}

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
