#include "measure_timing.hpp"

#include "../fit.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>

namespace tarn::cli::reproduce {
namespace {

using Clock = std::chrono::steady_clock;

Result<double> read_ms(const World& world) {
    const Clock::time_point begin = Clock::now();
    for (const char* name : {"level", "u", "v"})
        if (const auto view = world.field(name); !view) return view.error();
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

Result<TimingRow> time_grid(int cells, int repeats) {
    Experiment e{.nx = cells, .ny = cells, .collision = "auto"};
    e.drop = CentreDrop{.radius_m = 0.1 * kSide_m, .height_m = 0.2 * kStillDepth_m};
    auto world = make_world(e);
    if (!world) return world.error();
    // About 2 million updates a piece: long against the clock's grain, short against the machine's
    // moods. The first piece warms up.
    const int steps = std::max(10, 2'000'000 / (cells * cells));
    std::vector<double> step_ms, reading_ms;
    for (int k = 0; k <= repeats; ++k) {
        const auto report = world.value().step(steps * e.step_s());
        if (!report) return report.error();
        const auto reading = read_ms(world.value());
        if (!reading) return reading.error();
        if (k == 0) continue;
        step_ms.push_back(1e3 * report.value().wall.total_s / report.value().steps_now);
        reading_ms.push_back(reading.value());
    }
    return TimingRow{cells, median(step_ms), median(reading_ms)};
}

}  // namespace

Result<std::vector<TimingRow>> measure_timing(int repeats, const Watch& watch) {
    std::vector<TimingRow> rows;
    for (const PaperTiming& paper : kPaperTimings) {
        const double share = double(rows.size()) / double(std::size(kPaperTimings));
        if (!watch(share, std::to_string(paper.cells) + " cells")) return rows;
        const auto row = time_grid(paper.cells, repeats);
        if (!row) return row.error();
        rows.push_back(row.value());
    }
    watch(1.0, "");
    return rows;
}

}  // namespace tarn::cli::reproduce
