// Panel: how the water is touched, and what it is made of.
#include "viewer/panel.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::viewer {
namespace {

constexpr const char* kUnknown = "as the scene";  ///< for values that a world does not tell

/// A tick that says that the scene's value is replaced; the control after it is grey without.
class Replacing {
public:
    Replacing(PanelView& view, const char* label, bool& is_on) {
        view.ui.toggle((std::string("##") + label).c_str(), is_on,
                       "Replace the scene's value when applied.");
        ImGui::SameLine();
        ImGui::BeginDisabled(!is_on);
    }
    ~Replacing() { ImGui::EndDisabled(); }
    Replacing(const Replacing&) = delete;
    Replacing& operator=(const Replacing&) = delete;
};

void draw_edges(PanelView& view) {
    constexpr const char* kLabels[] = {"West edge", "East edge", "South edge", "North edge"};
    WaterChanges& water = view.settings.water;
    for (std::size_t k = 0; k < 4; ++k) {
        int chosen = water.edges[k] ? int(*water.edges[k]) : -1;
        if (!view.ui.list(kLabels[k], chosen, kBoundaryNames,
                          "At once: wall (water sticks), slip (water glides along), periodic "
                          "(leaves here, enters opposite; both edges of the pair), open (waves "
                          "leave), outflow (water leaves, none comes in).",
                          kUnknown))
            continue;
        choose_edge(water, Edge(k), Boundary(chosen));
        view.simulation.send(SetBoundary{Edge(k), Boundary(chosen)});
    }
}

void draw_level(PanelView& view) {
    WaterChanges& water = view.settings.water;
    const Replacing row(view, "level", water.level_m.is_on);
    const double high_m = std::max(2.0, 4.0 * view.info().reference_depth_m);
    view.ui.slider("Depth", water.level_m.value, {0.01, high_m, "%.3g m", true},
                   "Depth of the still water in metres, above the bed.");
}

void draw_cells(PanelView& view) {
    WaterChanges& water = view.settings.water;
    const Replacing row(view, "cells", water.cells_factor.is_on);
    const CoarsestCells c = coarsest_cells(view.info());
    const bool is_in_space = view.state.facts->is_in_space();
    const int most_cells = is_in_space ? 256 : 2048;  // along a side
    const int most = std::max({1, most_cells / std::max({c.nx, c.ny, c.nz}), c.factor});
    const int factor = water.cells_factor.value;
    std::string text = std::to_string(c.nx * factor) + " x " + std::to_string(c.ny * factor);
    if (is_in_space) text += " x " + std::to_string(c.nz * factor);
    view.ui.whole_slider("Cells", water.cells_factor.value, 1, most, text.c_str(),
                         is_in_space
                             ? "Cells along x, y and z. Finer water costs more: half the cell, "
                               "sixteen times the work."
                             : "Cells along x and y. Finer water costs more: half the cell, eight "
                               "times the work.");
}

/// Levels and discharges that the scene leads in, held where someone moves them.
void draw_inflows(PanelView& view) {
    constexpr const char* kLabels[] = {"Inflow west", "Inflow east", "Inflow south",
                                       "Inflow north"};
    const WorldInfo& info = view.info();
    for (const InflowInfo& inflow : info.inflows) {
        const auto e = std::size_t(inflow.edge);
        std::optional<double>& held = view.settings.live.inflow[e];
        double value = held.value_or(inflow.value);
        const double depth_m = std::max(info.reference_depth_m, 1e-3);
        const double most = 4.0 * std::max(std::abs(inflow.value), 1e-3);
        const bool is_moved =
            inflow.is_level
                ? view.ui.slider(kLabels[e], value,
                                 {inflow.value - depth_m, inflow.value + 2.0 * depth_m, "%.3g m"},
                                 "At once: the level beyond this edge in m, held from now on.")
                : view.ui.slider(kLabels[e], value, {0.0, most, "%.3g m3/s"},
                                 "At once: water that comes in through this edge in m3/s, held "
                                 "from now on.");
        if (is_moved) held = value;
    }
}

/// Wind and rain, which are for water that is seen from above.
void draw_weather(PanelView& view) {
    LiveSettings& live = view.settings.live;
    view.ui.slider("Wind east", live.wind_m_per_s.x, {-30.0, 30.0, "%.1f m/s"},
                   "At once: wind towards the east in m/s, 10 m above the water.");
    view.ui.slider("Wind north", live.wind_m_per_s.y, {-30.0, 30.0, "%.1f m/s"},
                   "At once: wind towards the north in m/s, 10 m above the water.");
    view.ui.slider("Rain", live.rain_mm_per_h, {0.0, 1000.0, "%.0f mm/h", true},
                   "At once: rain rate in mm/h, mean over the water. 10 is heavy rain.");
}

/// What acts on the running water at once.
void draw_live(PanelView& view) {
    LiveSettings& live = view.settings.live;
    const LiveSettings before = live;
    if (!view.state.facts->is_in_space()) draw_weather(view);
    view.ui.slider("Viscosity", live.viscosity_m2_per_s, {1e-6, 1.0, "%.2g m2/s", true},
                   "At once: kinematic viscosity in m2/s. Water has 1e-6, honey about 0.01; what "
                   "the grid cannot carry is raised.");
    draw_inflows(view);
    if (live != before) view.simulation.send(SetLive{live});
}

void draw_collision(PanelView& view) {
    Change<std::string>& collision = view.settings.water.collision;
    const Replacing row(view, "collision", collision.is_on);
    std::vector<const char*> names;
    int chosen = -1;
    for (const SceneInfo& c : view.collisions) {
        if (c.name == collision.value) chosen = int(names.size());
        names.push_back(c.name.c_str());
    }
    if (view.ui.list("Collision", chosen, names,
                     "How the lattice relaxes: limited bears most, bgk is the plainest.",
                     collision.value.c_str()))
        collision.value = names[std::size_t(chosen)];
}

}  // namespace

void draw_touch_section(PanelView& view) {
    if (!view.ui.section("Touch", "How the mouse touches the water.", true)) return;
    const double extent_m = std::max(view.info().size_m.x, view.info().size_m.y);
    const double depth_m = std::max(view.info().reference_depth_m, 1e-3);
    Touch& touch = view.settings.touch;
    view.ui.choice("Click", touch.click, kClickNames,
                   "What a click puts into the water. A scene without bodies begins again when the "
                   "first one falls in.");
    view.ui.slider("Radius", touch.radius_m, {0.002 * extent_m, 0.2 * extent_m, "%.3g m", true},
                   "Radius of the finger in metres; drops and bodies are twice as wide.");
    if (view.state.facts->is_in_space()) return;  // fingers and drops are for the other water
    view.ui.slider("Finger depth", touch.depth_m, {0.0, depth_m, "%.3g m"},
                   "How far the finger is pressed into the surface, in metres.");
    view.ui.slider("Drop height", touch.drop_height_m, {-depth_m, 2.0 * depth_m, "%.3g m"},
                   "Rise of the water at the centre of a drop, in metres; negative takes water.");
}

void draw_water_section(PanelView& view) {
    if (!view.ui.section("Water", "What acts at once, and what needs a new start of the scene.",
                         false))
        return;
    // Edges and level are those of water that is seen from above, and so are the collisions listed.
    const bool is_in_space = view.state.facts->is_in_space();
    if (!is_in_space) draw_edges(view);
    draw_live(view);
    ImGui::Spacing();
    ImGui::TextDisabled("Tick to replace what the scene says");
    if (!is_in_space) draw_level(view);
    draw_cells(view);
    if (!is_in_space) draw_collision(view);
    if (view.ui.button("Apply and restart",
                       "Starts the scene again with these values; without ticks as it was.", -1.0f))
        view.simulation.send(Load{view.settings.recipe(view.info())});
}

}  // namespace tarn::viewer
