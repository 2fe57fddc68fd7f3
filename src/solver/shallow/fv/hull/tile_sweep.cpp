// Compiled once per instruction set, with TARN_ISA naming it. Everything here is a template of that
// namespace, so no function of this file can be mistaken for one of another set.
#include "solver/shallow/fv/hull/tile_sweep.hpp"

#include "exec/pack.hpp"

namespace tarn::shallow::fv::hull {
inline namespace TARN_ISA {

template <class T>
using Wide = exec::Pack<T, exec::kRegisterBytes / int(sizeof(T))>;

/// A range of cells of the room of a tile, from `x0`, `y0` to before `x1`, `y1`.
struct Range {
    int x0, y0, x1, y1;
};

template <class T>
class Tile {
public:
    TARN_HD Tile(const TileDesc<T>& desc, const CellArea& area, const TileScratch<T>& scratch)
        : desc_(desc), step_(*desc.step), area_(area) {
        int next = 0;
        const auto plane = [&] {
            return scratch.numbers + next++ * TileRoom::kElements + TileRoom::kMargin;
        };
        h_ = plane(), u_ = plane(), v_ = plane(), z_ = plane();
        low_ = {plane(), plane(), plane(), plane()};
        high_ = {plane(), plane(), plane(), plane()};
        pressure_ = plane();
        flux_ = {plane(), plane(), plane(), plane()};
        bed_ = plane(), rise_ = plane();
        carried_x_ = {plane(), plane()};
        carried_y_ = {plane(), plane()};
        face_force_ = scratch.face_force + TileRoom::kMargin;
        kind_ = scratch.kind + TileRoom::kMargin;
        hull_ = scratch.hull + TileRoom::kMargin;
        near_ = scratch.near + TileRoom::kMargin;
        // The first sweep goes as far across as the second one looks.
        own_ = {kReach, kReach, kReach + area.nx, kReach + area.ny};
        all_ = {0, 0, area.nx + 2 * kReach, area.ny + 2 * kReach};
    }

    bool run() {
        load();
        const bool x_first = step_.is_x_first;
        const Range wanted = x_first ? Range{own_.x0, row_of(0), own_.x1, row_of(1)}
                                     : Range{column_of(0), own_.y0, column_of(1), own_.y1};
        sweep(x_first, wanted);
        sweep(!x_first, own_);
        return store_water();
    }

private:
    static constexpr std::ptrdiff_t kPitch = TileRoom::kPitch;

    TARN_HD int x_of(int column) const { return area_.x0 - kReach + column; }
    TARN_HD int y_of(int row) const { return area_.y0 - kReach + row; }
    static TARN_HD std::ptrdiff_t at(int column, int row) { return row * kPitch + column; }
    TARN_HD bool wraps(bool is_x) const {
        return step_.edges[int(is_x ? Edge::West : Edge::South)].kind == Beyond::Periodic;
    }
    TARN_HD int size(bool is_x) const { return is_x ? step_.layout.nx : step_.layout.ny; }
    /// A place along an axis as it is in the grid, and whether it is in it.
    TARN_HD int place(int along, bool is_x) const {
        const int n = size(is_x);
        return wraps(is_x) ? ((along % n) + n) % n : along;
    }
    TARN_HD bool is_inside(int along, bool is_x) const {
        return wraps(is_x) || (along >= 0 && along < size(is_x));
    }
    /// First and last (excluded) rows and columns of the room that hold cells.
    TARN_HD int row_of(int end) const {
        if (wraps(false)) return end ? all_.y1 : 0;
        return end ? smaller(all_.y1, step_.layout.ny - y_of(0)) : larger(0, -y_of(0));
    }
    TARN_HD int column_of(int end) const {
        if (wraps(true)) return end ? all_.x1 : 0;
        return end ? smaller(all_.x1, step_.layout.nx - x_of(0)) : larger(0, -x_of(0));
    }

    [[gnu::noinline]] void load();
    TARN_HD void load_row(int row);
    [[gnu::noinline]] void lay_beyond(bool is_x, const Range& wanted);
    TARN_HD void lay_end(bool is_x, Edge edge, int across);
    [[gnu::noinline]] void sweep(bool is_x, const Range& wanted);
    TARN_HD void find_sides(bool is_x, const Range& wanted);
    TARN_HD void find_fluxes(bool is_x, const Range& wanted);
    TARN_HD T missing_discharge(bool is_x, std::ptrdiff_t i, const Side<T>& a, const Side<T>& b,
                                T follows) const;
    TARN_HD void scale_carried(bool is_x, std::ptrdiff_t i, T part) {
        const CarriedPlanes& carried = is_x ? carried_x_ : carried_y_;
        carried.part[i] *= part;
        carried.under[i] *= part;
    }
    TARN_HD void find_lid_flux(bool is_x, int column, int row);
    TARN_HD T rise_ahead(bool is_x, std::ptrdiff_t i, T speed) const;
    TARN_HD void find_lid_fluxes(bool is_x, const Range& wanted);
    TARN_HD void give_edge_fluxes(bool is_x, const Range& wanted);
    TARN_HD void limit_fluxes(bool is_x, const Range& wanted);
    [[gnu::noinline]] void book(bool is_x);
    TARN_HD void find_near(bool is_x);
    TARN_HD void note_inflow(bool is_x);
    TARN_HD void carry_hulls(bool is_x, const Range& wanted);
    TARN_HD void move_cells(bool is_x, const Range& wanted);
    [[gnu::noinline]] bool store_water();

    /// A range with so many cells more at both ends of the sweep.
    static TARN_HD Range longer(bool is_x, const Range& r, int low, int high) {
        return is_x ? Range{r.x0 - low, r.y0, r.x1 + high, r.y1}
                    : Range{r.x0, r.y0 - low, r.x1, r.y1 + high};
    }
    static TARN_HD std::ptrdiff_t next(bool is_x) { return is_x ? 1 : kPitch; }
    template <class V>
    TARN_HD Cell<V> cell(bool is_x, std::ptrdiff_t i) const {
        return {load_of<V>(h_ + i), load_of<V>((is_x ? u_ : v_) + i),
                load_of<V>((is_x ? v_ : u_) + i), load_of<V>(z_ + i)};
    }
    template <class V>
    static TARN_HD V load_of(const T* from) {
        if constexpr (sizeof(V) == sizeof(T))
            return *from;
        else
            return V::load(from);
    }
    template <class V>
    static TARN_HD void store_to(V value, T* to) {
        if constexpr (sizeof(V) == sizeof(T))
            *to = value;
        else
            value.store(to);
    }
    template <class V>
    static TARN_HD Side<V> side(const Side<T*>& from, std::ptrdiff_t i) {
        return {load_of<V>(from.h + i), load_of<V>(from.u + i), load_of<V>(from.v + i),
                load_of<V>(from.z + i)};
    }
    template <class V>
    static TARN_HD void store_side(const Side<V>& side, const Side<T*>& to, std::ptrdiff_t i) {
        store_to(side.h, to.h + i);
        store_to(side.u, to.u + i);
        store_to(side.v, to.v + i);
        store_to(side.z, to.z + i);
    }
    template <class V>
    TARN_HD Flux<V> flux(std::ptrdiff_t i) const {
        return {load_of<V>(flux_.depth + i), load_of<V>(flux_.across + i),
                load_of<V>(flux_.low + i), load_of<V>(flux_.high + i)};
    }
    template <class V>
    TARN_HD void store_flux(const Flux<V>& flux, std::ptrdiff_t i) {
        store_to(flux.depth, flux_.depth + i);
        store_to(flux.across, flux_.across + i);
        store_to(flux.low, flux_.low + i);
        store_to(flux.high, flux_.high + i);
    }
    /// Calls `body(i)` for the registers of a range.
    template <class Body>
    TARN_HD void for_packs(const Range& r, Body&& body) const {
        for (int row = r.y0; row < r.y1; ++row)
            for (int column = r.x0; column < r.x1; column += Wide<T>::width) body(at(column, row));
    }
    template <class Body>
    TARN_HD void for_each(const Range& r, Body&& body) const {
        for (int row = r.y0; row < r.y1; ++row)
            for (int column = r.x0; column < r.x1; ++column) body(column, row, at(column, row));
    }
    TARN_HD bool is_beyond(bool is_x, int column, int row) const {
        return !is_inside(is_x ? x_of(column) : y_of(row), is_x);
    }
    /// Of a hull along a sweep, at a line across it.
    TARN_HD T speed_of(bool is_x, int hull, int column, int row) const {
        if (hull < 0) return T(0);
        const HullDrift& drift = desc_.drifts[hull];
        const int across = is_x ? place(y_of(row), false) : place(x_of(column), true);
        const double arm_m =
            (across + 0.5) * desc_.cell_m - (is_x ? drift.centre_m.y : drift.centre_m.x);
        const double turned = drift.spin_rad_per_s * arm_m;
        return is_x ? T(drift.velocity_m_per_s.x - turned) : T(drift.velocity_m_per_s.y + turned);
    }

    const TileDesc<T>& desc_;
    const Step<T>& step_;
    CellArea area_;
    Range own_, all_;
    T *h_, *u_, *v_, *z_;
    Side<T*> low_, high_;
    T* pressure_;
    Flux<T*> flux_;  ///< at the low face of each cell
    T *bed_, *rise_;
    struct CarriedPlanes {
        T *part, *under;
    };
    CarriedPlanes carried_x_, carried_y_;
    double* face_force_;
    Kind* kind_;
    int *hull_, *near_;
};

/// The cells of a row as they are before the step. Beyond edges that are not periodic there is
/// nothing yet.
template <class T>
TARN_HD void Tile<T>::load_row(int row) {
    const Layout& layout = step_.layout;
    const int y = place(y_of(row), false);
    for (int column = 0; column < all_.x1; ++column) {
        const std::ptrdiff_t i = at(column, row);
        if (!is_inside(x_of(column), true) || !is_inside(y_of(row), false)) {
            h_[i] = u_[i] = v_[i] = z_[i] = bed_[i] = rise_[i] = T(0);
            carried_x_.part[i] = carried_x_.under[i] = T(0);
            carried_y_.part[i] = carried_y_.under[i] = T(0);
            kind_[i] = Kind::Free;
            hull_[i] = -1;
            continue;
        }
        const std::ptrdiff_t from = layout.at(place(x_of(column), true), y);
        h_[i] = step_.from.h[from];
        u_[i] = step_.from.u[from];
        v_[i] = step_.from.v[from];
        z_[i] = step_.bed[from];
        bed_[i] = desc_.bed[from];
        rise_[i] = T(0);
        carried_x_.part[i] = desc_.carried_x.part[from];
        carried_x_.under[i] = desc_.carried_x.under[from];
        carried_y_.part[i] = desc_.carried_y.part[from];
        carried_y_.under[i] = desc_.carried_y.under[from];
        kind_[i] = desc_.hulls.kind[from];
        hull_[i] = desc_.hulls.hull[from];
    }
}

template <class T>
void Tile<T>::load() {
    using V = Wide<T>;
    for (int row = 0; row < all_.y1; ++row) load_row(row);
    if (!step_.forces.is_any) return;
    for_packs(all_, [&](std::ptrdiff_t i) {
        const Moved<V> cell = {V::load(h_ + i), V::load(u_ + i), V::load(v_ + i)};
        const Moved<V> pushed = forced<T>(cell, step_.forces, step_.constants);
        pushed.u.store(u_ + i);
        pushed.v.store(v_ + i);
    });
}

/// The two cells beyond an edge at the end of a line; hulls go on there as the water does.
template <class T>
TARN_HD void Tile<T>::lay_end(bool is_x, Edge edge, int across) {
    const int n = size(is_x);
    const bool is_low = edge == Edge::West || edge == Edge::South;
    const T outward = is_low ? T(-1) : T(1);
    const int edge_at = is_low ? 0 : n - 1;
    // Place in the room of the cell `count` inwards from the edge.
    const auto inside = [&](int count) {
        const int along = is_low ? smaller(count, n - 1) : larger(n - 1 - count, 0);
        return is_x ? at(along - x_of(0), across) : at(across, along - y_of(0));
    };
    const auto facing = [&](std::ptrdiff_t i) {
        const Cell<T> c = cell<T>(is_x, i);
        return Cell<T>{c.h, outward * c.u, c.v, c.z};
    };
    const int line = is_x ? place(y_of(across), false) : place(x_of(across), true);
    for (int out = 0; out < 2; ++out) {
        const std::ptrdiff_t mirrored = inside(out);
        const AtEdge<T> ends = {facing(inside(0)), facing(inside(1)), facing(mirrored)};
        const Cell<T> beyond_it = beyond(ends, step_.edge(edge, line), step_.constants.gravity);
        const int along = is_low ? edge_at - 1 - out : edge_at + 1 + out;
        const int begin = is_x ? x_of(0) : y_of(0);
        if (along < begin || along >= begin + (is_x ? all_.x1 : all_.y1)) continue;
        const std::ptrdiff_t i = is_x ? at(along - x_of(0), across) : at(across, along - y_of(0));
        h_[i] = beyond_it.h;
        (is_x ? u_ : v_)[i] = outward * beyond_it.u;
        (is_x ? v_ : u_)[i] = beyond_it.v;
        z_[i] = beyond_it.z;
        bed_[i] = bed_[mirrored];
        kind_[i] = kind_[mirrored];
        hull_[i] = hull_[mirrored];
    }
}

template <class T>
void Tile<T>::lay_beyond(bool is_x, const Range& wanted) {
    if (wraps(is_x)) return;
    const int first = is_x ? x_of(0) : y_of(0), last = first + (is_x ? all_.x1 : all_.y1);
    const int begin = is_x ? wanted.y0 : wanted.x0, end = is_x ? wanted.y1 : wanted.x1;
    for (int across = begin; across < end; ++across) {
        if (first < 0) lay_end(is_x, is_x ? Edge::West : Edge::South, across);
        if (last > size(is_x)) lay_end(is_x, is_x ? Edge::East : Edge::North, across);
    }
}

template <class T>
TARN_HD void Tile<T>::find_sides(bool is_x, const Range& wanted) {
    using V = Wide<T>;
    const std::ptrdiff_t d = next(is_x);
    for_packs(longer(is_x, wanted, 2, 2), [&](std::ptrdiff_t i) {
        const Sides<V> sides = reconstruct<true, T>(cell<V>(is_x, i - d), cell<V>(is_x, i),
                                                    cell<V>(is_x, i + d), step_.constants);
        store_side(sides.low, low_, i);
        store_side(sides.high, high_, i);
        sides.pressure.store(pressure_ + i);
    });
}

template <class T>
TARN_HD void Tile<T>::find_fluxes(bool is_x, const Range& wanted) {
    using V = Wide<T>;
    const std::ptrdiff_t d = next(is_x);
    for_packs(longer(is_x, wanted, 1, 2), [&](std::ptrdiff_t i) {
        store_flux(face_flux<true, T>(side<V>(high_, i - d), side<V>(low_, i), step_.constants), i);
    });
}

/// How much a hull that moves raises the effective bed at the faces of a cell until the middle of
/// the step; the half step ahead of the sides holds the bed still.
template <class T>
TARN_HD T Tile<T>::rise_ahead(bool is_x, std::ptrdiff_t i, T speed) const {
    const std::ptrdiff_t d = next(is_x);
    const T half_z = T(0.5) * (high_.z[i] - low_.z[i]);
    const T half_bed = T(0.25) * (bed_[i + d] - bed_[i - d]);
    return -step_.constants.ratio * speed * (half_z - half_bed);
}

/// What the mean discharge of two sides leaves out at the face of a hull that the water follows
/// with this speed: the depth at the face is what the hull leaves there.
template <class T>
TARN_HD T Tile<T>::missing_discharge(bool is_x, std::ptrdiff_t i, const Side<T>& a,
                                     const Side<T>& b, T follows) const {
    const CarriedPlanes& carried = is_x ? carried_x_ : carried_y_;
    const T half = T(0.5), level = half * ((a.h + a.z) + (b.h + b.z));
    const T displaced = half * ((a.z + b.z) - (bed_[i - next(is_x)] + bed_[i]));
    return follows * displaced - (level * carried.part[i] - carried.under[i]);
}

/// The flux at a face that touches a lid. What the hull carries through it becomes what the water
/// takes along of that: all where the water is as fast as the hull, nothing where it is at rest.
template <class T>
TARN_HD void Tile<T>::find_lid_flux(bool is_x, int column, int row) {
    const std::ptrdiff_t d = next(is_x), i = at(column, row);
    // Beyond an edge the hull goes on as in a mirror: there it comes from the other side.
    const bool is_edge = is_beyond(is_x, column, row) ||
                         is_beyond(is_x, is_x ? column - 1 : column, is_x ? row : row - 1);
    const int hull = is_edge ? -1 : kind_[i - d] == Kind::Lid ? hull_[i - d] : hull_[i];
    Side<T> low = side<T>(high_, i - d), high = side<T>(low_, i);
    const Vec2 velocity = hull < 0 ? Vec2{} : desc_.drifts[hull].velocity_m_per_s;
    const T moves = T(is_x ? velocity.x : velocity.y), flows = T(0.5) * (low.u + high.u);
    const T depth = larger(low.h + low.z - bed_[i - d], high.h + high.z - bed_[i]);
    const T wave = square_root(step_.constants.gravity * larger(depth, T(1e-9)));
    const T part = part_taken_along(flows, moves, wave);
    scale_carried(is_x, i, part);
    LidFace<T> face = {.speed = speed_of(is_x, hull, column, row)};
    low.z += rise_ahead(is_x, i - d, part * face.speed);
    high.z += rise_ahead(is_x, i, part * face.speed);
    face.missing = missing_discharge(is_x, i, low, high, part * moves);
    store_flux(lid_flux(low, high, face, step_.constants), i);
}

template <class T>
TARN_HD void Tile<T>::find_lid_fluxes(bool is_x, const Range& wanted) {
    const std::ptrdiff_t d = next(is_x);
    for_each(longer(is_x, wanted, 1, 2), [&](int column, int row, std::ptrdiff_t i) {
        const Kind a = kind_[i - d], b = kind_[i];
        const bool is_held_face = (is_held(a) || is_held(b)) && h_[i - d] >= T(0) && h_[i] >= T(0);
        const bool is_shut = a == Kind::Shut || b == Kind::Shut;
        if (is_held_face && !is_shut) return find_lid_flux(is_x, column, row);
        scale_carried(is_x, i, T(0));
        if (is_held_face)
            store_flux(shut_flux(side<T>(high_, i - d), side<T>(low_, i), step_.constants), i);
    });
}

template <class T>
TARN_HD void Tile<T>::give_edge_fluxes(bool is_x, const Range& wanted) {
    if (wraps(is_x) || !step_.may_give_flux()) return;
    const std::ptrdiff_t d = next(is_x);
    for_each(longer(is_x, wanted, 1, 2), [&](int column, int row, std::ptrdiff_t i) {
        const int along = is_x ? x_of(column) : y_of(row);
        if (along != 0 && along != size(is_x)) return;
        const bool is_low = along == 0;
        const Edge edge =
            is_x ? (is_low ? Edge::West : Edge::East) : (is_low ? Edge::South : Edge::North);
        const int line = is_x ? place(y_of(row), false) : place(x_of(column), true);
        Flux<T> given = flux<T>(i);
        step_.give_flux(edge, line, is_low ? side<T>(low_, i) : side<T>(high_, i - d), given);
        store_flux(given, i);
    });
}

/// No cell sends more than it has. Beyond an edge there is enough.
template <class T>
TARN_HD void Tile<T>::limit_fluxes(bool is_x, const Range& wanted) {
    using V = Wide<T>;
    const std::ptrdiff_t d = next(is_x);
    bool is_short = false;
    const Range givers = longer(is_x, wanted, 1, 1);
    for (int row = givers.y0; row < givers.y1; ++row)
        for (int column = givers.x0; column < givers.x1; column += V::width) {
            const std::ptrdiff_t i = at(column, row);
            const V leaving =
                depth_leaving<T>(V::load(flux_.depth + i), V::load(flux_.depth + i + d));
            is_short |= V::any((V::load(h_ + i) < leaving) & V::lanes(0, givers.x1 - column));
        }
    if (!is_short) return;
    // Sides are not needed any more but for booking, which does not look at their velocity across.
    T* const parts = low_.v;
    for_each(longer(is_x, wanted, 1, 1), [&](int column, int row, std::ptrdiff_t i) {
        parts[i] =
            is_beyond(is_x, column, row)
                ? T(1)
                : sendable_part<T>(h_[i], depth_leaving<T>(flux_.depth[i], flux_.depth[i + d]));
    });
    for_each(longer(is_x, wanted, 0, 1), [&](int, int, std::ptrdiff_t i) {
        const T part = part_of_giver<T>(flux_.depth[i], parts[i - d], parts[i]);
        if (part < T(1)) {
            store_flux(scaled(flux<T>(i), part, step_.constants), i);
            scale_carried(is_x, i, part);
        }
    });
}

template <class T>
TARN_HD void Tile<T>::find_near(bool is_x) {
    const std::ptrdiff_t d = next(is_x);
    for_each(longer(is_x, own_, 1, 1), [&](int, int, std::ptrdiff_t i) {
        near_[i] = hull_near(kind_, hull_, i, i - d, i + d);
    });
}

/// What one side of a face loses and the other does not get, and what the effective bed within a
/// cell takes, is on the hull, but for what the real bed takes of it: at the middle of a cell near
/// a hull, and at the face itself of any other.
template <class T>
void Tile<T>::book(bool is_x) {
    const double g = double(step_.constants.gravity), ratio = double(step_.constants.ratio);
    const std::ptrdiff_t d = next(is_x);
    const auto square = [](T h) { return double(h) * double(h); };
    const auto real_bed = [&](int column, int row) {
        return double(
            desc_.bed[step_.layout.at(place(x_of(column), true), place(y_of(row), false))]);
    };
    find_near(is_x);
    for_each(longer(is_x, own_, 0, 1), [&](int column, int row, std::ptrdiff_t i) {
        const int column_a = is_x ? column - 1 : column, row_a = is_x ? row : row - 1;
        face_force_[i] = 0.0;
        if ((near_[i - d] < 0 && near_[i] < 0) || h_[i - d] < T(0) || h_[i] < T(0)) return;
        if (is_beyond(is_x, column, row) || is_beyond(is_x, column_a, row_a)) return;
        const Side<T> low = side<T>(high_, i - d), high = side<T>(low_, i);
        const auto column_of_water = [&](std::ptrdiff_t k, int c, int r, const Side<T>& face,
                                         double& bed_m) {
            bed_m = near_[k] < 0 ? double(face.z) : real_bed(c, r);
            return near_[k] < 0 ? double(face.h) : double(h_[k]) + double(z_[k]) - bed_m;
        };
        double from_bed_m = 0.0, to_bed_m = 0.0;
        const double from_m = column_of_water(i - d, column_a, row_a, low, from_bed_m);
        const double to_m = column_of_water(i, column, row, high, to_bed_m);
        const double bed = 0.5 * g * (from_m + to_m) * (to_bed_m - from_bed_m);
        const double force = double(flux_.low[i]) + 0.5 * g * square(low.h) -
                             (double(flux_.high[i]) + 0.5 * g * square(high.h)) - bed;
        const bool is_shared = near_[i - d] >= 0 && near_[i] >= 0;
        face_force_[i] = is_shared ? 0.5 * force : force;
    });
    double* const pushes = is_x ? desc_.push_x : desc_.push_y;
    for_each(own_, [&](int column, int row, std::ptrdiff_t i) {
        if (near_[i] < 0) return;
        double push = face_force_[i] + face_force_[i + d];
        if (!(h_[i] < T(0))) {
            const Cell<T> c = cell<T>(is_x, i);
            const double inside =
                double(pressure_[i]) - 0.5 * g * (square(high_.h[i]) - square(low_.h[i]));
            const Moved<T> after =
                move<true, T>(c, pressure_[i], flux<T>(i), flux<T>(i + d), step_.constants);
            const double flow =
                double(c.h) * double(c.u) -
                ratio * (double(flux_.low[i + d]) - double(flux_.high[i]) + double(pressure_[i]));
            push += inside + (flow - double(after.h) * double(after.u)) / ratio;
        }
        pushes[step_.layout.at(x_of(column), y_of(row))] = push;
    });
}

/// What came in through an edge at which the tile ends.
template <class T>
TARN_HD void Tile<T>::note_inflow(bool is_x) {
    const Edge low = is_x ? Edge::West : Edge::South, high = is_x ? Edge::East : Edge::North;
    const std::ptrdiff_t d = next(is_x);
    double *const low_in = step_.inflow[int(low)], *const high_in = step_.inflow[int(high)];
    if (!low_in && !high_in) return;
    for_each(own_, [&](int column, int row, std::ptrdiff_t i) {
        const int along = is_x ? x_of(column) : y_of(row), line = is_x ? y_of(row) : x_of(column);
        if (along == 0 && low_in) low_in[line] = double(flux_.depth[i]);
        if (along == size(is_x) - 1 && high_in) high_in[line] = -double(flux_.depth[i + d]);
    });
}

/// The effective bed follows the hulls, so that the other sweep sees the level and not what they
/// have left behind.
template <class T>
TARN_HD void Tile<T>::carry_hulls(bool is_x, const Range& wanted) {
    const std::ptrdiff_t d = next(is_x);
    const CarriedPlanes& carried = is_x ? carried_x_ : carried_y_;
    for_each(wanted, [&](int, int, std::ptrdiff_t i) {
        if (kind_[i] == Kind::Over || h_[i] < T(0)) return;
        const T part = carried.part[i] - carried.part[i + d];
        const T under = carried.under[i] - carried.under[i + d];
        const T rise = step_.constants.ratio * ((h_[i] + z_[i]) * part - under);
        z_[i] += rise;
        rise_[i] += rise;
    });
}

template <class T>
TARN_HD void Tile<T>::move_cells(bool is_x, const Range& wanted) {
    using V = Wide<T>;
    const std::ptrdiff_t d = next(is_x);
    T *const along = is_x ? u_ : v_, *const across = is_x ? v_ : u_;
    for_packs(wanted, [&](std::ptrdiff_t i) {
        const Moved<V> moved = move<true, T>(cell<V>(is_x, i), V::load(pressure_ + i), flux<V>(i),
                                             flux<V>(i + d), step_.constants);
        moved.h.store(h_ + i);
        moved.u.store(along + i);
        moved.v.store(across + i);
    });
}

template <class T>
void Tile<T>::sweep(bool is_x, const Range& wanted) {
    lay_beyond(is_x, wanted);
    find_sides(is_x, wanted);
    find_fluxes(is_x, wanted);
    find_lid_fluxes(is_x, wanted);
    give_edge_fluxes(is_x, wanted);
    limit_fluxes(is_x, wanted);
    book(is_x);
    note_inflow(is_x);
    carry_hulls(is_x, wanted);
    move_cells(is_x, wanted);
}

template <class T>
bool Tile<T>::store_water() {
    using V = Wide<T>;
    bool is_healthy = true;
    for_packs(own_, [&](std::ptrdiff_t i) {
        Moved<V> cell = {V::load(h_ + i), V::load(u_ + i), V::load(v_ + i)};
        if (step_.forces.is_any) cell = forced<T>(cell, step_.forces, step_.constants);
        cell.h.store(h_ + i);
        cell.u.store(u_ + i);
        cell.v.store(v_ + i);
    });
    for (int row = own_.y0; row < own_.y1; ++row)
        for (int column = own_.x0; column < own_.x1; ++column) {
            const std::ptrdiff_t i = at(column, row);
            const std::ptrdiff_t to = step_.layout.at(x_of(column), y_of(row));
            step_.to.h[to] = h_[i];
            step_.to.u[to] = u_[i];
            step_.to.v[to] = v_[i];
            desc_.rise_m[to] = rise_[i];
            is_healthy &= is_within_step<T>(Moved<T>{h_[i], u_[i], v_[i]}, step_.constants);
        }
    return is_healthy;
}

template <class T>
bool sweep_tile(const TileDesc<T>& desc, const CellArea& tile, const TileScratch<T>& scratch) {
    return Tile<T>(desc, tile, scratch).run();
}

template <class T>
TileSweep<T> choose_tile_sweep() {
    return sweep_tile<T>;
}
template TileSweep<float> choose_tile_sweep();
template TileSweep<double> choose_tile_sweep();

}  // namespace TARN_ISA
}  // namespace tarn::shallow::fv::hull
