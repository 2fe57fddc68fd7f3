// Steps on the CPU: rows split between threads. Between the events of a run most steps go in place,
// two at a time in one pass over memory. The copy left behind is the point to come back to when a
// step goes wrong.
#pragma once

#include "solver/shallow/cpu/runner.hpp"
#include "solver/shallow/d2q9/cpu/rows.hpp"
#include "solver/shallow/d2q9/scheme.hpp"

#include <vector>

namespace tarn::shallow::d2q9::cpu {

template <class S>
class Stepper {
public:
    using Runner = shallow::cpu::Runner;

    Stepper(Runner&& runner, const SolverDesc& desc, const Grid& grid);

    Runner& runner() { return runner_; }
    const Runner& runner() const { return runner_; }

    /// Before the first run: lists links to solid cells.
    Result<void> prepare(const StepContext& context);
    /// Before each run: picks the loops for what acts on the water now.
    void begin(const StepContext& context);
    /// `count` steps, the first of them number `first` of the run. False after trouble.
    bool take_steps(Copies<S>& copies, int first, int count);
    /// `copies` is left at the last good state.
    RunReport finish(Copies<S>& copies, int steps);
    void fill_halo(const Copies<S>& copies) const;
    std::size_t bytes() const;

private:
    StepArgs<S> step_args(const Copies<S>& copies, const Planes<S>& to, int step = 0) const;
    void exchange_links(const Copies<S>& copies) const;
    bool step_across(Copies<S>& copies);
    bool step_in_place(Copies<S>& copies);
    bool pair_in_place(Copies<S>& copies);
    bool steps_across(Copies<S>& copies, int first, int count);
    bool steps_in_place(Copies<S>& copies, int first, int count);
    void book_inflow(int steps);
    template <class Body>
    bool all_parts(Body&& body) const;

    const exec::CpuDevice& device() const { return runner_.device(); }

    Runner runner_;
    Grid grid_;
    Isa isa_;
    bool streams_;    ///< the grid does not fit in the cache
    bool has_pairs_;  ///< and its parts are high enough to do two steps in one pass
    Loops<S> loops_ = {};
    EdgeView<S> edges_ = {};
    StepConstants<typename S::Number> constants_ = {};
    AnyRule<typename S::Number> rule_;
    bool is_open_ = false;
    std::vector<SolidLinks::Link> links_;
    std::vector<std::int64_t> link_rows_;
    mutable std::vector<double> edge_inflow_;  ///< of each step of a pair, by edge cell
    int steps_ = 0;                            ///< of this run that were taken
};

}  // namespace tarn::shallow::d2q9::cpu
