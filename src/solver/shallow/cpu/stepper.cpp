#include "solver/shallow/cpu/stepper.hpp"

#include "base/system.hpp"
#include "exec/isa.hpp"

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
      max_steps_(std::clamp(desc.max_steps_per_pass, 1, PassArgs<S>::kMaxSteps)),
      ring_grid_(grid.ring(PassArgs<S>::kRingRows)) {
    const double bytes = double(grid.plane) * kBytesPerUpdate<S>;
    const std::size_t cache_bytes = desc.cache_bytes ? desc.cache_bytes : last_level_cache_bytes();
    streams_ = !desc.is_in_place && bytes > double(cache_bytes);
    // Rows that a cache holds anyway gain nothing from a second visit.
    if (!streams_ || grid.ny < 2 * device_.parts() * max_steps_) max_steps_ = 1;
}

template <class S>
Result<void> Stepper<S>::prepare(const StepContext& context) {
    loops_ = loops_for<S>(isa_, {.collision = context.setup.collision(),
                                 .has_solids_or_forces = context.solid != nullptr});
    edge_inflow_.resize(std::size_t(edge_cell_count(grid_)) * std::size_t(max_steps_));
    if (max_steps_ > 1) {
        ring_bytes_ = (std::size_t(ring_grid_.plane) * std::size_t(kBytesPerUpdate<S> / 2) + 64) /
                      64 * 64;
        auto rings = device_.allocate<std::byte>(ring_bytes_ * std::size_t(max_steps_ - 1) *
                                                 std::size_t(device_.parts()));
        if (!rings) return rings.error();
        rings_ = std::move(rings.value());
    }
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
                if (is_inside && is_solid(sx, sy))
                    links_.push_back({x, i});
            }
        link_rows_.push_back(std::int64_t(links_.size()));
    }
    return {};
}

template <class S>
void Stepper<S>::begin(const StepContext& context) {
    constants_ = context.setup.constants<typename S::Number>();
    edges_ = context.setup.edge_view<S>();
    edges_.solid = context.solid;
    is_open_ = context.setup.is_open();
    is_periodic_in_y_ = context.setup.is_periodic_in_y();
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
StepArgs<S> Stepper<S>::step_args(const Planes<S>& from, const Planes<S>& to, int step) const {
    StepArgs<S> args = {edges_, to, constants_, {}, nullptr};
    args.edges.planes = from;
    if (!links_.empty()) args.solid_links = {links_.data(), link_rows_.data()};
    if (is_open_) args.edge_inflow = edge_inflow_.data() + step * edge_cell_count(grid_);
    return args;
}

/// Runs `body(part, first, last)` on all parts; true if it was for each.
template <class S>
template <class Body>
bool Stepper<S>::all_parts(Body&& body) const {
    std::atomic<bool> is_well{true};
    device_.for_row_ranges(grid_.ny, [&](int part, int first, int last) {
        if (!body(part, first, last)) is_well.store(false);
    });
    return is_well.load();
}

template <class S>
void Stepper<S>::fill_halo(const Planes<S>& planes) const {
    const StepArgs<S> args = step_args(planes, planes, 0);
    device_.for_row_ranges(grid_.ny, [&](int, int first, int last) {
        loops_.prepare(args, first, last);
    });
}

template <class S>
void Stepper<S>::book_inflow(int steps) {
    if (!is_open_) return;
    for (int k = 0; k < steps; ++k) {
        const double* const cells = edge_inflow_.data() + k * edge_cell_count(grid_);
        exec::Sum lanes[exec::kLanes];
        const double sum = exec::join_in_order(int(edge_cell_count(grid_)), lanes, [&](int c) {
                               return exec::Sum{cells[c]};
                           }).value;
        (sum >= 0.0 ? report_.came_in_m3 : report_.went_out_m3) += std::abs(sum);
    }
}

template <class S>
bool Stepper<S>::step_across(Copies<S>& copies) {
    if (streams_) return pass(copies, 1);
    const StepArgs<S> args = step_args(copies.state(), copies.across(), 0);
    const bool is_well = all_parts([&](int, int first, int last) {
        loops_.prepare(args, first, last);
        return loops_.across(args, first, last);
    });
    if (!is_well) return false;
    copies.go_across();
    book_inflow(1);
    return true;
}

template <class S>
bool Stepper<S>::step_in_place(Copies<S>& copies) {
    fill_halo(copies.state());
    const StepArgs<S> args = step_args(copies.state(), copies.in_place(), 0);
    const bool is_well = all_parts(
        [&](int, int first, int last) { return loops_.in_place(args, first, last); });
    copies.go_in_place();
    book_inflow(1);
    return is_well;
}

template <class S>
bool Stepper<S>::pass(Copies<S>& copies, int count) {
    fill_halo(copies.state());
    const bool is_well = all_parts([&](int part, int first, int last) {
        PassArgs<S> args;
        args.count = count;
        Planes<S> from = copies.state();
        for (int k = 0; k < count; ++k) {
            std::byte* const ring =
                rings_.data() + ring_bytes_ * std::size_t(part * (max_steps_ - 1) + k);
            const Planes<S> between = {
                reinterpret_cast<typename S::Number*>(ring),
                reinterpret_cast<typename S::Moving*>(
                    ring + std::size_t(ring_grid_.plane) * sizeof(typename S::Number)),
                ring_grid_, false};
            const Planes<S> to = k == count - 1 ? copies.across() : between;
            args.steps[k] = step_args(from, to, k);
            from = to;
        }
        return loops_.pass(args, first, last);
    });
    if (!is_well) return false;
    copies.go_across();
    book_inflow(count);
    return true;
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
    for (report_.steps = first; report_.steps < first + count; ++report_.steps)
        if (!step_in_place(copies)) return false;
    return true;
}

template <class S>
bool Stepper<S>::advance(Copies<S>& copies, int first, int count) {
    if (copies.is_single) return steps_in_place(copies, first, count);
    if (max_steps_ > 1 && !is_periodic_in_y_) {
        for (int done = 0; done < count;) {
            const int now = std::min(max_steps_, count - done);
            // A pass that meets trouble has changed nothing: single steps then find where it is.
            if (!pass(copies, now) && !steps_across(copies, first + done, now)) return false;
            done += now;
        }
        report_.steps = first + count;
        return true;
    }
    // An even number of steps in place ends in the natural arrangement.
    if (count == 0) return true;
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
    return rings_.bytes() + links_.size() * sizeof(links_[0]) +
           link_rows_.size() * sizeof(link_rows_[0]) + edge_inflow_.size() * sizeof(double);
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
    const auto make = [&]<class S>(S) {
        return D2q9<S, cpu::Stepper<S>>::create(
            desc, exec::CpuDevice(pool, cpu::parts_for(desc, pool)));
    };
    switch (desc.precision) {
        case Precision::Double:
            return make(Full<double>{});
        case Precision::Half:
            return make(Halved{});
        case Precision::Float:
            break;
    }
    return make(Full<float>{});
}

}  // namespace tarn::shallow
