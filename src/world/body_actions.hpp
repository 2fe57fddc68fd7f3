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
    bodies::Wrench outside;         ///< not of the water
    bodies::Wrench buoyancy, flow;  ///< of the water on its surface
    bodies::Wrench drives;          ///< of the water on propellers and rudders
    double submerged_m3 = 0.0;
    double widest_m2 = 0.0;  ///< the largest water line that it can have
    bool has_lid = false;
    double least_inertia_kg_m2 = 0.0;  ///< the smallest principal moment
    Vec3 through_m_per_s = {};         ///< its velocity through the water
    Spread spread;                     ///< of what acts on its surface
    struct Drive {
        Vec2 force_n, at_m;
        Spread spread;
    };
    std::vector<Drive> jets;  ///< what propellers and rudders push, by place
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

/// Appends what cells get back for it.
void add_gifts(const Action& action, const bodies::Wrench& on_surface, double step_s, double cell_m,
               std::vector<exchange::MomentumGift>& gifts);

}  // namespace tarn::world
