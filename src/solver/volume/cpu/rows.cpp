// Steps rows of cells, a pack of fluid cells at a time. Compiled once per instruction set.
#include "solver/volume/cpu/rows.hpp"

#include "exec/pack.hpp"

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

template <class V>
typename V::Mask mask_of(const std::uint8_t* type, int count) {
    typename V::Mask mask = {};
    for (int k = 0; k < count; ++k) mask[k] = type[k] == kFluid ? -1 : 0;
    return mask;
}

/// All cells of the pack go past the cache where a pack is a line of it.
template <class V, class S>
TARN_HD void store_pack(const Planes<S>& to, std::ptrdiff_t place, const V (&f)[L::q]) {
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
template <class V, class S>
TARN_HD void store_masked(const Planes<S>& to, std::ptrdiff_t place, const V (&f)[L::q],
                          typename V::Mask mask) {
    unrolled<L::q>([&](auto index) {
        constexpr int i = decltype(index)::value;
        store_at<i>(to, place, select(mask, f[i], load_at<i, V>(to, place)));
    });
}

template <class V>
std::int64_t count_lanes(typename V::Mask mask) {
    std::int64_t count = 0;
    for (int lane = 0; lane < V::width; ++lane) count += mask[lane] ? 1 : 0;
    return count;
}

/// The fluid cells of a row.
template <Collision C, bool HasSurface, class S>
void advance_fluid(const View<S>& v, std::ptrdiff_t row, RowReport& report) {
    using V = PackOf<S>;
    using T = typename S::Number;
    constexpr Limit kLimit = HasSurface ? Limit::Speed : Limit::None;
    const int nx = v.grid().nx;
    for (int x = 0; x < nx; x += V::width) {
        const int lanes = nx - x < V::width ? nx - x : V::width;
        const int fluid = fluid_cells(v.type + row + x, lanes);
        if (fluid == 0) continue;
        V f[L::q];
        load_arriving(v.from, row + x, f);
        const Collided<V> result = collide<C, kLimit, S>(f, v.constants);
        typename V::Mask bad = ~is_well<T>(result.before);
        if (fluid == V::width) {
            store_pack(v.to, row + x, f);
            if constexpr (HasSurface)
                if (V::any(result.is_limited))
                    report.limited_cells += count_lanes<V>(result.is_limited);
        } else {
            const auto mask = mask_of<V>(v.type + row + x, lanes);
            store_masked(v.to, row + x, f, mask);
            bad = bad & mask;
            if constexpr (HasSurface)
                report.limited_cells += count_lanes<V>(result.is_limited & mask);
        }
        if (V::any(bad)) report.is_well = false;
    }
}

template <Collision C, bool HasSurface, class S>
RowReport advance(const StepArgs<S>& args, int first, int last) {
    const View<S>& v = args.view;
    const Grid& g = v.grid();
    RowReport report;
    for (int k = first; k < last; ++k) {
        const int y = k % g.ny, z = k / g.ny;
        const std::ptrdiff_t row = g.at(0, y, z);
        lay_row(args, y, z);
        advance_fluid<C, HasSurface>(v, row, report);
    }
    exec::stream_fence();
    return report;
}

template <class S, Collision C>
Loops<S> loops_of(bool has_surface) {
    return {has_surface ? advance<C, true, S> : advance<C, false, S>};
}

}  // namespace

template <class S>
Loops<S> choose_loops(Collision collision, bool has_surface) {
    switch (collision) {
        case Collision::Bgk:
            return loops_of<S, Collision::Bgk>(has_surface);
        case Collision::Smagorinsky:
            return loops_of<S, Collision::Smagorinsky>(has_surface);
        case Collision::Trt:
            break;
    }
    return loops_of<S, Collision::Trt>(has_surface);
}

template Loops<Full<float>> choose_loops(Collision, bool);
template Loops<Full<double>> choose_loops(Collision, bool);
template Loops<Halved> choose_loops(Collision, bool);

}  // namespace TARN_ISA
}  // namespace tarn::volume::cpu
