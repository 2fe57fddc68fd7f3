// How the water of a group moves with the heads that were solved for, and what is booked of it.
#include "solver/shallow/fv/hull/hull_constants.hpp"
#include "solver/shallow/fv/hull/projection.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::shallow::fv::hull {
namespace {

/// After the projection waves may cross this much of a cell in a step; of steps that are shorter
/// than kShortest of what the waves of still water allow, more is borne.
constexpr double kMostCourant = 1.2, kShortest = 0.01;

}  // namespace

void Projection::find_face_impulses() {
    const double area_m2 = desc_.cell_m * desc_.cell_m;
    const double times =
        kDensity_kg_per_m3 * area_m2 * desc_.gravity_m_per_s2 * desc_.step_s / desc_.cell_m;
    impulses_.assign(hulls.size(), Six{});
    face_push_.assign(count(), Vec2{});
    const auto give = [&](std::size_t a, std::size_t b, double impulse, double Vec2::*way) {
        const bool lid_a = is_pressed(a), lid_b = is_pressed(b);
        const double share = lid_a && lid_b ? 0.5 : 1.0;
        if (lid_a) face_push_[a].*way += share * impulse;
        if (lid_b) face_push_[b].*way += share * impulse;
    };
    for_faces_x([&](std::size_t a, std::size_t b, double depth) {
        give(a, b, times * depth * (change_m_[b] - change_m_[a]), &Vec2::x);
    });
    for_faces_y([&](std::size_t a, std::size_t b, double depth) {
        give(a, b, times * depth * (change_m_[b] - change_m_[a]), &Vec2::y);
    });
    for (const Entry& e : entries) {
        const std::size_t c = std::size_t(e.cell);
        if (!is_pressed(c)) continue;
        const double share = e.part / cover_[c].part;
        const double x = share * face_push_[c].x, y = share * face_push_[c].y;
        add(impulses_[std::size_t(e.hull)], 1.0, {x, y, 0.0, 0.0, 0.0, e.cx_m * y - e.cy_m * x});
    }
}

bool Projection::finish(std::span<const Six> motions) {
    wanted_.assign(system_.count(), 0.0);
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const int lid = lid_of_[std::size_t(entries[k].cell)];
        if (lid < 0) continue;
        const GroupHull& hull = hulls[std::size_t(entries[k].hull)];
        Six more = motions[std::size_t(entries[k].hull)];
        add(more, -1.0, hull.state.motion);
        add(more, -1.0, hull.gain);
        wanted_[std::size_t(lid)] += desc_.step_s * dot(ways_[k], more);
    }
    // The hulls yield here too, and move so in the next step: a contact knows their own mass alone,
    // and water that had to follow a light hull at once would be given energy without bounds.
    iterations_ += system_.solve(wanted_, true, found_);
    for (std::size_t c = 0; c < count(); ++c)
        if (lid_of_[c] >= 0) change_m_[c] += found_[std::size_t(lid_of_[c])];
    const double impulse =
        kDensity_kg_per_m3 * desc_.gravity_m_per_s2 * desc_.cell_m * desc_.cell_m * desc_.step_s;
    for (GroupHull& hull : hulls)
        for (const std::size_t i : {std::size_t(2), std::size_t(3), std::size_t(4)})
            hull.owed[i] = 0.0;
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const int lid = lid_of_[std::size_t(entries[k].cell)];
        if (lid < 0) continue;
        Six& owed = hulls[std::size_t(entries[k].hull)].owed;
        for (const std::size_t i : {std::size_t(2), std::size_t(3), std::size_t(4)})
            owed[i] -= impulse * found_[std::size_t(lid)] * ways_[k][i];
    }
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
    const double ratio = desc_.step_s / desc_.cell_m, g = desc_.gravity_m_per_s2;
    touched_.assign(count(), 0);
    moved_.resize(count());
    flow_x_.resize(count());
    flow_y_.resize(count());
    for (std::size_t c = 0; c < count(); ++c) {
        moved_[c] = std::max(cells.h[c], 0.0);
        flow_x_[c] = moved_[c] * cells.u[c];
        flow_y_[c] = moved_[c] * cells.v[c];
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
    for_faces_x([&](std::size_t a, std::size_t b, double depth) { cross(a, b, depth, flow_x_); });
    for_faces_y([&](std::size_t a, std::size_t b, double depth) { cross(a, b, depth, flow_y_); });
    take_along();
    set_speeds();
    book();
    set_heads();
}

/// Water that a light body takes along gets the body's change of speed.
void Projection::take_along() {
    const double mass = kDensity_kg_per_m3 * desc_.cell_m * desc_.cell_m;
    covered_.assign(hulls.size(), 0.0);
    for (const Entry& e : entries)
        if (cells.kind[std::size_t(e.cell)] != Kind::Free) covered_[std::size_t(e.hull)] += e.part;
    for (const Entry& e : entries) {
        const std::size_t h = std::size_t(e.hull), c = std::size_t(e.cell);
        if (cells.kind[c] == Kind::Free) continue;
        const double share = taken_kg_[h] * e.part / (mass * covered_[h]);
        flow_x_[c] += share * hulls[h].gain[0];
        flow_y_[c] += share * hulls[h].gain[1];
    }
}

/// What films and the limit of the speed stop is owed to the hull nearby.
void Projection::set_speeds() {
    const double mass = kDensity_kg_per_m3 * desc_.cell_m * desc_.cell_m;
    const double most = desc_.fastest_m_per_s;
    stopped_.assign(hulls.size(), Six{});
    for (std::size_t c = 0; c < count(); ++c) {
        if (!touched_[c]) continue;
        const double deep = std::max(moved_[c], 0.5 * least_m_[c]);
        const bool is_shut = cells.kind[c] == Kind::Shut;
        cells.u[c] = is_shut ? 0.0 : clipped(-most, flow_x_[c] / deep, most);
        cells.v[c] = is_shut ? 0.0 : clipped(-most, flow_y_[c] / deep, most);
        int hull = cells.hull[c];
        if (hull < 0)
            for_neighbours(c, [&](std::size_t n) {
                if (hull < 0) hull = cells.hull[n];
            });
        if (hull < 0) continue;
        stopped_[std::size_t(hull)][0] += mass * (flow_x_[c] - moved_[c] * cells.u[c]);
        stopped_[std::size_t(hull)][1] += mass * (flow_y_[c] - moved_[c] * cells.v[c]);
    }
}

/// Horizontal impulse that the water has lost and the hulls have not got is owed to them.
void Projection::book() {
    find_face_impulses();
    for (std::size_t h = 0; h < hulls.size(); ++h) {
        Six booked = impulses_[h];
        add(booked, desc_.step_s, hulls[h].push);
        add(booked, 1.0, stopped_[h]);
        add(booked, -1.0, given_[h]);
        for (const std::size_t i : {std::size_t(0), std::size_t(1), std::size_t(5)})
            hulls[h].owed[i] += booked[i];
    }
}

/// The head of a blow lasts for its step alone: what the next one begins with stays within what
/// the hull's height and the speed of hull and water account for.
double Projection::head_to_keep(std::size_t cell) const {
    const GroupHull& hull = hulls[std::size_t(cells.hull[cell])];
    const Six& v = hull.state.motion;
    const double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + cells.u[cell] * cells.u[cell] +
                          cells.v[cell] * cells.v[cell];
    const double most_m = hull.state.height_m + 0.5 * square / desc_.gravity_m_per_s2;
    const double under_m = cover_[cell].under_m;
    return clipped(under_m - most_m, base_m_[cell] + change_m_[cell], under_m + most_m);
}

void Projection::set_heads() {
    for (std::size_t c = 0; c < count(); ++c) {
        if (cells.h[c] < 0.0) continue;
        cells.h[c] = moved_[c];
        const Cover& cover = cover_[c];
        cells.head_m[c] = moved_[c] + cells.bed_m[c];
        if (cells.kind[c] == Kind::Lid) cells.head_m[c] = head_to_keep(c);
        if (cells.kind[c] == Kind::Over)
            cells.head_m[c] += cover.part * std::max(cover.top_m - cover.under_m, 0.0);
    }
    // Water beside a hull on the ground seeps under it: its head is that of its neighbours.
    for (std::size_t c = 0; c < count(); ++c) {
        if (cells.kind[c] != Kind::Shut) continue;
        double sum = base_m_[c];
        int heads = 1;
        for_neighbours(c, [&](std::size_t n) {
            if (cells.h[n] < 0.0) return;
            sum += cells.kind[n] == Kind::Shut ? base_m_[n] : cells.head_m[n];
            ++heads;
        });
        cells.head_m[c] = sum / heads;
    }
    const double area_m2 = desc_.cell_m * desc_.cell_m;
    for (GroupHull& hull : hulls) hull.submerged_m3 = 0.0;
    for (const Entry& e : entries) {
        const std::size_t c = std::size_t(e.cell);
        if (cells.kind[c] == Kind::Free) continue;
        hulls[std::size_t(e.hull)].submerged_m3 +=
            e.part * area_m2 *
            clipped(0.0, cells.head_m[c] - e.under_m, std::max(e.top_m - e.under_m, 0.0));
    }
}

}  // namespace tarn::shallow::fv::hull
