// Steps rows of cells, a pack of fluid cells at a time. Compiled once per instruction set.
#include "solver/volume/cpu/rows.hpp"

#include "exec/pack.hpp"
#include "solver/volume/cpu/gathered_cells.hpp"

#include <cstring>

namespace tarn::volume::cpu {
inline namespace TARN_ISA {
namespace {

using exec::Pack;

template <class S>
using PackOf = Pack<typename S::Number, exec::kRegisterBytes / int(sizeof(typename S::Number))>;

/// How many of `count` cells are fluid.
inline int fluid_cells(const std::uint8_t* type, int count) {
    int found = 0;
    for (int k = 0; k < count; ++k) found += type[k] == kFluid ? 1 : 0;
    return found;
}

/// Asks for the lines that populations arrive from a little further on in the row: hardware follows
/// fewer streams at once than the nineteen that are read here.
template <class S>
TARN_HD void fetch_ahead(const Planes<S>& from, std::ptrdiff_t place) {
    constexpr int kLinesAhead = 4, kLineBytes = 64;
    constexpr int kMovingAhead = kLinesAhead * kLineBytes / int(sizeof(typename S::Moving));
    exec::fetch_line(from.rest + place +
                     kLinesAhead * kLineBytes / int(sizeof(typename S::Number)));
    unrolled<L::q - 1>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        exec::fetch_line(from.moving + std::ptrdiff_t(i - 1) * from.grid.plane + place +
                         kMovingAhead - offset(from.grid, i));
    });
}

/// Uses non-temporal stores, which bypass the cache, where a pack is a line of it.
template <class V, class S>
TARN_HD void stream_pack(const Planes<S>& to, std::ptrdiff_t place, const V (&f)[L::q]) {
    unrolled<L::q>([&](auto index) {
        constexpr int i = decltype(index)::value;
        constexpr bool is_line =
            sizeof(V) == 64 && (i == 0 || sizeof(typename S::Moving) == sizeof(typename S::Number));
        if constexpr (!is_line)
            store_at<i>(to, place, f[i]);
        else if constexpr (i == 0)
            exec::stream_line(&f[i], to.rest + place);
        else
            exec::stream_line(&f[i], to.moving + std::ptrdiff_t(i - 1) * to.grid.plane + place);
    });
}
template <class V>
std::int64_t count_lanes(typename V::Mask mask) {
    std::int64_t count = 0;
    for (int lane = 0; lane < V::width; ++lane) count += mask[lane] ? 1 : 0;
    return count;
}

/// The fluid cells of a row.
template <bool HasSurface, class S>
void advance_fluid(const View<S>& v, std::ptrdiff_t row, RowReport& report) {
    using V = PackOf<S>;
    using T = typename S::Number;
    // Of packs in one line the first asks for all of it.
    constexpr int kFetchEvery = 64 / int(sizeof(typename S::Moving));
    constexpr Limit kLimit = HasSurface ? Limit::Speed : Limit::None;
    const int nx = v.grid().nx;
    for (int x = 0; x < nx; x += V::width) {
        const int lanes = nx - x < V::width ? nx - x : V::width;
        const int fluid = fluid_cells(v.type + row + x, lanes);
        if (fluid == 0) continue;
        if (x % kFetchEvery == 0) fetch_ahead(v.from, row + x);
        V f[L::q];
        load_arriving(v.from, row + x, f);
        const Collided<V> result = collide<kLimit, S>(f, v.constants);
        typename V::Mask bad = ~is_well<T>(result.before);
        if (fluid == V::width) {
            stream_pack(v.to, row + x, f);
            if constexpr (HasSurface)
                if (V::any(result.is_limited))
                    report.limited_cells += count_lanes<V>(result.is_limited);
        } else {
            const auto mask = is_type(load_types<V>(v.type + row + x), kFluid) & V::lanes(0, lanes);
            store_masked(v.to, row + x, f, mask);
            bad = bad & mask;
            if constexpr (HasSurface)
                report.limited_cells += count_lanes<V>(result.is_limited & mask);
        }
        if (V::any(bad)) report.is_well = false;
    }
}

/// First pass of a free surface over the segments of a row that are near it. Interface cells are
/// gathered, and advanced when a pack of them is full.
template <class S>
void advance_surface(const StepArgs<S>& args, int row, GatheredCells<S>& interface,
                     RowReport& report) {
    using V = PackOf<S>;
    using T = typename S::Number;
    const View<S>& v = args.view;
    args.segments->for_listed(v.grid(), row, row + 1, [&](const Segments::Cells& cells) {
        // As advance_other() for all cells; interface cells write their own later. Packs may reach
        // beyond the row, where ghost cells get theirs later.
        std::memcpy(v.note + cells.place, v.type + cells.place, std::size_t(cells.count));
        for (int k = 0; k < cells.count; k += V::width) {
            const std::ptrdiff_t place = cells.place + k;
            const auto mask = V::lanes(0, cells.count - k);
            const V share = tarn::load<V>(v.share + place), mass = tarn::load<V>(v.mass + place);
            const V kept = select((share < V(T(0))) | (V(T(0)) < share), V(T(0)), mass);
            tarn::store(select(mask, kept, tarn::load<V>(v.next_mass + place)),
                        v.next_mass + place);
        }
        for (int k = 0; k < cells.count; ++k) {
            if (v.type_at(cells.place + k) != kInterface) continue;
            interface.add(cells.place + k);
            if (interface.is_full()) report.limited_cells += interface.advance();
        }
    });
}

template <bool HasSurface, class S>
RowReport advance(const StepArgs<S>& args, int first, int last) {
    const View<S>& v = args.view;
    const Grid& g = v.grid();
    RowReport report;
    GatheredCells<S> interface(v);
    for (int k = first; k < last; ++k) {
        const int y = k % g.ny, z = k / g.ny;
        const std::ptrdiff_t row = g.at(0, y, z);
        lay_row(args, y, z);
        advance_fluid<HasSurface>(v, row, report);
        // While what it reads is in the cache.
        if constexpr (HasSurface) advance_surface(args, k, interface, report);
    }
    if constexpr (HasSurface) report.limited_cells += interface.advance();
    exec::stream_fence();
    return report;
}

}  // namespace

template <class S>
Loops<S> choose_loops(bool has_surface) {
    return {has_surface ? advance<true, S> : advance<false, S>};
}

template Loops<Full<float>> choose_loops(bool);
template Loops<Full<double>> choose_loops(bool);
template Loops<Halved> choose_loops(bool);

}  // namespace TARN_ISA
}  // namespace tarn::volume::cpu
