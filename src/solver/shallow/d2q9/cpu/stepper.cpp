#include "solver/shallow/d2q9/cpu/stepper.hpp"

#include "base/system.hpp"
#include "exec/isa.hpp"
#include "solver/shallow/precision.hpp"

#include <atomic>

namespace tarn::shallow::cpu {
namespace {

// Below this a second thread costs more than it brings.
constexpr std::size_t kSmallGridCells = 4096;

/// Pieces that a loop over rows is cut into.
int parts_for(const SolverDesc& desc, const exec::ThreadPool& pool) {
    const std::size_t cells = std::size_t(desc.nx) * std::size_t(desc.ny);
    return cells < kSmallGridCells ? 1 : std::min(pool.thread_count(), desc.ny);
}

}  // namespace

template <class S>
Stepper<S>::Stepper(Device&& device, const SolverDesc& desc, const Grid& grid)
    : device_(std::move(device)),
      grid_(grid),
      isa_(desc.isa == Isa::Auto ? exec::best_isa() : desc.isa),
      streams_(double(grid.plane) * kBytesPerUpdate<S> >
               double(desc.cache_bytes ? desc.cache_bytes : last_level_cache_bytes())),
      // Rows that a cache holds anyway gain nothing from a second visit.
      has_pairs_(streams_ && desc.max_steps_per_pass > 1 && desc.bed_m.empty() &&
                 desc.ny >= device_.parts() * 2 * kPairRim) {}

template <class S>
Result<void> Stepper<S>::prepare(const StepContext& context) {
    loops_ = loops_for<S>(isa_, {.collision = context.setup.collision(),
                                 .has_solids_or_forces = context.solid != nullptr,
                                 .has_bed = context.setup.has_bed()});
    edge_inflow_.resize(2 * std::size_t(edge_cell_count(grid_)));
    if (context.host_solid.empty()) return {};
    const auto is_solid = [&](int x, int y) {
        return context.host_solid[std::size_t(y) * std::size_t(grid_.nx) + std::size_t(x)] != 0;
    };
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
    constants_ = context.setup.constants<typename S::Number>();
    rule_ = {context.setup.collision(), context.solid != nullptr, constants_};
    edges_ = context.setup.edge_view<S>();
    edges_.solid = context.solid;
    is_open_ = context.setup.is_open();
    // An edge that was open in the last run may be closed now.
    std::fill(edge_inflow_.begin(), edge_inflow_.end(), 0.0);
    report_ = {};
}

template <class S>
void Stepper<S>::add_water(const AddWater<S>& water, std::span<const PatchView> patches, int first,
                           int last) const {
    for (int k = first; k < last; ++k) {
        const PatchView& p = patches[std::size_t(k)];
        for (int y = p.y0; y < p.y0 + p.ny; ++y)
            for (int x = p.x0; x < p.x0 + p.nx; ++x) water.add(k, x, y);
    }
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
    device_.for_row_ranges(grid_.ny, [&](int first, int last) {
        if (!body(first, last)) is_well.store(false);
    });
    return is_well.load();
}

template <class S>
void Stepper<S>::fill_halo(const Copies<S>& copies) const {
    const StepArgs<S> args = step_args(copies, copies.state());
    // Each thread its own rows: an edge laid by one core and read by another takes far longer.
    device_.for_row_ranges(grid_.ny,
                           [&](int first, int last) { loops_.prepare(args, first, last); });
}

/// On a bed, before a step in place.
template <class S>
void Stepper<S>::exchange_links(const Copies<S>& copies) const {
    if (!copies.bed) return;
    const EdgeView<S> view = step_args(copies, copies.state()).edges;
    device_.for_cells(grid_.nx, grid_.ny, CollectStill<S>{view});
    device_.for_cells(grid_.nx, grid_.ny, ExchangeLinks<S>{view});
}

template <class S>
void Stepper<S>::book_inflow(int steps) {
    if (!is_open_) return;
    for (int k = 0; k < steps; ++k) {
        const double* const cells = edge_inflow_.data() + k * edge_cell_count(grid_);
        Through lanes[exec::kLanes];
        const Through all = exec::join_in_order(int(edge_cell_count(grid_)), lanes,
                                                [&](int c) { return Through::of(cells[c]); });
        report_.came_in_m3 += all.came_in;
        report_.went_out_m3 += all.went_out;
    }
}

template <class S>
bool Stepper<S>::step_across(Copies<S>& copies) {
    const StepArgs<S> args = step_args(copies, copies.across());
    const auto prepare = [&](int first, int last) {
        loops_.prepare(args, first, last);
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
    device_.for_row_ranges(grid_.ny, [&](int first, int last) {
        loops_.prepare(args.second, first, first + kPairReach);
        loops_.prepare(args.second, last - kPairReach, last);
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
    for (report_.steps = first; report_.steps < first + count; ++report_.steps)
        if (!step_across(copies)) return false;
    return true;
}

template <class S>
bool Stepper<S>::steps_in_place(Copies<S>& copies, int first, int count) {
    for (report_.steps = first; report_.steps < first + count;) {
        const bool is_pair =
            has_pairs_ && !copies.state().is_shifted && first + count - report_.steps >= 2;
        if (!(is_pair ? pair_in_place(copies) : step_in_place(copies))) return false;
        report_.steps += is_pair ? 2 : 1;
    }
    return true;
}

template <class S>
bool Stepper<S>::advance(Copies<S>& copies, int first, int count) {
    if (copies.is_single) return steps_in_place(copies, first, count);
    if (count == 0) return true;
    // Over a bed a step in place needs two more passes.
    if (copies.bed) return steps_across(copies, first, count);
    // An even number of steps in place ends in the natural arrangement.
    const int ahead = count % 2 == 1 ? 1 : 2;
    if (!steps_across(copies, first, ahead - 1)) return false;
    const RunReport before = report_;
    if (!steps_across(copies, first + ahead - 1, 1)) return false;
    if (ahead >= count || steps_in_place(copies, first + ahead, count - ahead)) return true;
    // Trouble in place: back to where the last step across began, and on from there.
    copies.planes[copies.current].is_shifted = false;
    copies.go_across();
    report_ = before;
    return steps_across(copies, first + ahead - 1, count - ahead + 1);
}

template <class S>
RunReport Stepper<S>::finish(Copies<S>&, int) {
    return report_;
}

template <class S>
void Stepper<S>::start_fields(int slot, unsigned wanted, ReadFields<S> task) {
    for (int k = 0; k < kFieldCount; ++k) {
        if (!(wanted & bit_of(Field(k)))) continue;
        fields_[slot][k].resize(grid_.cell_count());
        task.to[k] = fields_[slot][k].data();
    }
    device_.for_cells(grid_.nx, grid_.ny, task);
}

template <class S>
std::size_t Stepper<S>::bytes() const {
    return links_.size() * sizeof(links_[0]) + link_rows_.size() * sizeof(link_rows_[0]) +
           edge_inflow_.size() * sizeof(double);
}

template <class S>
std::size_t Stepper<S>::field_bytes() const {
    std::size_t count = 0;
    for (const auto& slot : fields_)
        for (const std::vector<float>& field : slot) count += field.capacity();
    return count * sizeof(float);
}

template class Stepper<Full<float>>;
template class Stepper<Full<double>>;
template class Stepper<Halved>;

}  // namespace tarn::shallow::cpu

namespace tarn::shallow {

Result<std::unique_ptr<Solver>> make_d2q9(const SolverDesc& desc, const exec::ThreadPool& pool) {
    return with_storage(desc.precision, [&]<class S>(S) {
        return D2q9<S, cpu::Stepper<S>>::create(desc,
                                                exec::CpuDevice(pool, cpu::parts_for(desc, pool)));
    });
}

}  // namespace tarn::shallow
