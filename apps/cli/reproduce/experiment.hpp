// Water to measure: described by numbers, run through the public door of Tarn, watched on the way.
#pragma once

#include <tarn/world.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tarn::cli::reproduce {

/// Told how far a measurement is (share from 0 to 1, and what is on); answers whether to go on.
/// When it says no, the measurement returns what it has.
using Watch = std::function<bool(double share, const std::string& note)>;

inline constexpr double kGravity_m_per_s2 = 9.81;
inline constexpr double kSide_m = 5.0;        ///< along x, however many cells there are
inline constexpr double kStillDepth_m = 0.5;  ///< h0
inline constexpr double kSmallWave_m = 5e-4;  ///< a thousandth of h0: non-linear effects are 1e-6
inline constexpr int kRowsOfPlaneWave = 4;    ///< a wave along x needs no width; 3 is the least

/// What falls into the middle of the water at the start.
struct CentreDrop {
    double radius_m = 0.0;
    double height_m = 0.0;
    const char* shape = "smooth";
};

/// The bed lies at -h0, so the level is what stands above still water, with all digits of a float.
struct Experiment {
    int nx = 0, ny = 0;
    double tau = 0.77;
    double courant = 0.3;  ///< c* = sqrt(g h0) dt/dx
    std::string collision = "bgk";
    std::string precision = "float";
    const char* x_edges = "wall";
    const char* y_edges = "wall";
    std::string level = "0";  ///< expression in x and y, m
    std::optional<CentreDrop> drop = {};

    double cell_m() const { return kSide_m / nx; }
    double step_s() const;
    std::string scene_text() const;
};

Result<World> make_world(const Experiment& experiment);

/// Amplitude of cos(pi half_waves x/width) in the level, after each lattice step from 0 to `steps`.
Result<std::vector<double>> record_cosine(const Experiment& experiment, int half_waves, int steps);

}  // namespace tarn::cli::reproduce
