// Makes solvers of water in space on the CPU.
#include "exec/isa.hpp"
#include "solver/volume/cpu/stepper.hpp"
#include "solver/volume/precision.hpp"
#include "solver/volume/shell.hpp"

namespace tarn::volume {

Result<std::unique_ptr<Solver>> make_d3q19(const SolverDesc& desc, const exec::ThreadPool& pool) {
    SolverDesc chosen = desc;
    if (desc.isa == Isa::Auto) chosen.isa = exec::best_isa();
    return with_storage(desc, [&]<class S>(S) {
        using Stepper = cpu::Stepper<S>;
        return Shell<S, Stepper>::create(chosen, Stepper(pool, desc.cells));
    });
}

}  // namespace tarn::volume
