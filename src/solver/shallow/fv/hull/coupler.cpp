#include "solver/shallow/fv/hull/coupler.hpp"

#include "exec/isa.hpp"
#include "solver/shallow/fv/hull/cover_cells.hpp"
#include "solver/shallow/fv/hull/hull_constants.hpp"

#include <algorithm>
#include <atomic>
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

/// No water near hulls is faster than this many times the waves of the reference depth.
constexpr double kFastest = 10.0;

}  // namespace

template <class T>
CellArea Coupler<T>::around(const CellArea& area, int cells) const {
    if (area.count() == 0) return {};
    return common({area.x0 - cells, area.y0 - cells, area.nx + 2 * cells, area.ny + 2 * cells},
                  {0, 0, layout_.nx, layout_.ny});
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
    push_x_.assign(layout_.elements(), 0.0);
    push_y_.assign(layout_.elements(), 0.0);
    for (std::vector<T>* plane : {&part_x_, &under_x_, &part_y_, &under_y_, &rise_m_})
        plane->assign(layout_.elements(), T(0));
    sweep_ = tile_sweep_for<T>(desc.isa == Isa::Auto ? exec::best_isa() : desc.isa);
    scratch_.resize(std::size_t(desc.pool->thread_count()));
    for (Scratch& scratch : scratch_) {
        constexpr auto kElements = std::size_t(TileRoom::kElements);
        scratch.numbers.assign(std::size_t(TileRoom::kNumberPlanes) * kElements, T(0));
        scratch.face_force.assign(kElements, 0.0);
        scratch.kind.assign(kElements, Kind::Free);
        scratch.hull.assign(kElements, -1);
        scratch.near.assign(kElements, -1);
    }
    tile_columns_ = (layout_.nx + kTileX - 1) / kTileX;
    for (int y = 0; y < layout_.ny; y += kTileY)
        for (int x = 0; x < layout_.nx; x += kTileX)
            tiles_.push_back(common({x, y, kTileX, kTileY}, {0, 0, layout_.nx, layout_.ny}));
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
    find_held_areas();
}

template <class T>
void Coupler<T>::add_hulls(const Hulls& hulls) {
    owed_.resize(std::size_t(hulls.count()), Six{});
    find_held_areas();
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

/// From the planes: around the cells that each hull holds.
template <class T>
void Coupler<T>::find_held_areas() {
    held_.assign(owed_.size(), CellArea{});
    for_cells_of({0, 0, layout_.nx, layout_.ny}, [&](int x, int y) {
        const int hull = hull_[std::size_t(layout_.at(x, y))];
        if (hull < 0) return;
        CellArea& held = held_[std::size_t(hull)];
        held = area_around(held, {x, y, 1, 1});
    });
}

/// States and covers of all hulls, now and at the end of the step.
template <class T>
void Coupler<T>::lay_covers(double step_s, Hulls& hulls) {
    const int count = hulls.count();
    states_.resize(std::size_t(count));
    drifts_.resize(std::size_t(count));
    const bool has_memory = share(*desc_.pool, count, [&](int, int k) {
        hulls.cover(k, step_s);
        const HullState state = hulls.state(k);
        states_[std::size_t(k)] = state;
        drifts_[std::size_t(k)] = {{state.centre_m.x, state.centre_m.y},
                                   {state.motion[0], state.motion[1]},
                                   state.motion[5]};
    });
    if (!has_memory) throw std::bad_alloc();
}

/// Cells that a lid reaches in a step: two beside it in one sweep, as far as the other one looks,
/// in either order.
template <class T>
void Coupler<T>::find_tiles(const Step<T>& step) {
    tile_areas_.assign(tiles_.size(), CellArea{});
    const bool is_ring_x = step.edges[int(Edge::West)].kind == Beyond::Periodic;
    const bool is_ring_y = step.edges[int(Edge::South)].kind == Beyond::Periodic;
    for (const CellArea& held : held_) {
        if (held.count() == 0) continue;
        CellArea near = around(held, kReach);
        // Through a periodic edge a lid reaches the other side of the grid: all of the ring.
        if (is_ring_x && (held.x0 < kReach || held.x0 + held.nx > layout_.nx - kReach))
            near = {0, near.y0, layout_.nx, near.ny};
        if (is_ring_y && (held.y0 < kReach || held.y0 + held.ny > layout_.ny - kReach))
            near = {near.x0, 0, near.nx, layout_.ny};
        for (int row = near.y0 / kTileY; row * kTileY < near.y0 + near.ny; ++row)
            for (int column = near.x0 / kTileX; column * kTileX < near.x0 + near.nx; ++column) {
                const std::size_t k = std::size_t(row * tile_columns_ + column);
                tile_areas_[k] = area_around(tile_areas_[k], common(tiles_[k], near));
            }
    }
    std::erase_if(tile_areas_, [](const CellArea& area) { return area.count() == 0; });
}

template <class T>
bool Coupler<T>::sweep_tiles(const Step<T>& step, const T* bed, Hulls& hulls) {
    find_tiles(step);
    const TileDesc<T> desc = {.step = &step,
                              .bed = bed,
                              .hulls = {kind_.data(), hull_.data()},
                              .drifts = drifts_.data(),
                              .carried_x = {part_x_.data(), under_x_.data()},
                              .carried_y = {part_y_.data(), under_y_.data()},
                              .cell_m = desc_.cell_m,
                              .push_x = push_x_.data(),
                              .push_y = push_y_.data(),
                              .rise_m = rise_m_.data()};
    std::atomic<bool> is_healthy{true};
    share(*desc_.pool, int(tile_areas_.size()), [&](int worker, int k) {
        Scratch& own = scratch_[std::size_t(worker)];
        if (!sweep_(desc, tile_areas_[std::size_t(k)],
                    {own.numbers.data(), own.face_force.data(), own.kind.data(), own.hull.data(),
                     own.near.data()}))
            is_healthy.store(false);
    });
    if (!is_healthy.load()) return false;
    pushes_.resize(std::size_t(hulls.count()));
    share(*desc_.pool, hulls.count(),
          [&](int, int k) { pushes_[std::size_t(k)] = push_on(k, step); });
    return true;
}

/// What the cells near a hull push, in the order of the cells.
template <class T>
typename Coupler<T>::Push Coupler<T>::push_on(int hull, const Step<T>& step) const {
    Push push;
    const CellArea& held = held_[std::size_t(hull)];
    if (held.count() == 0) return push;
    const int nx = layout_.nx, ny = layout_.ny;
    const bool is_ring_x = step.edges[int(Edge::West)].kind == Beyond::Periodic;
    const bool is_ring_y = step.edges[int(Edge::South)].kind == Beyond::Periodic;
    // Along an axis: where a cell beside one is, which at a wall is the cell itself in a mirror.
    const auto place = [](int at, int n, bool is_ring) {
        if (is_ring) return (at + n) % n;
        return std::min(std::max(at, 0), n - 1);
    };
    const HullDrift& drift = drifts_[std::size_t(hull)];
    const auto add = [&](int x, int y) {
        const std::ptrdiff_t at = layout_.at(x, y);
        const Kind* const kind = kind_.data();
        if (hull_near(kind, hull_.data(), at, layout_.at(place(x - 1, nx, is_ring_x), y),
                      layout_.at(place(x + 1, nx, is_ring_x), y)) == hull) {
            const double force = push_x_[std::size_t(at)];
            push.x += force;
            push.turn -= ((y + 0.5) * desc_.cell_m - drift.centre_m.y) * force;
        }
        if (hull_near(kind, hull_.data(), at, layout_.at(x, place(y - 1, ny, is_ring_y)),
                      layout_.at(x, place(y + 1, ny, is_ring_y))) == hull) {
            const double force = push_y_[std::size_t(at)];
            push.y += force;
            push.turn += ((x + 0.5) * desc_.cell_m - drift.centre_m.x) * force;
        }
    };
    const bool is_wrapped = (is_ring_x && (held.x0 == 0 || held.x0 + held.nx == nx)) ||
                            (is_ring_y && (held.y0 == 0 || held.y0 + held.ny == ny));
    for_cells_of(is_wrapped ? CellArea{0, 0, nx, ny} : around(held, 1), add);
    return push;
}

template <class T>
bool Coupler<T>::touches_water(int hull, const Step<T>& step, const T* bed, Hulls& hulls,
                               double ahead_s) const {
    const HullCover& cover = hulls.cover(hull, ahead_s);
    const CellArea& area = cover.area;
    for (int y = area.y0; y < area.y0 + area.ny; ++y)
        for (int x = area.x0; x < area.x0 + area.nx; ++x) {
            if (part_of(cover, x, y) == 0.0) continue;
            const std::ptrdiff_t at = layout_.at(x, y);
            const double level_m = desc_.datum_m + double(step.to.h[at]) + double(bed[at]);
            if (step.to.h[at] > T(0) && level_m > cover.under_m[std::size_t(area.index(x, y))])
                return true;
        }
    return false;
}

/// Hulls that are in the water, or will be; those that share cells move together.
template <class T>
void Coupler<T>::find_groups(const Step<T>& step, const T* bed, double step_s, Hulls& hulls) {
    const int count = hulls.count();
    is_wet_.resize(std::size_t(count));
    share(*desc_.pool, count, [&](int, int k) {
        is_wet_[std::size_t(k)] =
            held_[std::size_t(k)].count() > 0 || touches_water(k, step, bed, hulls, step_s);
    });
    groups_.clear(layout_, count);
    for (int k = 0; k < count; ++k) {
        if (!is_wet_[std::size_t(k)]) continue;
        const HullCover& ahead = hulls.cover(k, step_s);
        for_cells_of(area_around(held_[std::size_t(k)], ahead.area), [&](int x, int y) {
            if (hull_[std::size_t(layout_.at(x, y))] == k || part_of(ahead, x, y) > 0.0)
                groups_.claim(k, x, y);
        });
    }
    groups_.finish();
}

template <class T>
void Coupler<T>::load_cells(int group, const Step<T>& step, const T* bed, double step_s) {
    const std::vector<CellPlace>& places = groups_.group(group).cells;
    Projection::Cells& cells = projections_[std::size_t(group)].cells;
    cells.resize(places.size());
    for (std::size_t n = 0; n < places.size(); ++n) {
        const auto [x, y] = places[n];
        const std::size_t i = std::size_t(layout_.at(x, y));
        cells.beside[n] = {groups_.slot(group, x - 1, y), groups_.slot(group, x + 1, y),
                           groups_.slot(group, x, y - 1), groups_.slot(group, x, y + 1)};
        cells.h[n] = double(step.to.h[i]);
        cells.u[n] = double(step.to.u[i]);
        cells.v[n] = double(step.to.v[i]);
        cells.bed_m[n] = double(bed[i]);
        cells.level_m[n] = std::max(cells.h[n], 0.0) + double(effective_[i]) + double(rise_m_[i]);
        cells.head_m[n] = head_m_[i];
        cells.rise_m_per_s[n] = (cells.h[n] + double(rise_m_[i]) - double(step.from.h[i])) / step_s;
        cells.kind[n] = kind_[i];
    }
}

template <class T>
void Coupler<T>::load_hulls(int group, const Step<T>& step, double step_s, Hulls& hulls) {
    Projection& projection = projections_[std::size_t(group)];
    projection.entries.clear();
    projection.hulls.clear();
    for (const int k : groups_.group(group).hulls) {
        const int local = int(projection.hulls.size());
        GroupHull hull;
        hull.state = states_[std::size_t(k)];
        const Push& push = pushes_[std::size_t(k)];
        const double width = kDensity_kg_per_m3 * desc_.cell_m;
        hull.push = {width * push.x, width * push.y, 0.0, 0.0, 0.0, width * push.turn};
        hull.owed = owed_[std::size_t(k)];
        hull.trim = hulls.trim(k);
        const HullCover &now = hulls.cover(k, 0.0), &ahead = hulls.cover(k, step_s);
        const Vec2 centre = {hull.state.centre_m.x + step_s * hull.state.motion[0],
                             hull.state.centre_m.y + step_s * hull.state.motion[1]};
        const double centre_z_m = hull.state.centre_m.z + step_s * hull.state.motion[2];
        for_cells_of(ahead.area, [&](int x, int y) {
            const double part = part_of(ahead, x, y);
            if (part == 0.0 || step.to.h[layout_.at(x, y)] < T(0)) return;
            const std::size_t n = std::size_t(ahead.area.index(x, y));
            const bool was = part_of(now, x, y) > 0.0;
            const double under_m = ahead.under_m[n] - desc_.datum_m;
            const double off_x_m = ahead.off_x_m.empty() ? 0.0 : ahead.off_x_m[n];
            const double off_y_m = ahead.off_y_m.empty() ? 0.0 : ahead.off_y_m[n];
            projection.entries.push_back(
                {.cell = groups_.slot(group, x, y),
                 .hull = local,
                 .part = part,
                 .under_now_m =
                     was ? now.under_m[std::size_t(now.area.index(x, y))] - desc_.datum_m : under_m,
                 .under_m = under_m,
                 .top_m = ahead.top_m[n] - desc_.datum_m,
                 .rx_m = (x + 0.5) * desc_.cell_m + off_x_m - centre.x,
                 .ry_m = (y + 0.5) * desc_.cell_m + off_y_m - centre.y,
                 .rz_m = ahead.under_m[n] - centre_z_m,
                 .cx_m = (x + 0.5) * desc_.cell_m - centre.x,
                 .cy_m = (y + 0.5) * desc_.cell_m - centre.y});
        });
        projection.hulls.push_back(hull);
    }
}

/// Heads and forces of all groups.
template <class T>
void Coupler<T>::solve(const Step<T>& step, const T* bed, double step_s, Hulls& hulls) {
    const double wave = std::sqrt(desc_.gravity_m_per_s2 * desc_.depth_m);
    const ProjectionDesc way = {.step_s = step_s,
                                .cell_m = desc_.cell_m,
                                .gravity_m_per_s2 = desc_.gravity_m_per_s2,
                                .depth_m = desc_.depth_m,
                                .film_m = double(step.constants.film_m),
                                .quantum_m = desc_.quantum.m,
                                .fastest_m_per_s = kFastest * wave};
    const std::size_t count = std::size_t(hulls.count()), groups = std::size_t(groups_.count());
    projections_.resize(std::max(projections_.size(), groups));
    group_motions_.resize(projections_.size());
    forces_.assign(count, Six{});
    motions_.assign(count, Six{});
    reports_.assign(count, {});
    const bool has_memory = share(*desc_.pool, int(groups), [&](int, int g) {
        Projection& projection = projections_[std::size_t(g)];
        const std::vector<int>& members = groups_.group(g).hulls;
        load_cells(g, step, bed, step_s);
        load_hulls(g, step, step_s, hulls);
        projection.solve(way);
        group_motions_[std::size_t(g)].resize(members.size());
        for (std::size_t local = 0; local < members.size(); ++local)
            forces_[std::size_t(members[local])] = projection.hulls[local].force;
    });
    if (!has_memory) throw std::bad_alloc();
}

/// Completes the water of all groups with what the bodies did. What finds no memory counts as a
/// step that was too long: the hulls go back, and a shorter one finds none either.
template <class T>
bool Coupler<T>::finish() {
    std::atomic<bool> is_well{true};
    const bool has_memory = share(*desc_.pool, groups_.count(), [&](int, int g) {
        std::vector<Six>& moved = group_motions_[std::size_t(g)];
        const std::vector<int>& members = groups_.group(g).hulls;
        for (std::size_t local = 0; local < members.size(); ++local)
            moved[local] = motions_[std::size_t(members[local])];
        if (!projections_[std::size_t(g)].finish(moved)) is_well.store(false);
    });
    return has_memory && is_well.load();
}

template <class T>
void Coupler<T>::store(int group, const Step<T>& step) {
    const Projection& projection = projections_[std::size_t(group)];
    const Projection::Cells& cells = projection.cells;
    const std::vector<int>& members = groups_.group(group).hulls;
    const std::vector<CellPlace>& places = groups_.group(group).cells;
    for (const int k : members) held_[std::size_t(k)] = {};
    for (std::size_t n = 0; n < places.size(); ++n) {
        const auto [x, y] = places[n];
        const std::size_t i = std::size_t(layout_.at(x, y));
        const bool is_free = cells.kind[n] == Kind::Free;
        kind_[i] = cells.kind[n];
        hull_[i] = is_free ? -1 : members[std::size_t(cells.hull[n])];
        head_m_[i] = is_free ? 0.0 : cells.head_m[n];
        if (!is_free) {
            CellArea& held = held_[std::size_t(hull_[i])];
            held = area_around(held, {x, y, 1, 1});
        }
        if (!projection.touched()[n]) continue;
        step.to.h[i] = T(cells.h[n]);
        step.to.u[i] = T(cells.u[n]);
        step.to.v[i] = T(cells.v[n]);
    }
    for (std::size_t local = 0; local < members.size(); ++local) {
        const std::size_t k = std::size_t(members[local]);
        owed_[k] = projection.hulls[local].owed;
        reports_[k] = {projection.hulls[local].force, projection.hulls[local].submerged_m3};
    }
}

template <class T>
bool Coupler<T>::complete(const Step<T>& step, const T* bed, double step_s, Hulls& hulls) {
    lay_covers(step_s, hulls);
    carry_hulls(step, bed, step_s, hulls);
    const bool is_swept = sweep_tiles(step, bed, hulls);
    if (!is_swept) {
        clear_carries();
        free_met_cells();
        return false;
    }
    find_groups(step, bed, step_s, hulls);
    solve(step, bed, step_s, hulls);
    clear_carries();
    hulls.move(step_s, forces_, motions_);
    if (!finish()) {
        hulls.undo();
        free_met_cells();
        return false;
    }
    share(*desc_.pool, groups_.count(), [&](int, int g) { store(g, step); });
    areas_.clear();
    for (int k = 0; k < hulls.count(); ++k) {
        CellArea claimed;
        for (const CellPlace& cell : groups_.claimed(k))
            claimed = area_around(claimed, {cell.x, cell.y, 1, 1});
        // As far as the sweeps of a step with its lids go.
        if (claimed.count() > 0) areas_.push_back(around(claimed, kReach));
    }
    hulls.keep(reports_);
    return true;
}

/// A hull crosses less than half a cell, sinks at most half of what is below it, and a light one
/// does not swing past where it floats.
template <class T>
double Coupler<T>::longest_step_s(int number, Hulls& hulls, const CellsView<T>& cells) const {
    constexpr double kCells = 0.45, kHeights = 0.5, kGaps = 0.5, kLeastGap = 0.05;
    const HullState hull = hulls.state(number);
    if (!hull.is_free) return 1e30;
    const Six& motion = hull.motion;
    const double along = std::max(std::abs(motion[0]), std::abs(motion[1]));
    const double height_m = std::max(hull.height_m, 1e-6);
    double step_s = std::min(
        kCells * desc_.cell_m / std::max(along, 1e-9),
        kHeights * height_m / (std::abs(motion[2]) + std::sqrt(desc_.gravity_m_per_s2 * height_m)));
    const HullCover& cover = hulls.cover(number, 0.0);
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
    return step_s;
}

template <class T>
double Coupler<T>::max_step_s(Hulls& hulls, const CellsView<T>& cells) {
    longest_s_.assign(std::size_t(hulls.count()), 1e30);
    const bool has_memory = share(*desc_.pool, hulls.count(), [&](int, int k) {
        longest_s_[std::size_t(k)] = longest_step_s(k, hulls, cells);
    });
    if (!has_memory) throw std::bad_alloc();
    return longest_s_.empty() ? 1e30 : *std::min_element(longest_s_.begin(), longest_s_.end());
}

template <class T>
std::string Coupler<T>::note() const {
    std::string bytes(owed_.size() * sizeof(Six), '\0');
    if (!owed_.empty()) std::memcpy(bytes.data(), owed_.data(), bytes.size());
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
    const std::size_t bytes = std::min(note.size(), owed_.size() * sizeof(Six));
    if (bytes > 0) std::memcpy(owed_.data(), note.data(), bytes);
    areas_ = {{0, 0, layout_.nx, layout_.ny}};
    find_held_areas();
    bed_changed(cells);
}

template <class T>
std::size_t Coupler<T>::bytes() const {
    return head_m_.capacity() * sizeof(double) + kind_.capacity() * sizeof(Kind) +
           hull_.capacity() * sizeof(int) + effective_.capacity() * sizeof(T) +
           (push_x_.capacity() + push_y_.capacity()) * sizeof(double) +
           5 * rise_m_.capacity() * sizeof(T) + groups_.bytes() +
           scratch_.size() * std::size_t(TileRoom::kElements) *
               (std::size_t(TileRoom::kNumberPlanes) * sizeof(T) + sizeof(double) + sizeof(Kind) +
                2 * sizeof(int));
}

template class Coupler<float>;
template class Coupler<double>;

}  // namespace tarn::shallow::fv::hull
