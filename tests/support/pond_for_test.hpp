// A small piece of water straight on the solver: cells of 0.1 m, mean depth 1 m unless told.
#pragma once

#include "base/half.hpp"
#include "solver/shallow/solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <vector>

namespace tarn::shallow {

inline constexpr double kGravity = 9.81;
inline constexpr double kCell_m = 0.1;
inline constexpr std::array<Boundary, 4> kWalls = {};
inline constexpr std::array<Boundary, 4> kPeriodic = {Boundary::Periodic, Boundary::Periodic,
                                                      Boundary::Periodic, Boundary::Periodic};
inline constexpr std::array<Boundary, 4> kSlip = {Boundary::Slip, Boundary::Slip, Boundary::Slip,
                                                  Boundary::Slip};

/// Functions of the cell (i, j); absent ones mean depth 1, no motion, no solids.
struct PondDesc {
    int nx = 32, ny = 32;
    double courant = 0.4;  ///< c*
    double tau = 0.6;
    double viscosity_m2_per_s = 0.0;  ///< above 0: in place of tau
    const char* collision = "auto";
    std::array<Boundary, 4> edges = kWalls;
    double flat_bed_m = 0.0;
    std::function<double(int, int)> bed_m = {};  ///< absent: flat
    std::function<double(int, int)> depth_m = {};
    std::function<Vec2(int, int)> velocity_m_per_s = {};
    std::function<bool(int, int)> is_solid = {};
    double manning = 0.0;
    Vec2 wind_m_per_s = {};
    Isa isa = Isa::Auto;
    int threads = 1;
    bool is_in_place = false;
    int max_steps_per_pass = 4;
    std::size_t cache_bytes = 0;  ///< 1: as if no grid fitted in the cache
    bool is_on_gpu = false;
    bool is_fv = false;
    double cell_m = kCell_m;
    double reference_depth_m = 1.0;
    double bed_drag = 0.0, coriolis_per_s = 0.0;
    std::array<Drive, 4> drives = {};
    std::array<int, 4> zone_cells = {};
    std::array<OutfallDesc, 4> outfalls = {};
    std::array<EdgeSpan, 4> spans = {};
};

template <class T>
constexpr Precision precision_of() {
    if constexpr (std::is_same_v<T, Half>) return Precision::Half;
    return sizeof(T) == 8 ? Precision::Double : Precision::Float;
}

/// What a solver of the pond needs, and the arrays that it looks at.
struct PondStart {
    std::vector<double> depth, bed;
    std::vector<float> velocity;
    std::vector<std::uint8_t> solid;
    SolverDesc desc;

    PondStart(const PondDesc& d, Precision precision) {
        for (int j = 0; j < d.ny; ++j)
            for (int i = 0; i < d.nx; ++i) {
                depth.push_back(d.depth_m ? d.depth_m(i, j) : 1.0);
                if (d.bed_m) bed.push_back(d.bed_m(i, j));
                const Vec2 u = d.velocity_m_per_s ? d.velocity_m_per_s(i, j) : Vec2{};
                velocity.push_back(float(u.x));
                velocity.push_back(float(u.y));
                if (d.is_solid) solid.push_back(d.is_solid(i, j));
            }
        desc.nx = d.nx;
        desc.ny = d.ny;
        desc.cell_m = d.cell_m;
        desc.bed_drag = d.bed_drag;
        desc.coriolis_per_s = d.coriolis_per_s;
        desc.drives = d.drives;
        desc.zone_cells = d.zone_cells;
        desc.outfalls = d.outfalls;
        desc.spans = d.spans;
        desc.gravity_m_per_s2 = kGravity;
        desc.viscosity.m2_per_s = d.viscosity_m2_per_s;
        if (d.viscosity_m2_per_s <= 0.0) desc.viscosity.tau = d.tau;
        desc.manning_s_per_m13 = d.manning;
        desc.wind_m_per_s = d.wind_m_per_s;
        desc.collision = find_collision(d.collision);
        desc.edges = d.edges;
        desc.reference_depth_m = d.reference_depth_m;
        desc.step_s = d.courant * d.cell_m / std::sqrt(kGravity * d.reference_depth_m);
        desc.flat_bed_m = d.flat_bed_m;
        desc.bed_m = bed;
        desc.depth_m = depth;
        desc.velocity_m_per_s = velocity;
        desc.solid = solid;
        desc.isa = d.isa;
        desc.precision = precision;
        desc.is_in_place = d.is_in_place;
        desc.max_steps_per_pass = d.max_steps_per_pass;
        desc.cache_bytes = d.cache_bytes;
    }
    PondStart(const PondStart&) = delete;
    PondStart& operator=(const PondStart&) = delete;
};

/// T is float, double, or Half for half storage.
template <class T>
class Pond {
public:
    explicit Pond(const PondDesc& d) : pool_(std::make_unique<exec::ThreadPool>(d.threads)) {
        const PondStart start(d, precision_of<T>());
        const SolverDesc& desc = start.desc;
        auto made = d.is_fv ? (d.is_on_gpu ? make_fv_on_gpu(desc, 0) : make_fv(desc, *pool_))
                            : (d.is_on_gpu ? make_d2q9_on_gpu(desc, 0) : make_d2q9(desc, *pool_));
        if (!made) ADD_FAILURE() << made.error().message;
        solver_ = std::move(made.value());
    }

    Solver& operator*() { return *solver_; }
    Solver* operator->() { return solver_.get(); }

    /// Steps, and stops the test at trouble.
    void step(int count) {
        const RunReport report = run(count);
        ASSERT_FALSE(report.trouble) << "step " << report.steps << ", cell (" << report.trouble->i
                                     << ", " << report.trouble->j << "): " << report.trouble->cause;
    }

    RunReport run(int count) { return solver_->run({.steps = count}); }

    /// Now; amounts become what was really added.
    void add_depth(DepthPatch& patch) {
        exchange::Forcing forcing;
        forcing.add_depth(0, patch);
        solver_->apply(forcing);
        patch.depth_m.assign(forcing.plane(0).begin(), forcing.plane(0).end());
    }
    std::optional<Trouble> try_step() { return run(1).trouble; }

    /// To a time, with steps that follow the flow.
    void advance(double seconds) {
        double shorter = 1.0;
        for (double left_s = seconds; left_s > 0.0;) {
            const double max_step_s = solver_->max_step_s().value() * shorter;
            const double count = std::ceil(left_s / max_step_s - 1e-9);
            solver_->set_step(left_s / count);
            const RunReport report = run(std::min(int(count), 8));
            left_s = report.steps == int(count) ? 0.0 : left_s - report.steps * left_s / count;
            shorter = report.is_step_too_long ? 0.5 * shorter : 1.0;
            ASSERT_GT(shorter, 1e-3);
        }
    }

private:
    std::unique_ptr<exec::ThreadPool> pool_;
    std::unique_ptr<Solver> solver_;
};

inline DepthPatch patch_of(int x0, int y0, int nx, int ny, double depth_m) {
    DepthPatch patch({x0, y0, nx, ny});
    for (double& depth : patch.depth_m) depth = depth_m;
    return patch;
}

/// Where a cell of the pond has its centre.
inline Vec2 centre_of(int i, int j) {
    return {(i + 0.5) * kCell_m, (j + 0.5) * kCell_m};
}

/// A smooth bump of `height` and `sigma` cells around (i0, j0).
inline double bump(double i, double j, double i0, double j0, double sigma, double height) {
    const double r2 = (i - i0) * (i - i0) + (j - j0) * (j - j0);
    return height * std::exp(-0.5 * r2 / (sigma * sigma));
}

}  // namespace tarn::shallow
