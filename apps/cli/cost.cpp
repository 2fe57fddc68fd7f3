#include "cost.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <optional>
#include <vector>

namespace tarn::cli {
namespace {

constexpr std::size_t kPieces = 8;  ///< at least, unless the long trial is over
constexpr double kPiece_s = 0.1;    ///< on the wall: longer ones do not grow further

using Clock = std::chrono::steady_clock;
using Span = SceneOutline::Span;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Time of the processor that this program has used, on all its threads.
double processor_s() {
    return double(std::clock()) / CLOCKS_PER_SEC;
}

/// Of values of which there is at least one.
double median(std::vector<double> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// How much of a stretch of time is within spans that may overlap.
double covered_s(std::vector<Span> spans, const Span& within) {
    std::ranges::sort(spans, {}, &Span::begin_s);
    double sum_s = 0.0, until_s = within.begin_s;
    for (const Span& span : spans) {
        const double begin_s = std::max(span.begin_s, until_s);
        const double end_s = std::min(span.end_s, within.end_s);
        if (end_s <= begin_s) continue;
        sum_s += end_s - begin_s;
        until_s = end_s;
    }
    return sum_s;
}

class Trial {
public:
    Trial(World& world, const TrialLimits& limits, std::span<const Span> pressed)
        : world_(world),
          info_(world.info()),
          limits_(limits),
          pressed_(pressed.begin(), pressed.end()) {}

    Result<void> run() {
        const Clock::time_point begin = Clock::now();
        // The first step also pays for memory that is touched for the first time.
        if (const auto stepped = step(info_.max_time_step_s); !stepped) return stepped;
        pieces_.clear();
        constexpr double kFirstSteps = 8.0;
        double piece_s = std::min(kFirstSteps * info_.max_time_step_s, info_.tick_s);
        while (!is_done()) {
            const double wall_s = seconds_since(begin);
            const bool is_enough =
                wall_s > limits_.wall_s && pieces_.size() >= kPieces && has_seen_what_is_left();
            if (wall_s > limits_.long_wall_s || is_enough) break;
            if (world_.time_s() >= limits_.share * info_.duration_s) break;
            if (const auto stepped = step(piece_s); !stepped) return stepped;
            if (pieces_.empty() || pieces_.back().wall_s < kPiece_s) piece_s = info_.tick_s;
        }
        return {};
    }

    /// The later half of the trial stands for what is left: flows grow and still water wakes up.
    /// Steps with something pressed in cost more, so those with and without it count apart.
    Cost cost() const {
        Cost cost = {.steps = double(world_.steps()), .wall_s = wall_s_};
        if (is_done() || pieces_.empty()) return cost;
        Piece sum;
        for (std::size_t k = pieces_.size() / 2; k < pieces_.size(); ++k) {
            sum.simulated_s += pieces_[k].simulated_s;
            sum.steps += pieces_[k].steps;
        }
        const double steps_per_s = sum.steps / sum.simulated_s;
        const double pressed_s = covered_s(pressed_, time_left());
        cost.steps += steps_per_s * left_s();
        cost.wall_s += steps_per_s * (pressed_s * step_wall_s(Kind::Pressed) +
                                      (left_s() - pressed_s) * step_wall_s(Kind::Free));
        if (const auto filling_s = filling_step_wall_s())
            cost.wall_s = wall_s_ + steps_per_s * left_s() * *filling_s;
        return cost;
    }

private:
    /// Whether a stir or a press acts on the water.
    enum class Kind { Free, Pressed };
    struct Piece {
        double simulated_s = 0.0, wall_s = 0.0, steps = 0.0;
        Kind kind = Kind::Free;
        double mass_kg = 0.0;  ///< of water in space, at the end of the piece
    };

    Span time_left() const { return {world_.time_s(), info_.duration_s}; }
    double left_s() const { return info_.duration_s - world_.time_s(); }
    bool has_seen(Kind kind) const {
        return std::ranges::any_of(pieces_, [=](const Piece& p) { return p.kind == kind; });
    }
    /// Of steps with something pressed in one cannot tell what those after it will cost.
    bool has_seen_what_is_left() const {
        return has_seen(Kind::Free) || covered_s(pressed_, time_left()) >= left_s();
    }

    /// Of a step of one kind, as late in the trial as there was one; else of any. The median: a
    /// piece that met another program says nothing about the others.
    double step_wall_s(Kind kind) const {
        std::vector<double> walls_s;
        for (const std::size_t first : {pieces_.size() / 2, std::size_t{0}}) {
            if (!walls_s.empty()) break;
            for (std::size_t k = first; k < pieces_.size(); ++k)
                if (pieces_[k].kind == kind || !has_seen(kind))
                    walls_s.push_back(pieces_[k].wall_s / pieces_[k].steps);
        }
        return median(std::move(walls_s));
    }

    /// Steps of water in space cost what there is of it. Where it comes in, a step of the mean of
    /// what is left of the run: a line through the pieces over their mass, at the mass that goes on
    /// to grow as it did, up to a full box. None: the mass stays much the same.
    std::optional<double> filling_step_wall_s() const {
        constexpr double kGrowth = 1.2, kDensity_kg_per_m3 = 1000.0;
        if (info_.height_m == 0.0 || pieces_.size() < kPieces) return {};
        const Piece &first = pieces_.front(), &last = pieces_.back();
        if (!(last.mass_kg > kGrowth * first.mass_kg)) return {};
        double simulated_s = 0.0, mass_sum = 0.0, wall_sum = 0.0, mass_mass = 0.0, mass_wall = 0.0;
        const double count = double(pieces_.size());
        for (const Piece& piece : pieces_) {
            const double step_s = piece.wall_s / piece.steps;
            simulated_s += piece.simulated_s;
            mass_sum += piece.mass_kg;
            wall_sum += step_s;
            mass_mass += piece.mass_kg * piece.mass_kg;
            mass_wall += piece.mass_kg * step_s;
        }
        const double slope =
            (count * mass_wall - mass_sum * wall_sum) / (count * mass_mass - mass_sum * mass_sum);
        if (!(slope > 0.0)) return {};
        const double full_kg =
            kDensity_kg_per_m3 * info_.size_m.x * info_.size_m.y * info_.height_m;
        const double rate = (last.mass_kg - first.mass_kg) / (simulated_s - first.simulated_s);
        const double mean_kg = std::min(full_kg, last.mass_kg + 0.5 * rate * left_s());
        return (wall_sum + slope * (count * mean_kg - mass_sum)) / count;
    }

    bool is_done() const { return left_s() <= 1e-9 * info_.duration_s; }

    /// What a step would have taken on a machine that has nothing else to do. There one thread
    /// works all the time, and each of several at least half of it; a step that used less had to
    /// wait for other programs.
    double undisturbed_s(double wall_s, double used_s) const {
        if (info_.backend != "cpu" || info_.threads < 1) return wall_s;
        return std::min(wall_s, (info_.threads == 1 ? 1.0 : 2.0) * used_s / info_.threads);
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
        const bool is_pressed = covered_s(pressed_, {time_s, world_.time_s()}) > 0.0;
        // With a fixed lattice step a short piece may have none.
        double mass_kg = 0.0;
        if (info_.height_m > 0.0)
            if (const auto now = world_.statistics()) mass_kg = now.value().mass.now_kg;
        if (report.value().steps_now > 0)
            pieces_.push_back({.simulated_s = world_.time_s() - time_s,
                               .wall_s = wall_s,
                               .steps = double(report.value().steps_now),
                               .kind = is_pressed ? Kind::Pressed : Kind::Free,
                               .mass_kg = mass_kg});
        return {};
    }

    World& world_;
    WorldInfo info_;
    TrialLimits limits_;
    std::vector<Span> pressed_;
    std::vector<Piece> pieces_;
    double wall_s_ = 0.0;  ///< of all pieces
};

}  // namespace

double acting_bytes(double cells) {
    constexpr double kRoom = 3.5;
    return kRoom * double(sizeof(double)) * std::clamp(2.0 * cells, 0x1p17, 0x1p20);
}

Result<Cost> estimate_cost(World& world, const TrialLimits& limits,
                           std::span<const SceneOutline::Span> pressed) {
    Trial trial(world, limits, pressed);
    if (const auto ran = trial.run(); !ran) return ran.error();
    return trial.cost();
}

}  // namespace tarn::cli
