// The copies of the populations, and which of them is the state.
#pragma once

#include "solver/shallow/d2q9/bed.hpp"
#include "solver/shallow/d2q9/storage.hpp"

namespace tarn::shallow::d2q9 {

/// A step goes across, to the other copy, or in place, to the other arrangement of the same (AA
/// pattern [bailey2009]).
template <class S>
struct Copies {
    using T = typename S::Number;

    Planes<S> planes[2];
    int current = 0;
    bool is_single = false;     ///< there is no other copy
    T* bed = nullptr;           ///< as in BedView; null: flat
    T* deviations[2] = {};      ///< every step goes from one to the other
    int current_deviation = 0;  ///< as `current` where there are two copies

    const Planes<S>& state() const { return planes[current]; }
    BedView<T> bed_view() const { return {bed, deviations[current_deviation], state().grid}; }
    T* next_deviation() const { return deviations[1 - current_deviation]; }
    const Planes<S>& across() const { return planes[1 - current]; }
    Planes<S> in_place() const {
        Planes<S> same = state();
        same.is_shifted = !same.is_shifted;
        return same;
    }
    void go_across() {
        current = 1 - current;
        current_deviation = 1 - current_deviation;
    }
    void go_in_place() {
        planes[current].is_shifted = !planes[current].is_shifted;
        current_deviation = 1 - current_deviation;
    }
};

}  // namespace tarn::shallow::d2q9
