// What every scheme does around its steps on the CPU: tasks over cells, forcing, the sum of what
// came through the edges, and fields for readers. Its counterpart for GPUs is cuda/runner.cuh, with
// the same members.
#pragma once

#include "exec/cpu_device.hpp"
#include "solver/shallow/solver.hpp"
#include "solver/shallow/tasks.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace tarn::shallow::cpu {

class Runner {
public:
    using Device = exec::CpuDevice;

    Runner(Device&& device, int nx, int ny) : device_(std::move(device)), nx_(nx), ny_(ny) {}

    /// `pool` must outlive the runner. A small grid is one piece: a second thread would cost more
    /// than it brings.
    static Runner on(const exec::ThreadPool& pool, int nx, int ny) {
        constexpr std::size_t kSmallGridCells = 4096;
        const bool is_small = std::size_t(nx) * std::size_t(ny) < kSmallGridCells;
        return Runner(Device(pool, is_small ? 1 : std::min(pool.thread_count(), ny)), nx, ny);
    }

    const Device& device() const { return device_; }

    Result<void> prepare() { return {}; }
    /// Before the first step of a run.
    void begin() { through_ = {}; }
    /// A task over all cells, or a list, as they are after step number `step` of the run.
    template <class Task>
    void visit_cells(const Task& task, int /*step*/) const {
        device_.for_cells(exec::Extent2{{nx_, ny_}}, task);
    }
    template <class Task>
    void visit_items(int count, const Task& task, int /*step*/) const {
        device_.for_row_ranges(count, [&](int first, int last) {
            for (int k = first; k < last; ++k) task(k);
        });
    }
    /// Forces number `first` to `last` (excluded), in order.
    template <class Cells>
    void apply(const ApplyForces<Cells>& task, std::span<const exchange::Force> forces, int first,
               int last) const {
        for (int k = first; k < last; ++k) {
            const exchange::CellArea& area = forces[std::size_t(k)].area;
            for (int y = area.y0; y < area.y0 + area.ny; ++y)
                for (int x = area.x0; x < area.x0 + area.nx; ++x) task.apply(k, x, y);
        }
    }
    /// Books the depth that came in through the cells along the edges in a step.
    void book_inflow(const double* inflow, int count, int /*step*/) {
        Through lanes[exec::kLanes];
        through_.join(
            exec::join_in_order(count, lanes, [&](int k) { return Through::of(inflow[k]); }));
    }
    const Through& through() const { return through_; }
    /// Steps are done again: what they booked is forgotten.
    void rewind(const Through& before) { through_ = before; }

    /// How a run of `steps` ended. On the CPU whoever steps knows which of them failed.
    RunReport finish(int steps) const {
        RunReport report;
        report.steps = steps;
        report.came_in_m3 = through_.came_in;
        report.went_out_m3 = through_.went_out;
        return report;
    }

    template <class Task>
    void start_fields(int slot, unsigned wanted, Task task) {
        for (int k = 0; k < kFieldCount; ++k) {
            if (!(wanted & bit_of(Field(k)))) continue;
            fields_[slot][k].resize(std::size_t(nx_) * std::size_t(ny_));
            task.to[k] = fields_[slot][k].data();
        }
        device_.for_cells(exec::Extent2{{nx_, ny_}}, task);
    }
    const float* field(int slot, Field field) const { return fields_[slot][int(field)].data(); }
    template <class Task>
    const float* device_field(Field, const Task&) const {
        return nullptr;
    }
    template <class Task>
    const float* device_snapshot(int, Field, const Task&) const {
        return nullptr;
    }
    std::size_t bytes() const { return 0; }
    std::size_t field_bytes() const {
        std::size_t count = 0;
        for (const auto& slot : fields_)
            for (const std::vector<float>& field : slot) count += field.capacity();
        return count * sizeof(float);
    }

private:
    Device device_;
    int nx_, ny_;
    Through through_;
    std::vector<float> fields_[kFieldSlots][kFieldCount];
};

}  // namespace tarn::shallow::cpu
