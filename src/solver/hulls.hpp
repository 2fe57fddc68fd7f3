// Hulls: what floats in a water, as a solver sees it. Covers of cells, masses and motions as plain
// data in SI units; whoever owns the bodies implements Hulls, and a solver moves water and bodies
// together in each of its steps.
#pragma once

#include "base/triangle_mesh.hpp"
#include "solver/exchange.hpp"
#include <tarn/types.hpp>

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace tarn::exchange {

/// What a hull covers of the cells of an area, seen from above. Heights are those of the scene;
/// they mean something where `part` is above zero.
struct HullCover {
    CellArea area;
    std::vector<double> part;     ///< [ny][nx]: covered share of the cell, 0 to 1
    std::vector<double> under_m;  ///< mean height of the underside over the covered part
    std::vector<double> top_m;    ///< mean height of the upper side over the covered part
    /// From the middle of the cell to that of its covered part; empty: there is no difference.
    std::vector<double> off_x_m, off_y_m;
};

/// A velocity with a spin, or a force with a torque about the centre of mass: x, y, z, then about
/// the axes of the world.
using Six = std::array<double, 6>;
using SixBySix = std::array<Six, 6>;

/// A rigid body as its hull moves.
struct HullState {
    Vec3 centre_m;                             ///< of mass
    Six motion = {};                           ///< m/s, rad/s
    double mass_kg = 0.0;                      ///< positive, for fixed ones too
    std::array<double, 9> inertia_kg_m2 = {};  ///< about the centre of mass, axes of the world
    std::array<double, 9> turn = {};           ///< rows; from its own axes to those of the world
    double height_m = 0.0;                     ///< from its lowest to its highest point
    bool is_free = true;                       ///< false: nothing moves it
};

/// The solid that a hull is, in axes of its own about the centre of mass, for water in space.
struct HullShape {
    enum class Kind { Sphere, Box, Cylinder, Capsule, Mesh };
    Kind kind = Kind::Sphere;
    double radius_m = 0.0;  ///< sphere, cylinder, capsule
    Vec3 size_m;            ///< box: edges; cylinder, capsule, which lie along z: z is the length
    Vec3 middle_m;          ///< of the shape
    std::shared_ptr<const TriangleMesh> mesh = {};  ///< closed
};

/// What the water did to a hull in a step.
struct HullReport {
    Six force = {};             ///< N, N m: mean over the step, without weight
    double submerged_m3 = 0.0;  ///< volume below the level of the water
};

/// The water at one point.
struct WaterAt {
    double level_m = 0.0;  ///< under a lid the head; of the bed where it is dry
    Vec2 velocity_m_per_s = {};
    bool is_wet = false;
};

/// The water between two steps, as what floats in it meets it.
class WaterLook {
public:
    virtual ~WaterLook() = default;
    virtual WaterAt at(Vec2 point_m) const = 0;
    /// Of water in a cell; 0 where it is dry or solid.
    virtual double depth_m(int x, int y) const = 0;
    /// Threads that share() uses, and work for them: `body(worker, index)` for all indices below
    /// `count`, in any order. False where one found no memory.
    virtual int workers() const { return 1; }
    virtual bool share(int count, const std::function<void(int, int)>& body) const {
        for (int k = 0; k < count; ++k) body(0, k);
        return true;
    }
};

/// Of water in space, which finds all forces itself and is not looked at from above.
class NoLook final : public WaterLook {
public:
    WaterAt at(Vec2) const override { return {}; }
    double depth_m(int, int) const override { return 0.0; }
};

/// Momentum that a cell gets from hulls, besides what lids do.
struct MomentumGift {
    int x = 0, y = 0;
    Vec2 depth_velocity = {};  ///< m2/s: momentum over the density and the area of the cell
};

class Hulls {
public:
    virtual ~Hulls() = default;

    virtual int count() const = 0;
    /// state(), cover() and shifted() may be called for different hulls from several threads at
    /// once.
    virtual HullState state(int hull) const = 0;
    /// The cells that it covers `ahead_s` from now if nothing changes its motion. Two covers of a
    /// hull stay valid at once: that of now (0) and that of another moment.
    virtual const HullCover& cover(int hull, double ahead_s) = 0;
    /// The cells that it would cover if it stood elsewhere, as high and turned as now. Valid until
    /// the next call for this hull.
    virtual const HullCover& shifted(int hull, Vec2 by_m) = 0;
    /// Hydrostatic force and torque (N, N m) that the columns of the cover of now leave out: sides
    /// that come out of the water within a cell.
    virtual Six trim(int /*hull*/) { return {}; }
    /// For water in space, which does not ask for covers.
    virtual HullShape shape(int /*hull*/) const { return {}; }
    /// Weight, and what else acts from outside the water in the coming step, as look() found it
    /// (N, N m); contacts are not known yet.
    virtual Six outside(int /*hull*/) const { return {}; }
    /// Comes before each step: what it finds in the water acts in the step. A hull without a lid
    /// has an empty cover and lives by this alone.
    virtual void look(const WaterLook&) {}
    /// After a step that was kept: what the water owes to action and reaction. Dry cells
    /// take nothing.
    virtual std::span<const MomentumGift> gifts() const { return {}; }
    /// The bodies move for a step, with forces of the water besides their weight and everything
    /// else that acts on them; `motions` become those at its end. Nothing is final before keep().
    virtual void move(double step_s, std::span<const Six> forces, std::span<Six> motions) = 0;
    /// The step holds; or it is undone.
    virtual void keep(std::span<const HullReport> reports) = 0;
    virtual void undo() = 0;
};

}  // namespace tarn::exchange
