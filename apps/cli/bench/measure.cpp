#include "measure.hpp"

#include "common.hpp"
#include <tarn/machine.hpp>
#include <tarn/world.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tarn::cli {
namespace {

constexpr int kProofSteps = 32;
constexpr int kPieces = 11;
constexpr double kPiece_s = 0.03;         ///< wall time of a piece, at least
constexpr double kSampleEvery_s = 0.016;  ///< simulated time between samples

/// Runs about `steps` lattice steps; sampled scenes in whole intervals.
Result<StepReport> run_steps(World& world, const BenchCase& c, int steps) {
    const double step_s = world.info().max_time_step_s;
    if (!c.is_sampled()) return world.step(steps * step_s);
    std::vector<Vec2> points;
    for (const ProbeInfo& probe : world.info().probes) points.push_back(probe.at_m);
    std::vector<Sample> samples;
    const int intervals = std::max(1, int(std::lround(steps * step_s / kSampleEvery_s)));
    return world.step_and_sample(kSampleEvery_s, intervals, points, samples);
}

/// Wall seconds per lattice step: several pieces after a warm-up.
Result<std::vector<double>> time_pieces(World& world, const BenchCase& c, int pieces, int steps) {
    std::vector<double> seconds;
    for (int k = 0; k < pieces && !was_interrupted(); ++k) {
        const auto report = run_steps(world, c, steps);
        if (!report) return report.error();
        seconds.push_back(report.value().wall.total_s / report.value().steps_now);
    }
    return seconds;
}

Result<std::vector<double>> time_steps(World& world, const BenchCase& c) {
    // What a collapse costs changes as it goes: it is timed over fixed steps.
    if (const int first = c.first_timed_step(); first > 0) {
        if (auto lead = run_steps(world, c, first - kProofSteps); !lead) return lead.error();
        return time_pieces(world, c, 8, 64);
    }
    auto warm = run_steps(world, c, 8);
    if (!warm) return warm.error();
    const double guess_s = warm.value().wall.total_s / warm.value().steps_now;
    int count = std::clamp(int(std::ceil(kPiece_s / guess_s)), 2, 4000);
    if (warm = run_steps(world, c, count); !warm) return warm.error();
    const double better_s = warm.value().wall.total_s / warm.value().steps_now;
    count = std::clamp(int(std::ceil(kPiece_s / better_s)), 2, 100000);
    return time_pieces(world, c, kPieces, count);
}

double bandwidth(const BenchCase& c, const WorldOptions& options) {
    if (c.is_on_gpu())
        return measure_gpu_copy_bytes_per_s(std::max(options.device, 0), std::size_t{4} << 30);
    return measure_triad_bytes_per_s(options.threads, std::size_t{384} << 20);
}

BenchRow row_of(const BenchCase& c, Timing step_s, double bytes_per_s, double simulated_s) {
    const double updates_per_s = c.cell_count() / step_s.median;
    BenchRow row;
    row.name = c.name();
    row.value = updates_per_s * (c.is_on_gpu() ? 1e-9 : 1e-6);
    row.unit = std::string(c.is_on_gpu() ? "G" : "M") +
               (c.scheme == "fv" || c.is_stable() ? "cell/s" : "LUPS");
    row.spread = step_s.spread;
    row.bytes_per_cell = c.bytes_per_cell();
    if (bytes_per_s > 0.0) row.of_peak = updates_per_s * row.bytes_per_cell / bytes_per_s;
    row.same_water = c.water();
    char note[96];
    std::snprintf(note, sizeof note, "%.4f ms/step, %.1f x real time, %.1f GB/s",
                  1e3 * step_s.median, simulated_s / step_s.median, 1e-9 * bytes_per_s);
    row.note = note;
    return row;
}

}  // namespace

Result<BenchRow> measure(const BenchCase& c, const MeasureOptions& how) {
    WorldOptions options;
    options.threads = c.threads > 0 ? c.threads : how.threads;
    options.device = how.device;
    options.backend = c.is_on_gpu() ? Backend::Cuda : Backend::Cpu;
    if (!parse_isa(c.isa, options.isa))
        return Error{ErrorCode::InvalidArgument,
                     "\"" + c.isa + "\" is no instruction set; use base, avx2 or avx512"};
    const double before = bandwidth(c, options);
    auto world = World::from_json(c.scene_json(), ".", options);
    if (!world) return world.error();
    // The checksum is of a fixed number of steps, the timing of as many as it takes.
    const auto proof = world.value().step(kProofSteps * world.value().info().max_time_step_s);
    if (!proof) return proof.error();
    const auto checksum = world.value().checksum();
    if (!checksum) return checksum.error();
    const auto seconds = time_steps(world.value(), c);
    if (!seconds) return seconds.error();
    if (seconds.value().empty()) return Error{ErrorCode::InvalidArgument, "interrupted"};

    // Before and after: the bandwidth of a virtual machine changes from one second to the next.
    const double bytes_per_s = 0.5 * (before + bandwidth(c, options));
    BenchRow row =
        row_of(c, timing_of(seconds.value()), bytes_per_s, world.value().info().time_step_s);
    row.checksum = checksum_text(checksum.value());
    return row;
}

}  // namespace tarn::cli
