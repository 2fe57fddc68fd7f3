// How populations lie in memory, and the view of one copy of them. The number a step computes with
// and the number it stores may differ: half storage computes in float.
#pragma once

#include "base/half.hpp"
#include "base/numeric.hpp"
#include "lattice/shallow.hpp"
#include "solver/shallow/grid.hpp"

namespace tarn::shallow::d2q9 {

using lattice::D2Q9;
using lattice::ShallowCell;

/// Every population as the number that is computed with.
template <class T>
struct Full {
    using Number = T;
    using Moving = T;

    template <class V>
    TARN_HD static V as_stored(V value) {
        return value;
    }
};

/// Moving populations as halves, the rest population as float: it takes up what rounding took from
/// the others, so mass is kept as well as with floats.
struct Halved {
    using Number = float;
    using Moving = Half;

    template <class V>
    TARN_HD static V as_stored(V value) {
        if constexpr (requires { V::width; }) {
            return V::as_halves(value);
        } else {
            return to_float(to_half(value));
        }
    }
};

/// Bytes that a step moves per cell: nine populations read, nine written.
template <class S>
inline constexpr double kBytesPerUpdate = 2.0 * (sizeof(typename S::Number) +
                                                 8.0 * sizeof(typename S::Moving));

/// One copy of the populations. In the natural arrangement a population lies with the cell it
/// leaves. In the shifted one, which every other step in place leaves behind, it lies with the cell
/// it moves to, in the plane of the opposite direction: the place where that cell's own population
/// was before.
template <class S>
struct Planes {
    using Number = typename S::Number;
    using Moving = typename S::Moving;

    Number* rest = nullptr;
    Moving* moving = nullptr;  ///< plane k is direction k + 1
    Grid grid;
    bool is_shifted = false;

    /// Place of the population that moves from (x, y) in direction `i` (from 1 to 8).
    TARN_HD Moving* at(int i, int x, int y) const {
        if (is_shifted)
            return moving + (lattice::opposite(i) - 1) * grid.plane +
                   grid.at(x + D2Q9::c(i, 0), y + D2Q9::c(i, 1));
        return moving + (i - 1) * grid.plane + grid.at(x, y);
    }

    template <int I, class V>
    TARN_HD V load(int x, int y) const {
        if constexpr (I == 0)
            return tarn::load<V>(rest + grid.at(x, y));
        else
            return tarn::load<V>(at(I, x, y));
    }

    template <int I, class V>
    TARN_HD void store(V value, int x, int y) const {
        if constexpr (I == 0)
            tarn::store(value, rest + grid.at(x, y));
        else
            tarn::store(value, at(I, x, y));
    }

    /// All populations that leave (x, y).
    template <class V>
    TARN_HD ShallowCell<V> load_cell(int x, int y) const {
        ShallowCell<V> cell;
        unrolled<9>([&](auto index) {
            constexpr int i = decltype(index)::value;
            cell.f[i] = load<i, V>(x, y);
        });
        return cell;
    }

    /// All populations that arrive at (x, y).
    template <class V>
    TARN_HD ShallowCell<V> load_arriving(int x, int y) const {
        ShallowCell<V> cell;
        unrolled<9>([&](auto index) {
            constexpr int i = decltype(index)::value;
            cell.f[i] = load<i, V>(x - D2Q9::c(i, 0), y - D2Q9::c(i, 1));
        });
        return cell;
    }

    template <class V>
    TARN_HD void store_cell(const ShallowCell<V>& cell, int x, int y) const {
        unrolled<9>([&](auto index) {
            constexpr int i = decltype(index)::value;
            store<i>(cell.f[i], x, y);
        });
    }
};

}  // namespace tarn::shallow::d2q9
