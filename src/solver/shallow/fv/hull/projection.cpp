#include "solver/shallow/fv/hull/projection.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::shallow::fv::hull {
namespace {

constexpr double kDensity_kg_per_m3 = 1000.0;
/// A gap thinner than this part of the reference depth, or of the hull's height, is shut.
constexpr double kLeastGap = 0.05;
/// Water that stands higher than this part of the hull's height above its top floods it.
constexpr double kFlood = 0.05;
/// More than this of a cell is all of it.
constexpr double kCovered = 0.999;
/// Water is torn from a hull by this much suction (m), even where no air is near.
constexpr double kCavity_m = 10.0;
/// A body lighter than this part of what it displaces takes water along.
constexpr double kLight = 0.2;
/// Drag of a hull that moves up or down through the surface: its edges shed vortices, which shallow
/// water knows nothing of. About that of a plate [hoerner1965].
constexpr double kHeaveDrag = 1.0;
/// Conjugate gradients stop at this part of the first residual; what is left comes again in the
/// next step.
constexpr double kTolerance = 0.01;
constexpr int kMostIterations = 1000;
constexpr int kMostRounds = 5;
/// After the projection waves may cross this much of a cell in a step; of steps that are shorter
/// than kShortest of what the waves of still water allow, more is borne.
constexpr double kMostCourant = 1.2, kShortest = 0.01;

double between(double low, double x, double high) {
    return std::min(std::max(x, low), high);
}

}  // namespace

template <class Body>
void Projection::for_neighbours(int cell, Body&& body) const {
    const int x = cell % cells.nx, y = cell / cells.nx;
    if (x > 0) body(std::size_t(cell - 1));
    if (x + 1 < cells.nx) body(std::size_t(cell + 1));
    if (y > 0) body(std::size_t(cell - cells.nx));
    if (y + 1 < cells.ny) body(std::size_t(cell + cells.nx));
}

template <class Body>
void Projection::for_faces_x(Body&& body) const {
    for (int y = 0; y < cells.ny; ++y)
        for (int x = 1; x < cells.nx; ++x) {
            const std::size_t b = std::size_t(y * cells.nx + x);
            if (face_x_[b] != 0.0) body(b - 1, b, face_x_[b]);
        }
}

template <class Body>
void Projection::for_faces_y(Body&& body) const {
    for (int y = 1; y < cells.ny; ++y)
        for (int x = 0; x < cells.nx; ++x) {
            const std::size_t b = std::size_t(y * cells.nx + x);
            if (face_y_[b] != 0.0) body(b - std::size_t(cells.nx), b, face_y_[b]);
        }
}

/// All hulls over a cell as one. Together they cover no more than the cell.
void Projection::gather_covers() {
    cover_.assign(count(), {});
    cells.hull.assign(count(), -1);
    std::vector<double> largest(count(), 0.0);
    for (const Entry& e : entries) {
        const std::size_t c = std::size_t(e.cell);
        cover_[c].part += e.part;
        if (e.part > largest[c]) {
            largest[c] = e.part;
            cells.hull[c] = e.hull;
        }
    }
    for (Entry& e : entries) {
        const double all = cover_[std::size_t(e.cell)].part;
        if (all > 1.0) e.part /= all;
    }
    under_now_m_.assign(count(), 0.0);
    for (const Entry& e : entries) {
        const std::size_t c = std::size_t(e.cell);
        const double share = e.part / std::min(cover_[c].part, 1.0);
        cover_[c].under_m += share * e.under_m;
        cover_[c].top_m += share * e.top_m;
        under_now_m_[c] += share * e.under_now_m;
    }
    for (Cover& cover : cover_) cover.part = std::min(cover.part, 1.0);
}

double Projection::highest_beside(int cell) const {
    double highest = -1e9;
    for_neighbours(cell, [&](std::size_t n) {
        if (!is_held(before_[n]) && cells.h[n] >= 0.0)
            highest = std::max(highest, cells.level_m[n]);
    });
    return highest;
}

/// Which cells the hulls hold in this step, and the heads from which those that are solved for
/// begin.
void Projection::find_kinds() {
    before_ = cells.kind;
    base_m_.resize(count());
    least_m_.resize(count());
    for (std::size_t c = 0; c < count(); ++c) {
        base_m_[c] = is_held(before_[c]) ? cells.head_m[c] : cells.level_m[c];
        const double height_m =
            cells.hull[c] < 0 ? desc_.depth_m : hulls[std::size_t(cells.hull[c])].state.height_m;
        least_m_[c] = std::max(kLeastGap * std::min(desc_.depth_m, height_m), 20.0 * desc_.film_m);
    }
    for (std::size_t c = 0; c < count(); ++c) {
        const double bed_m = cells.bed_m[c], lowest_m = bed_m + least_m_[c];
        Kind& kind = cells.kind[c];
        kind = Kind::Free;
        Cover& cover = cover_[c];
        if (!(cover.part > 0.0) || cells.h[c] < 0.0) {
            cover.part = 0.0;
            continue;
        }
        const bool is_shut = cover.part > 0.5 && under_now_m_[c] <= lowest_m;
        under_now_m_[c] = std::max(under_now_m_[c], lowest_m);
        cover.under_m = std::max(cover.under_m, lowest_m);
        const double height_m = std::max(cover.top_m - cover.under_m, 0.0);
        const double top_m = cover.under_m + height_m, level_m = cells.h[c] + bed_m;
        bool is_over = level_m > top_m;
        if (before_[c] == Kind::Over)
            is_over = level_m + cover.part * height_m > top_m;
        else if (is_held(before_[c]))
            is_over = highest_beside(int(c)) > top_m + kFlood * height_m ||
                      (cover.part < kCovered && cells.head_m[c] > top_m);
        if (is_over)
            kind = Kind::Over;
        else if (is_shut)
            kind = Kind::Shut;
        else if (before_[c] != Kind::Free || level_m > cover.under_m)
            kind = Kind::Lid;
    }
    for (Entry& e : entries) {
        const std::size_t c = std::size_t(e.cell);
        const double lowest_m = cells.bed_m[c] + least_m_[c];
        e.under_now_m = std::max(e.under_now_m, lowest_m);
        e.under_m = std::max(e.under_m, lowest_m);
    }
}

/// Depths through which water flows between a lid and its neighbours.
void Projection::find_faces() {
    face_x_.assign(count(), 0.0);
    face_y_.assign(count(), 0.0);
    const auto depth = [&](std::size_t c) { return std::max(cells.h[c], 0.5 * least_m_[c]); };
    const auto face = [&](std::size_t a, std::size_t b) {
        const bool lid_a = cells.kind[a] == Kind::Lid, lid_b = cells.kind[b] == Kind::Lid;
        if (!(lid_a || lid_b) || cells.h[a] < 0.0 || cells.h[b] < 0.0) return 0.0;
        if (cells.kind[a] == Kind::Shut || cells.kind[b] == Kind::Shut) return 0.0;
        const double ha = depth(a), hb = depth(b);
        if (lid_a && lid_b) return 2.0 * ha * hb / (ha + hb);
        const std::size_t open = lid_a ? b : a;
        // Land that the water does not reach is a wall; thin water gives no more than it is.
        if (cells.h[open] <= desc_.film_m && base_m_[lid_a ? a : b] <= cells.level_m[open])
            return 0.0;
        return std::min(lid_a ? ha : hb, std::max(cells.h[open], desc_.film_m));
    };
    for (int y = 0; y < cells.ny; ++y)
        for (int x = 0; x < cells.nx; ++x) {
            const std::size_t b = std::size_t(y * cells.nx + x);
            if (x > 0) face_x_[b] = face(b - 1, b);
            if (y > 0) face_y_[b] = face(b - std::size_t(cells.nx), b);
        }
}

/// Room that the hulls take from the cells under lids as they move.
void Projection::find_ways() {
    ways_.assign(entries.size(), {});
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const Entry& e = entries[k];
        const std::size_t c = std::size_t(e.cell);
        if (cells.kind[c] != Kind::Lid) continue;
        const int x = e.cell % cells.nx, y = e.cell / cells.nx;
        const double east = x + 1 < cells.nx ? face_x_[c + 1] : 0.0;
        const double north = y + 1 < cells.ny ? face_y_[c + std::size_t(cells.nx)] : 0.0;
        const double share = e.part / cover_[c].part / desc_.cell_m;
        const double gx = share * (east - face_x_[c]), gy = share * (north - face_y_[c]);
        ways_[k] = {gx, gy, -e.part, -e.part * e.ry_m, e.part * e.rx_m, e.rx_m * gy - e.ry_m * gx};
    }
}

/// What acts on each hull with the heads of the beginning, and how it yields.
void Projection::find_forces() {
    const double area_m2 = desc_.cell_m * desc_.cell_m, dt = desc_.step_s;
    const double c0 = kDensity_kg_per_m3 * desc_.gravity_m_per_s2 * area_m2;
    const std::size_t n = hulls.size();
    std::vector<SixBySix> stiff(n, SixBySix{});
    std::vector<double> sunk_m3(n, 0.0), lift(n, 0.0);
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const Entry& e = entries[k];
        const std::size_t h = std::size_t(e.hull);
        if (cells.kind[std::size_t(e.cell)] == Kind::Over)
            sunk_m3[h] += e.part * std::max(e.top_m - e.under_m, 0.0) * area_m2;
        for (std::size_t i = 2; i < 5; ++i)
            for (std::size_t j = 2; j < 5; ++j)
                stiff[h][i][j] += c0 * ways_[k][i] * ways_[k][j] / e.part;
    }
    theta_.assign(n, 0.0);
    for (std::size_t h = 0; h < n; ++h)
        theta_[h] = between(0.0, dt * dt * stiff[h][2][2] / hulls[h].state.mass_kg - 1.0, 1.0);
    force_.assign(n, {});
    for (const Entry& e : entries) {
        const std::size_t c = std::size_t(e.cell), h = std::size_t(e.hull);
        const Kind kind = cells.kind[c];
        double head_m = 0.0;
        if (kind == Kind::Lid)
            head_m = base_m_[c] - e.under_now_m - theta_[h] * (e.under_m - e.under_now_m);
        else if (kind == Kind::Shut)
            head_m = std::max(base_m_[c] - e.under_now_m, 0.0);
        else if (kind == Kind::Over)
            head_m = std::max(e.top_m - e.under_m, 0.0);
        const double up = c0 * e.part * head_m;
        lift[h] += up;
        add(force_[h], up, {0.0, 0.0, 1.0, e.ry_m, -e.rx_m, 0.0});
    }
    find_drag();
    yields_.assign(n, SixBySix{});
    taken_kg_.assign(n, 0.0);
    for (std::size_t h = 0; h < n; ++h) {
        const GroupHull& hull = hulls[h];
        // Shallow water gives a body below it neither added mass nor drag: those of a sphere.
        const double sinking = hull.state.motion[2];
        const double drag = 0.5 * kDensity_kg_per_m3 *
                            (sunk_m3[h] / std::max(hull.state.height_m, 1e-9)) * std::abs(sinking);
        const double along_kg = 0.5 * kDensity_kg_per_m3 * sunk_m3[h];
        taken_kg_[h] =
            std::max(along_kg, kLight * lift[h] / desc_.gravity_m_per_s2 - hull.state.mass_kg);
        taken_kg_[h] = std::max(taken_kg_[h], 0.0);
        SixBySix m = mass_matrix(hull.state);
        for (std::size_t i = 2; i < 5; ++i)
            for (std::size_t j = 2; j < 5; ++j)
                m[i][j] += theta_[h] * dt * dt * stiff[h][i][j] + dt * drag_[h][i][j];
        m[0][0] += taken_kg_[h];
        m[1][1] += taken_kg_[h];
        m[2][2] += along_kg + dt * drag;
        if (hull.state.is_free) yields_[h] = inverse(m);
        add(force_[h], 1.0, hull.push);
        add(force_[h], 1.0, dragged_[h]);
        add(force_[h], 1.0 / dt, hull.owed);
        force_[h][2] -= hull.state.mass_kg * desc_.gravity_m_per_s2 + drag * sinking;
    }
}

/// Quadratic drag of the cells under lids against the rise of the free water beside their hull.
void Projection::find_drag() {
    const std::size_t n = hulls.size();
    const double area_m2 = desc_.cell_m * desc_.cell_m;
    std::vector<double> rises(n, 0.0);
    std::vector<int> beside(n, 0);
    for (std::size_t c = 0; c < count(); ++c) {
        if (cells.kind[c] != Kind::Lid) continue;
        for_neighbours(int(c), [&](std::size_t other) {
            if (cells.kind[other] != Kind::Free || cells.h[other] < 0.0) return;
            rises[std::size_t(cells.hull[c])] += cells.rise_m_per_s[other];
            ++beside[std::size_t(cells.hull[c])];
        });
    }
    drag_.assign(n, SixBySix{});
    dragged_.assign(n, Six{});
    for (const Entry& e : entries) {
        if (cells.kind[std::size_t(e.cell)] != Kind::Lid) continue;
        const std::size_t h = std::size_t(e.hull);
        const Six& motion = hulls[h].state.motion;
        const double rise = beside[h] > 0 ? rises[h] / beside[h] : 0.0;
        const double speed = motion[2] + motion[3] * e.ry_m - motion[4] * e.rx_m - rise;
        const double rate =
            0.5 * kHeaveDrag * kDensity_kg_per_m3 * e.part * area_m2 * std::abs(speed);
        const Six way = {0.0, 0.0, 1.0, e.ry_m, -e.rx_m, 0.0};
        add(dragged_[h], -rate * speed, way);
        for (std::size_t i = 2; i < 5; ++i) add(drag_[h][i], rate * way[i], way);
    }
}

/// dt^2 g div(f grad d).
void Projection::spread(const std::vector<double>& d, std::vector<double>& out) const {
    const double k =
        desc_.step_s * desc_.step_s * desc_.gravity_m_per_s2 / (desc_.cell_m * desc_.cell_m);
    out.assign(count(), 0.0);
    const auto face = [&](std::size_t a, std::size_t b, double depth) {
        const double flow = k * depth * (d[b] - d[a]);
        out[a] += flow;
        out[b] -= flow;
    };
    for_faces_x(face);
    for_faces_y(face);
}

std::vector<Six> Projection::heads_on_hulls(const std::vector<double>& d) const {
    std::vector<Six> sums(hulls.size(), Six{});
    for (std::size_t k = 0; k < entries.size(); ++k)
        add(sums[std::size_t(entries[k].hull)], d[std::size_t(entries[k].cell)], ways_[k]);
    return sums;
}

void Projection::apply(const std::vector<double>& d, bool hulls_yield,
                       std::vector<double>& out) const {
    spread(d, out);
    for (std::size_t c = 0; c < count(); ++c)
        out[c] = cells.kind[c] == Kind::Lid ? (1.0 - cover_[c].part) * d[c] - out[c] : 0.0;
    if (!hulls_yield) return;
    const double times_dt2 = kDensity_kg_per_m3 * desc_.gravity_m_per_s2 * desc_.cell_m *
                             desc_.cell_m * desc_.step_s * desc_.step_s;
    std::vector<Six> yielding = heads_on_hulls(d);
    for (std::size_t h = 0; h < hulls.size(); ++h) yielding[h] = times(yields_[h], yielding[h]);
    for (std::size_t k = 0; k < entries.size(); ++k)
        out[std::size_t(entries[k].cell)] +=
            times_dt2 * dot(ways_[k], yielding[std::size_t(entries[k].hull)]);
}

/// What the water under lids has too much, with the heads of the beginning and the hulls where
/// they would be.
void Projection::find_misfit() {
    spread(torn_m_, misfit_);
    const double dt2 = desc_.step_s * desc_.step_s;
    for (std::size_t c = 0; c < count(); ++c)
        misfit_[c] = cells.kind[c] == Kind::Lid
                         ? misfit_[c] + cells.h[c] - (base_m_[c] - cells.bed_m[c])
                         : 0.0;
    std::vector<Six> falls(hulls.size());
    for (std::size_t h = 0; h < hulls.size(); ++h) falls[h] = times(yields_[h], force_[h]);
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const Entry& e = entries[k];
        const std::size_t c = std::size_t(e.cell);
        if (cells.kind[c] != Kind::Lid) continue;
        misfit_[c] +=
            e.part * (base_m_[c] - e.under_m) + dt2 * dot(ways_[k], falls[std::size_t(e.hull)]);
    }
    const double k = dt2 * desc_.gravity_m_per_s2 / (desc_.cell_m * desc_.cell_m);
    diagonal_.assign(count(), 1.0);
    for (std::size_t c = 0; c < count(); ++c)
        if (cells.kind[c] == Kind::Lid) diagonal_[c] = 1.0 - cover_[c].part;
    const auto face = [&](std::size_t a, std::size_t b, double depth) {
        if (cells.kind[a] == Kind::Lid) diagonal_[a] += k * depth;
        if (cells.kind[b] == Kind::Lid) diagonal_[b] += k * depth;
    };
    for_faces_x(face);
    for_faces_y(face);
    for (double& entry : diagonal_) entry = std::max(entry, 1e-12);
}

void Projection::conjugate_gradients(const std::vector<double>& wanted, bool hulls_yield,
                                     std::vector<double>& x) {
    const std::size_t n = count();
    x.assign(n, 0.0);
    residual_ = wanted;
    way_.assign(n, 0.0);
    const auto size = [&] {
        double sum = 0.0;
        for (std::size_t c = 0; c < n; ++c) sum += residual_[c] * residual_[c] / diagonal_[c];
        return sum;
    };
    double now = size(), before = 1.0;
    const double goal = std::max(kTolerance * kTolerance * now, 1e-26);
    for (int k = 0; k < kMostIterations && now > goal; ++k) {
        const double keep = now / before;
        for (std::size_t c = 0; c < n; ++c) way_[c] = residual_[c] / diagonal_[c] + keep * way_[c];
        apply(way_, hulls_yield, product_);
        double along = 0.0;
        for (std::size_t c = 0; c < n; ++c) along += way_[c] * product_[c];
        if (!(along > 0.0)) break;
        const double far = now / along;
        for (std::size_t c = 0; c < n; ++c) {
            x[c] += far * way_[c];
            residual_[c] -= far * product_[c];
        }
        before = now;
        now = size();
        ++iterations_;
    }
}

/// The underside of a cell's hulls at the end of the step, as solved for.
Projection::Cover Projection::end_of(int cell) const {
    return {cover_[std::size_t(cell)].part,
            std::max(moved_[std::size_t(cell)],
                     cells.bed_m[std::size_t(cell)] + least_m_[std::size_t(cell)]),
            0.0};
}

/// Hulls that would lift off the water do, and those that touch it are lids: false if some did, and
/// all has to be solved again.
bool Projection::settle_contacts() {
    moved_.assign(count(), 0.0);
    for (const Entry& e : entries) {
        const Six& gain = hulls[std::size_t(e.hull)].gain;
        const double rise = gain[2] + gain[3] * e.ry_m - gain[4] * e.rx_m;
        moved_[std::size_t(e.cell)] +=
            e.part / cover_[std::size_t(e.cell)].part * (e.under_m + desc_.step_s * rise);
    }
    std::vector<std::size_t> off, on;
    for (std::size_t c = 0; c < count(); ++c) {
        if (!(cover_[c].part > 0.0) || settled_[c]) continue;
        const double end_m = end_of(int(c)).under_m;
        if (cells.kind[c] == Kind::Free && cells.h[c] + cells.bed_m[c] > end_m) on.push_back(c);
        if (cells.kind[c] != Kind::Lid) continue;
        const double head_m = base_m_[c] + change_m_[c];
        bool has_air = cover_[c].part < kCovered;
        for_neighbours(int(c), [&](std::size_t n) {
            has_air |= cells.kind[n] == Kind::Free && cells.h[n] + cells.bed_m[n] <= end_m;
        });
        if ((head_m < end_m && has_air) || head_m < end_m - kCavity_m) off.push_back(c);
    }
    for (const std::size_t c : off) {
        torn_m_[c] = cover_[c].under_m - base_m_[c];
        cells.kind[c] = Kind::Free;
        settled_[c] = 1;
    }
    for (const std::size_t c : on) {
        cells.kind[c] = Kind::Lid;
        settled_[c] = 1;
    }
    return off.empty() && on.empty();
}

std::vector<Six> Projection::face_impulses(const std::vector<double>& d) const {
    const double area_m2 = desc_.cell_m * desc_.cell_m;
    const double times =
        kDensity_kg_per_m3 * area_m2 * desc_.gravity_m_per_s2 * desc_.step_s / desc_.cell_m;
    std::vector<Six> sums(hulls.size(), Six{});
    std::vector<Vec2> by_cell(count(), Vec2{});
    const auto give = [&](std::size_t a, std::size_t b, double impulse, double Vec2::*way) {
        const bool lid_a = cells.kind[a] == Kind::Lid, lid_b = cells.kind[b] == Kind::Lid;
        const double share = lid_a && lid_b ? 0.5 : 1.0;
        if (lid_a) by_cell[a].*way += share * impulse;
        if (lid_b) by_cell[b].*way += share * impulse;
    };
    for_faces_x([&](std::size_t a, std::size_t b, double depth) {
        give(a, b, times * depth * (d[b] - d[a]), &Vec2::x);
    });
    for_faces_y([&](std::size_t a, std::size_t b, double depth) {
        give(a, b, times * depth * (d[b] - d[a]), &Vec2::y);
    });
    for (const Entry& e : entries) {
        const std::size_t c = std::size_t(e.cell);
        if (cells.kind[c] != Kind::Lid) continue;
        const double share = e.part / cover_[c].part;
        const double x = share * by_cell[c].x, y = share * by_cell[c].y;
        add(sums[std::size_t(e.hull)], 1.0, {x, y, 0.0, 0.0, 0.0, e.rx_m * y - e.ry_m * x});
    }
    return sums;
}

void Projection::solve(const ProjectionDesc& desc) {
    desc_ = desc;
    iterations_ = 0;
    const double c0 = kDensity_kg_per_m3 * desc.gravity_m_per_s2 * desc.cell_m * desc.cell_m;
    gather_covers();
    find_kinds();
    torn_m_.assign(count(), 0.0);
    settled_.assign(count(), 0);
    for (int round = 0; round < kMostRounds; ++round) {
        find_faces();
        find_ways();
        find_forces();
        find_misfit();
        conjugate_gradients(misfit_, true, change_m_);
        for (std::size_t c = 0; c < count(); ++c) change_m_[c] += torn_m_[c];
        const std::vector<Six> pressed = heads_on_hulls(change_m_);
        for (std::size_t h = 0; h < hulls.size(); ++h) {
            add(force_[h], -c0, pressed[h]);
            hulls[h].gain = times(yields_[h], force_[h]);
            for (double& gain : hulls[h].gain) gain *= desc.step_s;
        }
        if (settle_contacts()) break;
    }
    given_ = face_impulses(change_m_);
    for (std::size_t h = 0; h < hulls.size(); ++h) {
        GroupHull& hull = hulls[h];
        add(given_[h], desc.step_s, hull.push);
        add(given_[h], 1.0, hull.owed);
        // Along the surface a hull gets what the water has lost, to the digit.
        Six impulse = force_[h];
        for (double& part : impulse) part *= desc.step_s;
        impulse[0] = given_[h][0];
        impulse[1] = given_[h][1];
        impulse[5] = given_[h][5];
        hull.gain = times(yields_[h], impulse);
        hull.force = times(mass_matrix(hull.state), hull.gain);
        for (double& part : hull.force) part /= desc.step_s;
        hull.force[2] += hull.state.mass_kg * desc.gravity_m_per_s2;
        if (!hull.state.is_free) hull.force = force_[h];
    }
}

bool Projection::finish(std::span<const Six> motions) {
    std::vector<double> missed(count(), 0.0);
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const GroupHull& hull = hulls[std::size_t(entries[k].hull)];
        Six more = motions[std::size_t(entries[k].hull)];
        add(more, -1.0, hull.state.motion);
        add(more, -1.0, hull.gain);
        missed[std::size_t(entries[k].cell)] += desc_.step_s * dot(ways_[k], more);
    }
    std::vector<double> more_m;
    conjugate_gradients(missed, false, more_m);
    for (std::size_t c = 0; c < count(); ++c) change_m_[c] += more_m[c];
    move_water();
    if (*std::min_element(moved_.begin(), moved_.end()) < 0.0) return false;
    const double still = desc_.cell_m / (0.1 * desc_.fastest_m_per_s);
    return desc_.step_s < kShortest * still ||
           fastest_wave() * desc_.step_s <= kMostCourant * desc_.cell_m;
}

/// Among the cells that the projection has changed.
double Projection::fastest_wave() const {
    double fastest = 0.0;
    for (std::size_t c = 0; c < count(); ++c)
        if (touched_[c])
            fastest = std::max(fastest, std::max(std::abs(cells.u[c]), std::abs(cells.v[c])) +
                                            std::sqrt(desc_.gravity_m_per_s2 * cells.h[c]));
    return fastest;
}

/// Water flows with the change of the heads, in whole quanta. `moved_` becomes the depths, with
/// that of solid cells as zero.
void Projection::move_water() {
    const double dt = desc_.step_s, ratio = dt / desc_.cell_m, g = desc_.gravity_m_per_s2;
    const double area_m2 = desc_.cell_m * desc_.cell_m;
    const double mass = kDensity_kg_per_m3 * area_m2;
    touched_.assign(count(), 0);
    std::vector<double> flow_x(count()), flow_y(count());
    moved_.resize(count());
    for (std::size_t c = 0; c < count(); ++c) {
        moved_[c] = std::max(cells.h[c], 0.0);
        flow_x[c] = moved_[c] * cells.u[c];
        flow_y[c] = moved_[c] * cells.v[c];
        touched_[c] = cells.h[c] >= 0.0 && cells.kind[c] != Kind::Free;
    }
    const auto cross = [&](std::size_t a, std::size_t b, double depth, std::vector<double>& flow) {
        const double push = g * ratio * depth * (change_m_[b] - change_m_[a]);
        const double crosses = std::nearbyint(ratio * push / desc_.quantum_m) * desc_.quantum_m;
        moved_[a] += crosses;
        moved_[b] -= crosses;
        flow[a] -= 0.5 * push;
        flow[b] -= 0.5 * push;
        touched_[a] = touched_[b] = 1;
    };
    for_faces_x([&](std::size_t a, std::size_t b, double depth) { cross(a, b, depth, flow_x); });
    for_faces_y([&](std::size_t a, std::size_t b, double depth) { cross(a, b, depth, flow_y); });
    std::vector<double> covered(hulls.size(), 0.0);
    for (const Entry& e : entries)
        if (cells.kind[std::size_t(e.cell)] != Kind::Free) covered[std::size_t(e.hull)] += e.part;
    for (const Entry& e : entries) {
        const std::size_t h = std::size_t(e.hull), c = std::size_t(e.cell);
        if (cells.kind[c] == Kind::Free) continue;
        const double share = taken_kg_[h] * e.part / (mass * covered[h]);
        flow_x[c] += share * hulls[h].gain[0];
        flow_y[c] += share * hulls[h].gain[1];
    }
    // What films and the limit of the speed stop is owed to the hull nearby.
    std::vector<Six> stopped(hulls.size(), Six{});
    const double most = desc_.fastest_m_per_s;
    for (std::size_t c = 0; c < count(); ++c) {
        if (!touched_[c]) continue;
        const double deep = std::max(moved_[c], 0.5 * least_m_[c]);
        const bool is_shut = cells.kind[c] == Kind::Shut;
        cells.u[c] = is_shut ? 0.0 : between(-most, flow_x[c] / deep, most);
        cells.v[c] = is_shut ? 0.0 : between(-most, flow_y[c] / deep, most);
        int hull = cells.hull[c];
        if (hull < 0)
            for_neighbours(int(c), [&](std::size_t n) {
                if (hull < 0) hull = cells.hull[n];
            });
        if (hull < 0) continue;
        stopped[std::size_t(hull)][0] += mass * (flow_x[c] - moved_[c] * cells.u[c]);
        stopped[std::size_t(hull)][1] += mass * (flow_y[c] - moved_[c] * cells.v[c]);
    }
    std::vector<Six> booked = face_impulses(change_m_);
    for (std::size_t h = 0; h < hulls.size(); ++h) {
        add(booked[h], dt, hulls[h].push);
        add(booked[h], 1.0, stopped[h]);
        add(booked[h], -1.0, given_[h]);
        for (const std::size_t i : {std::size_t(0), std::size_t(1), std::size_t(5)})
            hulls[h].owed[i] += booked[h][i];
        hulls[h].submerged_m3 = 0.0;
    }
    for (std::size_t c = 0; c < count(); ++c) {
        if (cells.h[c] < 0.0) continue;
        cells.h[c] = moved_[c];
        const Cover& cover = cover_[c];
        cells.head_m[c] = moved_[c] + cells.bed_m[c];
        if (cells.kind[c] == Kind::Lid) cells.head_m[c] = base_m_[c] + change_m_[c];
        if (cells.kind[c] == Kind::Over)
            cells.head_m[c] += cover.part * std::max(cover.top_m - cover.under_m, 0.0);
    }
    // Water beside a hull on the ground seeps under it: its head is that of its neighbours.
    for (std::size_t c = 0; c < count(); ++c) {
        if (cells.kind[c] != Kind::Shut) continue;
        double sum = base_m_[c];
        int heads = 1;
        for_neighbours(int(c), [&](std::size_t n) {
            if (cells.h[n] < 0.0) return;
            sum += cells.kind[n] == Kind::Shut ? base_m_[n] : cells.head_m[n];
            ++heads;
        });
        cells.head_m[c] = sum / heads;
    }
    for (const Entry& e : entries) {
        const std::size_t c = std::size_t(e.cell);
        if (cells.kind[c] == Kind::Free) continue;
        hulls[std::size_t(e.hull)].submerged_m3 +=
            e.part * area_m2 *
            between(0.0, cells.head_m[c] - e.under_m, std::max(e.top_m - e.under_m, 0.0));
    }
}

}  // namespace tarn::shallow::fv::hull
