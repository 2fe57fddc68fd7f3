// Steps of the fv scheme on the CPU: rows split between threads, each with its own scratch memory.
#pragma once

#include "solver/shallow/cpu/runner.hpp"
#include "solver/shallow/fv/cpu/rows.hpp"
#include "solver/shallow/fv/scheme.hpp"

#include <functional>
#include <vector>

namespace tarn::shallow::fv::cpu {

template <class T>
class Stepper {
public:
    using Runner = shallow::cpu::Runner;

    Stepper(Runner&& runner, const SolverDesc& desc, const Layout& layout);

    Runner& runner() { return runner_; }
    const Runner& runner() const { return runner_; }

    /// Once, before the first run.
    Result<void> prepare();
    void begin();
    /// Something was done to cells of an area, or of all: they take part in the next step.
    void wake(const CellArea& area) { activity_.wake(area); }
    void wake(const AppliedForces& forces) {
        for (int k = forces.first; k < forces.last; ++k)
            activity_.wake(forces.on_host[std::size_t(k)].area);
    }
    void wake_all() { activity_.wake_all(); }
    static constexpr bool kHasHulls = true;
    /// Step number `index` of the run. False if it failed; it has changed nothing then. `complete`
    /// is called after the sweeps and says whether they hold.
    bool step(const Step<T>& step, int index, const std::function<bool()>& complete = {});
    double fastest_wave_m_per_s(const CellsView<T>& cells) const;
    /// Room for what comes in along an edge.
    double* inflow(Edge edge);
    std::size_t bytes() const;

private:
    Runner runner_;
    Layout layout_;
    Activity activity_;
    Loops<T> loops_;
    std::vector<exec::Array<T>> scratch_;  ///< by part
    std::vector<double> inflow_;           ///< along the four edges, one after the other
    bool is_open_ = false;
};

}  // namespace tarn::shallow::fv::cpu
