// What happens in one cell: the only place where the d2q9 scheme is written. Values in, values out;
// T is the number type, V the value type: T itself on a GPU, a SIMD pack in the CPU loops.
#pragma once

#include "base/numeric.hpp"
#include "lattice/shallow.hpp"
#include "solver/shallow/d2q9/storage.hpp"

namespace tarn::shallow::d2q9 {

using lattice::ShallowMoments;
using lattice::ShallowPairs;

/// Forces in lattice units; depth in reference depths.
template <class T>
struct Forces {
    T friction = 0;  ///< g n^2 dx / h_ref^(4/3), n of Manning
    T drag = 0;      ///< C dx / h_ref of the quadratic law
    T wind_x = 0, wind_y = 0;
    T turn_sine = 0, turn_versine = 0;  ///< of the angle a step turns by, to the right; 1 - cosine
};

/// What every cell of a step shares.
template <class T>
struct StepConstants {
    T gravity;  ///< c*^2: g h_ref dt^2/dx^2
    double tau;
    Forces<T> forces;
};

/// Water stays physical while it is there, bounded, and slower than one cell per step. False for
/// NaN, since a comparison with NaN is.
template <class T, class V>
TARN_HD MaskOf<V> is_healthy(const ShallowMoments<V>& m) {
    const V mass_speed_squared = m.mx * m.u + m.my * m.v;
    return MaskOf<V>((V(T(0)) < m.mass) & (m.mass < V(T(1e6))) & (mass_speed_squared < m.mass));
}

/// Momentum that a cell gets in a step.
template <class V>
struct Push {
    V x, y;
};

/// Bed friction, implicit so that it never turns the flow around, Coriolis force, which turns it
/// and keeps its speed, and wind stress.
template <class T, class V>
TARN_HD Push<V> push_on(const ShallowMoments<V>& m, const Forces<T>& forces) {
    const V speed = square_root(m.u * m.u + m.v * m.v);
    const V drag = V(forces.friction) * speed / (m.mass * cube_root<T>(m.mass)) +
                   V(forces.drag) * speed / m.mass;
    const V kept = V(T(1)) / (V(T(1)) + drag), lost = kept - V(T(1));
    const V turned_x = V(forces.turn_sine) * m.my - V(forces.turn_versine) * m.mx;
    const V turned_y = V(T(0)) - V(forces.turn_sine) * m.mx - V(forces.turn_versine) * m.my;
    return {(lost * m.mx + kept * turned_x) + V(forces.wind_x),
            (lost * m.my + kept * turned_y) + V(forces.wind_y)};
}

/// A force F is f_i += 3 w_i e_i.F: adds exactly F and no mass.
template <class T, class V>
TARN_HD void add_push(ShallowCell<V>& cell, const Push<V>& force) {
    unrolled<4>([&](auto pair) {
        using lattice::D2Q9;
        constexpr int i = 2 * decltype(pair)::value + 1;
        const V ef = V(T(D2Q9::c(i, 0))) * force.x + V(T(D2Q9::c(i, 1))) * force.y;
        const V part = V(T(3.0 * D2Q9::weight(i))) * ef;
        cell.f[i] = cell.f[i] + part;
        cell.f[i + 1] = cell.f[i + 1] - part;
    });
}

template <class T, class V>
TARN_HD void push(ShallowCell<V>& cell, const ShallowMoments<V>& m, const Forces<T>& forces) {
    add_push<T>(cell, push_on(m, forces));
}

/// Rounds what moves to what memory holds, and lets the rest population take up the difference: a
/// cell's mass is kept to rounding. Every cell passes here before it is stored.
template <class S, class V>
TARN_HD void settle(ShallowCell<V>& cell, V mass_deviation) {
    unrolled<8>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        cell.f[i] = S::as_stored(cell.f[i]);
    });
    lattice::close_mass(cell, mass_deviation);
}

/// How cells relax and whether forces act, where both are known while compiling. AnyRule
/// (any_rule.hpp) is the same for a choice made while running.
template <class Collision, bool HasForces, class T>
struct Rule {
    static constexpr bool has_forces = HasForces;
    using Constants = typename Collision::template Constants<T>;
    Constants constants;

    /// Of something that has the constants of many collisions.
    TARN_HD static Rule of(const Constants& constants) { return {constants}; }

    template <class V>
    TARN_HD void relax(ShallowCell<V>& cell, const ShallowMoments<V>& m, T gravity) const {
        const ShallowPairs<V> pairs = lattice::to_pairs(cell);
        const ShallowPairs<V> eq = lattice::equilibrium<T>(m, gravity);
        const V stress = lattice::stress_squared<T>(pairs, m, gravity);
        lattice::relax<T>(cell, pairs, eq, Collision::template rates<T>(stress, m, constants));
    }
};

/// One step of one cell whose populations have arrived. Returns whether it was healthy.
template <class S, class R, class T, class V>
TARN_HD MaskOf<V> collide_cell(ShallowCell<V>& cell, const StepConstants<T>& k, const R& rule) {
    const ShallowMoments<V> m = lattice::moments<T>(lattice::to_pairs(cell));
    rule.relax(cell, m, k.gravity);
    if (rule.has_forces) push(cell, m, k.forces);
    settle<S>(cell, m.mass_deviation);
    return is_healthy<T>(m);
}

/// Moves a cell from one state to another; of its stress, `kept` remains.
template <class S, class T, class V>
TARN_HD void move_state(ShallowCell<V>& cell, const ShallowPairs<V>& from,
                        const ShallowPairs<V>& to, V mass_deviation, V kept) {
    ShallowPairs<V> pairs = lattice::to_pairs(cell);
    unrolled<4>([&](auto pair) {
        constexpr int k = decltype(pair)::value;
        pairs.sum[k] = to.sum[k] + kept * (pairs.sum[k] - from.sum[k]);
        pairs.difference[k] = to.difference[k] + kept * (pairs.difference[k] - from.difference[k]);
    });
    cell = lattice::to_populations<T>(pairs);
    settle<S>(cell, mass_deviation);
}

/// Adds depth (negative: takes it) without momentum and without stress: the populations move from
/// one equilibrium to the other. POND adds a ninth to each population instead, which makes a sound
/// of its own near tau = 1/2.
template <class S, class T, class V>
TARN_HD void add_depth(ShallowCell<V>& cell, const ShallowMoments<V>& before, V depth, V still,
                       T gravity) {
    const V thinned = before.mass / (before.mass + depth);
    const ShallowMoments<V> after = lattice::moments_of<T>(
        before.mass_deviation + depth, before.u * thinned, before.v * thinned, still);
    // What is not in equilibrium goes with the water once more than half of that is taken: the
    // stress of deep water would be more than what is left can send.
    const V kept = select(depth < V(T(0)),
                          smaller(V(T(1)), V(T(2)) * (after.mass * before.inverse_mass)), V(T(1)));
    move_state<S, T>(cell, lattice::equilibrium<T>(before, gravity),
                     lattice::equilibrium<T>(after, gravity), after.mass_deviation, kept);
}

/// Carries a cell over to another lattice step. Depth stays, velocity in cells per step scales, and
/// so does what is not in equilibrium, as the first order of Chapman and Enskog has it: shear like
/// the velocity; compression, to which the pressure adds, like velocity times 4/3 - 2 g h; odd
/// moments, which follow the gradient of the pressure, like the square of the velocity.
template <class T>
struct StepRatios {
    T gravity_before, gravity_after, velocity, stress;
};
template <class S, class T, class V>
TARN_HD void change_step(ShallowCell<V>& cell, const ShallowMoments<V>& before, V still,
                         const StepRatios<T>& ratios) {
    const ShallowMoments<V> after = lattice::moments_of<T>(
        before.mass_deviation, before.u * V(ratios.velocity), before.v * V(ratios.velocity), still);
    const ShallowPairs<V> from = lattice::equilibrium<T>(before, ratios.gravity_before);
    ShallowPairs<V> to = lattice::equilibrium<T>(after, ratios.gravity_after);
    const ShallowPairs<V> now = lattice::to_pairs(cell);
    const V axes = (now.sum[0] - from.sum[0]) + (now.sum[1] - from.sum[1]);
    const V diagonals = (now.sum[2] - from.sum[2]) + (now.sum[3] - from.sum[3]);
    const V trace = axes + V(T(2)) * diagonals;
    // Near a wave speed of 4/3 - 2 g h = 0 there would be nothing to scale.
    const auto compression = [&](T gravity) {
        return larger(V(T(4.0 / 3.0)) - V(T(2) * gravity) * before.mass, V(T(1.0 / 3.0)));
    };
    const V share = compression(ratios.gravity_after) / compression(ratios.gravity_before);
    const V pressure = V(T(0.5) * ratios.stress) * trace * (share - V(T(1)));
    unrolled<4>([&](auto pair) {
        constexpr int k = decltype(pair)::value;
        to.sum[k] = to.sum[k] + V(ratios.stress) * (now.sum[k] - from.sum[k]) +
                    V(T(k < 2 ? 2.0 / 3.0 : 1.0 / 6.0)) * pressure;
        to.difference[k] = to.difference[k] + V(ratios.stress * ratios.velocity) *
                                                  (now.difference[k] - from.difference[k]);
    });
    cell = lattice::to_populations<T>(to);
    settle<S>(cell, after.mass_deviation);
}

}  // namespace tarn::shallow::d2q9
