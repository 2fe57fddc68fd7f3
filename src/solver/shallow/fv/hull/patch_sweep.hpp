// The two sweeps of a step over the cells around hulls, where faces may touch a lid. The sweeps of
// the whole grid have been there before and knew nothing of lids; cells that no lid reaches get the
// same bits again. Plain loops over lines of a patch.
#pragma once

#include "solver/shallow/fv/hull/lid.hpp"
#include "solver/shallow/fv/step.hpp"

#include <span>
#include <utility>
#include <vector>

namespace tarn::shallow::fv::hull {

/// Which hull holds a cell; none of them is -1.
struct HullPlanes {
    const Kind* kind = nullptr;  ///< in the layout of the water
    const int* hull = nullptr;
};

/// The motion of a hull as sweeps need it.
struct HullDrift {
    Vec2 centre_m;  ///< of mass, from the corner of the grid
    Vec2 velocity_m_per_s;
    double spin_rad_per_s = 0.0;  ///< about the vertical
};

/// Horizontal force on a hull and its moment about the vertical through its centre, divided by the
/// density of water and the width of a cell.
struct Push {
    double x = 0.0, y = 0.0, turn = 0.0;
};

template <class T>
class PatchSweep {
public:
    /// `bed` is the real one, in the layout of the water; `step.bed` the effective one.
    PatchSweep(const Step<T>& step, const T* bed, HullPlanes hulls,
               std::span<const HullDrift> drifts, double cell_m)
        : step_(step), bed_(bed), hulls_(hulls), drifts_(drifts), cell_m_(cell_m) {}

    /// Both sweeps over an area, into `step.to`; what the water pushed is added to `pushes`, by
    /// hull. False if some water became too fast for the step.
    bool run(const CellArea& area, std::span<Push> pushes);

private:
    /// A cell of a line, the sweep's direction first.
    struct LineCell {
        Cell<T> cell;
        Kind kind = Kind::Free;
        int hull = -1;
        T bed = 0;               ///< the real one
        bool is_beyond = false;  ///< beyond an edge of the grid
    };
    /// A piece of a row or column: cells first to last (excluded) are wanted.
    struct Line {
        bool is_x = true;
        int across = 0;  ///< which row or column
        int first = 0, last = 0;
    };

    bool wraps(bool is_x) const {
        return step_.edges[int(is_x ? Edge::West : Edge::South)].kind == Beyond::Periodic;
    }
    int size(bool is_x) const { return is_x ? step_.layout.nx : step_.layout.ny; }
    std::size_t room_of(int x, int y) const { return std::size_t(between_.index(x, y)); }
    void load(const Line& line, bool is_first);
    LineCell cell_at(const Line& line, int along, bool is_first) const;
    LineCell beyond_at(const Line& line, int along, bool is_first) const;
    void find_fluxes(const Line& line);
    void limit_fluxes(const Line& line);
    struct Column {
        double height_m = 0.0, bed_m = 0.0;
    };
    int hull_near(std::size_t i) const;
    Column column_at(std::size_t i, const Side<T>& side) const;
    void book(const Line& line, std::span<Push> pushes) const;
    void note_inflow(const Line& line) const;
    /// How far a line is from the centre of a hull.
    double arm_m(const Line& line, const HullDrift& drift) const {
        return (line.across + 0.5) * cell_m_ - (line.is_x ? drift.centre_m.y : drift.centre_m.x);
    }
    void add_push(const Line& line, int hull, double force, std::span<Push> pushes) const;
    Moved<T> moved(int i) const {
        return move<true, T>(line_[std::size_t(i)].cell, sides_[std::size_t(i)].pressure,
                             fluxes_[std::size_t(i)], fluxes_[std::size_t(i) + 1], step_.constants);
    }
    T speed_of(const Line& line, int hull) const;

    const Step<T>& step_;
    const T* bed_;
    HullPlanes hulls_;
    std::span<const HullDrift> drifts_;
    double cell_m_;

    CellArea between_ = {};  ///< where `room_` holds the water between the sweeps
    std::vector<Moved<T>> room_;
    int begin_ = 0;  ///< place along the line of line_[0]
    std::vector<LineCell> line_;
    std::vector<Sides<T>> sides_;
    std::vector<Flux<T>> fluxes_;  ///< at the low face of each cell
    std::vector<T> parts_;
};

/// A cell of the water before the first sweep, after half of the forces, or between the sweeps.
template <class T>
typename PatchSweep<T>::LineCell PatchSweep<T>::cell_at(const Line& line, int along,
                                                        bool is_first) const {
    const int n = size(line.is_x), place = wraps(line.is_x) ? (along + n) % n : along;
    const int x = line.is_x ? place : line.across, y = line.is_x ? line.across : place;
    const std::ptrdiff_t at = step_.layout.at(x, y);
    Moved<T> cell;
    if (is_first) {
        cell = {step_.from.h[at], step_.from.u[at], step_.from.v[at]};
        if (step_.forces.is_any) cell = forced<T>(cell, step_.forces, step_.constants);
    } else {
        cell = room_[room_of(x, y)];
    }
    const T u = line.is_x ? cell.u : cell.v, v = line.is_x ? cell.v : cell.u;
    return {{cell.h, u, v, step_.bed[at]}, hulls_.kind[at], hulls_.hull[at], bed_[at], false};
}

/// What lies beyond an edge of the grid: hulls go on there as the water does.
template <class T>
typename PatchSweep<T>::LineCell PatchSweep<T>::beyond_at(const Line& line, int along,
                                                          bool is_first) const {
    const int n = size(line.is_x);
    const bool is_low = along < 0;
    const Edge edge =
        line.is_x ? (is_low ? Edge::West : Edge::East) : (is_low ? Edge::South : Edge::North);
    const int out = is_low ? -1 - along : along - n;
    const T outward = is_low ? T(-1) : T(1);
    const auto inside = [&](int count) {
        return cell_at(line, is_low ? smaller(count, n - 1) : larger(n - 1 - count, 0), is_first);
    };
    const auto facing = [&](const LineCell& c) {
        return Cell<T>{c.cell.h, outward * c.cell.u, c.cell.v, c.cell.z};
    };
    const LineCell mirrored = inside(out);
    const AtEdge<T> at = {facing(inside(0)), facing(inside(1)), facing(mirrored)};
    Cell<T> cell = beyond(at, step_.edge(edge, line.across), step_.constants.gravity);
    cell.u = outward * cell.u;
    return {cell, mirrored.kind, mirrored.hull, mirrored.bed, true};
}

template <class T>
void PatchSweep<T>::load(const Line& line, bool is_first) {
    const int n = size(line.is_x);
    const bool is_ring = wraps(line.is_x);
    begin_ = is_ring ? line.first - kReach : larger(line.first - kReach, -2);
    const int end = is_ring ? line.last + kReach : smaller(line.last + kReach, n + 2);
    line_.clear();
    for (int along = begin_; along < end; ++along)
        line_.push_back(!is_ring && (along < 0 || along >= n) ? beyond_at(line, along, is_first)
                                                              : cell_at(line, along, is_first));
}

/// Of a hull along a line.
template <class T>
T PatchSweep<T>::speed_of(const Line& line, int hull) const {
    if (hull < 0) return T(0);
    const HullDrift& drift = drifts_[std::size_t(hull)];
    const double turned = drift.spin_rad_per_s * arm_m(line, drift);
    return line.is_x ? T(drift.velocity_m_per_s.x - turned) : T(drift.velocity_m_per_s.y + turned);
}

template <class T>
void PatchSweep<T>::find_fluxes(const Line& line) {
    const std::size_t count = line_.size();
    sides_.resize(count);
    fluxes_.resize(count + 1);
    for (std::size_t i = 1; i + 1 < count; ++i)
        sides_[i] = reconstruct<true, T>(line_[i - 1].cell, line_[i].cell, line_[i + 1].cell,
                                         step_.constants);
    for (std::size_t i = 2; i + 1 < count; ++i) {
        const LineCell &a = line_[i - 1], &b = line_[i];
        const Side<T>&low = sides_[i - 1].high, &high = sides_[i].low;
        const bool has_solid = a.cell.h < T(0) || b.cell.h < T(0);
        if (has_solid || !(is_held(a.kind) || is_held(b.kind))) {
            fluxes_[i] = face_flux<true, T>(low, high, step_.constants);
        } else if (a.kind == Kind::Shut || b.kind == Kind::Shut) {
            fluxes_[i] = shut_flux(low, high, step_.constants);
        } else {
            const int hull = a.kind == Kind::Lid ? a.hull : b.hull;
            fluxes_[i] = lid_flux(low, high, speed_of(line, hull), step_.constants);
        }
        if (a.is_beyond == b.is_beyond) continue;
        const Edge edge = line.is_x ? (a.is_beyond ? Edge::West : Edge::East)
                                    : (a.is_beyond ? Edge::South : Edge::North);
        step_.give_flux(edge, line.across, a.is_beyond ? high : low, fluxes_[i]);
    }
}

/// No cell sends more than it has. Beyond an edge there is enough.
template <class T>
void PatchSweep<T>::limit_fluxes(const Line&) {
    const std::size_t count = line_.size();
    parts_.assign(count, T(1));
    for (std::size_t i = 2; i + 2 < count; ++i)
        if (!line_[i].is_beyond)
            parts_[i] = sendable_part<T>(line_[i].cell.h,
                                         depth_leaving<T>(fluxes_[i].depth, fluxes_[i + 1].depth));
    for (std::size_t i = 2; i + 1 < count; ++i) {
        const T part = part_of_giver<T>(fluxes_[i].depth, parts_[i - 1], parts_[i]);
        if (part < T(1)) fluxes_[i] = scaled(fluxes_[i], part, step_.constants);
    }
}

template <class T>
void PatchSweep<T>::add_push(const Line& line, int hull, double force,
                             std::span<Push> pushes) const {
    if (hull < 0) return;
    Push& push = pushes[std::size_t(hull)];
    (line.is_x ? push.x : push.y) += force;
    const double turn = arm_m(line, drifts_[std::size_t(hull)]) * force;
    push.turn += line.is_x ? -turn : turn;
}

/// What came in through an edge at which the line ends.
template <class T>
void PatchSweep<T>::note_inflow(const Line& line) const {
    const Edge low = line.is_x ? Edge::West : Edge::South;
    const Edge high = line.is_x ? Edge::East : Edge::North;
    const auto depth = [&](int along) {
        return double(fluxes_[std::size_t(along - begin_)].depth);
    };
    if (line.first == 0 && step_.inflow[int(low)])
        step_.inflow[int(low)][line.across] = depth(line.first);
    if (line.last == size(line.is_x) && step_.inflow[int(high)])
        step_.inflow[int(high)][line.across] = -depth(line.last);
}

/// The hull that holds a cell or one beside it, whose effective bed reaches into it; -1: none.
template <class T>
int PatchSweep<T>::hull_near(std::size_t i) const {
    for (const std::size_t k : {i, i - 1, i + 1})
        if (k < line_.size() && line_[k].kind != Kind::Free) return line_[k].hull;
    return -1;
}

/// The column of water and the bed below it where a face ends, for what the bed takes: at the
/// middle of a cell near a hull, and at the face itself of any other.
template <class T>
typename PatchSweep<T>::Column PatchSweep<T>::column_at(std::size_t i, const Side<T>& side) const {
    const LineCell& c = line_[i];
    if (hull_near(i) < 0) return {double(side.h), double(side.z)};
    return {double(c.cell.h) + double(c.cell.z) - double(c.bed), double(c.bed)};
}

/// What one side of a face loses and the other does not get, and what the effective bed within a
/// cell takes, is on the hull, but for what the real bed takes of it.
template <class T>
void PatchSweep<T>::book(const Line& line, std::span<Push> pushes) const {
    const double g = double(step_.constants.gravity), ratio = double(step_.constants.ratio);
    const auto square = [](T h) { return double(h) * double(h); };
    for (int along = line.first; along <= line.last; ++along) {
        const std::size_t i = std::size_t(along - begin_);
        const LineCell &a = line_[i - 1], &b = line_[i];
        const bool has_solid = a.cell.h < T(0) || b.cell.h < T(0);
        const int near_a = hull_near(i - 1), near_b = hull_near(i);
        if (!has_solid && (near_a >= 0 || near_b >= 0) && !a.is_beyond && !b.is_beyond) {
            const Side<T>&low = sides_[i - 1].high, &high = sides_[i].low;
            const Column from = column_at(i - 1, low), to = column_at(i, high);
            const double bed = 0.5 * g * (from.height_m + to.height_m) * (to.bed_m - from.bed_m);
            const double force = double(fluxes_[i].low) + 0.5 * g * square(low.h) -
                                 (double(fluxes_[i].high) + 0.5 * g * square(high.h)) - bed;
            const bool is_shared = near_a >= 0 && near_b >= 0;
            if (near_a >= 0) add_push(line, near_a, is_shared ? 0.5 * force : force, pushes);
            if (near_b >= 0) add_push(line, near_b, is_shared ? 0.5 * force : force, pushes);
        }
        if (along == line.last || b.cell.h < T(0) || near_b < 0) continue;
        const Sides<T>& sides = sides_[i];
        const double inside =
            double(sides.pressure) - 0.5 * g * (square(sides.high.h) - square(sides.low.h));
        const Moved<T> after = moved(int(i));
        const double flow =
            double(b.cell.h) * double(b.cell.u) -
            ratio * (double(fluxes_[i + 1].low) - double(fluxes_[i].high) + double(sides.pressure));
        const double film = (flow - double(after.h) * double(after.u)) / ratio;
        add_push(line, near_b, inside + film, pushes);
    }
}

template <class T>
bool PatchSweep<T>::run(const CellArea& area, std::span<Push> pushes) {
    const bool x_first = step_.is_x_first;
    // The first sweep goes as far across as the second one looks, and where that is around a ring,
    // over all of it.
    const auto grown = [&](int first, int last, bool is_x) {
        const int n = size(is_x);
        if (wraps(is_x) && (first < kReach || last > n - kReach)) return std::pair(0, n);
        return std::pair(larger(first - kReach, 0), smaller(last + kReach, n));
    };
    const auto [across_0, across_1] = x_first ? grown(area.y0, area.y0 + area.ny, false)
                                              : grown(area.x0, area.x0 + area.nx, true);
    between_ = x_first ? CellArea{area.x0, across_0, area.nx, across_1 - across_0}
                       : CellArea{across_0, area.y0, across_1 - across_0, area.ny};
    room_.resize(between_.count());
    const int first = x_first ? area.x0 : area.y0;
    const int last = first + (x_first ? area.nx : area.ny);
    const int inner_0 = x_first ? area.y0 : area.x0;
    const int inner_1 = inner_0 + (x_first ? area.ny : area.nx);
    for (int across = across_0; across < across_1; ++across) {
        const Line line = {x_first, across, first, last};
        load(line, true);
        find_fluxes(line);
        limit_fluxes(line);
        if (across >= inner_0 && across < inner_1) {
            book(line, pushes);
            note_inflow(line);
        }
        for (int along = first; along < last; ++along) {
            const Moved<T> cell = moved(along - begin_);
            room_[x_first ? room_of(along, across) : room_of(across, along)] = {
                cell.h, x_first ? cell.u : cell.v, x_first ? cell.v : cell.u};
        }
    }
    bool is_healthy = true;
    for (int across = first; across < last; ++across) {
        const Line line = {!x_first, across, inner_0, inner_1};
        load(line, false);
        find_fluxes(line);
        limit_fluxes(line);
        book(line, pushes);
        note_inflow(line);
        for (int along = inner_0; along < inner_1; ++along) {
            const Moved<T> one = moved(along - begin_);
            Moved<T> cell = {one.h, x_first ? one.v : one.u, x_first ? one.u : one.v};
            if (step_.forces.is_any) cell = forced<T>(cell, step_.forces, step_.constants);
            const std::ptrdiff_t at =
                x_first ? step_.layout.at(across, along) : step_.layout.at(along, across);
            step_.to.h[at] = cell.h;
            step_.to.u[at] = cell.u;
            step_.to.v[at] = cell.v;
            is_healthy &= is_within_step<T>(cell, step_.constants);
        }
    }
    return is_healthy;
}

}  // namespace tarn::shallow::fv::hull
