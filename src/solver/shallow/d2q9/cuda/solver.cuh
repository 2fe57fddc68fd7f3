// What the stepper on a GPU does, for any storage. Each storage is compiled by itself, in float.cu,
// half.cu and double.cu.
#pragma once

#include "solver/shallow/d2q9/cuda/make.hpp"
#include "solver/shallow/d2q9/cuda/step_bed.cuh"
#include "solver/shallow/d2q9/cuda/step_tile.cuh"
#include "solver/shallow/d2q9/cuda/stepper.cuh"

namespace tarn::shallow::d2q9::cuda {

/// Lays what arrives from outside where load_arriving() looks.
template <class S>
struct LayEdges {
    EdgeView<S> view;
    double* inflow;                 ///< by edge cell; null where no edge is open
    typename S::Number* deviation;  ///< null where the bed is flat

    TARN_HD void operator()(int k) const {
        const EdgeCell c = edge_cell_at(view.planes.grid, k);
        const double depth = d2q9::fill_halo<typename S::Number>(view, c.x, c.y);
        if (inflow) inflow[k] = depth;
        if (deviation) lay_images(view, deviation, c.x, c.y);
    }
};

/// The same for what bounces off solid cells.
template <class S>
struct LayBounced {
    EdgeView<S> view;

    TARN_HD void operator()(int x, int y) const {
        const Grid& g = view.planes.grid;
        if (view.is_solid(x, y)) return;
        unrolled<8>([&](auto index) {
            constexpr int i = decltype(index)::value + 1;
            const int sx = x - D2Q9::c(i, 0), sy = y - D2Q9::c(i, 1);
            if (sx >= 0 && sy >= 0 && sx < g.nx && sy < g.ny && view.is_solid(sx, sy))
                bounce_back(view.planes, i, x, y);
        });
    }
};

template <class Collision, class T>
Rule<Collision, false, T> rule_of(const StepConstants<T>& k) {
    return {Collision::template constants<T>(k.tau, double(k.gravity))};
}

template <Has Kind, class S, class R>
void launch_step(const StepArgs<S>& args, const R& rule, const exec::CudaDevice& device) {
    const Grid& g = args.edges.planes.grid;
    constexpr int kCells = kBlock * cells_per_thread<S>(Kind);
    device.note(exec::launch_overlapped(
        {.blocks = dim3(unsigned((g.nx + kCells - 1) / kCells), unsigned(g.ny)),
         .threads = dim3(kBlock),
         .stream = device.stream(),
         .may_overlap = device.can_overlap_launches()},
        step_cells<Kind, S, R>, args, rule));
}

template <Shore How, class S, class R>
void launch_on_bed(const BedStepArgs<S>& args, const R& rule, const exec::CudaDevice& device) {
    const Grid& g = args.bed.grid;
    const exec::LaunchDesc easy = {
        .blocks = dim3(unsigned((g.nx + kBlock - 1) / kBlock), unsigned(g.ny)),
        .threads = dim3(kBlock),
        .stream = device.stream(),
        .may_overlap = device.can_overlap_launches()};
    exec::LaunchDesc hard = easy;
    hard.blocks = hard_blocks(g, args.hard_rows);
    hard.threads = dim3(kHardBlock);
    device.note(exec::launch_overlapped(easy, step_easy_cells<S, R>, args, rule));
    device.note(exec::launch_overlapped(hard, step_hard_cells<How, S, R>, args, rule));
}

/// The default collision has kernels of its own, the others share some.
template <Shore How, class S>
void launch_on_bed(const BedStepArgs<S>& args, const AnyRule<typename S::Number>& rule,
                   const exec::CudaDevice& device) {
    using Default = std::tuple_element_t<0, lattice::Collisions>;
    if (rule.collision == 0 && !rule.has_forces)
        launch_on_bed<How>(args, rule_of<Default>(args.constants), device);
    else
        launch_on_bed<How, S, AnyRule<typename S::Number>>(args, rule, device);
}

template <class S, class R>
void launch_tiles(const StepArgs<S>& args, const R& rule, int steps,
                  const exec::CudaDevice& device) {
    const Grid& g = args.edges.planes.grid;
    const int yield = tile_yield(steps);
    device.note(exec::launch_overlapped(
        {.blocks = dim3(unsigned((g.nx + yield - 1) / yield), unsigned((g.ny + yield - 1) / yield)),
         .threads = dim3(kTile, kTile),
         .stream = device.stream(),
         .may_overlap = device.can_overlap_launches()},
        step_tile<S, R>, args, rule, steps));
}

/// The kernel of the collision, or the one that chooses while running.
template <Has Kind, class S>
void launch_kind(const StepArgs<S>& args, const AnyRule<typename S::Number>& rule,
                 const exec::CudaDevice& device) {
    constexpr int own = own_kernels(Kind);
    if constexpr (own < lattice::kCollisionCount) {
        if (rule.collision >= own || rule.has_forces) return launch_step<Kind>(args, rule, device);
    }
    unrolled<own>([&](auto index) {
        constexpr int n = decltype(index)::value;
        using Collision = std::tuple_element_t<n, lattice::Collisions>;
        if (n == rule.collision)
            launch_step<Kind>(args, rule_of<Collision>(args.constants), device);
    });
}

template <class S>
void launch(Has kind, const StepArgs<S>& args, const AnyRule<typename S::Number>& rule,
            const exec::CudaDevice& device) {
    switch (kind) {
        case Has::Walls:
            return launch_kind<Has::Walls>(args, rule, device);
        case Has::OpenEdges:
            return launch_kind<Has::OpenEdges>(args, rule, device);
        case Has::Everything:
            return launch_kind<Has::Everything>(args, rule, device);
        case Has::InPlace:
            return launch_kind<Has::InPlace>(args, rule, device);
        case Has::InPlaceForces:
            return launch_kind<Has::InPlaceForces>(args, rule, device);
    }
}

template <class S>
Result<void> Stepper<S>::prepare(const StepContext& context) {
    collision_ = context.setup.collision();
    auto inflow = device().template allocate<double>(std::size_t(edge_cell_count(grid_)));
    if (!inflow) return inflow.error();
    edge_inflow_ = std::move(inflow.value());
    if (!context.setup.has_bed()) return {};
    auto hard = device().template allocate<unsigned>(std::size_t(hard_words_per_row(grid_)) *
                                                     std::size_t(grid_.ny));
    if (!hard) return hard.error();
    hard_cells_ = std::move(hard.value());
    return {};
}

template <class S>
void Stepper<S>::begin(const StepContext& context) {
    constants_ = context.setup.template constants<typename S::Number>();
    edges_ = context.setup.template edge_view<S>();
    edges_.solid = context.solid;
    is_open_ = context.setup.is_open();
    launches_.clear();
}

template <class S>
StepArgs<S> Stepper<S>::step_args(const Copies<S>& copies, int step) const {
    StepArgs<S> args = {edges_,           copies.is_single ? copies.in_place() : copies.across(),
                        constants_,       is_open_ ? edge_inflow_.data() : nullptr,
                        runner_.status(), step};
    args.edges = view_of(copies);
    return args;
}

template <class S>
void Stepper<S>::step_on_bed(const Copies<S>& copies, const AnyRule<typename S::Number>& rule,
                             int step) const {
    const std::ptrdiff_t first = grid_.at(0, 0);
    BedView<typename S::Number> bed = copies.bed_view();
    bed.bed += first;
    bed.deviation += first;
    const Planes<S> next = copies.is_single ? copies.in_place() : copies.across();
    const BedStepArgs<S> args = {{copies.state(), next},
                                 bed,
                                 copies.next_deviation() + first,
                                 constants_,
                                 hard_cells_.data(),
                                 hard_rows<S>(grid_, device().multiprocessors()),
                                 runner_.status(),
                                 step};
    if (!copies.is_single) return launch_on_bed<Shore::Streamed>(args, rule, device());
    device().for_cells(exec::Extent2{{grid_.nx, grid_.ny}}, CollectStill<S>{view_of(copies)});
    device().for_cells(exec::Extent2{{grid_.nx, grid_.ny}}, ExchangeLinks<S>{view_of(copies)});
    launch_on_bed<Shore::Exchanged>(args, rule, device());
}

template <class S>
void Stepper<S>::step(Copies<S>& copies, int step) {
    const bool has_more = edges_.solid != nullptr;
    const AnyRule<typename S::Number> rule = {collision_, has_more, constants_};
    // Over a bed walls are part of it: nobody reads the ghost cells behind them.
    if (copies.is_single || (copies.bed && !has_only_walls())) fill_halo(copies);
    if (copies.bed) {
        step_on_bed(copies, rule, step);
    } else {
        const Has kind = copies.is_single ? (has_more ? Has::InPlaceForces : Has::InPlace)
                         : has_more       ? Has::Everything
                         : is_open_       ? Has::OpenEdges
                                          : Has::Walls;
        launch(kind, step_args(copies, step), rule, device());
    }
    if (is_open_) runner_.book_inflow(edge_inflow_.data(), int(edge_cell_count(grid_)), step);
    launches_.push_back({step, 1, copies.current});
    if (copies.is_single)
        copies.go_in_place();
    else
        copies.go_across();
}

/// `count` steps in one launch.
template <class S>
void Stepper<S>::step_tiles(Copies<S>& copies, int first, int count) {
    if constexpr (kHasTiles) {
        const StepArgs<S> args = step_args(copies, first);
        unrolled<lattice::kCollisionCount>([&](auto index) {
            constexpr int n = decltype(index)::value;
            using Collision = std::tuple_element_t<n, lattice::Collisions>;
            if (n == collision_)
                launch_tiles(args, rule_of<Collision>(args.constants), count, device());
        });
    }
    launches_.push_back({first, count, copies.current});
    copies.go_across();
}

/// As many steps per launch as leave no multiprocessor with more than one tile.
template <class S>
int Stepper<S>::steps_per_launch(const Copies<S>& copies) const {
    if (copies.is_single || is_open_ || edges_.solid || copies.bed) return 1;
    int steps = kHasTiles ? std::min(max_steps_, kMaxTileSteps) : 1;
    const auto tiles = [&] {
        const int yield = tile_yield(steps);
        return std::int64_t((grid_.nx + yield - 1) / yield) * ((grid_.ny + yield - 1) / yield);
    };
    while (steps > 1 && tiles() > device().multiprocessors()) --steps;
    return steps;
}

template <class S>
bool Stepper<S>::take_steps(Copies<S>& copies, int first, int count) {
    const int most = steps_per_launch(copies);
    for (int done = 0; done < count;) {
        const int now = std::min(most, count - done);
        if (now > 1)
            step_tiles(copies, first + done, now);
        else
            step(copies, first + done);
        done += now;
    }
    return true;
}

/// Back to the state before the step that failed. Its launch has left the copy it read from as it
/// was; the steps of that launch before the failed one are done again.
template <class S>
void Stepper<S>::rewind(Copies<S>& copies, int failed_step) {
    Launch found = {};
    for (const Launch& launch : launches_)
        if (failed_step >= launch.first && failed_step < launch.first + launch.count)
            found = launch;
    copies.current = copies.current_deviation = found.source;
    runner_.begin();
    for (int k = found.first; k < failed_step; ++k) step(copies, k);
}

template <class S>
RunReport Stepper<S>::finish(Copies<S>& copies, int steps) {
    const RunReport report = runner_.finish(steps);
    if (report.steps < steps && !copies.is_single) rewind(copies, report.steps);
    return report;
}

template <class S>
EdgeView<S> Stepper<S>::view_of(const Copies<S>& copies) const {
    EdgeView<S> view = edges_;
    view.planes = copies.state();
    view.bed = copies.bed_view();
    return view;
}

template <class S>
void Stepper<S>::fill_halo(const Copies<S>& copies) const {
    const EdgeView<S> view = view_of(copies);
    device().for_items(
        int(edge_cell_count(grid_)),
        LayEdges<S>{view, is_open_ ? edge_inflow_.data() : nullptr,
                    copies.bed ? copies.deviations[copies.current_deviation] : nullptr});
    // Over a bed a step to the other copy sees by itself what bounces off.
    if (view.solid && (!copies.bed || copies.is_single))
        device().for_cells(exec::Extent2{{grid_.nx, grid_.ny}}, LayBounced<S>{view});
}

template <class S>
Result<std::unique_ptr<Solver>> make(const SolverDesc& desc, int device) {
    auto runner = shallow::cuda::Runner::on(device, desc.nx, desc.ny);
    if (!runner) return runner.error();
    return Shell<Scheme<S, Stepper<S>>>::create(desc, std::move(runner.value()));
}

}  // namespace tarn::shallow::d2q9::cuda
