// Compiled once per instruction set, with TARN_ISA naming it. Everything here is a template over
// types of that namespace, so no function of this file can be mistaken for one of another set.
#include "solver/shallow/cpu/rows.hpp"

#include "exec/pack.hpp"
#include "lattice/collisions.hpp"

namespace tarn::shallow::cpu {
inline namespace TARN_ISA {

using exec::Pack;

template <class T, bool Streams>
inline constexpr int kWidth = (Streams ? 64 : exec::kRegisterBytes) / int(sizeof(T));

/// Edge values and bounced populations that row `y` is going to read.
template <class T>
TARN_HD void prepare_row(const StepArgs<T>& a, int y) {
    using One = Pack<T, 1>;
    const Grid& g = a.edges.grid;
    const bool is_first_or_last = y == 0 || y == g.ny - 1;
    double inflow = 0.0;
    for (int x = 0; x < g.nx; x += is_first_or_last || x == g.nx - 1 ? 1 : g.nx - 1)
        inflow += fill_halo<T, One>(a.edges, x, y);
    a.row_inflow[y] = inflow;
    if (!a.solid_links.links) return;
    for (auto k = a.solid_links.row_begin[y]; k < a.solid_links.row_begin[y + 1]; ++k) {
        const SolidLinks::Link link = a.solid_links.links[k];
        const int i = link.direction;
        *a.edges.at(i, link.x - D2Q9::c(i, 0), y - D2Q9::c(i, 1)) =
            *a.edges.at(lattice::opposite(i), link.x, y);
    }
}

/// Lanes of cells x .. x + W - 1 that are solid.
template <class V, class T>
TARN_HD MaskOf<V> solid_lanes(const StepArgs<T>& a, int x, int y) {
    V flags;
    const std::uint8_t* row = a.edges.solid + std::ptrdiff_t(y) * a.edges.grid.nx + x;
    for (int lane = 0; lane < V::width; ++lane) flags.r[lane] = T(row[lane]);
    return V(T(0)) < flags;
}

/// Cells x .. x + W - 1 of row y: pull, collide, store.
template <class Collision, bool Streams, bool Full, class V, class T>
TARN_HD MaskOf<V> step_pack(const StepArgs<T>& a, int x, int y,
                            const typename Collision::template Constants<T>& rates) {
    const Grid& g = a.edges.grid;
    const std::ptrdiff_t here = g.at(x, y);
    ShallowCell<V> cell;
    unrolled<9>([&](auto index) {
        constexpr int i = decltype(index)::value;
        constexpr int cx = D2Q9::c(i, 0), cy = D2Q9::c(i, 1);
        cell.f[i] = load<V>(a.edges.populations + i * g.plane + here - cx - cy * g.pitch);
    });
    MaskOf<V> healthy = collide_cell<Collision, Full>(cell, a.constants, rates);
    if constexpr (Full) {
        const MaskOf<V> solid = solid_lanes<V>(a, x, y);
        unrolled<9>([&](auto index) {
            constexpr int i = decltype(index)::value;
            cell.f[i] = select(solid, V(T(0)), cell.f[i]);
        });
        healthy = healthy | solid;
    }
    unrolled<9>([&](auto index) {
        constexpr int i = decltype(index)::value;
        T* const to = a.next + i * g.plane + here;
        if constexpr (Streams)
            stream(cell.f[i], to);
        else
            store(cell.f[i], to);
    });
    return healthy;
}

template <class Collision, bool Streams, bool Full, class T>
TARN_HD bool step_row(const StepArgs<T>& a, int y,
                      const typename Collision::template Constants<T>& rates) {
    using Wide = Pack<T, kWidth<T, Streams>>;
    using One = Pack<T, 1>;
    const int nx = a.edges.grid.nx;
    const int whole = nx - nx % Wide::width;
    MaskOf<Wide> wide_healthy = Wide(T(0)) < Wide(T(1));
    for (int x = 0; x < whole; x += Wide::width)
        wide_healthy =
            wide_healthy & step_pack<Collision, Streams, Full, Wide>(a, x, y, rates);
    bool healthy = !exec::any(~wide_healthy);
    for (int x = whole; x < nx; ++x)
        healthy &= exec::any(step_pack<Collision, false, Full, One>(a, x, y, rates));
    return healthy;
}

template <class Collision, bool Streams, bool Full, class T>
bool step_rows(const StepArgs<T>& args, int first, int last) {
    const StepArgs<T> a = args;
    const auto rates = Collision::template constants<T>(a.constants.tau, double(a.constants.gravity));
    bool healthy = true;
    for (int y = first; y < last; ++y) {
        prepare_row(a, y);
        healthy &= step_row<Collision, Streams, Full>(a, y, rates);
    }
    if constexpr (Streams) exec::stream_fence();
    return healthy;
}

template <class T>
StepRows<T> choose(const RowsChoice& choice) {
    StepRows<T> found = nullptr;
    unrolled<lattice::kCollisionCount>([&](auto index) {
        constexpr int n = decltype(index)::value;
        using Collision = std::tuple_element_t<n, lattice::Collisions>;
        if (n != choice.collision) return;
        if (choice.has_solids_or_forces)
            found = choice.streams ? StepRows<T>(step_rows<Collision, true, true, T>)
                                   : StepRows<T>(step_rows<Collision, false, true, T>);
        else
            found = choice.streams ? StepRows<T>(step_rows<Collision, true, false, T>)
                                   : StepRows<T>(step_rows<Collision, false, false, T>);
    });
    return found;
}

StepRows<float> choose_float(const RowsChoice& choice) {
    return choose<float>(choice);
}
StepRows<double> choose_double(const RowsChoice& choice) {
    return choose<double>(choice);
}

}  // namespace TARN_ISA
}  // namespace tarn::shallow::cpu
