// BGK whose relaxation time grows with the square of the local stress: the default for ponds.
// Small waves see plain BGK (the limiter is second order in their steepness), while a steep front
// is spread over a few cells before it can ring. Scaled by g h^3, its effect on a wave of given
// height and length does not depend on the lattice step. Chosen by measurement: it is the only
// operator of this registry that carries a drop of twice the depth at tau = 0.505 on every grid
// (docs/collisions.md has the table).
#pragma once

#include "base/numeric.hpp"
#include "lattice/pairs.hpp"

namespace tarn::lattice {

/// omega' = omega max(0.1, 1 - x), x = K P:P/(g h^3 tau), K = 100: to first order
/// tau' = tau + K P:P/(g h^3). With no floor under omega, cells of x >= 1 would never relax and the
/// wreck of a front could ring for ever.
struct Limited {
    static constexpr const char* name = "limited";
    static constexpr const char* about = "BGK with a limiter on steep fronts (default)";
    static constexpr double strength_at_unit_gravity = 100.0;
    static constexpr double least_share = 0.1;

    template <class T>
    struct Constants {
        T omega, strength;
    };

    template <class T>
    TARN_HD static Constants<T> constants(double tau, double gravity) {
        return {T(1.0 / tau), T(strength_at_unit_gravity / (gravity * tau))};
    }

    template <class T, class V, class Moments>
    TARN_HD static V rates(V stress_squared, const Moments& m, const Constants<T>& k) {
        // The scale is ready long before the stress is: this order keeps the chain short.
        const V scale = V(k.strength) * (m.inverse_mass * (m.inverse_mass * m.inverse_mass));
        const V omega = V(k.omega) * larger(V(T(least_share)), V(T(1)) - scale * stress_squared);
        return omega;
    }
};

}  // namespace tarn::lattice
