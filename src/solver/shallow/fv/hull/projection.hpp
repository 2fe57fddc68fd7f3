// The water under a group of hulls and the hulls' own motion, solved for together in each step. The
// sweeps have moved the water with the heads of the step's beginning; now the heads change so that
// the water fits under the hulls where they will be, while they feel those heads (lid_system.hpp).
// Double, in a fixed order. projection.cpp has the cells and the solution, projection_forces.cpp
// what acts on the hulls, projection_water.cpp how the water moves with the new heads.
//
// Per cell: covered part phi, underside b, top t, bed z, head H, depth h = H - z - phi (H - b)
// under a lid. A hull takes room W (m/s per velocity and spin) from a cell as it moves; W also is
// what a head does to it, so that action is reaction and the matrix symmetric:
//
//   W = (df/dx, df/dy, -phi, -phi ry - rz df/dy, phi rx + rz df/dx, rx df/dy - ry df/dx)
//                                                                       f: depth of the faces
//   (1 - phi) d - dt^2 g div(f grad d) + dt^2 rho g dA W M^-1 W^T d
//       = h - (H - z - phi (H - b)) + dt^2 W M^-1 F                     d: change of the head
//   dv = dt M^-1 (F - rho g dA W^T d)                                   F: with the heads before
#pragma once

#include "solver/shallow/fv/hull/lid.hpp"
#include "solver/shallow/fv/hull/lid_system.hpp"
#include "solver/six.hpp"

#include <array>
#include <span>
#include <vector>

namespace tarn::shallow::fv::hull {

/// One hull over one cell.
struct Entry {
    int cell = 0;  ///< of the group
    int hull = 0;  ///< of the group
    double part = 0.0;
    double under_now_m = 0.0;       ///< underside at the beginning of the step
    double under_m = 0.0;           ///< and at its end, if nothing changes the hull's motion
    double top_m = 0.0;             ///< at its end
    double rx_m = 0.0, ry_m = 0.0;  ///< from the centre of mass to the covered part
    double rz_m = 0.0;              ///< to its underside
    double cx_m = 0.0, cy_m = 0.0;  ///< to the middle of the cell
};

/// A hull of the group: what goes in, and what comes out.
struct GroupHull {
    exchange::HullState state;
    Six push = {};  ///< N, N m: what the sweeps found
    Six trim = {};  ///< N, N m: what columns leave out of the lift
    Six owed = {};  ///< N s, N m s: impulse of earlier steps that it has not got yet

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
    /// The cells of a group after the sweeps, in any order: those that its hulls hold or may hold,
    /// and the neighbours of these. The caller fills them in.
    struct Cells {
        std::vector<std::array<int, 4>> beside;  ///< west, east, south, north; -1: not in the group
        std::vector<double> h, u, v;             ///< negative depth: solid
        std::vector<double> bed_m;
        std::vector<double>
            level_m;  ///< of free water, and of that over hulls, as the sweeps saw it
        std::vector<double> head_m;        ///< of cells that were held
        std::vector<double> rise_m_per_s;  ///< of the level, in this step, where the water is free
        std::vector<Kind> kind;            ///< before and after the step
        std::vector<int> hull;             ///< of the group; -1: none

        void resize(std::size_t count);
    };

    Cells cells;
    std::vector<Entry> entries;
    std::vector<GroupHull> hulls;

    /// Heads, forces and motions at the end of the step, from the water after the sweeps.
    void solve(const ProjectionDesc& desc);
    /// What the bodies really did completes the water: contacts know nothing of it. `motions` are
    /// those of the group's hulls.
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
    void build_system();
    void find_misfit();
    void solve_for_heads();
    bool settle_contacts();
    /// Horizontal impulse and its moment that faces give to hulls, into `impulses_`.
    void find_face_impulses();
    void move_water();
    void take_along();
    void set_speeds();
    void book();
    double head_to_keep(std::size_t cell) const;
    void set_heads();
    /// Whether its head is that of a hull, or was until this step.
    bool is_pressed(std::size_t cell) const {
        return cells.kind[cell] == Kind::Lid || torn_m_[cell] != 0.0;
    }
    double highest_beside(std::size_t cell) const;
    double fastest_wave() const;
    double east_face(std::size_t cell) const;
    double north_face(std::size_t cell) const;
    /// The underside of a cell's hulls at the end of the step, as solved for.
    double end_of(std::size_t cell) const;
    template <class Body>
    void for_neighbours(std::size_t cell, Body&& body) const {
        for (const int beside : cells.beside[cell])
            if (beside >= 0) body(std::size_t(beside));
    }
    /// Calls body(cell before, cell behind, depth of the face) for all faces that are open.
    template <class Body>
    void for_faces_x(Body&& body) const {
        for (std::size_t c = 0; c < count(); ++c)
            if (face_x_[c] != 0.0) body(std::size_t(cells.beside[c][0]), c, face_x_[c]);
    }
    template <class Body>
    void for_faces_y(Body&& body) const {
        for (std::size_t c = 0; c < count(); ++c)
            if (face_y_[c] != 0.0) body(std::size_t(cells.beside[c][2]), c, face_y_[c]);
    }

    ProjectionDesc desc_;
    LidSystem system_;
    std::vector<int> lid_of_;   ///< by cell: which unknown of the system; -1: none
    std::vector<Cover> cover_;  ///< of all hulls of a cell together, at the end of the step
    std::vector<double> largest_, under_now_m_;
    std::vector<Kind> before_;
    std::vector<double> base_m_, least_m_;
    std::vector<double> face_x_, face_y_;  ///< depths of the west and south faces
    std::vector<double> change_m_, torn_m_;
    std::vector<double> wanted_, found_;  ///< by lid: right-hand side and solution
    std::vector<double> moved_, flow_x_, flow_y_;
    std::vector<Vec2> face_push_;
    std::vector<char> settled_, touched_;
    std::vector<std::size_t> off_, on_;
    std::vector<Six> ways_;                                 ///< by entry
    std::vector<SixBySix> yields_;                          ///< by hull: motion per impulse
    std::vector<SixBySix> stiff_;                           ///< by hull: lift per motion
    std::vector<double> sunk_m3_, lift_, rises_, covered_;  ///< by hull
    std::vector<int> free_beside_;                          ///< by hull
    std::vector<Six> force_;                                ///< by hull
    std::vector<double> taken_kg_;  ///< by hull: water that a light body takes along
    std::vector<SixBySix> drag_;    ///< by hull: force per vertical motion that is too fast
    std::vector<Six> dragged_;      ///< by hull: that force
    std::vector<double> theta_;     ///< by hull: part of its lift that is taken at the step's end
    std::vector<Six> given_, impulses_, falls_, stopped_;  ///< by hull
    int iterations_ = 0;
};

}  // namespace tarn::shallow::fv::hull
