// What arrives from outside the box and from solids, on a GPU: where each such population comes
// from is found once, so that a step only copies. The values are those of lay_link() in edges.hpp.
#pragma once

#include "solver/volume/edges.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tarn::volume::cuda {

/// One population that a cell receives from a ghost cell or a solid one.
struct Link {
    std::int32_t place;      ///< of the cell
    std::int32_t from;       ///< place of the cell whose population it is
    std::uint8_t direction;  ///< in which it arrives
    std::uint8_t leaves;     ///< in which it leaves the cell `from`
    std::uint8_t side;       ///< that moves, or that is an outlet
    enum Kind : std::uint8_t { Copied, Pushed, Outlet } kind;
};

template <class S>
__device__ __forceinline__ void lay(const View<S>& v, const Sides<typename S::Number>& sides,
                                    const std::ptrdiff_t* offsets, const Link& link) {
    using T = typename S::Number;
    const Grid& g = v.grid();
    const int type = v.type_at(link.place);
    if (type != kFluid && type != kInterface) return;
    const int i = link.direction;
    const auto* from = v.from.moving + (link.leaves - 1) * g.plane + link.from;
    auto* to = v.from.moving + (i - 1) * g.plane + link.place - offsets[i];
    if (link.kind == Link::Copied) {
        *to = *from;
    } else if (link.kind == Link::Pushed) {
        tarn::store(pushed(tarn::load<T>(from), i, sides.velocity[link.side]), to);
    } else {
        tarn::store(from_outlet(v, link.side, i, link.place), to);
    }
}

/// The link that brings population `i` to a cell, if it comes from outside or from a solid.
template <class T>
bool find_link(const Grid& g, const Sides<T>& sides, const std::uint8_t* types, const Site& cell,
               int i, Link& link) {
    const Site source = {cell.x - L::c(i, 0), cell.y - L::c(i, 1), cell.z - L::c(i, 2)};
    if (is_inside(g, source.x, source.y, source.z) &&
        types[g.at(source.x, source.y, source.z)] != kSolid)
        return false;
    const AtSite there = at_site(sides, g, source);
    // Cells look for the walls of the box themselves.
    if (there.kind == AtSite::Kind::Wall && !is_inside(g, source.x, source.y, source.z))
        return false;
    const auto place = std::int32_t(g.at(cell.x, cell.y, cell.z));
    link = {
        place,       place, std::uint8_t(i), std::uint8_t(opposite(i)), std::uint8_t(there.side),
        Link::Copied};
    if (there.kind == AtSite::Kind::Moving) link.kind = Link::Pushed;
    if (there.kind == AtSite::Kind::Outlet) link.kind = Link::Outlet;
    if (there.kind != AtSite::Kind::Image) return true;
    const std::ptrdiff_t image = g.at(there.image[0], there.image[1], there.image[2]);
    if (types[image] == kSolid) return true;
    link.from = std::int32_t(image);
    link.leaves = std::uint8_t(mirrored(i, there.is_flipped));
    return true;
}

inline bool has_solids_inside(const Grid& g, const std::uint8_t* types) {
    bool found = false;
    for (int z = 0; z < g.nz && !found; ++z)
        for (int y = 0; y < g.ny && !found; ++y)
            for (int x = 0; x < g.nx; ++x) found |= types[g.at(x, y, z)] == kSolid;
    return found;
}

/// All links of a box, those of a direction beside each other.
template <class T>
std::vector<Link> find_links(const Grid& g, const Sides<T>& sides, const std::uint8_t* types,
                             bool has_solids) {
    std::vector<Link> by_direction[L::q];
    for (int z = 0; z < g.nz; ++z)
        for (int y = 0; y < g.ny; ++y) {
            const bool is_outer = y == 0 || y == g.ny - 1 || z == 0 || z == g.nz - 1;
            const int next = is_outer || has_solids ? 1 : std::max(1, g.nx - 1);
            for (int x = 0; x < g.nx; x += next) {
                if (types[g.at(x, y, z)] == kSolid) continue;
                Link link;
                for (int i = 1; i < L::q; ++i)
                    if (find_link(g, sides, types, {x, y, z}, i, link))
                        by_direction[i].push_back(link);
            }
        }
    std::vector<Link> links;
    for (const std::vector<Link>& some : by_direction)
        links.insert(links.end(), some.begin(), some.end());
    return links;
}

}  // namespace tarn::volume::cuda
