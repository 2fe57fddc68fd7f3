// TRACK's scene, a pipe into a box of 32 cells cubed: how many cells are water and surface, and how
// many steps and pictures there are per second.
#pragma once

#include "experiment.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::cli::reproduce {

/// As printed in table 1: the count of water cells at which our rows are measured, too.
inline constexpr int kTrackWaterCells = 2449;

/// What is drawn of the water: all of its cells, those at its surface, or the surface itself.
inline constexpr int kTrackViews = 3;

struct TrackPlan {
    int most_steps = 0;  ///< at most so many until the water is as much as in the paper
    int timed_steps = 0;
    int pictures = 0;  ///< of each view
};

struct TrackRow {
    std::string scheme;
    double time_s = 0.0, step_s = 0.0;
    double water_cells = 0.0, surface_cells = 0.0;
    int surface_cells_by_listing = 0;  ///< by the 22 neighbours that the paper's listing looks at
    double steps_per_s = 0.0;          ///< without pictures
    /// A step and a picture of it, with all cells of water, with those at the surface, with the
    /// smooth surface. None: nothing draws here.
    std::array<std::optional<double>, kTrackViews> frames_per_s = {};
    std::array<std::string, kTrackViews> pngs = {};  ///< of the first row alone
};

struct TrackRows {
    std::vector<TrackRow> rows;
    std::string drawn_by;  ///< or why nothing is drawn
};

Result<TrackRows> measure_track(std::span<const std::string_view> schemes, const TrackPlan& plan,
                                const Watch& watch);

}  // namespace tarn::cli::reproduce
