// The panel: every choice a person has, and how the water is doing.
#pragma once

#include "viewer/bindings.hpp"
#include "viewer/settings.hpp"
#include "viewer/simulation.hpp"
#include "viewer/widgets.hpp"
#include <tarn/scene.hpp>

#include <string>
#include <vector>

namespace tarn::viewer {

/// What the panel shows and changes. What it cannot do itself it asks for in `actions`.
struct PanelView {
    Widgets& ui;
    Settings& settings;
    Simulation& simulation;
    const WaterState& state;
    Cameras& cameras;
    const std::vector<SceneInfo>& scenes;
    const std::vector<SceneInfo>& collisions;
    const RendererInfo& renderer;
    double picture_ms = 0.0;
    bool is_recording = false;
    double own_range = 0.0;  ///< upper end of the colours of a view without a choice
    bool& has_new_quality;
    std::vector<Action>& actions;

    const WorldInfo& info() const { return state.facts->info; }
};

/// Trouble and news are told over the picture (note.hpp), so that no control moves for them.
/// At the left edge, at most as high as the window.
void draw_panel(PanelView& view);
/// Where it ends, in units of the window.
float panel_right();

/// Loads a scene by name, without changes.
void choose_scene(Settings& settings, Simulation& simulation, const std::string& name);

// The sections, in the files panel_*.cpp.
void draw_touch_section(PanelView& view);
void draw_water_section(PanelView& view);
void draw_light_section(PanelView& view);
void draw_look_section(PanelView& view);
void draw_quality_section(PanelView& view);
void draw_statistics_section(PanelView& view);

}  // namespace tarn::viewer
