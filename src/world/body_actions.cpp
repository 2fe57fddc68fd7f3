#include "world/body_actions.hpp"

#include "base/vector.hpp"
#include "solver/six.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::world {
namespace {

using bodies::BodyState;
using bodies::Wrench;

constexpr double kDensity_kg_per_m3 = 1000.0;
/// Added mass of a sphere, in shares of the water that it displaces.
constexpr double kAddedMass = 0.5;
/// Cells around a point that share the push of a propeller or a rudder.
constexpr double kJetCells = 2.5;
/// Of the hull's least side: height over which a propeller comes out of the water.
constexpr double kEmergePart = 0.1;

/// Weights become those of the water in the cells: all of it gets the same velocity.
void weigh(const ActionScene& scene, Spread& spread) {
    double sum = 0.0, most = 0.0;
    for (Spread::Cell& cell : spread.cells) {
        most = std::max(most, cell.weight);
        cell.weight *= scene.water.depth_m(cell.x, cell.y);
        sum += cell.weight;
    }
    if (!(sum > 0.0)) return spread.cells.clear();
    for (Spread::Cell& cell : spread.cells) cell.weight /= sum;
    spread.mass_kg = kDensity_kg_per_m3 * scene.grid.cell_m * scene.grid.cell_m * sum / most;
}

/// A tent over the cells around a point.
void spread_around(Vec2 at_m, double radius_m, const ActionScene& scene, Spread& out) {
    const exchange::PlanGrid& grid = scene.grid;
    out.cells.clear();
    const auto first = [&](double low_m) {
        return std::max(int(std::floor(low_m / grid.cell_m - 0.5)), 0);
    };
    const int x0 = first(at_m.x - radius_m), y0 = first(at_m.y - radius_m);
    const auto weight = [&](double away_m) {
        return std::max(1.0 - std::abs(away_m) / radius_m, 0.0);
    };
    for (int y = y0; y < grid.ny && grid.y_m(y) < at_m.y + radius_m; ++y)
        for (int x = x0; x < grid.nx && grid.x_m(x) < at_m.x + radius_m; ++x) {
            const double w = weight(grid.x_m(x) - at_m.x) * weight(grid.y_m(y) - at_m.y);
            if (w > 0.0) out.cells.push_back({x, y, w});
        }
    weigh(scene, out);
}

void spread_under(const exchange::HullCover& cover, const ActionScene& scene, Spread& out) {
    out.cells.clear();
    const exchange::CellArea& area = cover.area;
    for (int y = area.y0; y < area.y0 + area.ny; ++y)
        for (int x = area.x0; x < area.x0 + area.nx; ++x) {
            const double part = cover.part[std::size_t(area.index(x, y))];
            if (part > 0.0) out.cells.push_back({x, y, part});
        }
    weigh(scene, out);
}

Vec3 flat(Vec2 v) {
    return {v.x, v.y, 0.0};
}

void add_scaled(const Wrench& more, double share, Wrench& sum) {
    sum.force_n = sum.force_n + share * more.force_n;
    sum.torque_nm = sum.torque_nm + share * more.torque_nm;
}

/// Which part of a device of this height is under water.
double share_below(double level_m, double at_z_m, double height_m) {
    return std::clamp((level_m - at_z_m) / std::max(height_m, 1e-9) + 0.5, 0.0, 1.0);
}

class Finder {
public:
    Finder(const BodyDrive& drive, const DriveState& told, const BodyState& state,
           const ActionScene& scene, Action& out)
        : drive_(drive), told_(told), state_(state), scene_(scene), out_(out) {}

    void surface(const bodies::Body& body, ActionWorkspace& workspace) {
        if (out_.has_lid && !drive_.has_flow) return;
        Vec3 stream = {};
        std::size_t count = 0;
        const coupling::WaterSampler sampler = [&](std::span<const Vec2> points_m,
                                                   std::span<coupling::WaterSample> samples) {
            for (std::size_t k = 0; k < points_m.size(); ++k) {
                const exchange::WaterAt at = scene_.water.at(points_m[k]);
                samples[k] = {at.level_m, flat(at.velocity_m_per_s)};
                stream = stream + samples[k].velocity_m_per_s;
            }
            count += points_m.size();
        };
        const coupling::HullForce found =
            drive_.forces == scene::BodyForces::Spheres
                ? coupling::sphere_forces(drive_.spheres, state_.pose, state_.motion, sampler,
                                          scene_.liquid, drive_.flow, workspace.spheres)
                : coupling::triangle_forces(*body.mesh, state_.pose, state_.motion, sampler,
                                            scene_.liquid, drive_.flow, workspace.triangles);
        out_.flow = found.flow;
        out_.submerged_m3 = found.submerged_m3;
        if (!out_.has_lid) out_.buoyancy = found.buoyancy;
        if (count > 0)
            out_.through_m_per_s = state_.motion.velocity_m_per_s - (1.0 / double(count)) * stream;
    }

    void thrusters() {
        for (const bodies::Thruster& thruster : drive_.thrusters) {
            const auto [at_m, water] = water_at(thruster.at_m);
            const double share =
                water.is_wet ? share_below(water.level_m, at_m.z, kEmergePart * drive_.least_side_m)
                             : 0.0;
            const bodies::Stream stream = {flat(water.velocity_m_per_s), kDensity_kg_per_m3};
            const Wrench push = bodies::thrust_of(thruster, told_.helm.throttle, state_.pose,
                                                  state_.motion, stream);
            const double full_n = magnitude(told_.helm.throttle) * thruster.thrust_n;
            if (full_n == 0.0) continue;
            add_device(push, length(push.force_n) / full_n * thruster.top_speed_m_per_s, share,
                       at_m, true);
        }
    }

    void rudders() {
        for (const bodies::Foil& rudder : drive_.rudders) {
            const auto [at_m, water] = water_at(rudder.at_m);
            const double share =
                water.is_wet ? share_below(water.level_m, at_m.z, std::sqrt(rudder.area_m2)) : 0.0;
            const bodies::Stream stream = {flat(water.velocity_m_per_s), kDensity_kg_per_m3};
            // A blade turned clockwise at the stern turns the bow to port.
            add_foil(rudder, -told_.helm.rudder_rad, stream, share, at_m, true);
        }
    }

    void sails() {
        for (const bodies::Foil& sail : drive_.sails) {
            const auto [at_m, water] = water_at(sail.at_m);
            // A sail that lies in the water catches no wind.
            const double share = 1.0 - share_below(water.level_m, at_m.z, std::sqrt(sail.area_m2));
            const bodies::Stream stream = {flat(scene_.wind_m_per_s),
                                           bodies::kAirDensity_kg_per_m3};
            add_foil(sail, told_.helm.sheet_rad, stream, share, at_m, false);
        }
    }

private:
    struct Place {
        Vec3 at_m;
        exchange::WaterAt water;
    };
    Place water_at(Vec3 in_body_m) const {
        const Vec3 at_m = to_world(state_.pose, in_body_m);
        return {at_m, scene_.water.at({at_m.x, at_m.y})};
    }
    void add_foil(const bodies::Foil& foil, double angle_rad, const bodies::Stream& stream,
                  double share, Vec3 at_m, bool is_in_water) {
        const Wrench push = bodies::foil_force(foil, angle_rad, state_.pose, state_.motion, stream);
        const double force_n = length(push.force_n);
        if (force_n == 0.0) return;
        const Vec3 through_m_per_s =
            velocity_at(state_.motion, at_m - state_.pose.centre_m) - stream.velocity_m_per_s;
        add_device(push, magnitude(dot(through_m_per_s, push.force_n)) / force_n, share, at_m,
                   is_in_water);
    }
    void add_device(const Wrench& wrench, double speed_m_per_s, double share, Vec3 at_m,
                    bool is_in_water) {
        if (share == 0.0) return;
        Wrench part;
        add_scaled(wrench, share, part);
        out_.devices.push_back({part, speed_m_per_s, is_in_water, {at_m.x, at_m.y}, {}});
    }

    const BodyDrive& drive_;
    const DriveState& told_;
    const BodyState& state_;
    const ActionScene& scene_;
    Action& out_;
};

/// Which part of an explicit force is left if it works against a speed during the step.
double implicit_share(double force, double speed, double inertia, double step_s) {
    if (!(speed > 0.0) || !(inertia > 0.0)) return 1.0;
    return 1.0 / (1.0 + 2.0 * step_s * force / (speed * inertia));
}

/// The water that a body without a lid carries along. A very light one, which would swing past
/// where it floats within a step, is made slower than the step: with stiffness k, that is k dt^2/2.
double added_mass_kg(const Action& action, const bodies::Body& body, double gravity_m_per_s2,
                     double step_s) {
    if (action.has_lid || body.is_fixed || !(action.submerged_m3 > 0.0)) return 0.0;
    const double stiff_n_per_m = kDensity_kg_per_m3 * gravity_m_per_s2 * action.widest_m2;
    return std::max(kAddedMass * kDensity_kg_per_m3 * action.submerged_m3,
                    0.5 * stiff_n_per_m * step_s * step_s - body.mass.mass_kg);
}

void add_gift(Vec2 force_n, const Spread& spread, double step_s, double cell_m,
              std::vector<exchange::MomentumGift>& gifts) {
    const double scale = -step_s / (kDensity_kg_per_m3 * cell_m * cell_m);
    for (const Spread::Cell& cell : spread.cells)
        gifts.push_back(
            {cell.x, cell.y, {scale * cell.weight * force_n.x, scale * cell.weight * force_n.y}});
}

}  // namespace

void find_action(const BodyDrive& drive, const DriveState& told, const bodies::Body& body,
                 const BodyState& state, const ActionScene& scene, ActionWorkspace& workspace,
                 Action& out) {
    out.outside = drive.outside;
    out.outside.add(told.push_n, matrix_of(state.pose.turn) * told.push_at_m);
    out.buoyancy = out.flow = {};
    out.submerged_m3 = 0.0;
    out.through_m_per_s = {};
    out.devices.clear();
    out.spread.cells.clear();
    out.spread.mass_kg = 0.0;
    out.widest_m2 = std::numbers::pi * drive.radius_m * drive.radius_m;
    out.has_lid = drive.forces == scene::BodyForces::Lid;
    out.least_inertia_kg_m2 = drive.least_inertia_kg_m2;
    Finder finder(drive, told, state, scene, out);
    finder.surface(body, workspace);
    finder.thrusters();
    finder.rudders();
    finder.sails();
}

void find_spreads(const BodyState& state, const exchange::HullCover* cover,
                  const ActionScene& scene, Action& out) {
    for (Action::Device& device : out.devices)
        if (device.is_in_water)
            spread_around(device.at_m, kJetCells * scene.grid.cell_m, scene, device.spread);
    if (out.submerged_m3 == 0.0) return;
    if (cover)
        spread_under(*cover, scene, out.spread);
    else
        spread_around({state.pose.centre_m.x, state.pose.centre_m.y}, scene.grid.cell_m, scene,
                      out.spread);
}

Wrench of_water(const Action& action, const bodies::Body& body, const BodyState& state,
                double gravity_m_per_s2, double step_s) {
    const double mass_kg = body.mass.mass_kg;
    const double added_kg = added_mass_kg(action, body, gravity_m_per_s2, step_s);
    const double heavy_kg = mass_kg + added_kg;
    // Two masses that drag each other reach a common velocity as their reduced mass does.
    const double water_kg = action.spread.mass_kg;
    const double reduced_kg =
        water_kg > 0.0 ? heavy_kg * water_kg / (heavy_kg + water_kg) : heavy_kg;
    Wrench water = action.buoyancy;
    water.force_n =
        water.force_n + implicit_share(length(action.flow.force_n), length(action.through_m_per_s),
                                       reduced_kg, step_s) *
                            action.flow.force_n;
    water.torque_nm =
        water.torque_nm + implicit_share(length(action.flow.torque_nm),
                                         length(state.motion.spin_rad_per_s),
                                         action.least_inertia_kg_m2 * heavy_kg / mass_kg, step_s) *
                              action.flow.torque_nm;
    if (added_kg == 0.0) return water;
    // (F + W)/(m + a) is the acceleration; the body is moved with m alone.
    const double share = mass_kg / heavy_kg, weight_n = mass_kg * gravity_m_per_s2;
    water.force_n = share * water.force_n;
    water.force_n.z += (1.0 - share) * weight_n;
    water.torque_nm = share * water.torque_nm;
    return water;
}

void limit_devices(const exchange::HullState& body, double step_s, Action& action) {
    if (action.devices.empty() || !body.is_free) return;
    const exchange::SixBySix mobility = exchange::inverse(exchange::mass_matrix(body));
    for (Action::Device& device : action.devices) {
        const Vec3 force_n = device.wrench.force_n, torque_nm = device.wrench.torque_nm;
        const exchange::Six push = {force_n.x,   force_n.y,   force_n.z,
                                    torque_nm.x, torque_nm.y, torque_nm.z};
        const exchange::Six answer = exchange::times(mobility, push);
        // Along the force, of the place where it acts, and of the water that is pushed away.
        double gain_m_per_s = step_s * exchange::dot(push, answer) / length(force_n);
        if (device.spread.mass_kg > 0.0)
            gain_m_per_s += step_s * length(force_n) / device.spread.mass_kg;
        const double most_m_per_s = device.speed_m_per_s / double(action.devices.size());
        if (!(gain_m_per_s > most_m_per_s)) continue;
        Wrench part;
        add_scaled(device.wrench, most_m_per_s / gain_m_per_s, part);
        device.wrench = part;
    }
}

Wrench of_devices(const Action& action, bool in_water) {
    Wrench sum;
    for (const Action::Device& device : action.devices)
        if (device.is_in_water == in_water) sum += device.wrench;
    return sum;
}

void add_gifts(const Action& action, const Wrench& on_surface, double step_s, double cell_m,
               std::vector<exchange::MomentumGift>& gifts) {
    add_gift({on_surface.force_n.x, on_surface.force_n.y}, action.spread, step_s, cell_m, gifts);
    for (const Action::Device& device : action.devices)
        if (device.is_in_water)
            add_gift({device.wrench.force_n.x, device.wrench.force_n.y}, device.spread, step_s,
                     cell_m, gifts);
}

}  // namespace tarn::world
