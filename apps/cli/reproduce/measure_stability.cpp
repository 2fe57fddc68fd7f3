#include "measure_stability.hpp"

#include <algorithm>

namespace tarn::cli::reproduce {
namespace {

/// How much of all the work is behind us, counted in cells: the large grids take the time.
struct Share {
    double done = 0.0, whole = 0.0;
};

/// Fills in the outcome. False: the watch said stop, and the row has none.
Result<bool> run(StabilityRow& row, const StabilityPlan& plan, const Watch& watch,
                 const Share& share) {
    Experiment e{.nx = row.cells, .ny = row.cells, .tau = row.tau, .collision = row.collision};
    e.drop = CentreDrop{
        .radius_m = kSteepRadius_m, .height_m = (row.peak - 1) * kStillDepth_m, .shape = "tophat"};
    auto world = make_world(e);
    if (!world) return world.error();
    // In pieces, so that Ctrl-C is answered soon.
    constexpr int kPiece = 50;
    const double work = double(row.cells) * row.cells;
    const std::string note = row.collision + ", " + std::to_string(row.cells) + " cells";
    for (int k = 0; k < plan.steps; k += kPiece) {
        if (!watch((share.done + work * k / plan.steps) / share.whole, note)) return false;
        const auto stepped = world.value().step(std::min(kPiece, plan.steps - k) * e.step_s());
        row.steps = int(world.value().steps());
        if (!stepped && stepped.error().code == ErrorCode::Diverged) return true;
        if (!stepped) return stepped.error();
    }
    row.has_survived = true;
    return true;
}

std::vector<StabilityRow> all_rows(const StabilityPlan& plan) {
    std::vector<StabilityRow> rows;
    for (const std::string& collision : plan.collisions)
        for (const int peak : plan.peaks)
            for (const int cells : plan.cell_counts)
                for (const double tau : plan.taus)
                    rows.push_back(
                        {.collision = collision, .peak = peak, .tau = tau, .cells = cells});
    return rows;
}

}  // namespace

Result<std::vector<StabilityRow>> measure_stability(const StabilityPlan& plan, const Watch& watch) {
    std::vector<StabilityRow> rows = all_rows(plan);
    Share share;
    for (const StabilityRow& row : rows) share.whole += double(row.cells) * row.cells;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const auto is_done = run(rows[k], plan, watch, share);
        if (!is_done) return is_done.error();
        if (!is_done.value()) {
            rows.resize(k);
            return rows;
        }
        share.done += double(rows[k].cells) * rows[k].cells;
    }
    watch(1.0, "");
    return rows;
}

}  // namespace tarn::cli::reproduce
