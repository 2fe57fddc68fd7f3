#include "viewer/panel.hpp"

#include <algorithm>

namespace tarn::viewer {
namespace {

constexpr float kWidth_letters = 24.0f;  ///< of the panel, in heights of the font

void ask_if(bool is_clicked, Action action, PanelView& view) {
    if (is_clicked) view.actions.push_back(action);
}

/// Three buttons share a row.
float third() {
    const float gaps = 2.0f * ImGui::GetStyle().ItemSpacing.x;
    return std::max(1.0f, (ImGui::GetContentRegionAvail().x - gaps) / 3.0f);
}

void draw_scenes(PanelView& view) {
    std::vector<const char*> names;
    int chosen = -1;
    for (const SceneInfo& scene : view.scenes) {
        if (scene.name == view.settings.scene) chosen = int(names.size());
        names.push_back(scene.name.c_str());
    }
    if (view.ui.list("Scene", chosen, names,
                     "What is simulated. Keys 1 to 9. Changes below are for one scene and end when "
                     "another is chosen.",
                     view.settings.scene.c_str()))
        choose_scene(view.settings, view.simulation, names[std::size_t(chosen)]);
    if (!view.info().about.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
        ImGui::TextWrapped("%s", view.info().about.c_str());
        ImGui::PopStyleColor();
    }
}

void draw_time(PanelView& view) {
    const float width = third();
    ask_if(view.ui.button(view.settings.is_paused ? "Go on" : "Pause",
                          "Stops the time of the water, and lets it go on. Space.", width),
           Action::Pause, view);
    ImGui::SameLine();
    ask_if(view.ui.button("Step", "One step of 1/60 s of the water's time. Key . or N.", width),
           Action::StepOnce, view);
    ImGui::SameLine();
    ask_if(view.ui.button("Reset", "The scene from its start, with the changes below. R.", width),
           Action::Reset, view);
    if (view.ui.slider("Speed", view.settings.speed, {kSlowest, kFastest, "%.2f x", true},
                       "Seconds of the water per second on the wall, 0.1 to 10. Keys + and -."))
        view.simulation.send(SetSpeed{view.settings.speed});
}

void draw_files(PanelView& view) {
    const float width = third();
    ask_if(view.ui.button(
               "Screenshot",
               "The picture without the panel, as a PNG file in the current folder. F12.", width),
           Action::Screenshot, view);
    ImGui::SameLine();
    ask_if(view.ui.button(view.is_recording ? "End" : "Record",
                          "A film of the picture, 30 per second, as an MP4 file in the current "
                          "folder. F9 or Ctrl+R.",
                          width),
           Action::Record, view);
    ImGui::SameLine();
    ask_if(view.ui.button("Help", "All keys and gestures. H or F1.", width), Action::Help, view);
}

}  // namespace

void choose_scene(Settings& settings, Simulation& simulation, const std::string& name) {
    settings.scene = name;
    settings.water = {};
    simulation.send(Load{settings.recipe({})});
}

float panel_right() {
    const float letter = ImGui::GetFontSize(), margin = 0.6f * letter;
    return std::min(margin + kWidth_letters * letter, ImGui::GetIO().DisplaySize.x - margin);
}

void draw_panel(PanelView& view) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = 0.6f * ImGui::GetFontSize();
    const float width = std::max(1.0f, panel_right() - margin);
    ImGui::SetNextWindowPos(ImVec2(margin, margin));
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 1.0f),
                                        ImVec2(width, std::max(display.y - 2.0f * margin, 1.0f)));
    constexpr ImGuiWindowFlags kFlags =
        ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize;
    if (ImGui::Begin("panel", nullptr, kFlags)) {
        draw_scenes(view);
        draw_time(view);
        draw_files(view);
        ImGui::Separator();
        draw_touch_section(view);
        draw_water_section(view);
        draw_light_section(view);
        draw_look_section(view);
        draw_quality_section(view);
        draw_statistics_section(view);
        ImGui::TextDisabled("Tab hides this panel, H shows all keys.");
        ImGui::TextDisabled("Ctrl+click on a slider types a number.");
    }
    ImGui::End();
}

}  // namespace tarn::viewer
