#include "measure_speed.hpp"

#include "../fit.hpp"
#include "io/number_text.hpp"
#include "ring_theory.hpp"

#include <cmath>
#include <numbers>

namespace tarn::cli::reproduce {
namespace {

/// The wave sloshes between two walls; the other edges are periodic, as if the pond went on.
Result<double> seiche_speed(int cells) {
    Experiment e{.nx = cells, .ny = kRowsOfPlaneWave, .precision = "double", .y_edges = "periodic"};
    e.level = io::shortest_text(kSmallWave_m) + "*cos(pi*x/" + io::shortest_text(kSide_m) + ")";
    const int period = int(std::lround(2.0 * cells / e.courant));
    const auto samples = record_cosine(e, 1, 2 * period);
    if (!samples) return samples.error();
    // The start lacks the wave's own stress; the ripple of that is gone after an eighth of a
    // period.
    const auto settled = std::span(samples.value()).subspan(std::size_t(period / 8));
    const double turn = fit_oscillation(settled, period / 4).turn;
    return turn * cells / (std::numbers::pi * e.courant);
}

/// Distance of the ring's crest from the centre in cells, along +x; 0 while it is nearer than
/// `nearest` cells.
double crest_radius(const FieldView& level, int nearest) {
    const int middle = level.ny / 2;  // half a cell north of the centre when ny is even
    const float* row = level.data + middle * level.row_stride;
    const double centre = 0.5 * (level.nx - 1), aside = middle - centre;
    const int first = int(std::lround(centre)) + nearest;
    int crest = first;
    for (int i = first; i < level.nx; ++i)
        if (row[i] > row[crest]) crest = i;
    if (crest == first || crest + 1 >= level.nx) return 0.0;
    const double along =
        crest - centre +
        crest_offset(double(row[crest - 1]), double(row[crest]), double(row[crest + 1]));
    return std::hypot(along, aside);
}

Result<double> ring_speed(int cells) {
    Experiment e{.nx = cells, .ny = cells};
    e.drop = CentreDrop{.radius_m = kRingRadius_m, .height_m = kRingHeight_m};
    auto world = make_world(e);
    if (!world) return world.error();
    std::vector<double> steps, radii;
    const int last_step = int(0.5 * cells / e.courant);
    for (int k = 1; k <= last_step; ++k) {
        if (const auto stepped = world.value().step(e.step_s()); !stepped) return stepped.error();
        const auto level = world.value().field("level");
        if (!level) return level.error();
        const double radius = crest_radius(level.value(), int(0.15 * cells));
        if (radius < kRingFirst * cells) continue;
        if (radius > kRingLast * cells) break;
        steps.push_back(k);
        radii.push_back(radius);
    }
    return fit_slope(steps, radii) / e.courant;
}

RingTheory ring_theory() {
    return RingTheory(kRingRadius_m / kSide_m, {kRingFirst, kRingLast});
}

/// Plane waves on BGK see (tau - 1/2)(1 - c*^2) cells^2 per step; here in sides and wave speeds.
double wave_viscosity(int cells) {
    const Experiment e{.nx = cells};
    return (e.tau - 0.5) * (1.0 - e.courant * e.courant) / (e.courant * cells);
}

}  // namespace

Result<std::vector<SpeedRow>> measure_speed(std::span<const int> cell_counts, const Watch& watch) {
    std::vector<SpeedRow> rows;
    const RingTheory theory = ring_theory();
    double work = 0.0, done = 0.0;
    for (const int cells : cell_counts) work += double(cells) * cells * cells;
    for (const int cells : cell_counts) {
        if (!watch(done / work, std::to_string(cells) + " cells")) return rows;
        const auto seiche = seiche_speed(cells);
        if (!seiche) return seiche.error();
        const auto ring = ring_speed(cells);
        if (!ring) return ring.error();
        rows.push_back({.cells = cells,
                        .seiche_speed = seiche.value(),
                        .ring_speed = ring.value(),
                        .ring_theory = theory.crest_speed(wave_viscosity(cells))});
        done += double(cells) * cells * cells;
    }
    watch(1.0, "");
    return rows;
}

double convergence_order(std::span<const SpeedRow> rows) {
    std::vector<double> size, error;
    for (const SpeedRow& row : rows) {
        size.push_back(std::log(row.cells));
        error.push_back(std::log(std::abs(1.0 - row.seiche_speed)));
    }
    return -fit_slope(size, error);
}

double ring_speed_limit() {
    return ring_theory().crest_speed(0.0);
}

}  // namespace tarn::cli::reproduce
