#include "cost.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <vector>

namespace tarn::cli {
namespace {

constexpr std::size_t kPieces = 8;  ///< at least, unless the long trial is over
constexpr double kPiece_s = 0.1;    ///< on the wall: longer ones do not grow further

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Time of the processor that this program has used, on all its threads.
double processor_s() {
    return double(std::clock()) / CLOCKS_PER_SEC;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

class Trial {
public:
    Trial(World& world, const TrialLimits& limits)
        : world_(world), info_(world.info()), limits_(limits) {}

    Result<void> run() {
        const Clock::time_point begin = Clock::now();
        // The first step also pays for memory that is touched for the first time.
        if (const auto stepped = step(info_.max_time_step_s); !stepped) return stepped;
        pieces_.clear();
        constexpr double kFirstSteps = 8.0;
        double piece_s = std::min(kFirstSteps * info_.max_time_step_s, info_.tick_s);
        while (!is_done()) {
            const double wall_s = seconds_since(begin);
            const bool is_enough = wall_s > limits_.wall_s && pieces_.size() >= kPieces;
            if (wall_s > limits_.long_wall_s || is_enough) break;
            if (world_.time_s() >= limits_.share * info_.duration_s) break;
            if (const auto stepped = step(piece_s); !stepped) return stepped;
            if (pieces_.empty() || pieces_.back().wall_s < kPiece_s) piece_s = info_.tick_s;
        }
        return {};
    }

    /// The later half of the trial stands for what is left: flows grow and still water wakes up.
    Cost cost() const {
        Cost cost = {.steps = double(world_.steps()), .wall_s = wall_s_};
        if (is_done() || pieces_.empty()) return cost;
        Piece sum;
        std::vector<double> step_walls_s;
        for (std::size_t k = pieces_.size() / 2; k < pieces_.size(); ++k) {
            sum.simulated_s += pieces_[k].simulated_s;
            sum.steps += pieces_[k].steps;
            step_walls_s.push_back(pieces_[k].wall_s / pieces_[k].steps);
        }
        const double steps = sum.steps / sum.simulated_s * left_s();
        cost.steps += steps;
        // The median: a piece that met another program says nothing about the others.
        cost.wall_s += steps * median(step_walls_s);
        return cost;
    }

private:
    struct Piece {
        double simulated_s = 0.0, wall_s = 0.0, steps = 0.0;
    };

    double left_s() const { return info_.duration_s - world_.time_s(); }
    bool is_done() const { return left_s() <= 1e-9 * info_.duration_s; }

    /// What a step would have taken on a machine that has nothing else to do. There each thread
    /// works for at least half of the time; a step that used less had to wait for other programs.
    double undisturbed_s(double wall_s, double used_s) const {
        if (info_.backend != "cpu" || info_.threads < 1) return wall_s;
        return std::min(wall_s, 2.0 * used_s / info_.threads);
    }

    Result<void> step(double seconds) {
        const double time_s = world_.time_s();
        const double used_s = processor_s();
        const Clock::time_point begin = Clock::now();
        const auto report =
            world_.run_to({.end_s = info_.duration_s,
                           .stop_s = std::min(world_.time_s() + seconds, info_.duration_s)});
        if (!report) return report.error();
        const double wall_s = undisturbed_s(seconds_since(begin), processor_s() - used_s);
        wall_s_ += wall_s;
        // With a fixed lattice step a short piece may have none.
        if (report.value().steps_now > 0)
            pieces_.push_back({.simulated_s = world_.time_s() - time_s,
                               .wall_s = wall_s,
                               .steps = double(report.value().steps_now)});
        return {};
    }

    World& world_;
    WorldInfo info_;
    TrialLimits limits_;
    std::vector<Piece> pieces_;
    double wall_s_ = 0.0;  ///< of all pieces
};

}  // namespace

double acting_bytes(double cells) {
    constexpr double kRoom = 3.5;
    return kRoom * double(sizeof(double)) * std::clamp(2.0 * cells, 0x1p17, 0x1p20);
}

Result<Cost> estimate_cost(World& world, const TrialLimits& limits) {
    Trial trial(world, limits);
    if (const auto ran = trial.run(); !ran) return ran.error();
    return trial.cost();
}

}  // namespace tarn::cli
