// Makes solvers of stable fluids on the CPU.
#include "exec/cpu_device.hpp"
#include "solver/stable/shell.hpp"

namespace tarn::stable {

Result<std::unique_ptr<volume::Solver>> make_stable(const SolverDesc& desc,
                                                    const exec::ThreadPool& pool) {
    return Shell<exec::CpuDevice>::create(desc, exec::CpuDevice(pool, pool.thread_count()), false);
}

}  // namespace tarn::stable
