// What a person has chosen: edited by the panel and the keys, read by the picture.
#pragma once

#include "viewer/toys.hpp"
#include "viewer/water_state.hpp"
#include <tarn/render.hpp>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tarn::viewer {

/// How the water is touched.
struct Touch {
    Click click = Click::Drop;   ///< what a click puts into the water
    double radius_m = 0.3;       ///< of a finger; drops and bodies are twice as wide
    double depth_m = 0.1;        ///< of a finger
    double drop_height_m = 0.1;  ///< rise at the centre of a drop
};

/// A value that may replace the one of the scene.
template <class T>
struct Change {
    bool is_on = false;
    T value = {};
};

/// Changes to the scene that need a new world, and edges, which do not.
struct WaterChanges {
    Change<double> level_m;
    Change<int> cells_factor;  ///< times the coarsest grid of square cells
    Change<std::string> collision;
    std::array<std::optional<Boundary>, 4> edges;  ///< none: as the scene says
};

/// The smallest grid with the same shape as nx by ny (by nz, in space), and how many times that is
/// the grid.
struct CoarsestCells {
    int nx = 1, ny = 1, factor = 1;
    int nz = 1;
};
CoarsestCells coarsest_cells(int nx, int ny);
CoarsestCells coarsest_cells(const WorldInfo& info);

/// Sets one edge. Periodic edges come in pairs: the opposite one follows.
void choose_edge(WaterChanges& changes, Edge edge, Boundary boundary);

/// The changes as texts for WorldOptions::set.
std::vector<std::string> set_texts(const WaterChanges& changes, const WorldInfo& info);

/// Which of Settings::view_ranges a view has; none: it shows no numbers.
std::optional<std::size_t> range_index(ViewMode view);

/// That the plane across water in space stands across, in the view of speed.
enum class SliceAxis { X, Y, Z };

struct Settings {
    Recipe first;  ///< as the program was started: its options hold for every scene
    std::string scene = "pond";
    bool is_panel_shown = true, is_help_shown = false;
    bool is_paused = false;
    double speed = 1.0;
    bool follows_camera = false;  ///< the window, over open water
    Touch touch;
    WaterChanges water;
    LiveSettings live;  ///< of the water that runs; changes act at once
    Light light;
    Look look;
    ViewMode adopted_view = ViewMode::Shaded;   ///< that the scene began with
    ViewMode chosen_view = ViewMode::Shaded;    ///< by the person, for scenes without one
    std::array<Change<double>, 3> view_ranges;  ///< of level, speed, vorticity; off: by depth
    SliceAxis slice_axis = SliceAxis::Y;
    double slice_share = 0.5;   ///< of the way along its axis
    bool shows_forces = false;  ///< arrows at bodies
    Quality quality;
    double target_ms = 40.0;  ///< that a slow machine lowers the quality for; 0: never

    /// The world that is wanted.
    Recipe recipe(const WorldInfo& info) const;
    /// The look with the range that was chosen.
    Look look_with_range() const;
    /// The slider of cells stands where the grid is.
    void fit_cells(const WorldInfo& info);
    /// What fits a new scene: sizes, light and look of its own, no changes.
    void adopt(const WorldFacts& facts);
};

/// The next speed of the row 0.1, 0.2, 0.5, 1 ... 10.
double faster(double speed);
double slower(double speed);

}  // namespace tarn::viewer
