// What tarn bench measures. A case has a name, scheme/scene/NXxNY/precision/backend, in space
// NXxNYxNZ, and the name is enough to measure it again: the scene part may carry a collision
// (pond+bgk) and how the CPU is used (pond@avx2, pond@1t for one thread).
#pragma once

#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tarn::cli {

struct BenchCase {
    std::string scheme = "d2q9";
    std::string scene = "pond";
    std::string collision = "auto";
    std::string isa = "auto";
    int threads = 0;  ///< 0: as the command says
    int nx = 0, ny = 0;
    int nz = 0;  ///< 0: shallow water
    std::string precision = "float";
    std::string backend = "cpu";

    std::string name() const;
    /// What a row computes, whoever computes it: its name without how and where.
    std::string water() const;
    /// The scene as `World::from_json` takes it.
    std::string scene_json() const;
    /// Bytes that a step moves per cell, at least: in d2q9 nine populations read and nine written,
    /// and over a bed one depth read, one written, and the bed.
    double bytes_per_cell() const;
    bool has_bed() const { return scene == "bed" || scene == "coast" || scene == "lake"; }
    bool is_stable() const { return scheme == "mac" || scheme == "track"; }
    bool is_in_space() const { return scheme == "d3q19" || is_stable(); }
    /// The step from which a collapse or a jet is timed; 0 for scenes that go on alike.
    int first_timed_step() const {
        return scene == "dam" ? 2 * nx : scene == "splash" ? 10 * nx : scene == "pour" ? 3 * nx : 0;
    }
    double cell_count() const { return double(nx) * ny * (is_in_space() ? nz : 1); }
    bool is_on_gpu() const { return backend == "cuda"; }
    /// A scene that is sampled on the way, in place of a free run.
    bool is_sampled() const { return scene == "rain" || scene == "rain-probes"; }
};

/// Scenes that have bench rows, with a word about each.
struct BenchScene {
    const char* name;
    const char* about;
};
const std::vector<BenchScene>& bench_scenes();

/// The rows of a plain `tarn bench` for a backend: growth with cells, then what else matters.
std::vector<BenchCase> default_cases(const std::string& backend);

/// A case from its whole name, or nothing.
std::optional<BenchCase> parse_case(const std::string& name);

}  // namespace tarn::cli
