#include "solver/shallow/fv/hull/coupler.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

namespace tarn::shallow::fv::hull {
namespace {

using exchange::area_around;
using exchange::HullCover;
using exchange::HullReport;
using exchange::Hulls;
using exchange::HullState;

/// Cells around a cover that a step with its lids may change: the hull may have turned out to move
/// a cell less far than its lids, a face beside them in the first sweep, and as far as the second
/// sweep looks.
constexpr int kMargin = 2 + kReach;
constexpr double kDensity_kg_per_m3 = 1000.0;
/// Covers below this part of a cell are none.
constexpr double kLeastPart = 1e-6;
/// No water near hulls is faster than this many times the waves of the reference depth.
constexpr double kFastest = 10.0;

double part_of(const HullCover& cover, int x, int y) {
    if (!cover.area.contains(x, y)) return 0.0;
    const double part = cover.part[std::size_t(cover.area.index(x, y))];
    return part > kLeastPart ? part : 0.0;
}

bool meet(const CellArea& a, const CellArea& b) {
    return a.x0 < b.x0 + b.nx && b.x0 < a.x0 + a.nx && a.y0 < b.y0 + b.ny && b.y0 < a.y0 + a.ny;
}

template <class Body>
void for_cells_of(const CellArea& area, Body&& body) {
    for (int y = area.y0; y < area.y0 + area.ny; ++y)
        for (int x = area.x0; x < area.x0 + area.nx; ++x) body(x, y);
}

}  // namespace

template <class T>
CellArea Coupler<T>::around(const CellArea& area) const {
    if (area.count() == 0) return {};
    const int x0 = std::max(area.x0 - kMargin, 0), y0 = std::max(area.y0 - kMargin, 0);
    const int x1 = std::min(area.x0 + area.nx + kMargin, layout_.nx);
    const int y1 = std::min(area.y0 + area.ny + kMargin, layout_.ny);
    return {x0, y0, std::max(x1 - x0, 0), std::max(y1 - y0, 0)};
}

template <class T>
void Coupler<T>::start(const CouplerDesc& desc, const CellsView<T>& cells, Hulls& hulls) {
    desc_ = desc;
    layout_ = cells.layout;
    head_m_.assign(layout_.elements(), 0.0);
    kind_.assign(layout_.elements(), Kind::Free);
    hull_.assign(layout_.elements(), -1);
    effective_.assign(cells.bed, cells.bed + layout_.elements());
    owed_.assign(std::size_t(hulls.count()), Six{});
    // All hulls over a cell displace together.
    std::vector<double> taken(layout_.elements(), 0.0);
    for (int k = 0; k < hulls.count(); ++k) {
        const HullCover& cover = hulls.cover(k, 0.0);
        areas_.push_back(cover.area);
        for_cells_of(cover.area, [&](int x, int y) {
            const std::ptrdiff_t at = layout_.at(x, y);
            const double part = part_of(cover, x, y);
            const T h = cells.water.h[at];
            if (part == 0.0 || h < T(0)) return;
            const std::size_t n = std::size_t(cover.area.index(x, y)), i = std::size_t(at);
            const double bed_m = double(cells.bed[at]), level_m = double(h) + bed_m;
            const double under_m = std::max(cover.under_m[n] - desc.datum_m, bed_m);
            const double top_m = std::max(cover.top_m[n] - desc.datum_m, under_m);
            if (level_m <= under_m) return;
            taken[i] += part * std::min(level_m - under_m, top_m - under_m);
            kind_[i] = level_m > top_m ? Kind::Over : Kind::Lid;
            head_m_[i] = level_m;
            hull_[i] = k;
        });
    }
    for (std::size_t i = 0; i < taken.size(); ++i)
        if (taken[i] > 0.0)
            cells.water.h[i] =
                T(desc.quantum.rounded(std::max(double(cells.water.h[i]) - taken[i], 0.0)));
}

template <class T>
void Coupler<T>::lay_effective_bed(const CellsView<T>& cells) {
    for (const CellArea& area : areas_)
        for_cells_of(area, [&](int x, int y) {
            const std::ptrdiff_t at = layout_.at(x, y);
            effective_[std::size_t(at)] = cells.bed[at];
        });
    for (const CellArea& area : areas_)
        for_cells_of(area, [&](int x, int y) {
            const std::ptrdiff_t at = layout_.at(x, y);
            const std::size_t i = std::size_t(at);
            if (kind_[i] != Kind::Free)
                effective_[i] = T(desc_.quantum.rounded(head_m_[i] - double(cells.water.h[at])));
        });
}

template <class T>
void Coupler<T>::bed_changed(const CellsView<T>& cells) {
    std::copy(cells.bed, cells.bed + layout_.elements(), effective_.begin());
    lay_effective_bed(cells);
}

/// Hulls whose patches meet move together.
template <class T>
void Coupler<T>::find_groups(double step_s, Hulls& hulls) {
    groups_.clear();
    for (int k = 0; k < hulls.count(); ++k) {
        const CellArea both = area_around(hulls.cover(k, 0.0).area, hulls.cover(k, step_s).area);
        Group group = {around(both), {k}, false};
        if (group.area.count() == 0) continue;
        for (std::size_t g = 0; g < groups_.size();) {
            if (!meet(groups_[g].area, group.area)) {
                ++g;
                continue;
            }
            group.area = area_around(group.area, groups_[g].area);
            group.hulls.insert(group.hulls.end(), groups_[g].hulls.begin(), groups_[g].hulls.end());
            groups_.erase(groups_.begin() + std::ptrdiff_t(g));
            g = 0;
        }
        std::sort(group.hulls.begin(), group.hulls.end());
        groups_.push_back(std::move(group));
    }
}

template <class T>
bool Coupler<T>::touches_water(const Group& group, const Step<T>& step, const T* bed, Hulls& hulls,
                               double ahead_s) const {
    for (const int k : group.hulls) {
        const HullCover& cover = hulls.cover(k, ahead_s);
        const CellArea& area = cover.area;
        for (int y = area.y0; y < area.y0 + area.ny; ++y)
            for (int x = area.x0; x < area.x0 + area.nx; ++x) {
                if (part_of(cover, x, y) == 0.0) continue;
                const std::ptrdiff_t at = layout_.at(x, y);
                const double level_m = desc_.datum_m + double(step.to.h[at]) + double(bed[at]);
                if (step.to.h[at] > T(0) && level_m > cover.under_m[std::size_t(area.index(x, y))])
                    return true;
            }
    }
    return false;
}

template <class T>
void Coupler<T>::load(const Group& group, const Step<T>& step, const T* bed, double step_s,
                      Hulls& hulls, Projection& projection) const {
    const CellArea& area = group.area;
    Projection::Cells& cells = projection.cells;
    cells.nx = area.nx;
    cells.ny = area.ny;
    for (std::vector<double>* plane : {&cells.h, &cells.u, &cells.v, &cells.bed_m, &cells.level_m,
                                       &cells.head_m, &cells.rise_m_per_s})
        plane->resize(area.count());
    cells.kind.resize(area.count());
    for_cells_of(area, [&](int x, int y) {
        const std::size_t n = std::size_t(area.index(x, y)), i = std::size_t(layout_.at(x, y));
        cells.h[n] = double(step.to.h[i]);
        cells.u[n] = double(step.to.u[i]);
        cells.v[n] = double(step.to.v[i]);
        cells.bed_m[n] = double(bed[i]);
        cells.level_m[n] = std::max(cells.h[n], 0.0) + double(effective_[i]);
        cells.head_m[n] = head_m_[i];
        cells.rise_m_per_s[n] = (cells.h[n] - double(step.from.h[i])) / step_s;
        cells.kind[n] = kind_[i];
    });
    projection.entries.clear();
    projection.hulls.clear();
    for (std::size_t local = 0; local < group.hulls.size(); ++local) {
        const int k = group.hulls[local];
        GroupHull hull;
        hull.state = hulls.state(k);
        const Push& push = pushes_[std::size_t(k)];
        const double width = kDensity_kg_per_m3 * desc_.cell_m;
        hull.push = {width * push.x, width * push.y, 0.0, 0.0, 0.0, width * push.turn};
        hull.owed = owed_[std::size_t(k)];
        const HullCover &now = hulls.cover(k, 0.0), &ahead = hulls.cover(k, step_s);
        const Vec2 centre = {hull.state.centre_m.x + step_s * hull.state.motion[0],
                             hull.state.centre_m.y + step_s * hull.state.motion[1]};
        for_cells_of(ahead.area, [&](int x, int y) {
            const double part = part_of(ahead, x, y);
            if (part == 0.0 || step.to.h[layout_.at(x, y)] < T(0)) return;
            const std::size_t n = std::size_t(ahead.area.index(x, y));
            const bool was = part_of(now, x, y) > 0.0;
            const double under_m = ahead.under_m[n] - desc_.datum_m;
            projection.entries.push_back(
                {.cell = int(area.index(x, y)),
                 .hull = int(local),
                 .part = part,
                 .under_now_m =
                     was ? now.under_m[std::size_t(now.area.index(x, y))] - desc_.datum_m : under_m,
                 .under_m = under_m,
                 .top_m = ahead.top_m[n] - desc_.datum_m,
                 .rx_m = (x + 0.5) * desc_.cell_m - centre.x,
                 .ry_m = (y + 0.5) * desc_.cell_m - centre.y});
        });
        projection.hulls.push_back(hull);
    }
}

template <class T>
void Coupler<T>::store(const Group& group, const Step<T>& step, const Projection& projection) {
    const CellArea& area = group.area;
    const Projection::Cells& cells = projection.cells;
    for_cells_of(area, [&](int x, int y) {
        const std::size_t n = std::size_t(area.index(x, y)), i = std::size_t(layout_.at(x, y));
        kind_[i] = cells.kind[n];
        hull_[i] = cells.kind[n] == Kind::Free ? -1 : group.hulls[std::size_t(cells.hull[n])];
        head_m_[i] = cells.kind[n] == Kind::Free ? 0.0 : cells.head_m[n];
        if (!projection.touched()[n]) return;
        step.to.h[i] = T(cells.h[n]);
        step.to.u[i] = T(cells.u[n]);
        step.to.v[i] = T(cells.v[n]);
    });
    areas_.push_back(area);
}

template <class T>
bool Coupler<T>::complete(const Step<T>& step, const T* bed, double step_s, Hulls& hulls) {
    const std::size_t count = std::size_t(hulls.count());
    find_groups(step_s, hulls);
    pushes_.assign(count, {});
    drifts_.clear();
    for (std::size_t k = 0; k < count; ++k) {
        const HullState state = hulls.state(int(k));
        drifts_.push_back({{state.centre_m.x, state.centre_m.y},
                           {state.motion[0], state.motion[1]},
                           state.motion[5]});
    }
    PatchSweep<T> sweep(step, bed, {kind_.data(), hull_.data()}, drifts_, desc_.cell_m);
    std::vector<Six> forces(count, Six{}), motions(count, Six{});
    projections_.resize(std::max(projections_.size(), groups_.size()));
    const double wave = std::sqrt(desc_.gravity_m_per_s2 * desc_.depth_m);
    const ProjectionDesc way = {.step_s = step_s,
                                .cell_m = desc_.cell_m,
                                .gravity_m_per_s2 = desc_.gravity_m_per_s2,
                                .depth_m = desc_.depth_m,
                                .film_m = double(step.constants.film_m),
                                .quantum_m = desc_.quantum.m,
                                .fastest_m_per_s = kFastest * wave};
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        Group& group = groups_[g];
        bool is_held_now = false;
        for_cells_of(group.area, [&](int x, int y) {
            is_held_now |= kind_[std::size_t(layout_.at(x, y))] != Kind::Free;
        });
        if (is_held_now && !sweep.run(group.area, pushes_)) return false;
        group.is_wet = is_held_now || touches_water(group, step, bed, hulls, step_s);
        if (!group.is_wet) continue;
        Projection& projection = projections_[g];
        load(group, step, bed, step_s, hulls, projection);
        projection.solve(way);
        for (std::size_t local = 0; local < group.hulls.size(); ++local)
            forces[std::size_t(group.hulls[local])] = projection.hulls[local].force;
    }
    std::vector<HullReport> reports(count);
    hulls.move(step_s, forces, motions);
    if (!finish(motions)) {
        hulls.undo();
        return false;
    }
    areas_.clear();
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        if (!groups_[g].is_wet) continue;
        store(groups_[g], step, projections_[g]);
        for (std::size_t local = 0; local < groups_[g].hulls.size(); ++local) {
            const std::size_t k = std::size_t(groups_[g].hulls[local]);
            const GroupHull& hull = projections_[g].hulls[local];
            owed_[k] = hull.owed;
            reports[k] = {hull.force, hull.submerged_m3};
        }
    }
    hulls.keep(reports);
    return true;
}

/// Completes the water of all groups with what the bodies did. What finds no memory counts as a
/// step that was too long: the hulls go back, and a shorter one finds none either.
template <class T>
bool Coupler<T>::finish(std::span<const Six> motions) try {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        if (!groups_[g].is_wet) continue;
        std::vector<Six> moved;
        for (const int k : groups_[g].hulls) moved.push_back(motions[std::size_t(k)]);
        if (!projections_[g].finish(moved)) return false;
    }
    return true;
} catch (const std::bad_alloc&) {
    return false;
}

/// A hull crosses less than half a cell, sinks at most half of what is below it, and a light one
/// does not swing past where it floats.
template <class T>
double Coupler<T>::max_step_s(Hulls& hulls, const CellsView<T>& cells) const {
    constexpr double kCells = 0.45, kHeights = 0.5, kGaps = 0.5, kLeastGap = 0.05;
    double step_s = 1e30;
    for (int k = 0; k < hulls.count(); ++k) {
        const HullState hull = hulls.state(k);
        if (!hull.is_free) continue;
        const Six& motion = hull.motion;
        const double along = std::max(std::abs(motion[0]), std::abs(motion[1]));
        step_s = std::min(step_s, kCells * desc_.cell_m / std::max(along, 1e-9));
        const double height_m = std::max(hull.height_m, 1e-6);
        step_s = std::min(step_s,
                          kHeights * height_m /
                              (std::abs(motion[2]) + std::sqrt(desc_.gravity_m_per_s2 * height_m)));
        const HullCover& cover = hulls.cover(k, 0.0);
        for_cells_of(cover.area, [&](int x, int y) {
            const std::size_t n = std::size_t(cover.area.index(x, y));
            const std::ptrdiff_t at = layout_.at(x, y);
            if (part_of(cover, x, y) == 0.0 || !(cells.water.h[at] > T(0))) return;
            const double rx = (x + 0.5) * desc_.cell_m - hull.centre_m.x;
            const double ry = (y + 0.5) * desc_.cell_m - hull.centre_m.y;
            const double sinks = motion[4] * rx - motion[3] * ry - motion[2];
            const double gap_m = std::max(cover.under_m[n] - desc_.datum_m - double(cells.bed[at]),
                                          kLeastGap * std::min(desc_.depth_m, height_m));
            if (sinks > 0.0) step_s = std::min(step_s, kGaps * gap_m / sinks);
        });
    }
    return step_s;
}

template <class T>
std::string Coupler<T>::note() const {
    std::string bytes(owed_.size() * sizeof(Six), '\0');
    std::memcpy(bytes.data(), owed_.data(), bytes.size());
    return bytes;
}

template <class T>
bool Coupler<T>::is_sound(std::string_view planes, std::size_t count) const {
    constexpr double kHighest_m = 1e6;
    const char* const kinds = planes.data() + count * sizeof(double);
    for (std::size_t k = 0; k < count; ++k) {
        double head_m = 0.0;
        int holder = 0;
        std::memcpy(&head_m, planes.data() + k * sizeof head_m, sizeof head_m);
        std::memcpy(&holder, kinds + count + k * sizeof holder, sizeof holder);
        const auto kind = Kind(kinds[k]);
        if (!(std::abs(head_m) <= kHighest_m) || kind > Kind::Shut || holder < -1 ||
            holder >= int(owed_.size()) || (holder < 0) != (kind == Kind::Free))
            return false;
    }
    return true;
}

template <class T>
void Coupler<T>::restored(std::string_view note, const CellsView<T>& cells) {
    std::memcpy(owed_.data(), note.data(), std::min(note.size(), owed_.size() * sizeof(Six)));
    areas_ = {{0, 0, layout_.nx, layout_.ny}};
    bed_changed(cells);
}

template <class T>
std::size_t Coupler<T>::bytes() const {
    return head_m_.capacity() * sizeof(double) + kind_.capacity() * sizeof(Kind) +
           hull_.capacity() * sizeof(int) + effective_.capacity() * sizeof(T);
}

template class Coupler<float>;
template class Coupler<double>;

}  // namespace tarn::shallow::fv::hull
