// Boxes of stable fluids for tests, described by functions of cells.
#pragma once

#include "solver/stable/solver.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <vector>

namespace tarn::stable {

struct BoxDesc {
    int nx = 16, ny = 16, nz = 16;
    double cell_m = 1.0 / 16, step_s = 0.01, gravity_m_per_s2 = 9.81, viscosity_m2_per_s = 1e-6;
    Scheme scheme = Scheme::Mac;
    bool has_surface = true;
    bool is_periodic = false;
    bool slips = false;
    std::function<double(int, int, int)> fill = {};                     ///< none: full
    std::function<std::array<double, 3>(int, int, int)> velocity = {};  ///< none: still
    std::function<bool(int, int, int)> is_solid = {};
    std::function<double(int, int, int)> dye = {};  ///< none: clear
    std::vector<volume::FaucetDesc> faucets = {};
    std::vector<volume::DrainDesc> drains = {};
    exchange::Hulls* hulls = nullptr;
    int threads = 2;
    bool is_on_gpu = false;
};

class StableBox {
public:
    explicit StableBox(const BoxDesc& desc) : pool_(desc.threads) {
        const SolverDesc made = solver_desc(desc);
        auto solver = desc.is_on_gpu ? make_stable_on_gpu(made, 0) : make_stable(made, pool_);
        EXPECT_TRUE(solver) << (solver ? "" : solver.error().message);
        if (solver) solver_ = std::move(solver.value());
    }
    volume::Solver* operator->() { return solver_.get(); }
    std::vector<float> field(volume::Field field) const {
        std::vector<float> out(count_);
        solver_->read_field(field, out);
        return out;
    }
    std::vector<std::uint32_t> words() const {
        std::vector<std::uint32_t> out(count_);
        solver_->read_words(out);
        return out;
    }
    double fact(const std::string& name) const {
        for (const SchemeFact& fact : solver_->facts())
            if (fact.name == name) return fact.number.value_or(-1.0);
        return -1.0;
    }

private:
    SolverDesc solver_desc(const BoxDesc& desc) {
        using SideKind = volume::SideDesc::Kind;
        SolverDesc out;
        out.cells = {{desc.nx, desc.ny, desc.nz}};
        count_ = out.cells.count();
        for (int z = 0; z < desc.nz; ++z)
            for (int y = 0; y < desc.ny; ++y)
                for (int x = 0; x < desc.nx; ++x) {
                    if (desc.fill) fill_.push_back(float(desc.fill(x, y, z)));
                    if (desc.dye) dye_.push_back(float(desc.dye(x, y, z)));
                    if (desc.is_solid) solid_.push_back(desc.is_solid(x, y, z));
                    if (desc.velocity)
                        for (const double part : desc.velocity(x, y, z))
                            velocity_.push_back(float(part));
                }
        out.cell_m = desc.cell_m;
        out.step_s = desc.step_s;
        out.gravity_m_per_s2 = desc.gravity_m_per_s2;
        out.viscosity_m2_per_s = desc.viscosity_m2_per_s;
        out.scheme = desc.scheme;
        out.has_surface = desc.has_surface;
        for (volume::SideDesc& side : out.sides)
            side.kind = desc.is_periodic ? SideKind::Periodic
                        : desc.slips     ? SideKind::Slip
                                         : SideKind::Wall;
        out.fill = fill_;
        out.velocity_m_per_s = velocity_;
        out.solid = solid_;
        out.dye = dye_;
        out.faucets = desc.faucets;
        out.drains = desc.drains;
        out.hulls = desc.hulls;
        return out;
    }

    exec::ThreadPool pool_;
    std::size_t count_ = 0;
    std::vector<float> fill_, velocity_, dye_;
    std::vector<std::uint8_t> solid_;
    std::unique_ptr<volume::Solver> solver_;
};

/// A column of water in a corner.
inline BoxDesc dam(int n) {
    BoxDesc desc = {.nx = n, .ny = n / 2, .nz = n, .cell_m = 1.0 / n, .step_s = 0.3 / n};
    desc.fill = [n](int x, int, int z) { return 5 * x < 2 * n && 5 * z < 3 * n ? 1.0 : 0.0; };
    return desc;
}

}  // namespace tarn::stable
