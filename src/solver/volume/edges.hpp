// Sides of the box and solids: what arrives from them is laid where a step is going to read it, in
// the populations of ghost cells and solid cells; each place has one reader. Half-way bounce-back
// at walls, with their velocity where they move; images of other cells at periodic and slip sides;
// the pressure of the air at outflows.
#pragma once

#include "solver/volume/cells.hpp"
#include "solver/volume/sides.hpp"
#include "solver/volume/surface.hpp"

namespace tarn::volume {

/// What is at a site.
struct AtSite {
    enum class Kind { Wall, Moving, Outlet, Image };
    Kind kind = Kind::Image;
    int side = 0;             ///< of a moving wall or an outlet
    int image[3] = {};        ///< cell that an image shows
    bool is_flipped[3] = {};  ///< mirrored along an axis
};

template <class T>
TARN_HD AtSite at_site(const Sides<T>& sides, const Grid& grid, const Site& site) {
    const int at[3] = {site.x, site.y, site.z}, n[3] = {grid.nx, grid.ny, grid.nz};
    AtSite found;
    bool is_inside = true, is_wall = false, is_moving = false, is_outlet = false;
    for (int axis = 0; axis < 3; ++axis) {
        const bool is_before = at[axis] < 0;
        found.image[axis] = at[axis];
        if (!is_before && at[axis] < n[axis]) continue;
        is_inside = false;
        const int side = 2 * axis + (is_before ? 0 : 1);
        const SideKind kind = sides.kind[side];
        const bool wraps = kind == SideKind::Periodic;
        found.image[axis] = is_before == wraps ? n[axis] - 1 : 0;
        found.is_flipped[axis] = kind == SideKind::Slip;
        is_wall |= kind == SideKind::Wall;
        if (kind == SideKind::Inflow || kind == SideKind::Lid) {
            is_moving = true;
            found.side = side;
        }
        if (kind == SideKind::Outflow) {
            is_outlet = true;
            if (!is_moving) found.side = side;
        }
    }
    if (is_inside || is_wall)
        found.kind = AtSite::Kind::Wall;
    else if (is_moving)
        found.kind = AtSite::Kind::Moving;
    else if (is_outlet)
        found.kind = AtSite::Kind::Outlet;
    return found;
}

/// The direction that is mirrored into `i`.
TARN_HD int mirrored(int i, const bool (&is_flipped)[3]) {
    for (int j = 1; j < L::q; ++j) {
        bool is_same = true;
        for (int axis = 0; axis < 3; ++axis)
            is_same &= L::c(j, axis) == (is_flipped[axis] ? -L::c(i, axis) : L::c(i, axis));
        if (is_same) return j;
    }
    return 0;
}

template <class S>
TARN_HD typename S::Number load_direction(const Planes<S>& planes, int i, std::ptrdiff_t place) {
    return tarn::load<typename S::Number>(planes.moving + (i - 1) * planes.grid.plane + place);
}

/// Fluid that leaves through an outlet meets the pressure of the air: the population is rebuilt as
/// at a free surface. Fluid that would come in meets a wall.
template <class S>
TARN_HD typename S::Number from_outlet(const View<S>& v, int side, int i, std::ptrdiff_t inner) {
    using T = typename S::Number;
    T own[L::q];
    load_cell(v.from, inner, own);
    Moments<T> m = moments_of_stored(own, v.constants);
    const T outward = side % 2 == 0 ? -m.u[side / 2] : m.u[side / 2];
    if (!(outward > T(0))) return own[opposite(i)];
    limit_speed(m.u, v.constants.most_speed);
    const T eu = T(L::c(i, 0)) * m.u[0] + T(L::c(i, 1)) * m.u[1] + T(L::c(i, 2)) * m.u[2];
    return T(2.0 * L::weight(i)) * (T(4.5) * eu * eu - T(1.5) * squared(m.u)) - own[opposite(i)];
}

/// Bounce-back at a wall that moves adds its velocity.
template <class T>
TARN_HD T pushed(T out, int i, const T (&u)[3]) {
    return out + T(6.0 * L::weight(i)) *
                     (T(L::c(i, 0)) * u[0] + T(L::c(i, 1)) * u[1] + T(L::c(i, 2)) * u[2]);
}

/// Population `i` that arrives at a cell from a ghost cell or a solid one.
template <class S>
TARN_HD typename S::Number from_outside(const View<S>& v, const Sides<typename S::Number>& sides,
                                        const Site& cell, int i) {
    using T = typename S::Number;
    const Grid& g = v.grid();
    const Site source = {cell.x - L::c(i, 0), cell.y - L::c(i, 1), cell.z - L::c(i, 2)};
    const AtSite there = at_site(sides, g, source);
    const std::ptrdiff_t inner = g.at(cell.x, cell.y, cell.z);
    const T out = load_direction(v.from, opposite(i), inner);
    if (there.kind == AtSite::Kind::Image) {
        const std::ptrdiff_t image = g.at(there.image[0], there.image[1], there.image[2]);
        if (v.type_at(image) == kSolid) return out;
        return load_direction(v.from, mirrored(i, there.is_flipped), image);
    }
    if (there.kind == AtSite::Kind::Moving) return pushed(out, i, sides.velocity[there.side]);
    if (there.kind == AtSite::Kind::Outlet) return from_outlet(v, there.side, i, inner);
    return out;
}

/// Lays it where a step reads it. Nobody else reads that place.
template <class S>
TARN_HD void lay_link(const View<S>& v, const Sides<typename S::Number>& sides, const Site& cell,
                      int i) {
    const Grid& g = v.grid();
    const std::ptrdiff_t source = g.at(cell.x, cell.y, cell.z) - offset(g, i);
    tarn::store(from_outside(v, sides, cell, i), v.from.moving + (i - 1) * g.plane + source);
}

TARN_HD bool is_inside(const Grid& g, int x, int y, int z) {
    return x >= 0 && y >= 0 && z >= 0 && x < g.nx && y < g.ny && z < g.nz;
}

/// Mass that came into a cell through inflows and outflows in a step whose links are laid.
template <class S>
TARN_HD double mass_through(const View<S>& v, const Sides<typename S::Number>& sides,
                            const Site& cell) {
    using T = typename S::Number;
    const Grid& g = v.grid();
    const std::ptrdiff_t inner = g.at(cell.x, cell.y, cell.z);
    const int type = v.type_at(inner);
    if (type == kSolid || type == kEmpty) return 0.0;
    double came_in = 0.0;
    for (int i = 1; i < L::q; ++i) {
        const Site source = {cell.x - L::c(i, 0), cell.y - L::c(i, 1), cell.z - L::c(i, 2)};
        if (is_inside(g, source.x, source.y, source.z)) continue;
        const AtSite there = at_site(sides, g, source);
        // The mass of an interface cell is exchanged with other cells and outlets, not with walls.
        const bool is_through = there.kind == AtSite::Kind::Outlet ||
                                (there.kind == AtSite::Kind::Moving && type == kFluid);
        if (!is_through) continue;
        const T in = load_direction(v.from, i, inner - offset(g, i));
        came_in += double(in) - double(load_direction(v.from, opposite(i), inner));
    }
    return type == kFluid ? came_in : came_in * double(v.fill[inner]);
}

/// Ghost cells that show images of others: what the passes of the free surface read of them.
template <class S>
TARN_HD void copy_image(const View<S>& v, const Sides<typename S::Number>& sides,
                        const Site& site) {
    const Grid& g = v.grid();
    const AtSite here = at_site(sides, g, site);
    const std::ptrdiff_t place = g.at(site.x, site.y, site.z);
    const std::ptrdiff_t image = g.at(here.image[0], here.image[1], here.image[2]);
    v.type[place] = v.type[image];
    v.fill[place] = v.fill[image];
    v.share[place] = v.share[image];
}
/// The same between the first pass and the second. Velocities are mirrored too.
template <class S>
TARN_HD void copy_noted_image(const View<S>& v, const Sides<typename S::Number>& sides,
                              const Site& site) {
    const Grid& g = v.grid();
    const AtSite here = at_site(sides, g, site);
    const std::ptrdiff_t place = g.at(site.x, site.y, site.z);
    const std::ptrdiff_t image = g.at(here.image[0], here.image[1], here.image[2]);
    // Nothing rains through a mirror.
    const bool is_mirrored_air = here.is_flipped[2] && (v.note[image] & kTypeBits) == kEmpty;
    v.note[place] = is_mirrored_air ? std::uint8_t(kSolid) : v.note[image];
    v.next_mass[place] = v.next_mass[image];
    auto mean = v.mean[image];
    for (int axis = 0; axis < 3; ++axis)
        if (here.is_flipped[axis]) mean.u[axis] = -mean.u[axis];
    v.mean[place] = mean;
}
/// After all of them: whether the cell that is shown really becomes empty, since nobody can look
/// at what is around a ghost cell.
template <class S>
TARN_HD void settle_noted_image(const View<S>& v, const Sides<typename S::Number>& sides,
                                const Site& site) {
    const Grid& g = v.grid();
    std::uint8_t& note = v.note[g.at(site.x, site.y, site.z)];
    if (!(note & kEmpties)) return;
    const AtSite here = at_site(sides, g, site);
    const std::ptrdiff_t image = g.at(here.image[0], here.image[1], here.image[2]);
    note = std::uint8_t(any_note_around(v, image, kFills) ? note & ~kEmpties : note | kSettled);
}

}  // namespace tarn::volume
