// Steps rows of cells, a pack of fluid cells at a time. Compiled once per instruction set.
#include "solver/volume/cpu/rows.hpp"

#include "exec/pack.hpp"

namespace tarn::volume::cpu {
inline namespace TARN_ISA {
namespace {

using exec::Pack;

template <class S>
using PackOf = Pack<typename S::Number, exec::kRegisterBytes / int(sizeof(typename S::Number))>;

/// What arrives in direction `i` at the cells of a row from a row outside the box. The same as
/// lay_link() for every cell, a row at a time.
template <class S>
void lay_outer_row(const StepArgs<S>& args, int y, int z, int i) {
    using T = typename S::Number;
    const View<S>& v = args.view;
    const Grid& g = v.grid();
    const AtSite there = at_site(args.sides, g, {0, y - L::c(i, 1), z - L::c(i, 2)});
    // The sources of those at an end of the row lie beyond it.
    const int cx = L::c(i, 0), first = cx > 0 ? 1 : 0, last = cx < 0 ? g.nx - 1 : g.nx;
    for (int x = 0; x < first; ++x) lay_link(v, args.sides, {x, y, z}, i);
    for (int x = last; x < g.nx; ++x) lay_link(v, args.sides, {x, y, z}, i);
    if (there.kind == AtSite::Kind::Outlet) {
        for (int x = first; x < last; ++x) lay_link(v, args.sides, {x, y, z}, i);
        return;
    }
    const std::ptrdiff_t row = g.at(0, y, z);
    const auto* out = v.from.moving + (opposite(i) - 1) * g.plane + row;
    auto* to = v.from.moving + (i - 1) * g.plane + row - offset(g, i);
    if (there.kind == AtSite::Kind::Image) {
        const std::ptrdiff_t image = g.at(-cx, there.image[1], there.image[2]);
        const auto* in = v.from.moving + (mirrored(i, there.is_flipped) - 1) * g.plane + image;
        const std::uint8_t* type = v.type + image;
        for (int x = first; x < last; ++x) to[x] = (type[x] & kTypeBits) == kSolid ? out[x] : in[x];
        return;
    }
    if (there.kind == AtSite::Kind::Moving) {
        const T* u = args.sides.velocity[there.side];
        const T push = T(6.0 * L::weight(i)) *
                       (T(L::c(i, 0)) * u[0] + T(L::c(i, 1)) * u[1] + T(L::c(i, 2)) * u[2]);
        for (int x = first; x < last; ++x) to[x] = out[x] + push;
        return;
    }
    for (int x = first; x < last; ++x) to[x] = out[x];
}

/// Lays what arrives at the cells of a row from outside the box and from solids.
template <class S>
void lay_row(const StepArgs<S>& args, int y, int z) {
    const Grid& g = args.view.grid();
    for (int i = 1; i < L::q; ++i) {
        const int sy = y - L::c(i, 1), sz = z - L::c(i, 2);
        if (sy < 0 || sy >= g.ny || sz < 0 || sz >= g.nz)
            lay_outer_row(args, y, z, i);
        else if (L::c(i, 0) != 0)
            lay_link(args.view, args.sides, {L::c(i, 0) > 0 ? 0 : g.nx - 1, y, z}, i);
    }
    if (!args.solid_links.links) return;
    const std::int64_t* begin = args.solid_links.row_begin + std::ptrdiff_t(z) * g.ny + y;
    for (std::int64_t k = begin[0]; k < begin[1]; ++k) {
        const SolidLinks::Link link = args.solid_links.links[k];
        lay_link(args.view, args.sides, {link.x, y, z}, link.direction);
    }
}

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
        auto* address =
            i == 0 ? to.rest + place : to.moving + std::ptrdiff_t(i - 1) * to.grid.plane + place;
        if constexpr (sizeof(V) == 64)
            exec::stream_line(&f[i], address);
        else
            tarn::store(f[i], address);
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
        const Collided<V> result = collide<C, kLimit>(f, v.constants);
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
        if constexpr (HasSurface)
            for (int x = 0; x < g.nx; ++x) {
                if (v.type[row + x] == kInterface)
                    report.limited_cells += advance_interface<C>(v, row + x) ? 1 : 0;
                else
                    advance_other(v, row + x);
            }
    }
    exec::stream_fence();
    return report;
}

template <class S, class Body>
void for_row_cells(const View<S>& v, int first, int last, Body&& body) {
    const Grid& g = v.grid();
    for (int k = first; k < last; ++k) {
        const std::ptrdiff_t row = g.at(0, k % g.ny, k / g.ny);
        for (int x = 0; x < g.nx; ++x) body(row + x);
    }
}

template <class S>
void convert_rows(const StepArgs<S>& args, int first, int last) {
    for_row_cells(args.view, first, last, [&](std::ptrdiff_t place) { convert(args.view, place); });
}

template <class S>
void share_rows(const StepArgs<S>& args, int first, int last) {
    for_row_cells(args.view, first, last,
                  [&](std::ptrdiff_t place) { share_excess(args.view, place); });
}

template <class S, Collision C>
Loops<S> loops_of(bool has_surface) {
    return {has_surface ? advance<C, true, S> : advance<C, false, S>, convert_rows<S>,
            share_rows<S>};
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

}  // namespace TARN_ISA
}  // namespace tarn::volume::cpu
