// Steps on the CPU: rows split between threads. Between the events of a run most steps go in place,
// two at a time in one pass over memory. The copy left behind is the point to come back to when a
// step goes wrong.
#pragma once

#include "exec/cpu_device.hpp"
#include "solver/shallow/d2q9/cpu/rows.hpp"
#include "solver/shallow/d2q9/d2q9.hpp"

#include <vector>

namespace tarn::shallow::cpu {

template <class S>
class Stepper {
public:
    using Device = exec::CpuDevice;

    Stepper(Device&& device, const SolverDesc& desc, const Grid& grid);

    const Device& device() const { return device_; }

    /// Once, before the first run: picks loops and lists links to solid cells.
    Result<void> prepare(const StepContext& context);
    void begin(const StepContext& context);
    void add_water(const AddWater<S>& water, std::span<const PatchView> patches, int first,
                   int last) const;
    /// `count` steps, the first of them number `first` of the run. False after trouble.
    bool advance(Copies<S>& copies, int first, int count);
    /// `copies` is left at the last good state.
    RunReport finish(Copies<S>& copies, int steps);
    void fill_halo(const Copies<S>& copies) const;
    /// A task over all cells as they are after step number `step` of the run.
    template <class Task>
    void visit_cells(const Task& task, int /*step*/) const {
        device_.for_cells(grid_.nx, grid_.ny, task);
    }
    void start_fields(int slot, unsigned wanted, ReadFields<S> task);
    const float* field(int slot, Field field) const { return fields_[slot][int(field)].data(); }
    const float* device_field(Field, const ReadFields<S>&) const { return nullptr; }
    const float* device_snapshot(int, Field, const ReadFields<S>&) const { return nullptr; }
    std::size_t bytes() const;
    std::size_t field_bytes() const;

private:
    StepArgs<S> step_args(const Copies<S>& copies, const Planes<S>& to, int step = 0) const;
    void exchange_links(const Copies<S>& copies) const;
    bool step_across(Copies<S>& copies);
    bool step_in_place(Copies<S>& copies);
    bool pair_in_place(Copies<S>& copies);
    bool steps_across(Copies<S>& copies, int first, int count);
    bool steps_in_place(Copies<S>& copies, int first, int count);
    void book_inflow(int steps);
    template <class Body>
    bool all_parts(Body&& body) const;

    Device device_;
    Grid grid_;
    Isa isa_;
    bool streams_;    ///< the grid does not fit in the cache
    bool has_pairs_;  ///< and its parts are high enough to do two steps in one pass
    Loops<S> loops_ = {};
    EdgeView<S> edges_ = {};
    StepConstants<typename S::Number> constants_ = {};
    AnyRule<typename S::Number> rule_;
    bool is_open_ = false;
    std::vector<SolidLinks::Link> links_;
    std::vector<std::int64_t> link_rows_;
    mutable std::vector<double> edge_inflow_;  ///< of each step of a pair, by edge cell
    RunReport report_;
    std::vector<float> fields_[kFieldSlots][kFieldCount];
};

}  // namespace tarn::shallow::cpu
