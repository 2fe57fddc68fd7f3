// The solver for the pressure, on any device: the hierarchy of grids in memory, its cycle, and the
// conjugate gradients around it.
#pragma once

#include "exec/extent.hpp"
#include "solver/stable/pressure.hpp"
#include "solver/stable/words.hpp"
#include <tarn/result.hpp>

#include <cmath>
#include <utility>
#include <vector>

namespace tarn::stable {

/// Runs a task over a box of cells.
template <class Device, class Task>
void for_box(const Device& device, const Box& box, const Task& task) {
    const exec::Extent3 size = {
        {box.end[0] - box.begin[0], box.end[1] - box.begin[1], box.end[2] - box.begin[2]}};
    if (size.n[0] <= 0 || size.n[1] <= 0 || size.n[2] <= 0) return;
    device.for_cells(size, Shifted<Task>{task, box.begin[0], box.begin[1], box.begin[2]});
}
template <class R, class Device, class Task>
R join_box(const Device& device, const Box& box, const Task& task) {
    const exec::Extent3 size = {
        {box.end[0] - box.begin[0], box.end[1] - box.begin[1], box.end[2] - box.begin[2]}};
    if (size.n[0] <= 0 || size.n[1] <= 0 || size.n[2] <= 0) return R{};
    return device.template join_cells<R>(
        size, Shifted<Task>{task, box.begin[0], box.begin[1], box.begin[2]});
}

/// A task over cells as one over a list: for grids too small to be shared between threads.
template <class Task>
struct Listed {
    Task task;
    Box box;
    TARN_HD void operator()(int k) const {
        const int nx = box.end[0] - box.begin[0], ny = box.end[1] - box.begin[1];
        task(box.begin[0] + k % nx, box.begin[1] + k / nx % ny, box.begin[2] + k / nx / ny);
    }
};

struct SolveReport {
    int cycles = 0;
    float residual_m_per_s = 0.0f;  ///< largest
};

template <class Device>
class Projection {
    template <class E>
    using Array = typename Device::template Array<E>;

public:
    Result<void> allocate(const Device& device, const Grid& finest) {
        Grid grid = finest;
        while (true) {
            Memory memory;
            memory.grid = grid;
            const auto count = std::size_t(grid.count());
            for (Array<float>& plane : memory.planes) {
                auto made = device.template allocate<float>(count);
                if (!made) return made.error();
                plane = std::move(made.value());
            }
            levels_.push_back(std::move(memory));
            if (grid.n[0] <= 2 && grid.n[1] <= 2 && grid.n[2] <= 2) break;
            for (int& n : grid.n) n = (n + 1) / 2;
        }
        for (Array<float>* plane : {&s_, &q_}) {
            auto made = device.template allocate<float>(std::size_t(finest.count()));
            if (!made) return made.error();
            *plane = std::move(made.value());
        }
        return {};
    }

    /// Makes the velocities of water cells in `box` free of divergence, up to `tolerance_m_per_s`
    /// in each. The pressure of `v` is the first guess and the result.
    SolveReport solve(const Device& device, const View& v, const Box& box, float control_m_per_s,
                      float tolerance_m_per_s);

    std::size_t bytes() const {
        std::size_t sum = s_.bytes() + q_.bytes();
        for (const Memory& memory : levels_)
            for (const Array<float>& plane : memory.planes) sum += plane.bytes();
        return sum;
    }

private:
    struct Memory {
        Grid grid;
        Array<float> planes[6];
    };
    static constexpr int kSweeps = 2, kCoarsestSweeps = 8, kMostCycles = 80;
    static constexpr int kSmall = 4096;

    Level level(std::size_t k) {
        Memory& m = levels_[k];
        return {m.grid,
                {m.planes[0].data(), m.planes[1].data(), m.planes[2].data()},
                m.planes[3].data(),
                m.planes[4].data(),
                m.planes[5].data()};
    }
    static Box coarse(const Box& box) {
        Box out;
        for (int b = 0; b < 3; ++b) {
            out.begin[b] = box.begin[b] / 2;
            out.end[b] = (box.end[b] + 1) / 2;
        }
        return out;
    }
    template <class Task>
    void visit(const Device& device, const Box& box, const Task& task) {
        const int count =
            (box.end[0] - box.begin[0]) * (box.end[1] - box.begin[1]) * (box.end[2] - box.begin[2]);
        if (count <= kSmall)
            device.for_items(count, Listed<Task>{task, box});
        else
            for_box(device, box, task);
    }
    void cycle(const Device& device, std::size_t k, const Box& box);
    void take_mean(const Device& device, const Box& box, float* plane) {
        Level l = level(0);
        l.right = plane;
        const auto sums = join_box<RightSums>(device, box, SumRight{l});
        for_box(device, box, ShiftRight{l, float(sums.sum / double(sums.cells))});
    }

    std::vector<Memory> levels_;
    Array<float> s_, q_;
};

/// One V-cycle: x of level k from its right side. Colours go the other way round on the way up, so
/// that the cycle is symmetric, as conjugate gradients need it.
template <class Device>
void Projection<Device>::cycle(const Device& device, std::size_t k, const Box& box) {
    const Level here = level(k);
    const bool is_coarsest = k + 1 == levels_.size();
    const int sweeps = is_coarsest ? kCoarsestSweeps : kSweeps;
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (int colour = 0; colour < 2; ++colour)
            visit(device, box, Sweep{here, colour, sweep == 0 && colour == 0});
    if (!is_coarsest) {
        const Level below = level(k + 1);
        const Box there = coarse(box);
        visit(device, there, Restrict{here, below});
        cycle(device, k + 1, there);
        visit(device, box, Prolong{here, below});
    }
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (int colour = 1; colour >= 0; --colour) visit(device, box, Sweep{here, colour, false});
}

template <class Device>
SolveReport Projection<Device>::solve(const Device& device, const View& v, const Box& box,
                                      float control_m_per_s, float tolerance_m_per_s) {
    const Level top = level(0);
    Level system = top;
    system.x = v.pressure;
    for_box(device, box, BuildSystem{v, system, control_m_per_s});
    const auto sums = join_box<RightSums>(device, box, SumRight{top});
    SolveReport report;
    if (sums.cells == 0) return report;
    // Half a face of air is less than any surface has.
    const bool is_closed = sums.air < 0.5;
    if (is_closed) for_box(device, box, ShiftRight{top, float(sums.sum / double(sums.cells))});
    Box there = box;
    for (std::size_t k = 1; k < levels_.size(); ++k) {
        there = coarse(there);
        visit(device, there, Coarsen{level(k - 1), level(k)});
        visit(device, there, CoarseDiagonal{level(k)});
    }
    for_box(device, box, StartResidual{top, v.pressure});
    double last = 0.0;
    for (int round = 0;; ++round) {
        report.residual_m_per_s =
            join_box<Products>(device, box, Multiply{v.grid, top.right, top.right}).most;
        if (report.residual_m_per_s <= tolerance_m_per_s || round == kMostCycles) break;
        // Without air a constant is nothing to the matrix: it is kept out of both vectors.
        if (is_closed) take_mean(device, box, top.right);
        cycle(device, 0, box);
        if (is_closed) take_mean(device, box, top.x);
        const double rz = join_box<Products>(device, box, Multiply{v.grid, top.right, top.x}).dot;
        const float beta = round == 0 || !(last > 0.0) ? 0.0f : float(rz / last);
        last = rz;
        for_box(device, box, NextDirection{v.grid, top.x, s_.data(), beta});
        for_box(device, box, ApplyMatrix{top, s_.data(), q_.data()});
        const double sq =
            join_box<Products>(device, box, Multiply{v.grid, s_.data(), q_.data()}).dot;
        const double alpha = rz / sq;
        if (!(sq > 0.0) || !(std::abs(alpha) < 1e30)) break;
        for_box(device, box,
                StepAlong{v.grid, s_.data(), q_.data(), v.pressure, top.right, float(alpha)});
        report.cycles = round + 1;
    }
    for_box(device, box, TakeGradient{v, v.pressure});
    return report;
}

}  // namespace tarn::stable
