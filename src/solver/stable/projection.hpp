// The solver for the pressure, on any device: the hierarchy of grids in memory, its cycle, and the
// conjugate gradients around it.
#pragma once

#include "solver/stable/hull_rows.hpp"
#include "solver/stable/pressure.hpp"
#include "solver/stable/region.hpp"
#include <tarn/result.hpp>

#include <cmath>
#include <utility>
#include <vector>

namespace tarn::stable {

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
            auto spans =
                device.template allocate<Span>(std::size_t(grid.n[1]) * std::size_t(grid.n[2]));
            if (!spans) return spans.error();
            memory.spans = std::move(spans.value());
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

    /// Makes the velocities of water cells in `near` free of divergence, up to `tolerance_m_per_s`
    /// in each; `near` has the cells beside water too. The pressure of `v` is the first guess and
    /// the result. `hulls`, or null: bodies that it moves, which the velocities of faces do not
    /// show yet.
    SolveReport solve(const Device& device, const View& v, const Region& near,
                      float tolerance_m_per_s, const HullRows<Device>* hulls = nullptr);

    /// After solve(): faces of hulls have other velocities than were solved for. The pressure that
    /// this adds is in `more`, and in the pressure of `v`.
    void solve_again(const Device& device, const View& v, const Region& near,
                     float tolerance_m_per_s, float* more);
    /// The system that was solved last; nothing is part of one that was forgotten.
    Level system() { return has_cells_ ? level(0) : Level(); }

    /// No cell is part of a system, whatever was solved before: for water that was restored.
    void begin_anew(const Device& device) {
        forget();
        for (Memory& memory : levels_) {
            const std::vector<float> none(std::size_t(memory.grid.count()));
            for (int plane = 0; plane < kMatrixPlanes; ++plane)
                device.upload(none.data(), none.size(), memory.planes[plane].data());
            device.finish_uploads();
        }
    }
    /// Without a system even_out() does nothing.
    void forget() { has_cells_ = false; }
    /// After solve(): changes the velocities of `v`, those that move volume, so that cells with too
    /// much or too little water even out. `potential` is room for a plane.
    void even_out(const Device& device, const View& v, const Region& near, float control_m_per_s,
                  float* potential);

    std::size_t bytes() const {
        std::size_t sum = s_.bytes() + q_.bytes();
        for (const Memory& memory : levels_) {
            for (const Array<float>& plane : memory.planes) sum += plane.bytes();
            sum += memory.spans.bytes();
        }
        return sum;
    }

private:
    struct Memory {
        Grid grid;
        Array<float> planes[6];  ///< three of weights, diagonal, right side, x
        Array<Span> spans;       ///< where the cells of the system lie
        Box box;
    };
    static constexpr int kMatrixPlanes = 4;
    static constexpr int kSweeps = 2, kCoarsestSweeps = 8, kMostCycles = 80;

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
    Region region(std::size_t k) {
        return {levels_[k].box, levels_[k].spans.data(), levels_[k].grid.n[1]};
    }
    void find_regions(const Device& device, const View& v, const Box& box);
    void build(const Device& device, const View& v, const Region& near);
    SolveReport relax(const Device& device, float* x, float tolerance_m_per_s,
                      const HullRows<Device>* hulls = nullptr);
    void sweep(const Device& device, std::size_t k, int colour, bool is_first) {
        for_colour(device, region(k), colour, Sweep{level(k), is_first});
    }
    void cycle(const Device& device, std::size_t k);
    void take_mean(const Device& device, float* plane) {
        Level l = level(0);
        l.right = plane;
        const auto sums = join_region<RightSums>(device, region(0), SumRight{l});
        for_region(device, region(0), ShiftRight{l, float(sums.sum / double(sums.cells))});
    }

    std::vector<Memory> levels_;
    Array<float> s_, q_;
    bool has_cells_ = false, is_closed_ = false;
};

/// Where there is water, on every grid.
template <class Device>
void Projection<Device>::find_regions(const Device& device, const View& v, const Box& box) {
    device.for_cells(exec::Extent2{{v.grid.n[1], v.grid.n[2]}},
                     FindSpans<IsWater>{v.grid, {v.kind}, levels_[0].spans.data()});
    levels_[0].box = box;
    for (std::size_t k = 1; k < levels_.size(); ++k) {
        const Grid &fine = levels_[k - 1].grid, &grid = levels_[k].grid;
        device.for_cells(exec::Extent2{{grid.n[1], grid.n[2]}},
                         CoarsenSpans{fine.n[1], fine.n[2], grid.n[1], levels_[k - 1].spans.data(),
                                      levels_[k].spans.data()});
        levels_[k].box = coarse(levels_[k - 1].box);
    }
}

template <class Device>
void Projection<Device>::build(const Device& device, const View& v, const Region& near) {
    Level system = level(0);
    system.x = v.pressure;
    for_region(device, near, BuildSystem{v, system});
    for (std::size_t k = 1; k < levels_.size(); ++k) {
        // Beyond the spans too: cells there are not part of the system, and say so.
        for_region(device, Region{levels_[k].box}, Coarsen{level(k - 1), level(k)});
        for_region(device, region(k), CoarseDiagonal{level(k)});
    }
}

/// One V-cycle: x of level k from its right side. Colours go the other way round on the way up, so
/// that the cycle is symmetric, as conjugate gradients need it.
template <class Device>
void Projection<Device>::cycle(const Device& device, std::size_t k) {
    const bool is_coarsest = k + 1 == levels_.size();
    const int sweeps = is_coarsest ? kCoarsestSweeps : kSweeps;
    for (int round = 0; round < sweeps; ++round)
        for (int colour = 0; colour < 2; ++colour)
            sweep(device, k, colour, round == 0 && colour == 0);
    if (!is_coarsest) {
        for_region(device, region(k + 1), Restrict{level(k), level(k + 1)});
        cycle(device, k + 1);
        for_region(device, region(k), Prolong{level(k), level(k + 1)});
    }
    for (int round = 0; round < sweeps; ++round)
        for (int colour = 1; colour >= 0; --colour) sweep(device, k, colour, false);
}

template <class Device>
SolveReport Projection<Device>::solve(const Device& device, const View& v, const Region& near,
                                      float tolerance_m_per_s, const HullRows<Device>* hulls) {
    find_regions(device, v, near.box);
    build(device, v, near);
    const auto sums = join_region<RightSums>(device, region(0), SumRight{level(0)});
    has_cells_ = sums.cells > 0;
    if (!has_cells_) return {};
    // Half a face of air is less than any surface has.
    is_closed_ = sums.air < 0.5;
    if (is_closed_) take_mean(device, level(0).right);
    const SolveReport report = relax(device, v.pressure, tolerance_m_per_s, hulls);
    for_region(device, near, TakeGradient{v, v.pressure});
    return report;
}

template <class Device>
void Projection<Device>::solve_again(const Device& device, const View& v, const Region& near,
                                     float tolerance_m_per_s, float* more) {
    if (!has_cells_) return;
    for_region(device, near, AskForBalance{v, level(0), more});
    if (is_closed_) take_mean(device, level(0).right);
    relax(device, more, tolerance_m_per_s);
    for_region(device, near, TakeGradient{v, more});
    for_region(device, near, AddPressure{v, more});
}

template <class Device>
void Projection<Device>::even_out(const Device& device, const View& v, const Region& near,
                                  float control_m_per_s, float* potential) {
    if (!has_cells_) return;
    const float asked =
        join_region<Products>(device, near, AskForVolume{v, level(0), control_m_per_s, potential})
            .most;
    // Below this no cell is off by what a float shows of its water.
    constexpr float kLeast = 1e-6f;
    if (asked <= kLeast * control_m_per_s) return;
    if (is_closed_) take_mean(device, level(0).right);
    // What is left of it is asked for again in the next part.
    constexpr float kShare = 0.05f;
    relax(device, potential, kShare * asked);
    for_region(device, near, TakeGradient{v, potential});
}

template <class Device>
SolveReport Projection<Device>::relax(const Device& device, float* x, float tolerance_m_per_s,
                                      const HullRows<Device>* hulls) {
    const Level top = level(0);
    const Region water = region(0);
    SolveReport report;
    report.residual_m_per_s = join_region<Products>(device, water, StartResidual{top, x}).most;
    if (hulls) {
        hulls->add(device, top, x, top.right, -1.0);
        report.residual_m_per_s =
            join_region<Products>(device, water, Multiply{top.grid, top.right, top.right}).most;
    }
    // A pressure that answers to this residual differs by no more than that within the grid. A step
    // beyond it follows a mode that nothing holds: a pocket of water that solids close in, out of
    // which nothing can flow.
    const double across = double(top.grid.n[0]) + top.grid.n[1] + top.grid.n[2];
    const double most_change = double(report.residual_m_per_s) * across * across;
    double last = 0.0;
    while (report.residual_m_per_s > tolerance_m_per_s && report.cycles < kMostCycles) {
        // Without air a constant is nothing to the matrix: it is kept out of both vectors.
        if (is_closed_) take_mean(device, top.right);
        cycle(device, 0);
        if (is_closed_) take_mean(device, top.x);
        const double rz =
            join_region<Products>(device, water, Multiply{top.grid, top.right, top.x}).dot;
        const float beta = report.cycles == 0 || !(last > 0.0) ? 0.0f : float(rz / last);
        last = rz;
        for_region(device, water, NextDirection{top.grid, top.x, s_.data(), beta});
        const auto applied =
            join_region<Products>(device, water, ApplyMatrix{top, s_.data(), q_.data()});
        double sq = applied.dot;
        if (hulls) sq += hulls->add(device, top, s_.data(), q_.data(), 1.0);
        const double alpha = rz / sq;
        if (!(sq > 0.0) || !(std::abs(alpha) * double(applied.most) <= most_change)) break;
        const StepAlong step = {top.grid, s_.data(), q_.data(), x, top.right, float(alpha)};
        report.residual_m_per_s = join_region<Products>(device, water, step).most;
        ++report.cycles;
    }
    return report;
}

}  // namespace tarn::stable
