#include "cost.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

namespace tarn::cli {
namespace {

constexpr double kTrial_s = 0.5;   ///< on the wall
constexpr double kPiece_s = 0.05;  ///< on the wall: the longest piece where one lattice step allows

/// What was simulated so far, and what it took.
struct Mark {
    double time_s = 0.0, wall_s = 0.0;
    std::int64_t steps = 0;
};

class Trial {
public:
    explicit Trial(World& world) : world_(world), info_(world.info()) { marks_.push_back(now()); }

    double left_s() const { return info_.duration_s - world_.time_s(); }
    bool is_done() const { return left_s() <= 1e-9 * info_.duration_s; }

    Result<void> run() {
        // The first step also pays for memory that is touched for the first time.
        if (const auto stepped = step(std::min(info_.max_time_step_s, left_s())); !stepped)
            return stepped;
        double piece_s = std::min(info_.max_time_step_s, info_.record_every_s);
        while (!is_done() && marks_.back().wall_s < kTrial_s) {
            const double before_s = marks_.back().wall_s;
            if (const auto stepped = step(std::min(piece_s, left_s())); !stepped) return stepped;
            const bool is_short = marks_.back().wall_s - before_s < 0.5 * kPiece_s;
            if (is_short) piece_s = std::min(2.0 * piece_s, info_.record_every_s);
        }
        return {};
    }

    /// The later half on the wall stands for what is left: flows grow and still water wakes up.
    Cost cost() const {
        const Mark &last = marks_.back(), &first = middle();
        Cost cost = {.steps = double(last.steps), .wall_s = last.wall_s};
        const double simulated_s = last.time_s - first.time_s;
        if (is_done() || simulated_s <= 0.0) return cost;
        const double share = left_s() / simulated_s;
        const double steps = double(last.steps - first.steps) * share;
        // Rows are written each record.every, and lattice steps divide that time.
        const double rows = std::ceil(left_s() / info_.record_every_s - 1e-9);
        const double more = std::max(steps, rows * whole_steps(info_.record_every_s, steps));
        cost.steps += more;
        cost.wall_s += more * (last.wall_s - first.wall_s) / double(last.steps - first.steps);
        return cost;
    }

private:
    Mark now() const {
        const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin_;
        return {world_.time_s(), wall.count(), world_.steps()};
    }
    Result<void> step(double seconds) {
        const auto report = world_.step(seconds);
        if (!report) return report.error();
        marks_.push_back(now());
        return {};
    }
    const Mark& middle() const {
        const double half_s = 0.5 * marks_.back().wall_s;
        const auto is_late = [&](const Mark& mark) { return mark.wall_s >= half_s; };
        const auto found = std::find_if(marks_.begin() + 1, marks_.end() - 1, is_late);
        return found == marks_.end() - 1 ? marks_[marks_.size() > 2 ? marks_.size() - 2 : 0]
                                         : *found;
    }
    /// Lattice steps for `piece_s` when all that is left takes `steps`: a whole number.
    double whole_steps(double piece_s, double steps) const {
        return std::ceil(steps * piece_s / left_s() - 1e-6);
    }

    World& world_;
    WorldInfo info_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::vector<Mark> marks_;
};

}  // namespace

Result<Cost> estimate_cost(World& world) {
    Trial trial(world);
    if (const auto ran = trial.run(); !ran) return ran.error();
    return trial.cost();
}

}  // namespace tarn::cli
