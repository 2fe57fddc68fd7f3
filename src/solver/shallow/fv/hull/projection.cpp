#include "solver/shallow/fv/hull/projection.hpp"

#include "solver/shallow/fv/hull/hull_constants.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::shallow::fv::hull {
namespace {

/// A gap thinner than this part of the reference depth, or of the hull's height, is shut.
constexpr double kLeastGap = 0.05;
/// Water that stands higher than this part of the hull's height above its top floods it.
constexpr double kFlood = 0.05;
/// More than this of a cell is all of it.
constexpr double kCovered = 0.999;
/// Water is torn from a hull by this much suction (m), even where no air is near.
constexpr double kCavity_m = 10.0;
constexpr int kMostRounds = 5;

}  // namespace

void Projection::Cells::resize(std::size_t count) {
    beside.resize(count);
    for (std::vector<double>* plane : {&h, &u, &v, &bed_m, &level_m, &head_m, &rise_m_per_s})
        plane->resize(count);
    kind.resize(count);
    hull.resize(count);
}

double Projection::east_face(std::size_t cell) const {
    const int east = cells.beside[cell][1];
    return east < 0 ? 0.0 : face_x_[std::size_t(east)];
}

double Projection::north_face(std::size_t cell) const {
    const int north = cells.beside[cell][3];
    return north < 0 ? 0.0 : face_y_[std::size_t(north)];
}

/// All hulls over a cell as one. Together they cover no more than the cell.
void Projection::gather_covers() {
    cover_.assign(count(), {});
    cells.hull.assign(count(), -1);
    largest_.assign(count(), 0.0);
    for (const Entry& e : entries) {
        const std::size_t c = std::size_t(e.cell);
        cover_[c].part += e.part;
        if (e.part > largest_[c]) {
            largest_[c] = e.part;
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

double Projection::highest_beside(std::size_t cell) const {
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
            is_over = highest_beside(c) > top_m + kFlood * height_m ||
                      (cover.part < kCovered && cells.head_m[c] > top_m);
        if (is_over)
            kind = Kind::Over;
        else if (is_shut)
            kind = Kind::Shut;
        // Where a hull has just left the ground the water below it may not reach it yet. It flows
        // in before there is a lid: to fill that room within one step, however short, would take
        // more than the cells beside it have.
        else if (before_[c] == Kind::Lid || before_[c] == Kind::Over || level_m > cover.under_m)
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
        const bool lid_a = is_pressed(a), lid_b = is_pressed(b);
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
    for (std::size_t c = 0; c < count(); ++c) {
        const int west = cells.beside[c][0], south = cells.beside[c][2];
        if (west >= 0) face_x_[c] = face(std::size_t(west), c);
        if (south >= 0) face_y_[c] = face(std::size_t(south), c);
    }
}

/// Room that the hulls take from the cells under lids as they move.
void Projection::find_ways() {
    ways_.assign(entries.size(), {});
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const Entry& e = entries[k];
        const std::size_t c = std::size_t(e.cell);
        if (cells.kind[c] != Kind::Lid) continue;
        const double share = e.part / cover_[c].part / desc_.cell_m;
        const double gx = share * (east_face(c) - face_x_[c]);
        const double gy = share * (north_face(c) - face_y_[c]);
        ways_[k] = {gx,
                    gy,
                    -e.part,
                    -e.part * e.ry_m - e.rz_m * gy,
                    e.part * e.rx_m + e.rz_m * gx,
                    e.cx_m * gy - e.cy_m * gx};
    }
}

/// (1 - phi) d - dt^2 g div(f grad d) and how the hulls yield; heads of other cells do not change.
void Projection::build_system() {
    const double dt2 = desc_.step_s * desc_.step_s, g = desc_.gravity_m_per_s2;
    const double k = dt2 * g / (desc_.cell_m * desc_.cell_m);
    const double press = dt2 * kDensity_kg_per_m3 * g * desc_.cell_m * desc_.cell_m;
    int lids = 0;
    lid_of_.assign(count(), -1);
    for (std::size_t c = 0; c < count(); ++c)
        if (cells.kind[c] == Kind::Lid) lid_of_[c] = lids++;
    system_.clear(std::size_t(lids), hulls.size());
    for (std::size_t c = 0; c < count(); ++c) {
        if (lid_of_[c] < 0) continue;
        const std::array<double, 4> depths = {face_x_[c], east_face(c), face_y_[c], north_face(c)};
        LidSystem::Beside beside;
        std::array<double, 4> weights = {};
        double diagonal = 1.0 - cover_[c].part;
        for (std::size_t side = 0; side < 4; ++side) {
            const int other = cells.beside[c][side];
            const int lid = other < 0 ? -1 : lid_of_[std::size_t(other)];
            beside[side] = lid < 0 ? system_.none() : lid;
            diagonal += k * depths[side];
            if (lid >= 0) weights[side] = -k * depths[side];
        }
        system_.add_lid(diagonal, beside, weights);
    }
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const int lid = lid_of_[std::size_t(entries[e].cell)];
        if (lid >= 0) system_.add_part({lid, entries[e].hull, ways_[e]});
    }
    for (std::size_t h = 0; h < hulls.size(); ++h) {
        SixBySix yield = yields_[h];
        for (Six& row : yield)
            for (double& entry : row) entry *= press;
        system_.set_yield(h, yield);
    }
}

/// What the water under lids has too much, with the heads of the beginning and the hulls where
/// they would be.
void Projection::find_misfit() {
    const double dt2 = desc_.step_s * desc_.step_s;
    const double k = dt2 * desc_.gravity_m_per_s2 / (desc_.cell_m * desc_.cell_m);
    wanted_.resize(system_.count());
    for (std::size_t c = 0; c < count(); ++c) {
        if (lid_of_[c] < 0) continue;
        // Where water has just been torn off, the head of the neighbour has changed already.
        const std::array<double, 4> depths = {face_x_[c], east_face(c), face_y_[c], north_face(c)};
        double torn = 0.0;
        for (std::size_t side = 0; side < 4; ++side)
            if (depths[side] != 0.0)
                torn += k * depths[side] * torn_m_[std::size_t(cells.beside[c][side])];
        wanted_[std::size_t(lid_of_[c])] = torn + cells.h[c] - (base_m_[c] - cells.bed_m[c]);
    }
    falls_.resize(hulls.size());
    for (std::size_t h = 0; h < hulls.size(); ++h) falls_[h] = times(yields_[h], force_[h]);
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const Entry& entry = entries[e];
        const std::size_t c = std::size_t(entry.cell);
        if (lid_of_[c] < 0) continue;
        wanted_[std::size_t(lid_of_[c])] += entry.part * (base_m_[c] - entry.under_m) +
                                            dt2 * dot(ways_[e], falls_[std::size_t(entry.hull)]);
    }
}

double Projection::end_of(std::size_t cell) const {
    return std::max(moved_[cell], cells.bed_m[cell] + least_m_[cell]);
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
    off_.clear();
    on_.clear();
    for (std::size_t c = 0; c < count(); ++c) {
        if (!(cover_[c].part > 0.0) || settled_[c]) continue;
        const double end_m = end_of(c);
        if (cells.kind[c] == Kind::Free && cells.h[c] + cells.bed_m[c] > end_m) on_.push_back(c);
        if (cells.kind[c] != Kind::Lid) continue;
        const double head_m = base_m_[c] + change_m_[c];
        bool has_air = cover_[c].part < kCovered;
        for_neighbours(c, [&](std::size_t n) {
            has_air |= cells.kind[n] == Kind::Free && cells.h[n] + cells.bed_m[n] <= end_m;
        });
        if ((head_m < end_m && has_air) || head_m < end_m - kCavity_m) off_.push_back(c);
    }
    for (const std::size_t c : off_) {
        // At most its own level is its head from now on. The underside may be far above: where a
        // side that leans over passes, what the hull covers of a cell lies higher from one step to
        // the next.
        torn_m_[c] = std::min(cover_[c].under_m, cells.h[c] + cells.bed_m[c]) - base_m_[c];
        cells.kind[c] = Kind::Free;
        settled_[c] = 1;
    }
    for (const std::size_t c : on_) {
        cells.kind[c] = Kind::Lid;
        settled_[c] = 1;
    }
    return off_.empty() && on_.empty();
}

void Projection::solve_for_heads() {
    build_system();
    find_misfit();
    iterations_ += system_.solve(wanted_, true, found_);
    for (std::size_t c = 0; c < count(); ++c)
        change_m_[c] = torn_m_[c] + (lid_of_[c] < 0 ? 0.0 : found_[std::size_t(lid_of_[c])]);
    const double c0 = kDensity_kg_per_m3 * desc_.gravity_m_per_s2 * desc_.cell_m * desc_.cell_m;
    for (std::size_t e = 0; e < entries.size(); ++e)
        add(force_[std::size_t(entries[e].hull)], -c0 * change_m_[std::size_t(entries[e].cell)],
            ways_[e]);
    for (std::size_t h = 0; h < hulls.size(); ++h) {
        hulls[h].gain = times(yields_[h], force_[h]);
        for (double& gain : hulls[h].gain) gain *= desc_.step_s;
    }
}

void Projection::solve(const ProjectionDesc& desc) {
    desc_ = desc;
    iterations_ = 0;
    gather_covers();
    find_kinds();
    torn_m_.assign(count(), 0.0);
    settled_.assign(count(), 0);
    change_m_.resize(count());
    for (int round = 0; round < kMostRounds; ++round) {
        find_faces();
        find_ways();
        find_forces();
        solve_for_heads();
        if (settle_contacts()) break;
    }
    find_face_impulses();
    given_ = impulses_;
    for (std::size_t h = 0; h < hulls.size(); ++h) {
        GroupHull& hull = hulls[h];
        add(given_[h], desc.step_s, hull.push);
        add(given_[h], 1.0, hull.owed);
        // Along the surface a hull gets what the water has lost, to the digit.
        Six impulse = force_[h];
        for (double& part : impulse) part *= desc.step_s;
        impulse[0] = given_[h][0];
        impulse[1] = given_[h][1];
        impulse[5] = given_[h][5] + desc.step_s * dragged_[h][5];
        hull.gain = times(yields_[h], impulse);
        // A free body moves as solved for, which takes more than its own mass does.
        hull.force = hull.state.is_free ? times(mass_matrix(hull.state), hull.gain) : impulse;
        for (double& part : hull.force) part /= desc.step_s;
        hull.force[2] += hull.state.mass_kg * desc.gravity_m_per_s2;
    }
}

}  // namespace tarn::shallow::fv::hull
