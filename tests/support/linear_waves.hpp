// The smallest scheme: linear shallow-water waves over a flat bed between walls, on a staggered
// (Arakawa C) grid, stepped forward-backward. It shows what a scheme has to write to run through
// Shell on any device; docs/howto/add-a-solver.md walks through this file.
#pragma once

#include "solver/shallow/shell.hpp"

#include <cmath>

namespace tarn::shallow::linear {

/// 1. The cells as tasks see them. The surface is known at cell centres, velocities at the east and
/// north faces of a cell; readers get their means at the centre.
struct CellsView {
    int nx, ny;
    float *rise, *u, *v;  ///< [ny][nx]; rise above the still level, in m
    double depth_m, flat_bed_m, mean_level_m, gravity_m_per_s2;

    TARN_HD std::ptrdiff_t index(int x, int y) const { return std::ptrdiff_t(y) * nx + x; }
    TARN_HD bool is_inside(int x, int y) const { return x >= 0 && y >= 0 && x < nx && y < ny; }
    TARN_HD bool is_solid(int, int) const { return false; }
    TARN_HD double wet_depth_m() const { return 0.0; }
    /// Walls are faces through which nothing moves.
    TARN_HD float east(int x, int y) const { return x < 0 || x == nx - 1 ? 0.0f : u[index(x, y)]; }
    TARN_HD float north(int x, int y) const { return y < 0 || y == ny - 1 ? 0.0f : v[index(x, y)]; }

    TARN_HD CellReading reading(int x, int y) const {
        const double depth = stored_depth_m(x, y);
        return {depth, flat_bed_m + depth, flat_bed_m,
                0.5 * (double(east(x, y)) + double(east(x - 1, y))),
                0.5 * (double(north(x, y)) + double(north(x, y - 1)))};
    }
    TARN_HD double stored_depth_m(int x, int y) const {
        return depth_m + double(rise[index(x, y)]);
    }
    TARN_HD double add_depth(int x, int y, double wanted_m) const {
        float& here = rise[index(x, y)];
        const float before = here;
        here = float(double(before) + larger(wanted_m, kThinnest * depth_m - stored_depth_m(x, y)));
        return double(here) - double(before);
    }
    /// Onto the faces to the east and north.
    TARN_HD bool add_momentum(int x, int y, double qx, double qy) const {
        u[index(x, y)] += float(qx / depth_m);
        v[index(x, y)] += float(qy / depth_m);
        return true;
    }
    template <class Body>
    TARN_HD void for_words(int x, int y, Body&& body) const {
        body(0, word_of(rise[index(x, y)]));
        body(1, word_of(u[index(x, y)]));
        body(2, word_of(v[index(x, y)]));
    }
};

struct PlaneView {
    using Element = float;
    int nx;
    float* numbers;
    float fresh = 0.0f;
    TARN_HD float* at(int x, int y) const { return numbers + std::ptrdiff_t(y) * nx + x; }
};

struct FillCell {
    CellsView cells;
    const double* depth_m;
    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = cells.index(x, y);
        cells.rise[n] = float(depth_m[n] - cells.depth_m);
    }
};

/// 2. What happens in one cell, in two passes: the slope moves the faces, the faces the surface.
struct MoveFaces {
    CellsView cells;
    float slope_to_speed;  ///< g dt / dx
    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = cells.index(x, y);
        const float here = cells.rise[n];
        if (x + 1 < cells.nx) cells.u[n] -= slope_to_speed * (cells.rise[n + 1] - here);
        if (y + 1 < cells.ny) cells.v[n] -= slope_to_speed * (cells.rise[n + cells.nx] - here);
    }
};
struct MoveSurface {
    CellsView cells;
    float flow_to_rise;  ///< h dt / dx
    TARN_HD void operator()(int x, int y) const {
        const float out =
            (cells.east(x, y) - cells.east(x - 1, y)) + (cells.north(x, y) - cells.north(x, y - 1));
        cells.rise[cells.index(x, y)] -= flow_to_rise * out;
    }
};

/// 3. The scheme: memory, and how steps follow each other.
template <class DeviceRunner>
class Scheme {
public:
    using Runner = DeviceRunner;

    Scheme(const SolverDesc& desc, Runner&& runner)
        : units_{desc.cell_m, desc.reference_depth_m, desc.step_s},
          nx_(desc.nx),
          ny_(desc.ny),
          gravity_(desc.gravity_m_per_s2),
          flat_bed_m_(desc.flat_bed_m),
          runner_(std::move(runner)) {}
    Result<void> start(const SolverDesc& desc) {
        const auto& device = runner_.device();
        auto planes = device.template allocate<float>(3 * count());
        if (!planes) return planes.error();
        planes_ = std::move(planes.value());
        auto depth = device.template allocate<double>(count());
        if (!depth) return depth.error();
        device.upload(desc.depth_m.data(), count(), depth.value().data());
        device.for_cells(exec::Extent2{{nx_, ny_}}, FillCell{cells(), depth.value().data()});
        device.finish_uploads();
        return {};
    }

    Runner& runner() { return runner_; }
    const Runner& runner() const { return runner_; }
    const Units& units() const { return units_; }
    CellsView cells() const {
        float* const start = planes_.data();
        return {nx_,
                ny_,
                start,
                start + count(),
                start + 2 * count(),
                units_.depth_m,
                flat_bed_m_,
                flat_bed_m_ + units_.depth_m,
                gravity_};
    }

    void begin(const RunDesc&) { taken_ = 0; }
    bool take_steps(const RunDesc&, int first, int steps) {
        const double per_cell = units_.step_s / units_.cell_m;
        for (int k = first; k < first + steps; ++k, ++taken_) {
            runner_.visit_cells(MoveFaces{cells(), float(gravity_ * per_cell)}, k);
            runner_.visit_cells(MoveSurface{cells(), float(units_.depth_m * per_cell)}, k);
        }
        return true;
    }
    RunReport finish(const RunDesc&) { return runner_.finish(taken_); }
    void forced(const AppliedForces&) {}
    void changed(const CellArea&) {}
    void all_changed() {}
    double rounded_sheet_m(double depth_m) const { return depth_m; }

    void set_step(double step_s) { units_.step_s = step_s; }
    std::optional<double> max_step_s() const { return std::nullopt; }
    double viscosity_m2_per_s() const { return 0.0; }
    std::vector<SchemeFact> facts() const { return {{"grid", "Arakawa C"}}; }
    bool set(const Settings&) { return false; }
    Settings settings() const { return {}; }
    void set_boundary(Edge, Boundary) {}
    void reset_boundary(Edge) {}
    Boundary boundary(Edge) const { return Boundary::Wall; }
    const std::vector<std::uint8_t>& host_solid() const { return no_solids_; }

    /// 4. What a checkpoint holds.
    template <class Body>
    void for_planes(Body&& body) const {
        for (std::size_t k = 0; k < 3; ++k) body(PlaneView{nx_, planes_.data() + k * count()});
    }
    std::string note() const { return {}; }
    bool fits(std::string_view) const { return true; }
    bool is_sound(std::string_view) const { return true; }
    void restored(std::string_view) {}
    MemoryReport memory() const { return {.state_bytes = planes_.bytes()}; }

protected:
    int taken_ = 0;  ///< steps of this run

private:
    std::size_t count() const { return std::size_t(nx_) * std::size_t(ny_); }

    Units units_;
    int nx_, ny_;
    double gravity_, flat_bed_m_;
    Runner runner_;
    mutable typename Runner::Device::template Array<float> planes_;  ///< rise, u, v
    std::vector<std::uint8_t> no_solids_;
};

}  // namespace tarn::shallow::linear
