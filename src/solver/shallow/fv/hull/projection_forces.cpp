// What acts on the hulls of a group besides the change of the heads, and how they yield to it.
#include "solver/shallow/fv/hull/hull_constants.hpp"
#include "solver/shallow/fv/hull/projection.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::shallow::fv::hull {
namespace {

/// A body lighter than this part of what it displaces takes water along.
constexpr double kLight = 0.2;
/// Drag of a hull that moves up or down through the surface: its edges shed vortices, which shallow
/// water knows nothing of. About that of a plate [hoerner1965].
constexpr double kHeaveDrag = 1.0;
/// The same of a hull that spins, per covered area.
constexpr double kSpinDrag = 1.0;

}  // namespace

/// What acts on each hull with the heads of the beginning, and how it yields.
void Projection::find_forces() {
    const double area_m2 = desc_.cell_m * desc_.cell_m, dt = desc_.step_s;
    const double c0 = kDensity_kg_per_m3 * desc_.gravity_m_per_s2 * area_m2;
    const std::size_t n = hulls.size();
    stiff_.assign(n, SixBySix{});
    sunk_m3_.assign(n, 0.0);
    lift_.assign(n, 0.0);
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const Entry& e = entries[k];
        const std::size_t h = std::size_t(e.hull);
        if (cells.kind[std::size_t(e.cell)] == Kind::Over)
            sunk_m3_[h] += e.part * std::max(e.top_m - e.under_m, 0.0) * area_m2;
        if (cells.kind[std::size_t(e.cell)] != Kind::Lid) continue;
        const Six up = {0.0, 0.0, 1.0, e.ry_m, -e.rx_m, 0.0};
        for (std::size_t i = 2; i < 5; ++i) add(stiff_[h][i], c0 * e.part * up[i], up);
    }
    theta_.assign(n, 0.0);
    for (std::size_t h = 0; h < n; ++h)
        theta_[h] = clipped(0.0, dt * dt * stiff_[h][2][2] / hulls[h].state.mass_kg - 1.0, 1.0);
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
        lift_[h] += up;
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
                            (sunk_m3_[h] / std::max(hull.state.height_m, 1e-9)) * std::abs(sinking);
        const double along_kg = 0.5 * kDensity_kg_per_m3 * sunk_m3_[h];
        taken_kg_[h] =
            std::max(along_kg, kLight * lift_[h] / desc_.gravity_m_per_s2 - hull.state.mass_kg);
        taken_kg_[h] = std::max(taken_kg_[h], 0.0);
        SixBySix m = mass_matrix(hull.state);
        for (std::size_t i = 2; i < 5; ++i)
            for (std::size_t j = 2; j < 5; ++j)
                m[i][j] += theta_[h] * dt * dt * stiff_[h][i][j] + dt * drag_[h][i][j];
        m[5][5] += dt * drag_[h][5][5];
        m[0][0] += taken_kg_[h];
        m[1][1] += taken_kg_[h];
        m[2][2] += along_kg + dt * drag;
        if (hull.state.is_free) yields_[h] = inverse(m);
        add(force_[h], 1.0, hull.push);
        add(force_[h], 1.0, hull.trim);
        add(force_[h], 1.0, dragged_[h]);
        add(force_[h], 1.0 / dt, hull.owed);
        force_[h][2] -= hull.state.mass_kg * desc_.gravity_m_per_s2 + drag * sinking;
    }
}

/// Quadratic drag of the cells under lids against the rise of the free water beside their hull.
void Projection::find_drag() {
    const std::size_t n = hulls.size();
    const double area_m2 = desc_.cell_m * desc_.cell_m;
    rises_.assign(n, 0.0);
    free_beside_.assign(n, 0);
    for (std::size_t c = 0; c < count(); ++c) {
        if (cells.kind[c] != Kind::Lid) continue;
        for_neighbours(c, [&](std::size_t other) {
            if (cells.kind[other] != Kind::Free || cells.h[other] < 0.0) return;
            rises_[std::size_t(cells.hull[c])] += cells.rise_m_per_s[other];
            ++free_beside_[std::size_t(cells.hull[c])];
        });
    }
    drag_.assign(n, SixBySix{});
    dragged_.assign(n, Six{});
    for (const Entry& e : entries) {
        if (cells.kind[std::size_t(e.cell)] != Kind::Lid) continue;
        const std::size_t h = std::size_t(e.hull);
        const Six& motion = hulls[h].state.motion;
        const double rise = free_beside_[h] > 0 ? rises_[h] / free_beside_[h] : 0.0;
        const double speed = motion[2] + motion[3] * e.ry_m - motion[4] * e.rx_m - rise;
        const double rate =
            0.5 * kHeaveDrag * kDensity_kg_per_m3 * e.part * area_m2 * std::abs(speed);
        const Six way = {0.0, 0.0, 1.0, e.ry_m, -e.rx_m, 0.0};
        add(dragged_[h], -rate * speed, way);
        for (std::size_t i = 2; i < 5; ++i) add(drag_[h][i], rate * way[i], way);
        // What turns about a mast drags the water along its sides, which the sweeps know nothing
        // of: quadratic drag of what goes round faster than waves run.
        const double arm_m = std::sqrt(e.cx_m * e.cx_m + e.cy_m * e.cy_m);
        const double too_fast =
            std::abs(motion[5]) * arm_m - std::sqrt(desc_.gravity_m_per_s2 * desc_.depth_m);
        if (too_fast <= 0.0) continue;
        const double turn_rate =
            0.5 * kSpinDrag * kDensity_kg_per_m3 * e.part * area_m2 * too_fast * arm_m * arm_m;
        dragged_[h][5] -= turn_rate * motion[5];
        drag_[h][5][5] += turn_rate;
    }
}

}  // namespace tarn::shallow::fv::hull
