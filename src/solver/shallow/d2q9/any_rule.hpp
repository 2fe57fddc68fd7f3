// A rule that is chosen while running: for cells that are too few to compile their steps once per
// collision.
#pragma once

#include "lattice/collisions.hpp"
#include "solver/shallow/d2q9/kernels.hpp"

namespace tarn::shallow::d2q9 {

template <class T, class List = lattice::Collisions>
struct AnyRule;

/// Holds the constants of all collisions, and which of them it is.
template <class T, class... Collisions>
struct AnyRule<T, std::tuple<Collisions...>> : Collisions::template Constants<T>... {
    int collision = 0;  ///< index in lattice::Collisions
    bool has_forces = false;

    AnyRule() = default;
    AnyRule(int index, bool is_forced, const StepConstants<T>& k)
        : Collisions::template Constants<T>(
              Collisions::template constants<T>(k.tau, double(k.gravity)))...,
          collision(index),
          has_forces(is_forced) {}

    TARN_HD static const AnyRule& of(const AnyRule& rule) { return rule; }

    template <class V>
    TARN_HD void relax(ShallowCell<V>& cell, const ShallowMoments<V>& m, T gravity) const {
        int index = 0;
        const auto try_one = [&](const auto& rule) {
            if (index++ == collision) rule.relax(cell, m, gravity);
        };
        (try_one(Rule<Collisions, false, T>::of(*this)), ...);
    }
};

}  // namespace tarn::shallow::d2q9
