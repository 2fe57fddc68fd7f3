// Hulls in water of the fv scheme: keeps what cells under hulls have besides depth and velocity,
// and completes each step of the sweeps with patches around hulls and the projection of the water
// under them. CPU.
#pragma once

#include "solver/shallow/fv/cells.hpp"
#include "solver/shallow/fv/hull/lid.hpp"
#include "solver/shallow/fv/hull/patch_sweep.hpp"
#include "solver/shallow/fv/hull/projection.hpp"
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
};

template <class T>
class Coupler {
public:
    /// The water stands around the hulls where they are: what they displace is not there.
    void start(const CouplerDesc& desc, const CellsView<T>& cells, exchange::Hulls& hulls);

    /// Before the sweeps of a step, and after it for readers: the effective bed, which they see in
    /// place of the real one.
    void lay_effective_bed(const CellsView<T>& cells);
    T* effective() { return effective_.data(); }
    void bed_changed(const CellsView<T>& cells);
    /// After them: water and hulls at the end of the step. False if the step was too long; the
    /// hulls are where they were then.
    bool complete(const Step<T>& step, const T* bed, double step_s, exchange::Hulls& hulls);
    /// The longest step that the motion of the hulls allows.
    double max_step_s(exchange::Hulls& hulls, const CellsView<T>& cells) const;

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
    /// Hulls whose patches meet.
    struct Group {
        CellArea area;
        std::vector<int> hulls;
        bool is_wet = false;
    };

    CellArea around(const CellArea& area) const;
    void find_groups(double step_s, exchange::Hulls& hulls);
    bool touches_water(const Group& group, const Step<T>& step, const T* bed,
                       exchange::Hulls& hulls, double ahead_s) const;
    void load(const Group& group, const Step<T>& step, const T* bed, double step_s,
              exchange::Hulls& hulls, Projection& projection) const;
    bool finish(std::span<const Six> motions);
    void store(const Group& group, const Step<T>& step, const Projection& projection);

    CouplerDesc desc_;
    Layout layout_;
    std::vector<double> head_m_;
    std::vector<Kind> kind_;
    std::vector<int> hull_;
    std::vector<T> effective_;
    std::vector<Six> owed_;
    std::vector<CellArea> areas_;
    std::vector<Group> groups_;
    std::vector<Projection> projections_;  ///< by group
    std::vector<HullDrift> drifts_;
    std::vector<Push> pushes_;
};

}  // namespace tarn::shallow::fv::hull
