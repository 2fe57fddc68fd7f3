// Water under a hull, per cell and per face. Under a hull that touches it, water has a lid: its
// head (m, the level that an open pipe would show) is a number of its own, and the depth below is
// what the hull leaves. The sweeps see the head minus the depth as the bed (the effective bed), so
// that they need to know lids at faces only.
#pragma once

#include "base/numeric.hpp"
#include "solver/shallow/fv/kernels.hpp"

#include <cstdint>

namespace tarn::shallow::fv::hull {

/// What a hull makes of a cell.
enum class Kind : std::uint8_t {
    Free,  ///< no hull touches the water: the head is its level
    Lid,   ///< a hull lies on it: the head is solved for
    Over,  ///< the hull is under water, which flows over it
    Shut   ///< the hull stands on the ground: a wall
};
TARN_HD constexpr bool is_held(Kind kind) {
    return kind == Kind::Lid || kind == Kind::Shut;
}

/// A cell beside the face of a sweep, as a hull has it.
template <class T>
struct Hold {
    Kind kind = Kind::Free;
    T speed = 0;  ///< of the hull along the sweep, m/s
};

/// The flux at a face that touches a hull on the ground: none crosses, both sides are thrown back.
template <class T>
TARN_HD Flux<T> shut_flux(const Side<T>& a, const Side<T>& b, const Constants<T>& k) {
    const T ca = square_root(k.gravity * a.h), cb = square_root(k.gravity * b.h);
    return {T(0), T(0), a.h * a.u * (a.u + magnitude(a.u) + ca),
            b.h * b.u * (b.u - magnitude(b.u) - cb)};
}

/// Water drifts with a hull where it is slower or faster by less than this part of its waves, and
/// no longer where it is by twice as much: blows and wakes are left to the projection.
inline constexpr double kAdrift = 0.1;
/// So it is with hulls that are faster than this part of the waves, and than twice as much: what is
/// thrown does not drift.
inline constexpr double kThrown = 0.25;

/// What part of the room that a hull takes and leaves as it moves the water takes along: as fast as
/// the hull all of it, at rest nothing.
template <class T>
TARN_HD T part_taken_along(T flows, T moves, T wave) {
    const T zero = T(0), one = T(1);
    if (moves == zero) return zero;
    const T adrift = T(2) - magnitude(flows - moves) / (T(kAdrift) * wave);
    const T thrown = T(2) - magnitude(moves) / (T(kThrown) * wave);
    return smaller(larger(flows / moves, zero), one) * smaller(larger(adrift, zero), one) *
           smaller(larger(thrown, zero), one);
}

/// The hull at a face that touches its lid.
template <class T>
struct LidFace {
    T speed = 0;  ///< of the hull along the sweep, m/s
    /// What the mean discharge leaves out of the water that flows past the moving hull, m2/s: the
    /// mean of two cells does not know where in them the hull ends.
    T missing = 0;
};

/// The flux at a face that touches a lid. Mass: the mean discharge, with no more smoothing of the
/// head than the projection that follows can take, and upwind, seen from the hull, where the water
/// is faster than its waves. Momentum: path-conservative [pares2006], the effective bed pushes with
/// the mean depth, and what is smoothed is the discharge as the hull sees it, so that a hull which
/// drifts with the water feels nothing.
template <class T>
TARN_HD Flux<T> lid_flux(const Side<T>& a, const Side<T>& b, const LidFace<T>& face,
                         const Constants<T>& k) {
    const T half = T(0.5), zero = T(0), one = T(1), hull_speed = face.speed;
    const T ca = square_root(k.gravity * a.h), cb = square_root(k.gravity * b.h);
    const T qa = a.h * a.u, qb = b.h * b.u, jump = (b.h + b.z) - (a.h + a.z);
    const T fastest = larger(magnitude(a.u) + ca, magnitude(b.u) + cb);
    const T c = larger(smaller(ca, cb), T(1e-9));
    const T swift = larger(smaller(larger(magnitude(a.u), magnitude(b.u)) / c - one, one), zero);
    const T past_a = qa - hull_speed * a.h, past_b = qb - hull_speed * b.h;
    const T along = past_a + past_b,
            sign = select(zero < along, one, select(along < zero, -one, zero));
    const T mass = half * (qa + qb - swift * sign * (past_b - past_a) -
                           (one - swift) * smaller(c, k.ratio * c * c) * jump) +
                   face.missing;
    const T push = (qb * b.u - qa * a.u) + half * k.gravity * (a.h + b.h) * jump;
    const T smoothed = half * fastest * ((qb - qa) - hull_speed * (b.h - a.h));
    // What the mean discharge left out has the velocity of the water around it.
    const T shared = half * face.missing * (a.u + b.u) - smoothed;
    Flux<T> flux;
    flux.depth = in_quanta<T>(k.ratio * mass, k);
    flux.across = mass * select(zero < mass, a.v, b.v);
    flux.low = qa * a.u + half * push + shared;
    flux.high = qb * b.u - half * push + shared;
    return flux;
}

}  // namespace tarn::shallow::fv::hull
