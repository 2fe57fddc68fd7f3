// Room that drifting hulls carry along: what a hull that moves takes and leaves in the cells of its
// way within a step, as fluxes through their faces.
#include "solver/shallow/fv/hull/coupler.hpp"
#include "solver/shallow/fv/hull/cover_cells.hpp"
#include "solver/shallow/fv/hull/lid.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace tarn::shallow::fv::hull {

using exchange::area_around;
using exchange::HullCover;
using exchange::Hulls;
using exchange::HullState;

/// What a hull displaces in each cell of an area, as numbers p and q for p H - q where the head
/// is H: phi (H - b) where its underside b is wet, all of it where it is under water.
template <class T>
void Coupler<T>::lay_displaced(const HullCover& cover, const Step<T>& step, const T* bed,
                               const CellArea& area, std::vector<double>& part,
                               std::vector<double>& under) const {
    part.assign(area.count(), 0.0);
    under.assign(area.count(), 0.0);
    for_cells_of(cover.area, [&](int x, int y) {
        const double covered = part_of(cover, x, y);
        const std::ptrdiff_t at = layout_.at(x, y);
        const T h = step.from.h[at];
        if (covered == 0.0 || h < T(0)) return;
        const std::size_t n = std::size_t(cover.area.index(x, y));
        const std::size_t to = std::size_t(area.index(x, y)), i = std::size_t(at);
        const double level_m =
            kind_[i] == Kind::Free ? double(h) + double(effective_[i]) : head_m_[i];
        const double under_m = std::max(cover.under_m[n] - desc_.datum_m, double(bed[at]));
        const double top_m = std::max(cover.top_m[n] - desc_.datum_m, under_m);
        if (level_m > top_m) {
            under[to] = covered * (under_m - top_m);
        } else if (level_m > under_m) {
            part[to] = covered;
            under[to] = covered * under_m;
        }
    });
}

namespace {

/// Fluxes through the low faces of the cells of a line that turn `from` into `to` in a step; none
/// at its ends. What does not come out goes to both ends alike, or to that which the edge of the
/// grid has cut off.
struct Line {
    std::size_t first, stride, count;
    double rate;  ///< cell over step, m/s
    bool is_cut_low, is_cut_high;
};
void find_line_fluxes(const Line& line, std::span<const double> from, std::span<const double> to,
                      std::span<double> flux) {
    double gained = 0.0;
    for (std::size_t k = 0; k < line.count; ++k) {
        const std::size_t n = line.first + k * line.stride;
        flux[n] = -line.rate * gained;
        gained += to[n] - from[n];
    }
    if (line.is_cut_high && !line.is_cut_low) return;
    const double part = line.is_cut_low && !line.is_cut_high ? 1.0 : 0.5;
    for (std::size_t k = 0; k < line.count; ++k)
        flux[line.first + k * line.stride] += part * line.rate * gained;
}

}  // namespace

/// What a hull carries as it moves for a step, first along the axis of the first sweep.
template <class T>
void Coupler<T>::find_carry(int hull, const Step<T>& step, const T* bed, double step_s,
                            Hulls& hulls) {
    Carry& carry = carries_[std::size_t(hull)];
    carry.area = {};
    const HullState& state = states_[std::size_t(hull)];
    const double x_m = step_s * state.motion[0], y_m = step_s * state.motion[1];
    const double fastest_m =
        step_s * 2.0 * kThrown * std::sqrt(desc_.gravity_m_per_s2 * desc_.depth_m);
    if (held_[std::size_t(hull)].count() == 0 || (x_m == 0.0 && y_m == 0.0)) return;
    if (std::hypot(x_m, y_m) > fastest_m) return;
    const HullCover& now = hulls.cover(hull, 0.0);
    // No hull crosses more than a cell in a step; one more for the face behind the last cell.
    const CellArea all = {0, 0, layout_.nx, layout_.ny};
    const CellArea area = around(now.area, 2);
    carry.area = area;
    carry.is_met.assign(area.count(), 0);
    lay_displaced(now, step, bed, area, carry.part_from, carry.under_from);
    for (std::vector<double>* plane :
         {&carry.part_x, &carry.under_x, &carry.part_y, &carry.under_y})
        plane->assign(area.count(), 0.0);
    const double rate = desc_.cell_m / step_s;
    Vec2 by_m = {};
    for (const bool is_x : {step.is_x_first, !step.is_x_first}) {
        if ((is_x ? x_m : y_m) == 0.0) continue;
        (is_x ? by_m.x : by_m.y) = is_x ? x_m : y_m;
        const HullCover& moved = hulls.shifted(hull, by_m);
        if (area_around(moved.area, area).count() != area.count()) {
            carry.area = {};
            return;
        }
        lay_displaced(moved, step, bed, area, carry.part_to, carry.under_to);
        const auto wide = std::size_t(area.nx), high = std::size_t(area.ny);
        for (std::size_t k = 0; k < (is_x ? high : wide); ++k) {
            const Line line =
                is_x ? Line{k * wide, 1, wide, rate, area.x0 == all.x0, area.x0 + area.nx == all.nx}
                     : Line{k, wide, high, rate, area.y0 == all.y0, area.y0 + area.ny == all.ny};
            find_line_fluxes(line, carry.part_from, carry.part_to,
                             is_x ? carry.part_x : carry.part_y);
            find_line_fluxes(line, carry.under_from, carry.under_to,
                             is_x ? carry.under_x : carry.under_y);
        }
        for (std::size_t n = 0; n < carry.part_to.size(); ++n)
            if (carry.part_to[n] > 0.0) carry.is_met[n] = 1;
        std::swap(carry.part_from, carry.part_to);
        std::swap(carry.under_from, carry.under_to);
    }
}

/// Lays what all hulls carry in this step.
template <class T>
void Coupler<T>::carry_hulls(const Step<T>& step, const T* bed, double step_s, Hulls& hulls) {
    carries_.resize(std::size_t(hulls.count()));
    const bool has_memory = share(*desc_.pool, hulls.count(),
                                  [&](int, int k) { find_carry(k, step, bed, step_s, hulls); });
    if (!has_memory) throw std::bad_alloc();
    met_.clear();
    held_before_ = held_;
    for (std::size_t k = 0; k < carries_.size(); ++k) {
        const Carry& carry = carries_[k];
        for_cells_of(carry.area, [&](int x, int y) {
            const std::size_t n = std::size_t(carry.area.index(x, y));
            const std::size_t i = std::size_t(layout_.at(x, y));
            if (carry.is_met[n] && kind_[i] == Kind::Free && step.from.h[i] > T(0)) {
                kind_[i] = Kind::Lid;
                hull_[i] = int(k);
                head_m_[i] = double(step.from.h[i]) + double(effective_[i]);
                held_[k] = area_around(held_[k], {x, y, 1, 1});
                met_.push_back(i);
            }
            part_x_[i] += T(carry.part_x[n]);
            under_x_[i] += T(carry.under_x[n]);
            part_y_[i] += T(carry.part_y[n]);
            under_y_[i] += T(carry.under_y[n]);
        });
    }
}

/// Undoes what carry_hulls() made of cells that hulls come over.
template <class T>
void Coupler<T>::free_met_cells() {
    for (const std::size_t i : met_) {
        kind_[i] = Kind::Free;
        hull_[i] = -1;
        head_m_[i] = 0.0;
    }
    held_ = held_before_;
}

template <class T>
void Coupler<T>::clear_carries() {
    for (const Carry& carry : carries_)
        for_cells_of(carry.area, [&](int x, int y) {
            const std::size_t i = std::size_t(layout_.at(x, y));
            part_x_[i] = under_x_[i] = part_y_[i] = under_y_[i] = T(0);
        });
    for (const CellArea& tile : tile_areas_)
        for_cells_of(tile, [&](int x, int y) { rise_m_[std::size_t(layout_.at(x, y))] = T(0); });
}

template void Coupler<float>::carry_hulls(const Step<float>&, const float*, double, Hulls&);
template void Coupler<double>::carry_hulls(const Step<double>&, const double*, double, Hulls&);
template void Coupler<float>::free_met_cells();
template void Coupler<double>::free_met_cells();
template void Coupler<float>::clear_carries();
template void Coupler<double>::clear_carries();

}  // namespace tarn::shallow::fv::hull
