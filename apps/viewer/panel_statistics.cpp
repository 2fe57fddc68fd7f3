// Panel: how picture and water are doing.
#include "viewer/panel.hpp"

#include <cstdio>

namespace tarn::viewer {
namespace {

template <class... Values>
std::string text_of(const char* format, Values... values) {
    char text[96];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

/// Part of the water that is not accounted for.
double imbalance(const MassReport& m) {
    const double wrong_kg = m.now_kg - (m.initial_kg + m.added_kg - m.removed_kg);
    return m.initial_kg > 0.0 ? wrong_kg / m.initial_kg : 0.0;
}

}  // namespace

void draw_statistics_section(PanelView& view) {
    if (!view.ui.section("Statistics", "How picture and water are doing.", true)) return;
    const Vitals& vitals = view.state.vitals;
    const WorldInfo& info = view.info();
    const double fps = view.picture_ms > 0.0 ? 1000.0 / view.picture_ms : 0.0;
    view.ui.line("picture", text_of("%.1f ms, %.0f per s", view.picture_ms, fps),
                 ("Time from one picture to the next, and pictures per second. Drawn by " +
                  view.renderer.device + ".")
                     .c_str());
    view.ui.line("time", text_of("%.2f s", view.state.time_s),
                 "Seconds of the water since its start.");
    view.ui.line("real time", text_of("%.2f x", vitals.rates.real_time_share),
                 "Simulated seconds per second on the wall.");
    view.ui.line("lattice steps", text_of("%.0f per s", vitals.rates.steps_per_s),
                 "Steps of the lattice per second on the wall.");
    view.ui.line("updates", text_of("%.1f MLUPS", vitals.rates.mlups),
                 "Million cells updated per second.");
    const bool is_in_space = view.state.facts->is_in_space();
    view.ui.line("cells",
                 is_in_space
                     ? text_of("%d x %d x %d of %.3g m", info.nx, info.ny, info.nz, info.cell_m)
                     : text_of("%d x %d of %.3g m", info.nx, info.ny, info.cell_m),
                 (std::string(is_in_space ? "Cells along x, y and z" : "Cells along x and y") +
                  ", and their size. Computed by " + info.device + " (" + info.backend + ").")
                     .c_str());
    view.ui.line("mass balance", text_of("%.1e", imbalance(vitals.statistics.mass)),
                 "Water that is not accounted for, as a part of all; rounding alone.");
    view.ui.line("max speed", text_of("%.3g m/s", vitals.statistics.max_speed_m_per_s),
                 "Of the water, anywhere.");
}

}  // namespace tarn::viewer
