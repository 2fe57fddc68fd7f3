// What is done to shallow water between runs: forcing, edges, settings, ground that changes, and a
// grid that moves over it.
#include "water/shallow/inflow.hpp"
#include "water/shallow/shallow_water.hpp"

#include <cmath>
#include <cstdlib>

namespace tarn::water {

void ShallowWater::apply(exchange::Forcing& forcing) {
    solver_->apply(forcing);
    changed();
}

SheetReport ShallowWater::add_sheet(double depth_m) {
    const shallow::SheetReport done = solver_->add_sheet(depth_m);
    changed();
    return {done.depth_m, done.volume_m3};
}

Result<void> ShallowWater::set_boundary(Edge edge, Boundary boundary) {
    if (boundary == Boundary::Outflow && !home_.row->can_let_out)
        return unsupported(p_.scene.name + ": set_boundary to outflow", label(),
                           "use \"scheme\": \"fv\" in /water");
    const Edge across = Edge(int(edge) ^ 1);
    const auto change = [&](Edge which, Boundary kind) {
        if (solver_->boundary(which) != kind) is_edge_given_[std::size_t(which)] = false;
        solver_->set_boundary(which, kind);
    };
    // Periodic edges come in pairs: the other side follows.
    if (boundary == Boundary::Periodic)
        change(across, boundary);
    else if (solver_->boundary(across) == Boundary::Periodic)
        change(across, Boundary::Wall);
    change(edge, boundary);
    return {};
}

Result<void> ShallowWater::set(const LiveSettings& settings) {
    const bool is_set = solver_->set({.viscosity_m2_per_s = settings.viscosity_m2_per_s,
                                      .manning_s_per_m13 = settings.manning_s_per_m13,
                                      .bed_drag = settings.drag,
                                      .wind_m_per_s = settings.wind_m_per_s,
                                      .coriolis_per_s = settings.coriolis_per_s});
    if (!is_set) return unsupported("set", label(), "use another scheme");
    p_.drives.hold(settings.inflow);
    find_max_step();
    return {};
}

Result<void> ShallowWater::check_settings(const LiveSettings& settings) const {
    for (std::size_t e = 0; e < settings.inflow.size(); ++e)
        if (settings.inflow[e] && !p_.drives.has_inflow(Edge(e)))
            return Error{ErrorCode::InvalidArgument,
                         p_.scene.name + ": inflow has a value for the " + edge_name(Edge(e)) +
                             " edge, which has no inflow; give the scene one in /water/edges"};
    return {};
}

LiveSettings ShallowWater::settings() const {
    const shallow::Settings now = solver_->settings();
    return {.wind_m_per_s = now.wind_m_per_s,
            .viscosity_m2_per_s = now.viscosity_m2_per_s,
            .manning_s_per_m13 = now.manning_s_per_m13,
            .drag = now.bed_drag,
            .coriolis_per_s = now.coriolis_per_s,
            .inflow = p_.drives.held()};
}

/// Thick liquids need shorter steps.
void ShallowWater::find_max_step() {
    shallow::SolverDesc desc;
    desc.cell_m = p_.grid.cell_m;
    desc.gravity_m_per_s2 = p_.scene.water.gravity_m_per_s2;
    const double viscosity = solver_->settings().viscosity_m2_per_s;
    const bool is_as_given = viscosity == p_.scene.water.viscosity_m2_per_s;
    desc.viscosity = {viscosity, is_as_given ? p_.scene.water.tau : std::nullopt};
    p_.max_step_s = longest_step_s(desc, p_.deepest_m, p_.fastest_m_per_s);
}

Result<void> ShallowWater::check_ground() const {
    if (solver_->can_change_ground()) return {};
    return unsupported(p_.scene.name + ": the ground cannot change", label(),
                       "use \"scheme\": \"fv\" in /water");
}

Result<void> ShallowWater::check_more_hulls(const char* call, int) const {
    if (solver_->has_hulls()) return {};
    return unsupported(call, label() + " without bodies",
                       "begin with \"more_bodies\": true, or with a body");
}

void ShallowWater::add_hulls() {
    solver_->add_hulls();
    changed();
}

void ShallowWater::set_bed(const exchange::CellArea& area, std::span<const double> heights_m) {
    // Room first: what fails for want of memory changes nothing.
    bed_.spread(p_.grid);
    solver_->set_bed(area, heights_m);
    bed_.set(area, heights_m);
    solids_.bed_changed(bed_);
    changed();
}

double ShallowWater::set_solid(const exchange::CellArea& area, bool is_solid) {
    if (area.count() == 0) return 0.0;
    // The shapes first: where there is no memory for them the water has not changed.
    solids_.set(area, is_solid, p_.scene.water, still_water());
    const double removed_m3 = solver_->set_solid(area, is_solid);
    changed();
    return removed_m3;
}

namespace {

/// How many of `size` cells stay in a window that moves by `way`.
std::int64_t stay(int size, int way, bool wraps) {
    return wraps ? size : std::max<std::int64_t>(0, size - std::abs(std::int64_t(way)));
}

}  // namespace

Result<void> ShallowWater::check_shift(int, int) const {
    const std::string& name = p_.scene.name;
    if (solids_.is_any())
        return Error{ErrorCode::Unsupported,
                     "shift_window: " + name +
                         " has solids, which stand where they are; use water without solids"};
    if (!bed_.is_flat())
        return Error{ErrorCode::Unsupported,
                     "shift_window: the bed of " + name +
                         " varies and stays where it is; use a bed that is one number"};
    if (p_.scene.maps)
        return Error{ErrorCode::Unsupported, "shift_window: the maps of " + name +
                                                 " stay where they are; use a scene without maps"};
    for (const Edge edge : {Edge::West, Edge::East, Edge::South, Edge::North})
        if (const Boundary kind = boundary(edge);
            kind != Boundary::Open && kind != Boundary::Periodic)
            return Error{ErrorCode::Unsupported,
                         "shift_window: the water of " + name +
                             " ends at a wall; use edges that are open or periodic"};
    return {};
}

VolumeChange ShallowWater::shift(int di, int dj) {
    const double before_m3 = read_totals().volume_m3;
    solver_->shift(di, dj);
    changed();
    const PlanGrid& g = p_.grid;
    const std::int64_t kept = stay(g.nx, di, boundary(Edge::West) == Boundary::Periodic) *
                              stay(g.ny, dj, boundary(Edge::South) == Boundary::Periodic);
    const double came_m3 = double(std::int64_t(g.cell_count()) - kept) * solver_->units().depth_m *
                           g.cell_m * g.cell_m;
    return {came_m3, before_m3 + came_m3 - read_totals().volume_m3};
}

}  // namespace tarn::water
