#include "solver/shallow/d2q9/cpu/stepper.hpp"

#include "base/system.hpp"
#include "exec/isa.hpp"
#include "solver/shallow/d2q9/precision.hpp"

#include <atomic>

namespace tarn::shallow::d2q9::cpu {
template <class S>
Stepper<S>::Stepper(Runner&& runner, const SolverDesc& desc, const Grid& grid)
    : runner_(std::move(runner)),
      grid_(grid),
      isa_(desc.isa == Isa::Auto ? exec::best_isa() : desc.isa),
      streams_(double(grid.plane) * kBytesPerUpdate<S> >
               double(desc.cache_bytes ? desc.cache_bytes : last_level_cache_bytes())),
      // Rows that a cache holds anyway gain nothing from a second visit.
      has_pairs_(streams_ && desc.max_steps_per_pass > 1 && desc.bed_m.empty() &&
                 desc.ny >= device().parts() * 2 * kPairRim) {}

template <class S>
Result<void> Stepper<S>::prepare(const StepContext& context) {
    edge_inflow_.resize(2 * std::size_t(edge_cell_count(grid_)));
    if (context.host_solid.empty()) return {};
    const auto is_solid = [&](int x, int y) {
        return context.host_solid[std::size_t(y) * std::size_t(grid_.nx) + std::size_t(x)] != 0;
    };
    links_.clear();
    link_rows_.assign(1, 0);
    for (int y = 0; y < grid_.ny; ++y) {
        for (int x = 0; x < grid_.nx; ++x)
            for (int i = 1; i < D2Q9::q && !is_solid(x, y); ++i) {
                const int sx = x - D2Q9::c(i, 0), sy = y - D2Q9::c(i, 1);
                const bool is_inside = sx >= 0 && sy >= 0 && sx < grid_.nx && sy < grid_.ny;
                if (is_inside && is_solid(sx, sy)) links_.push_back({x, i});
            }
        link_rows_.push_back(std::int64_t(links_.size()));
    }
    return {};
}

template <class S>
void Stepper<S>::begin(const StepContext& context) {
    loops_ = loops_for<S>(isa_, {.nx = grid_.nx,
                                 .collision = context.setup.collision(),
                                 .has_solids_or_forces = context.solid != nullptr,
                                 .has_bed = context.setup.has_bed()});
    constants_ = context.setup.constants<typename S::Number>();
    rule_ = {context.setup.collision(), context.solid != nullptr, constants_};
    edges_ = context.setup.edge_view<S>();
    edges_.solid = context.solid;
    is_open_ = context.setup.is_open();
    // An edge that was open in the last run may be closed now.
    std::fill(edge_inflow_.begin(), edge_inflow_.end(), 0.0);
    steps_ = 0;
}

template <class S>
StepArgs<S> Stepper<S>::step_args(const Copies<S>& copies, const Planes<S>& to, int step) const {
    StepArgs<S> args = {edges_, to, constants_, rule_, {}, nullptr, copies.next_deviation()};
    args.edges.planes = copies.state();
    args.edges.bed = copies.bed_view();
    if (!links_.empty()) args.solid_links = {links_.data(), link_rows_.data()};
    if (is_open_) args.edge_inflow = edge_inflow_.data() + step * edge_cell_count(grid_);
    return args;
}

/// Runs `body(first, last)` on all parts; true if it was for each.
template <class S>
template <class Body>
bool Stepper<S>::all_parts(Body&& body) const {
    std::atomic<bool> is_well{true};
    device().for_row_ranges(grid_.ny, [&](int first, int last) {
        if (!body(first, last)) is_well.store(false);
    });
    return is_well.load();
}

template <class S>
void Stepper<S>::fill_halo(const Copies<S>& copies) const {
    const StepArgs<S> args = step_args(copies, copies.state());
    // Each thread its own rows: an edge laid by one core and read by another takes far longer.
    device().for_row_ranges(grid_.ny,
                            [&](int first, int last) { prepare_rows(args, first, last); });
}

/// On a bed, before a step in place.
template <class S>
void Stepper<S>::exchange_links(const Copies<S>& copies) const {
    if (!copies.bed) return;
    const EdgeView<S> view = step_args(copies, copies.state()).edges;
    device().for_cells(exec::Extent2{{grid_.nx, grid_.ny}}, CollectStill<S>{view});
    device().for_cells(exec::Extent2{{grid_.nx, grid_.ny}}, ExchangeLinks<S>{view});
}

template <class S>
void Stepper<S>::book_inflow(int steps) {
    if (!is_open_) return;
    const std::ptrdiff_t count = edge_cell_count(grid_);
    for (int k = 0; k < steps; ++k)
        runner_.book_inflow(edge_inflow_.data() + k * count, int(count), steps_ + k);
}

template <class S>
bool Stepper<S>::step_across(Copies<S>& copies) {
    const StepArgs<S> args = step_args(copies, copies.across());
    const auto prepare = [&](int first, int last) {
        prepare_rows(args, first, last);
        return true;
    };
    // Registers at shores read more than what arrives at their cells, so over a bed all rows are
    // prepared before the first is stepped.
    if (copies.bed) all_parts(prepare);
    const bool is_well = all_parts([&](int first, int last) {
        if (!copies.bed) prepare(first, last);
        return (streams_ ? loops_.across_streamed : loops_.across)(args, first, last);
    });
    if (!is_well) return false;
    copies.go_across();
    book_inflow(1);
    return true;
}

template <class S>
bool Stepper<S>::step_in_place(Copies<S>& copies) {
    fill_halo(copies);
    exchange_links(copies);
    const StepArgs<S> args = step_args(copies, copies.in_place());
    const bool is_well =
        all_parts([&](int first, int last) { return loops_.in_place(args, first, last); });
    copies.go_in_place();
    book_inflow(1);
    return is_well;
}

/// From the natural arrangement to the natural one. The rims of the parts come last, when the parts
/// beside them are there.
template <class S>
bool Stepper<S>::pair_in_place(Copies<S>& copies) {
    fill_halo(copies);
    PairArgs<S> args = {step_args(copies, copies.in_place()), step_args(copies, copies.state(), 1)};
    args.second.edges.planes = copies.in_place();
    bool is_well = all_parts([&](int first, int last) { return loops_.pair(args, first, last); });
    device().for_row_ranges(grid_.ny, [&](int first, int last) {
        prepare_rows(args.second, first, first + kPairReach);
        prepare_rows(args.second, last - kPairReach, last);
    });
    is_well &= all_parts([&](int first, int last) {
        const bool is_low_well = loops_.in_place(args.second, first, first + kPairRim);
        return loops_.in_place(args.second, last - kPairRim, last) && is_low_well;
    });
    book_inflow(2);
    return is_well;
}

/// Step by step to the other copy: trouble leaves the state before it.
template <class S>
bool Stepper<S>::steps_across(Copies<S>& copies, int first, int count) {
    for (steps_ = first; steps_ < first + count; ++steps_)
        if (!step_across(copies)) return false;
    return true;
}

template <class S>
bool Stepper<S>::steps_in_place(Copies<S>& copies, int first, int count) {
    for (steps_ = first; steps_ < first + count;) {
        const bool is_pair =
            has_pairs_ && !copies.state().is_shifted && first + count - steps_ >= 2;
        if (!(is_pair ? pair_in_place(copies) : step_in_place(copies))) return false;
        steps_ += is_pair ? 2 : 1;
    }
    return true;
}

template <class S>
bool Stepper<S>::take_steps(Copies<S>& copies, int first, int count) {
    if (copies.is_single) return steps_in_place(copies, first, count);
    if (count == 0) return true;
    // Over a bed a step in place needs two more passes.
    if (copies.bed) return steps_across(copies, first, count);
    // An even number of steps in place ends in the natural arrangement.
    const int ahead = count % 2 == 1 ? 1 : 2;
    if (!steps_across(copies, first, ahead - 1)) return false;
    const int steps_before = steps_;
    const Through through_before = runner_.through();
    if (!steps_across(copies, first + ahead - 1, 1)) return false;
    if (ahead >= count || steps_in_place(copies, first + ahead, count - ahead)) return true;
    // Trouble in place: back to where the last step across began, and on from there.
    copies.planes[copies.current].is_shifted = false;
    copies.go_across();
    steps_ = steps_before;
    runner_.rewind(through_before);
    return steps_across(copies, first + ahead - 1, count - ahead + 1);
}

template <class S>
RunReport Stepper<S>::finish(Copies<S>&, int) {
    return runner_.finish(steps_);
}

template <class S>
std::size_t Stepper<S>::bytes() const {
    return links_.size() * sizeof(links_[0]) + link_rows_.size() * sizeof(link_rows_[0]) +
           edge_inflow_.size() * sizeof(double);
}

template class Stepper<Full<float>>;
template class Stepper<Full<double>>;
template class Stepper<Halved>;

}  // namespace tarn::shallow::d2q9::cpu

namespace tarn::shallow {

Result<std::unique_ptr<Solver>> make_d2q9(const SolverDesc& desc, const exec::ThreadPool& pool) {
    return d2q9::with_storage(desc.precision, [&]<class S>(S) {
        return Shell<d2q9::Scheme<S, d2q9::cpu::Stepper<S>>>::create(
            desc, cpu::Runner::on(pool, desc.nx, desc.ny));
    });
}

}  // namespace tarn::shallow
