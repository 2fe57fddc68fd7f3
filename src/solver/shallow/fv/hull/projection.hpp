// The water under a group of hulls and the hulls' own motion, solved for together in each step. The
// sweeps have moved the water with the heads of the step's beginning; now the heads change so that
// the water fits under the hulls where they will be, while they feel those heads. A symmetric
// positive definite system over the cells under lids, solved by conjugate gradients. Double, in a
// fixed order.
//
// Per cell: covered part phi, underside b, top t, bed z, head H, depth h = H - z - phi (H - b)
// under a lid. A hull takes room W (m/s per velocity and spin) from a cell as it moves; W also is
// what a head does to it, so that action is reaction and the matrix symmetric:
//
//   W = (df/dx, df/dy, -phi, -phi ry, phi rx, rx df/dy - ry df/dx)      f: depth of the faces
//   (1 - phi) d - dt^2 g div(f grad d) + dt^2 rho g dA W M^-1 W^T d
//       = h - (H - z - phi (H - b)) + dt^2 W M^-1 F                     d: change of the head
//   dv = dt M^-1 (F - rho g dA W^T d)                                   F: with the heads before
#pragma once

#include "solver/shallow/fv/hull/lid.hpp"
#include "solver/shallow/fv/hull/six.hpp"

#include <span>
#include <vector>

namespace tarn::shallow::fv::hull {

/// One hull over one cell.
struct Entry {
    int cell = 0;  ///< of the group's area
    int hull = 0;  ///< of the group
    double part = 0.0;
    double under_now_m = 0.0;       ///< underside at the beginning of the step
    double under_m = 0.0;           ///< and at its end, if nothing changes the hull's motion
    double top_m = 0.0;             ///< at its end
    double rx_m = 0.0, ry_m = 0.0;  ///< from the centre of mass to the cell
};

/// A hull of the group: what goes in, and what comes out.
struct GroupHull {
    exchange::HullState state;
    Six push = {};  ///< N, N m: what the sweeps found
    Six owed = {};  ///< N s, N m s: horizontal impulse of earlier steps that it has not got yet

    Six force = {};  ///< N, N m: with which a body that knows its own mass only moves as solved for
    Six gain = {};   ///< change of its motion in this step
    double submerged_m3 = 0.0;
};

struct ProjectionDesc {
    double step_s = 0.0, cell_m = 0.0, gravity_m_per_s2 = 9.81;
    double depth_m = 1.0;    ///< reference depth
    double film_m = 0.0;     ///< gaps are never thinner than some of these
    double quantum_m = 0.0;  ///< water crosses faces in whole quanta
    double fastest_m_per_s =
        0.0;  ///< no water under or beside hulls is faster: ten times its waves
};

class Projection {
public:
    /// The water of an area after the sweeps, row by row; the caller fills it in.
    struct Cells {
        int nx = 0, ny = 0;
        std::vector<double> h, u, v;  ///< negative depth: solid
        std::vector<double> bed_m;
        std::vector<double>
            level_m;  ///< of free water, and of that over hulls, as the sweeps saw it
        std::vector<double> head_m;        ///< of cells that were held
        std::vector<double> rise_m_per_s;  ///< of the level, in this step, where the water is free
        std::vector<Kind> kind;            ///< before and after the step
        std::vector<int> hull;             ///< of the group; -1: none
    };

    Cells cells;
    std::vector<Entry> entries;
    std::vector<GroupHull> hulls;

    /// Heads, forces and motions at the end of the step, from the water after the sweeps.
    void solve(const ProjectionDesc& desc);
    /// What the bodies really did completes the water: contacts know nothing of it.
    /// False if some cell would hold less than nothing, or the water became too fast for the step.
    bool finish(std::span<const Six> motions);
    int iterations() const { return iterations_; }
    /// Cells whose water has changed.
    const std::vector<char>& touched() const { return touched_; }

private:
    struct Cover {
        double part = 0.0, under_m = 0.0, top_m = 0.0;
    };
    std::size_t count() const { return cells.h.size(); }
    void gather_covers();
    void find_kinds();
    void find_faces();
    void find_ways();
    void find_forces();
    void find_drag();
    void find_misfit();
    bool settle_contacts();
    void spread(const std::vector<double>& d, std::vector<double>& out) const;
    void apply(const std::vector<double>& d, bool hulls_yield, std::vector<double>& out) const;
    void conjugate_gradients(const std::vector<double>& wanted, bool hulls_yield,
                             std::vector<double>& x);
    std::vector<Six> heads_on_hulls(const std::vector<double>& d) const;
    /// Horizontal impulse and its moment that faces give to hulls.
    std::vector<Six> face_impulses(const std::vector<double>& d) const;
    void move_water();
    double highest_beside(int cell) const;
    double fastest_wave() const;
    template <class Body>
    void for_neighbours(int cell, Body&& body) const;
    /// Calls body(cell before, cell behind, depth of the face) for all faces that are open.
    template <class Body>
    void for_faces_x(Body&& body) const;
    template <class Body>
    void for_faces_y(Body&& body) const;
    Cover end_of(int cell) const;

    ProjectionDesc desc_;
    std::vector<Cover> cover_;  ///< of all hulls of a cell together, at the end of the step
    std::vector<double> part_now_, under_now_m_;
    std::vector<Kind> before_;
    std::vector<double> base_m_, least_m_, face_x_, face_y_, change_m_, torn_m_, misfit_, diagonal_;
    std::vector<double> residual_, way_, product_, moved_;
    std::vector<char> settled_, touched_;
    std::vector<Six> ways_;         ///< by entry
    std::vector<SixBySix> yields_;  ///< by hull: motion per impulse
    std::vector<Six> force_;        ///< by hull
    std::vector<double> taken_kg_;  ///< by hull: water that a light body takes along
    std::vector<SixBySix> drag_;    ///< by hull: force per vertical motion that is too fast
    std::vector<Six> dragged_;      ///< by hull: that force
    std::vector<double> theta_;     ///< by hull: part of its lift that is taken at the step's end
    std::vector<Six> given_;
    int iterations_ = 0;
};

}  // namespace tarn::shallow::fv::hull
