// Hulls in water of the fv scheme: keeps what cells under hulls have besides depth and velocity,
// and completes each step of the sweeps with tiles around hulls and the projection of the water
// under them. Hulls, tiles and groups of hulls go to the threads of the pool; results do not depend
// on their number. CPU.
#pragma once

#include "exec/thread_pool.hpp"
#include "solver/shallow/fv/cells.hpp"
#include "solver/shallow/fv/hull/groups.hpp"
#include "solver/shallow/fv/hull/lid.hpp"
#include "solver/shallow/fv/hull/projection.hpp"
#include "solver/shallow/fv/hull/tile_sweep.hpp"
#include "solver/shallow/fv/step.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::shallow::fv::hull {

struct CouplerDesc {
    double cell_m = 0.0, gravity_m_per_s2 = 9.81;
    double datum_m = 0.0;  ///< what heights of the cells count from
    double depth_m = 1.0;  ///< reference depth
    Quantum quantum;
    Isa isa = Isa::Auto;
    const exec::ThreadPool* pool = nullptr;  ///< outlives the coupler
};

template <class T>
class Coupler {
public:
    /// The water stands around the hulls where they are: what they displace is not there.
    void start(const CouplerDesc& desc, const CellsView<T>& cells, exchange::Hulls& hulls);

    /// More hulls at the end of the list, which touch no water yet.
    void add_hulls(const exchange::Hulls& hulls);

    /// Before the sweeps of a step, and after it for readers: the effective bed, which they see in
    /// place of the real one.
    void lay_effective_bed(const CellsView<T>& cells);
    T* effective() { return effective_.data(); }
    const exec::ThreadPool& pool() const { return *desc_.pool; }
    void bed_changed(const CellsView<T>& cells);
    /// After them: water and hulls at the end of the step. False if the step was too long; the
    /// hulls are where they were then.
    bool complete(const Step<T>& step, const T* bed, double step_s, exchange::Hulls& hulls);
    /// The longest step that the motion of the hulls allows.
    double max_step_s(exchange::Hulls& hulls, const CellsView<T>& cells);

    /// Where cells have been changed in the last step.
    std::span<const CellArea> areas() const { return areas_; }

    // For checkpoints.
    double* heads() { return head_m_.data(); }
    Kind* kinds() { return kind_.data(); }
    int* holders() { return hull_.data(); }
    std::string note() const;
    /// Whether bytes of heads, kinds and holders, one after the other, could be those of `count`
    /// cells.
    bool is_sound(std::string_view planes, std::size_t count) const;
    /// The planes are those of a checkpoint, and so is what note() gave.
    void restored(std::string_view note, const CellsView<T>& cells);
    std::size_t bytes() const;

private:
    /// Memory of a thread for a tile.
    struct Scratch {
        std::vector<T> numbers;
        std::vector<double> face_force;
        std::vector<Kind> kind;
        std::vector<int> hull, near;
    };
    /// Horizontal force on a hull and its moment about the vertical through its centre, divided by
    /// the density of water and the width of a cell.
    struct Push {
        double x = 0.0, y = 0.0, turn = 0.0;
    };

    /// What a hull carries along an axis, at the low faces of the cells of an area: tile_sweep.hpp.
    struct Carry {
        CellArea area;
        std::vector<double> part_x, under_x, part_y, under_y;          ///< by face
        std::vector<double> part_from, under_from, part_to, under_to;  ///< by cell
        std::vector<char> is_met;  ///< by cell: it comes over it on its way
    };

    CellArea around(const CellArea& area, int cells) const;
    void lay_covers(double step_s, exchange::Hulls& hulls);
    void lay_displaced(const exchange::HullCover& cover, const Step<T>& step, const T* bed,
                       const CellArea& area, std::vector<double>& part,
                       std::vector<double>& under) const;
    void find_carry(int hull, const Step<T>& step, const T* bed, double step_s,
                    exchange::Hulls& hulls);
    void carry_hulls(const Step<T>& step, const T* bed, double step_s, exchange::Hulls& hulls);
    void clear_carries();
    void free_met_cells();
    void find_tiles(const Step<T>& step);
    bool sweep_tiles(const Step<T>& step, const T* bed, exchange::Hulls& hulls);
    Push push_on(int hull, const Step<T>& step) const;
    bool touches_water(int hull, const Step<T>& step, const T* bed, exchange::Hulls& hulls,
                       double ahead_s) const;
    void find_groups(const Step<T>& step, const T* bed, double step_s, exchange::Hulls& hulls);
    void load_cells(int group, const Step<T>& step, const T* bed, double step_s);
    void load_hulls(int group, const Step<T>& step, double step_s, exchange::Hulls& hulls);
    void solve(const Step<T>& step, const T* bed, double step_s, exchange::Hulls& hulls);
    bool finish();
    void store(int group, const Step<T>& step);
    void find_held_areas();
    double longest_step_s(int hull, exchange::Hulls& hulls, const CellsView<T>& cells) const;

    CouplerDesc desc_;
    Layout layout_;
    TileSweep<T> sweep_ = nullptr;
    std::vector<double> head_m_;
    std::vector<Kind> kind_;
    std::vector<int> hull_;
    std::vector<T> effective_;
    std::vector<double> push_x_, push_y_;  ///< by cell near a hull
    /// Carried by hulls through the low faces of cells, and what it raised the effective bed by.
    std::vector<T> part_x_, under_x_, part_y_, under_y_, rise_m_;
    std::vector<Scratch> scratch_;  ///< by worker
    std::vector<CellArea> areas_;
    std::vector<CellArea> tiles_, tile_areas_;  ///< all of the grid, and what of them is swept
    int tile_columns_ = 0;
    Groups groups_;
    std::vector<Projection> projections_;  ///< by group
    // By hull.
    std::vector<Six> owed_, forces_, motions_;
    std::vector<std::vector<Six>> group_motions_;  ///< by group
    std::vector<CellArea> held_;                   ///< around the cells that it holds
    std::vector<exchange::HullState> states_;
    std::vector<HullDrift> drifts_;
    std::vector<Carry> carries_;
    std::vector<std::size_t> met_;  ///< cells that hulls come over in this step
    std::vector<CellArea> held_before_;
    std::vector<Push> pushes_;
    std::vector<char> is_wet_;
    std::vector<exchange::HullReport> reports_;
    std::vector<double> longest_s_;
};

}  // namespace tarn::shallow::fv::hull
