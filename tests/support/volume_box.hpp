// Water in space for tests: a box whose units are those of the lattice, so that a cell is a metre
// and a step a second.
#pragma once

#include "solver/volume/solver.hpp"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace tarn::volume {

struct BoxDesc {
    int nx = 16, ny = 16, nz = 16;
    double gravity_lu = 0.0;
    double tau = 0.8;
    std::string collision = "trt";
    double magic = 3.0 / 16.0;
    double smagorinsky = 0.17;
    double tension_lu = 0.0;
    SideDesc west_east = {}, south_north = {}, bottom_top = {};
    std::optional<SideDesc> top = {};  ///< where it is not as the bottom
    std::optional<SideDesc> east = {};
    bool has_surface = false;
    Precision precision = Precision::Float;
    Isa isa = Isa::Auto;
    int threads = 1;
    std::function<float(int, int, int)> fill = {};
    std::function<Vec3(int, int, int)> velocity = {};
    std::function<bool(int, int, int)> is_solid = {};
    std::vector<FaucetDesc> faucets = {};
    std::vector<DrainDesc> drains = {};
    exchange::Hulls* hulls = nullptr;
    bool is_on_gpu = false;
};

inline const SideDesc kPeriodic = {SideDesc::Kind::Periodic, {}};
inline const SideDesc kSlip = {SideDesc::Kind::Slip, {}};
inline const SideDesc kWall = {};

class Box {
public:
    explicit Box(const BoxDesc& b) : desc_(b), pool_(b.threads) {
        SolverDesc d = solver_desc();
        std::vector<float> fill, velocity;
        std::vector<std::uint8_t> solid;
        for (int z = 0; z < b.nz; ++z)
            for (int y = 0; y < b.ny; ++y)
                for (int x = 0; x < b.nx; ++x) {
                    if (b.fill) fill.push_back(b.fill(x, y, z));
                    if (b.is_solid) solid.push_back(b.is_solid(x, y, z) ? 1 : 0);
                    if (!b.velocity) continue;
                    const Vec3 u = b.velocity(x, y, z);
                    for (const double c : {u.x, u.y, u.z}) velocity.push_back(float(c));
                }
        d.fill = fill;
        d.velocity_m_per_s = velocity;
        d.solid = solid;
        made_.emplace(b.is_on_gpu ? make_d3q19_on_gpu(d, 0) : make_d3q19(d, pool_));
    }

    bool is_made() const { return bool(*made_); }
    const Error& error() const { return made_->error(); }
    Solver* operator->() const { return made_->value().get(); }

    std::vector<float> field(Field field) const {
        std::vector<float> out(std::size_t(desc_.nx) * std::size_t(desc_.ny) *
                               std::size_t(desc_.nz));
        made_->value()->read_field(field, out);
        return out;
    }
    std::vector<CellType> types() const {
        std::vector<CellType> out(std::size_t(desc_.nx) * std::size_t(desc_.ny) *
                                  std::size_t(desc_.nz));
        made_->value()->read_types(out);
        return out;
    }
    std::size_t at(int x, int y, int z) const {
        return (std::size_t(z) * std::size_t(desc_.ny) + std::size_t(y)) * std::size_t(desc_.nx) +
               std::size_t(x);
    }

private:
    SolverDesc solver_desc() const {
        const BoxDesc& b = desc_;
        SolverDesc d;
        d.cells = {{b.nx, b.ny, b.nz}};
        d.cell_m = d.step_s = 1.0;
        d.density_kg_per_m3 = 1.0;
        d.gravity_m_per_s2 = b.gravity_lu;
        d.tau = b.tau;
        d.collision = b.collision;
        d.magic = b.magic;
        d.smagorinsky = b.smagorinsky;
        d.surface_tension_n_per_m = b.tension_lu;
        d.sides = {b.west_east,  b.east.value_or(b.west_east), b.south_north, b.south_north,
                   b.bottom_top, b.top.value_or(b.bottom_top)};
        d.has_surface = b.has_surface;
        d.precision = b.precision;
        d.isa = b.isa;
        d.faucets = b.faucets;
        d.drains = b.drains;
        d.hulls = b.hulls;
        return d;
    }

    BoxDesc desc_;
    exec::ThreadPool pool_;
    std::optional<Result<std::unique_ptr<Solver>>> made_;
};

}  // namespace tarn::volume
