#include "solver/volume/cpu/rows.hpp"
#include "solver/volume/edges.hpp"

namespace tarn::volume::cpu {
namespace {

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
        for (int x = first; x < last; ++x) tarn::store(tarn::load<T>(out + x) + push, to + x);
        return;
    }
    for (int x = first; x < last; ++x) to[x] = out[x];
}

/// The same for the cell at an end of a row, from beyond that end.
template <int I, class S>
void lay_end(const StepArgs<S>& args, int y, int z) {
    constexpr int cx = L::c(I, 0), cy = L::c(I, 1), cz = L::c(I, 2);
    const View<S>& v = args.view;
    const Grid& g = v.grid();
    const int x = cx > 0 ? 0 : g.nx - 1;
    const SideKind kind = args.sides.kind[cx > 0 ? int(Side::West) : int(Side::East)];
    const bool is_wall = kind == SideKind::Wall;
    const std::ptrdiff_t image = g.at(g.nx - 1 - x, y - cy, z - cz);
    if (!is_wall && (kind != SideKind::Periodic || v.type_at(image) == kSolid))
        return lay_link(v, args.sides, {x, y, z}, I);
    const std::ptrdiff_t inner = g.at(x, y, z);
    auto* const to = v.from.moving + (I - 1) * g.plane + inner - offset(g, I);
    *to = is_wall ? v.from.moving[(opposite(I) - 1) * g.plane + inner]
                  : v.from.moving[(I - 1) * g.plane + image];
}

bool has_water(const std::uint8_t* type, int count) {
    bool found = false;
    for (int x = 0; x < count; ++x) found |= type[x] == kFluid || type[x] == kInterface;
    return found;
}

}  // namespace

template <class S>
void lay_row(const StepArgs<S>& args, int y, int z) {
    const Grid& g = args.view.grid();
    const std::uint8_t* const type = args.view.type + g.at(0, y, z);
    if (!has_water(type, g.nx)) return;
    const bool is_wet_at_west = has_water(type, 1), is_wet_at_east = has_water(type + g.nx - 1, 1);
    unrolled<L::q - 1>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        const int sy = y - L::c(i, 1), sz = z - L::c(i, 2);
        if (sy < 0 || sy >= g.ny || sz < 0 || sz >= g.nz) {
            lay_outer_row(args, y, z, i);
        } else if constexpr (L::c(i, 0) != 0) {
            // What arrives at a cell without water is not read.
            if (L::c(i, 0) > 0 ? is_wet_at_west : is_wet_at_east) lay_end<i>(args, y, z);
        }
    });
    if (!args.solid_links.links) return;
    const std::int64_t* begin = args.solid_links.row_begin + std::ptrdiff_t(z) * g.ny + y;
    for (std::int64_t k = begin[0]; k < begin[1]; ++k) {
        const SolidLinks::Link link = args.solid_links.links[k];
        lay_link(args.view, args.sides, {link.x, y, z}, link.direction);
    }
}

template void lay_row(const StepArgs<Full<float>>&, int, int);
template void lay_row(const StepArgs<Full<double>>&, int, int);
template void lay_row(const StepArgs<Halved>&, int, int);

}  // namespace tarn::volume::cpu
