// What happens in a full cell: moments, equilibrium, collisions. Pure functions for plain numbers
// and SIMD packs. Populations are kept as their distance from still water, f_i - w_i. The interface
// cells of a free surface are in surface.hpp.
#pragma once

#include "base/numeric.hpp"
#include "base/unrolled.hpp"
#include "lattice/d3q19.hpp"
#include "lattice/storage.hpp"

namespace tarn::volume {

using L = lattice::D3Q19;
using lattice::opposite;

/// Bgk relaxes all moments alike. Smagorinsky adds the eddy viscosity of unresolved whirls
/// [smagorinsky1963, hou1996]. Trt has a rate of its own for the odd part of the populations
/// [ginzburg2008].
enum class Collision { Bgk, Smagorinsky, Trt };

/// Constants of a step, in lattice units.
template <class T>
struct Constants {
    T gravity[3] = {};
    T tau = T(1);
    T omega = T(1);           ///< of the even part
    T omega_odd = T(1);       ///< of the odd part; the same but in Trt
    bool has_eddies = false;  ///< Smagorinsky: both follow from the flow
    T eddy = T(0);            ///< 18 C^2
    T most_speed = T(0.4);
    T tension = T(0);  ///< of the surface
};

/// Density above that of still water, and velocity.
template <class V>
struct Moments {
    V delta;
    V u[3];
};

/// e_i . u, without products: 0 x is not folded away under the rules of IEEE.
template <int I, class V>
TARN_HD V along(const V (&u)[3]) {
    constexpr int x = L::c(I, 0), y = L::c(I, 1), z = L::c(I, 2);
    if constexpr (x != 0) {
        const V a = x > 0 ? u[0] : -u[0];
        if constexpr (y != 0)
            return y > 0 ? a + u[1] : a - u[1];
        else if constexpr (z != 0)
            return z > 0 ? a + u[2] : a - u[2];
        else
            return a;
    } else if constexpr (y != 0) {
        const V a = y > 0 ? u[1] : -u[1];
        if constexpr (z != 0)
            return z > 0 ? a + u[2] : a - u[2];
        else
            return a;
    } else {
        return z > 0 ? u[2] : -u[2];
    }
}

template <class V>
TARN_HD V squared(const V (&u)[3]) {
    return u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
}

/// Sums and differences of opposite populations.
template <class V>
struct Halves {
    V sum[9], difference[9];
};

template <class V>
TARN_HD Halves<V> halves(const V (&f)[L::q]) {
    Halves<V> h;
    unrolled<9>([&](auto index) {
        constexpr int k = decltype(index)::value;
        h.sum[k] = f[2 * k + 1] + f[2 * k + 2];
        h.difference[k] = f[2 * k + 1] - f[2 * k + 2];
    });
    return h;
}

/// Moments of order 0 and 1. The order of the additions is part of the result.
template <class V>
TARN_HD Moments<V> moments(V rest, const Halves<V>& h) {
    const V(&s)[9] = h.sum;
    const V(&d)[9] = h.difference;
    return {rest + ((s[0] + s[1]) + s[2]) + (((s[3] + s[4]) + (s[5] + s[6])) + (s[7] + s[8])),
            {d[0] + ((d[3] + d[4]) + (d[5] + d[6])), d[1] + ((d[3] - d[4]) + (d[7] + d[8])),
             d[2] + ((d[5] - d[6]) + (d[7] - d[8]))}};
}

template <class V>
TARN_HD Moments<V> moments(const V (&f)[L::q]) {
    return moments(f[0], halves(f));
}

/// Mean of the equilibria of a direction and its opposite, less w: w (delta + 9/2 (e.u)^2 - 3/2
/// u^2) for the incompressible fluid [he1997].
template <class T, class V>
TARN_HD V even_equilibrium(int i, V along_u, V base) {
    return V(T(L::weight(i))) * (V(T(4.5)) * along_u * along_u + base);
}

/// All populations of the equilibrium, as they are stored. The rest population closes the sum.
template <class S, class V>
TARN_HD void set_equilibrium(const Moments<V>& m, V (&f)[L::q]) {
    using T = typename S::Number;
    const V base = m.delta - V(T(1.5)) * squared(m.u);
    V sum = V(T(0));
    unrolled<9>([&](auto index) {
        constexpr int i = 2 * decltype(index)::value + 1;
        const V eu = along<i>(m.u), even = even_equilibrium<T>(i, eu, base);
        const V odd = V(T(3.0 * L::weight(i))) * eu;
        f[i] = S::as_stored(even + odd);
        f[i + 1] = S::as_stored(even - odd);
        sum = sum + (f[i] + f[i + 1]);
    });
    f[0] = m.delta - sum;
}

/// omega of the eddy viscosity: tau' = (tau + sqrt(tau^2 + 18 C^2 Q))/2, where Q^2 = P:P and P is
/// the momentum flux beyond equilibrium. The density of the incompressible fluid is 1 here.
template <class T, class V>
TARN_HD V eddy_omega(const V (&q)[9], const Constants<T>& k) {
    const V xx = q[0] + ((q[3] + q[4]) + (q[5] + q[6]));
    const V yy = q[1] + ((q[3] + q[4]) + (q[7] + q[8]));
    const V zz = q[2] + ((q[5] + q[6]) + (q[7] + q[8]));
    const V xy = q[3] - q[4], xz = q[5] - q[6], yz = q[7] - q[8];
    const V shear = xy * xy + xz * xz + yz * yz;
    const V flux = square_root(xx * xx + yy * yy + zz * zz + (shear + shear));
    return V(T(2)) / (V(k.tau) + square_root(V(T(k.tau * k.tau)) + V(k.eddy) * flux));
}

/// What a collision may do to values that are out of bounds. Nothing in a box full of fluid, where
/// a run ends then; near a free surface velocities are limited, in interface cells densities too.
enum class Limit { None, Speed, SpeedAndDensity };

/// Interface cells stay within this density above and below the air's.
inline constexpr double kMostDelta = 0.25;

/// What came out of a collision besides the populations.
template <class V>
struct Collided {
    Moments<V> before;     ///< limited where that is asked for
    MaskOf<V> is_limited;  ///< the populations are the equilibrium of the limited moments
};

/// Collides, adds gravity, and rounds to what will be stored. The rest population closes the sum,
/// so that rounding leaves no bias in the density. Without `MayHaveEddies` they are not asked for,
/// which saves registers on a GPU.
template <Limit How, class S, bool MayHaveEddies = true, class V>
TARN_HD Collided<V> collide(V (&f)[L::q], const Constants<typename S::Number>& k) {
    using T = typename S::Number;
    const Halves<V> h = halves(f);
    Moments<V> m = moments(f[0], h);
    V omega = V(k.omega), omega_odd = V(k.omega_odd);
    V u2 = squared(m.u);
    MaskOf<V> is_limited = {};
    if constexpr (How != Limit::None) {
        const V most = V(k.most_speed), most2 = most * most;
        is_limited = most2 < u2;
        if constexpr (How == Limit::SpeedAndDensity) {
            const V bounded = smaller(larger(m.delta, V(T(-kMostDelta))), V(T(kMostDelta)));
            is_limited = (is_limited | (bounded < m.delta)) | (m.delta < bounded);
            m.delta = bounded;
        }
        if (any<V>(is_limited)) {
            const V scale = select(most2 < u2, most / square_root(u2), V(T(1)));
            for (V& component : m.u) component = component * scale;
            u2 = squared(m.u);
        }
    }
    const V base = m.delta - V(T(1.5)) * u2;
    V eu[9], even[9], beyond[9];
    unrolled<9>([&](auto index) {
        constexpr int n = decltype(index)::value, i = 2 * n + 1;
        eu[n] = along<i>(m.u);
        even[n] = even_equilibrium<T>(i, eu[n], base);
        beyond[n] = h.sum[n] - (even[n] + even[n]);
    });
    if constexpr (MayHaveEddies)
        if (k.has_eddies) omega = omega_odd = eddy_omega(beyond, k);
    if constexpr (How != Limit::None) {
        omega = select(is_limited, V(T(1)), omega);
        omega_odd = select(is_limited, V(T(1)), omega_odd);
    }
    const V gravity[3] = {V(k.gravity[0]), V(k.gravity[1]), V(k.gravity[2])};
    const V keep = V(T(1)) - omega, keep_odd = V(T(1)) - omega_odd;
    V sum = V(T(0));
    unrolled<9>([&](auto index) {
        constexpr int n = decltype(index)::value, i = 2 * n + 1;
        const V forced = omega_odd * eu[n] + along<i>(gravity);
        const V e = V(T(0.5)) * (keep * h.sum[n]) + omega * even[n];
        const V o = V(T(0.5)) * (keep_odd * h.difference[n]) + V(T(3.0 * L::weight(i))) * forced;
        f[i] = S::as_stored(e + o);
        f[i + 1] = S::as_stored(e - o);
        sum = sum + (f[i] + f[i + 1]);
    });
    f[0] = m.delta - sum;
    return {m, is_limited};
}

/// False where the density has lost its sign or the speed is beyond that of sound: such fluid is
/// none.
template <class T, class V>
TARN_HD MaskOf<V> is_well(const Moments<V>& m) {
    return (m.delta * m.delta < V(T(1))) & (squared(m.u) < V(T(1.0 / 3.0)));
}

}  // namespace tarn::volume
