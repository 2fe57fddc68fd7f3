// What acts on a body in a step besides its weight, contacts and the water under a lid: forces on
// its surface, propellers, rudders, sails and pushes of the host; and what the water gets back for
// it.
#pragma once

#include "coupling/triangles.hpp"
#include "solver/hulls.hpp"
#include "world/body_drives.hpp"

#include <span>
#include <vector>

namespace tarn::world {

/// Cells that share a force, by weights that add up to 1.
struct Spread {
    struct Cell {
        int x, y;
        double weight;
    };
    std::vector<Cell> cells;
    double mass_kg = 0.0;  ///< of water that moves along: weight times this is at most a cell's own
};

/// On one body, as found before a step.
struct Action {
    bodies::Wrench outside;         ///< not of the water, without sails
    bodies::Wrench buoyancy, flow;  ///< of the water on its surface
    double submerged_m3 = 0.0;
    double widest_m2 = 0.0;  ///< the largest water line that it can have
    bool has_lid = false;
    double least_inertia_kg_m2 = 0.0;  ///< the smallest principal moment
    Vec3 through_m_per_s = {};         ///< its velocity through the water
    Spread spread;                     ///< of what acts on its surface
    /// A propeller, a rudder or a sail.
    struct Device {
        bodies::Wrench wrench;
        double speed_m_per_s;  ///< along its force, at which that would be gone
        bool is_in_water;      ///< and pushes it; else air
        Vec2 at_m;
        Spread spread;
    };
    std::vector<Device> devices;
};

/// Memory that is kept from call to call.
struct ActionWorkspace {
    coupling::TriangleWorkspace triangles;
    coupling::SphereWorkspace spheres;
};

struct ActionScene {
    const exchange::WaterLook& water;
    const exchange::PlanGrid& grid;
    coupling::Liquid liquid;
    Vec2 wind_m_per_s = {};
};

/// Forces, without the cells that share them.
void find_action(const BodyDrive& drive, const DriveState& told, const bodies::Body& body,
                 const bodies::BodyState& state, const ActionScene& scene,
                 ActionWorkspace& workspace, Action& out);

/// The cells that share what was found. `cover` is that of now where the body is larger than a few
/// cells, else null.
void find_spreads(const bodies::BodyState& state, const exchange::HullCover* cover,
                  const ActionScene& scene, Action& out);

/// What the water does to the body during a step of `step_s`, besides what a lid does. Without a
/// lid half of the displaced water is carried along (added mass of a sphere), and drag is implicit:
/// it stops the body in the water at most, however long the step and light the body.
bodies::Wrench of_water(const Action& action, const bodies::Body& body,
                        const bodies::BodyState& state, double gravity_m_per_s2, double step_s);

/// Forces of devices stay the same during a step: they are cut down to what takes the place where
/// they act to the speed of the stream by its end, all devices together, however light the body.
void limit_devices(const exchange::HullState& body, double step_s, Action& action);

/// The sum of those in the water, or of those in the air.
bodies::Wrench of_devices(const Action& action, bool in_water);

/// Appends what cells get back for it.
void add_gifts(const Action& action, const bodies::Wrench& on_surface, double step_s, double cell_m,
               std::vector<exchange::MomentumGift>& gifts);

}  // namespace tarn::world
