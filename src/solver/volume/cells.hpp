// The cells of water in space as they lie in memory, and how populations are loaded and stored by
// the place of a cell. All planes share one grid with a layer of ghost cells around it.
#pragma once

#include "exec/grid.hpp"
#include "lattice/planes.hpp"
#include "lattice/storage.hpp"
#include "solver/volume/kernels.hpp"
#include "solver/volume/solver.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tarn::volume {

using Grid = exec::Grid<3>;
template <class S>
using Planes = lattice::Planes<L, S>;
using lattice::Full;
using lattice::Halved;

/// What a byte of types holds: a CellType, or an outlet, which only ghost cells are.
enum Type : std::uint8_t {
    kEmpty = int(CellType::Empty),
    kInterface = int(CellType::Interface),
    kFluid = int(CellType::Fluid),
    kSolid = int(CellType::Solid),
    kOutlet,
    kTypeBits = 7
};
/// What an interface cell notes before types change: it is full, or it has run empty, and that
/// nobody around it fills, which would keep it. Cells of drains and of open faucets note that.
enum Note : std::uint8_t { kFills = 8, kEmpties = 16, kSettled = 32, kDrain = 64, kFaucet = 128 };

/// From a cell to its neighbour in direction `i`.
TARN_HD std::ptrdiff_t offset(const Grid& grid, int i) {
    return L::c(i, 2) * grid.layer + L::c(i, 1) * grid.pitch + L::c(i, 0);
}

template <int I, class V, class S>
TARN_HD V load_at(const Planes<S>& planes, std::ptrdiff_t place) {
    if constexpr (I == 0)
        return tarn::load<V>(planes.rest + place);
    else
        return tarn::load<V>(planes.moving + (I - 1) * planes.grid.plane + place);
}
template <int I, class V, class S>
TARN_HD void store_at(const Planes<S>& planes, std::ptrdiff_t place, V value) {
    if constexpr (I == 0)
        tarn::store(value, planes.rest + place);
    else
        tarn::store(value, planes.moving + (I - 1) * planes.grid.plane + place);
}

/// The sides of the box that population `i` comes through at a cell beside them: bit 2 axis is
/// before the box, bit 2 axis + 1 behind it.
TARN_HD constexpr unsigned sides_crossed(int i) {
    unsigned sides = 0;
    for (int axis = 0; axis < 3; ++axis)
        if (L::c(i, axis) != 0) sides |= 1u << (2 * axis + (L::c(i, axis) > 0 ? 0 : 1));
    return sides;
}

/// True where it is for any thread that goes together with this one.
TARN_HD bool any_beside(bool is_one) {
#if defined(__CUDA_ARCH__)
    return __any_sync(__activemask(), is_one) != 0;
#else
    return is_one;
#endif
}

/// The populations that leave a cell, or those that arrive.
template <class V, class S>
TARN_HD void load_cell(const Planes<S>& planes, std::ptrdiff_t place, V (&f)[L::q]) {
    unrolled<L::q>([&](auto index) {
        constexpr int i = decltype(index)::value;
        f[i] = load_at<i, V>(planes, place);
    });
}
template <class V, class S>
TARN_HD void load_arriving(const Planes<S>& planes, std::ptrdiff_t place, V (&f)[L::q]) {
    unrolled<L::q>([&](auto index) {
        constexpr int i = decltype(index)::value;
        f[i] = load_at<i, V>(planes, place - offset(planes.grid, i));
    });
}
/// Population `I` that arrives beside `walls` of the box, from which a cell gets back what it sent
/// (half-way bounce-back).
template <int I, class S>
TARN_HD typename S::Number load_beside(const Planes<S>& planes, std::ptrdiff_t place,
                                       unsigned walls) {
    constexpr unsigned crossed = sides_crossed(I);
    const bool is_sent_back = (walls & crossed) != 0;
    const std::ptrdiff_t plane = (is_sent_back ? opposite(I) - 1 : I - 1) * planes.grid.plane;
    return tarn::load<typename S::Number>(planes.moving + plane + place -
                                          (is_sent_back ? 0 : offset(planes.grid, I)));
}
/// All that arrive. Threads that go together take one path.
template <class T, class S>
TARN_HD void load_arriving(const Planes<S>& planes, std::ptrdiff_t place, unsigned walls,
                           T (&f)[L::q]) {
    if (!any_beside(walls != 0)) return load_arriving(planes, place, f);
    f[0] = load_at<0, T>(planes, place);
    unrolled<L::q - 1>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        f[i] = load_beside<i>(planes, place, walls);
    });
}
template <class V, class S>
TARN_HD void store_cell(const Planes<S>& planes, std::ptrdiff_t place, const V (&f)[L::q]) {
    unrolled<L::q>([&](auto index) {
        constexpr int i = decltype(index)::value;
        store_at<i>(planes, place, f[i]);
    });
}

/// Stores those cells of a pack that are `active`.
template <class V, class S>
TARN_HD void store_masked(const Planes<S>& planes, std::ptrdiff_t place, const V (&f)[L::q],
                          MaskOf<V> active) {
    unrolled<L::q>([&](auto index) {
        constexpr int i = decltype(index)::value;
        store_at<i>(planes, place, select(active, f[i], load_at<i, V>(planes, place)));
    });
}

/// Types of a cell, or of those of a pack: whole numbers that compare to masks.
template <class V>
TARN_HD auto load_types(const std::uint8_t* from) {
    if constexpr (requires { V::width; }) {
        MaskOf<V> types = {};
        for (int lane = 0; lane < V::width; ++lane) types[lane] = from[lane] & kTypeBits;
        return types;
    } else {
        return int(*from & kTypeBits);
    }
}
template <class V>
using TypesOf = decltype(load_types<V>(nullptr));

template <class Types>
TARN_HD auto is_type(Types types, Type type) {
    if constexpr (std::is_same_v<Types, int>)
        return types == int(type);
    else
        return types == std::remove_reference_t<decltype(types[0])>(type);
}

/// Where a comparison does not hold.
template <class V>
TARN_HD MaskOf<V> none(MaskOf<V> mask) {
    if constexpr (requires { V::width; })
        return ~mask;
    else
        return !mask;
}

/// One step: from one copy of the populations to the other. The planes of a free surface are null
/// where there is none.
template <class S>
struct View {
    using Number = typename S::Number;

    Planes<S> from, to;
    std::uint8_t* type = nullptr;
    std::uint8_t* note = nullptr;  ///< type and Note, after the first pass of a step
    Number* mass = nullptr;        ///< of interface cells; excess that fluid and empty cells carry
    Number* next_mass = nullptr;   ///< the same after the first pass
    Number* fill = nullptr;        ///< share of the cell that is water, 0 to 1
    Number* share = nullptr;       ///< of its excess, what each interface neighbour takes
    Moments<Number>* mean = nullptr;  ///< moments of interface cells, after the first pass
    Constants<Number> constants;
    bool is_raining = false;  ///< carried excess of empty cells moves down a cell in this step
    unsigned walls = 0;       ///< sides where cells look for walls; elsewhere their links are laid

    TARN_HD const Grid& grid() const { return from.grid; }
    TARN_HD int type_at(std::ptrdiff_t place) const { return type[place] & kTypeBits; }
    /// Those of `walls` that a cell lies at.
    TARN_HD unsigned walls_at(int x, int y, int z) const {
        const Grid& g = grid();
        const unsigned at = unsigned(x == 0) | unsigned(x == g.nx - 1) << 1 |
                            unsigned(y == 0) << 2 | unsigned(y == g.ny - 1) << 3 |
                            unsigned(z == 0) << 4 | unsigned(z == g.nz - 1) << 5;
        return at & walls;
    }
};

}  // namespace tarn::volume
