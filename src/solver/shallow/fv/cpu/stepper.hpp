// Steps of the fv scheme on the CPU: rows split between threads, each with its own scratch memory.
#pragma once

#include "exec/cpu_device.hpp"
#include "solver/shallow/fv/cpu/rows.hpp"
#include "solver/shallow/fv/fv.hpp"

#include <vector>

namespace tarn::shallow::fv::cpu {

template <class T>
class Stepper {
public:
    using Device = exec::CpuDevice;

    Stepper(Device&& device, const SolverDesc& desc, const Layout& layout);

    const Device& device() const { return device_; }

    /// Once, before the first run.
    Result<void> prepare();
    void begin();
    void add_water(const AddWater<T>& water, std::span<const PatchView> patches, int first,
                   int last);
    /// Something was done to cells of an area, or of all: they take part in the next step.
    void wake(const CellArea& area) { activity_.wake(area); }
    void wake_all() { activity_.wake_all(); }
    /// Step number `index` of the run. False if it failed; it has changed nothing then.
    bool step(const Step<T>& step, int index);
    RunReport finish(int steps);
    /// Room for what comes in along an edge.
    double* inflow(Edge edge);
    /// A task over all cells as they are after step number `step` of the run.
    template <class Task>
    void visit_cells(const Task& task, int /*step*/) const {
        device_.for_cells(layout_.nx, layout_.ny, task);
    }
    void start_fields(int slot, unsigned wanted, ReadFields<T> task);
    const float* field(int slot, Field field) const { return fields_[slot][int(field)].data(); }
    const float* device_field(Field, const ReadFields<T>&) const { return nullptr; }
    const float* device_snapshot(int, Field, const ReadFields<T>&) const { return nullptr; }
    std::size_t bytes() const;
    std::size_t field_bytes() const;

private:
    void book_inflow();

    Device device_;
    Layout layout_;
    Activity activity_;
    Loops<T> loops_;
    std::vector<exec::Array<T>> scratch_;  ///< by part
    std::vector<double> inflow_;           ///< along the four edges, one after the other
    bool is_open_ = false;
    RunReport report_;
    std::vector<float> fields_[kFieldSlots][kFieldCount];
};

}  // namespace tarn::shallow::fv::cpu
