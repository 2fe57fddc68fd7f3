// A scheme that solves an elliptic system in each step, through the same shell as all others:
// linear dispersive waves over a flat bed [peregrine1967]. It is the scheme of linear_waves.hpp,
// but velocities follow the slope of psi in place of that of the rise eta, where
//
//   psi - h^2/3 Laplacian(psi) = eta    and nothing passes walls.
//
// Conjugate gradients find psi, with sums over all cells in between [shewchuk1994].
#pragma once

#include "support/linear_waves.hpp"

namespace tarn::shallow::dispersive {

/// The system and the planes of its solution, each [ny][nx].
struct System {
    int nx, ny;
    double spread;  ///< h^2 / (3 dx^2)
    double *psi, *residual, *direction, *image;

    TARN_HD std::ptrdiff_t index(int x, int y) const { return std::ptrdiff_t(y) * nx + x; }
    /// The left side of the system, for a plane in place of psi.
    TARN_HD double left_side(const double* plane, int x, int y) const {
        const std::ptrdiff_t n = index(x, y);
        double around = 0.0;
        if (x > 0) around += plane[n - 1] - plane[n];
        if (x + 1 < nx) around += plane[n + 1] - plane[n];
        if (y > 0) around += plane[n - nx] - plane[n];
        if (y + 1 < ny) around += plane[n + nx] - plane[n];
        return plane[n] - spread * around;
    }
};

/// The first guess is the rise itself.
struct Guess {
    System system;
    const float* rise;
    TARN_HD void operator()(int x, int y) const {
        system.psi[system.index(x, y)] = double(rise[system.index(x, y)]);
    }
};
/// What the guess leaves, and the first direction; the sum of its squares.
struct FirstResidual {
    System system;
    const float* rise;
    TARN_HD exec::Sum operator()(int x, int y) const {
        const std::ptrdiff_t n = system.index(x, y);
        const double left = double(rise[n]) - system.left_side(system.psi, x, y);
        system.residual[n] = system.direction[n] = left;
        return {left * left};
    }
};
struct Multiply {
    System system;
    TARN_HD exec::Sum operator()(int x, int y) const {
        const std::ptrdiff_t n = system.index(x, y);
        system.image[n] = system.left_side(system.direction, x, y);
        return {system.direction[n] * system.image[n]};
    }
};
struct Descend {
    System system;
    double length;
    TARN_HD exec::Sum operator()(int x, int y) const {
        const std::ptrdiff_t n = system.index(x, y);
        system.psi[n] += length * system.direction[n];
        system.residual[n] -= length * system.image[n];
        return {system.residual[n] * system.residual[n]};
    }
};
struct Turn {
    System system;
    double part;
    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = system.index(x, y);
        system.direction[n] = system.residual[n] + part * system.direction[n];
    }
};
/// For the faces, which are floats.
struct Round {
    System system;
    float* psi;
    TARN_HD void operator()(int x, int y) const {
        psi[system.index(x, y)] = float(system.psi[system.index(x, y)]);
    }
};

template <class DeviceRunner>
class Scheme : public linear::Scheme<DeviceRunner> {
    using Waves = linear::Scheme<DeviceRunner>;

public:
    using Waves::Waves;

    Result<void> start(const SolverDesc& desc) {
        if (const Result<void> got = Waves::start(desc); !got) return got;
        cells_ = {{desc.nx, desc.ny}};
        auto planes = device().template allocate<double>(4 * cells_.count());
        if (!planes) return planes.error();
        planes_ = std::move(planes.value());
        auto psi = device().template allocate<float>(cells_.count());
        if (!psi) return psi.error();
        psi_ = std::move(psi.value());
        return {};
    }

    bool take_steps(const RunDesc&, int first, int steps) {
        const Units& units = this->units();
        const double per_cell = units.step_s / units.cell_m;
        for (int k = first; k < first + steps; ++k, ++this->taken_) {
            linear::CellsView sloped = this->cells();
            solve(sloped.rise);
            sloped.rise = psi_.data();
            this->runner().visit_cells(
                linear::MoveFaces{sloped, float(sloped.gravity_m_per_s2 * per_cell)}, k);
            this->runner().visit_cells(
                linear::MoveSurface{this->cells(), float(units.depth_m * per_cell)}, k);
        }
        return true;
    }
    MemoryReport memory() const {
        MemoryReport report = Waves::memory();
        report.other_bytes += planes_.bytes() + psi_.bytes();
        return report;
    }

private:
    /// Of what the first guess leaves; floats of the state keep no more.
    static constexpr double kPrecision = 1e-8;
    /// The system is well conditioned: on cells of a tenth of the depth 60 are enough.
    static constexpr int kMostIterations = 200;

    const auto& device() const { return this->runner().device(); }
    template <class Task>
    double sum(const Task& task) const {
        return device().template join_cells<exec::Sum>(cells_, task).value;
    }
    System system() {
        const double per_cell = this->units().depth_m / this->units().cell_m;
        double* const start = planes_.data();
        const std::size_t n = cells_.count();
        return {cells_.n[0],   cells_.n[1],  per_cell * per_cell / 3.0, start, start + n,
                start + 2 * n, start + 3 * n};
    }
    void solve(const float* rise) {
        const System system = this->system();
        device().for_cells(cells_, Guess{system, rise});
        double left = sum(FirstResidual{system, rise});
        const double enough = kPrecision * kPrecision * left;
        for (int k = 0; k < kMostIterations && left > enough; ++k) {
            const double length = left / sum(Multiply{system});
            const double now = sum(Descend{system, length});
            device().for_cells(cells_, Turn{system, now / left});
            left = now;
        }
        device().for_cells(cells_, Round{system, psi_.data()});
    }

    exec::Extent2 cells_;
    typename DeviceRunner::Device::template Array<double> planes_;  ///< of the system
    typename DeviceRunner::Device::template Array<float> psi_;
};

}  // namespace tarn::shallow::dispersive
