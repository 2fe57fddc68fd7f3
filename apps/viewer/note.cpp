#include "viewer/note.hpp"

#include <algorithm>

namespace tarn::viewer {

void draw_note(const Note& note, Widgets& ui, std::vector<Action>& actions) {
    if (note.news.empty() && note.trouble.empty()) return;
    const float letter = ImGui::GetFontSize(), margin = 0.6f * letter;
    const float free_width = ImGui::GetIO().DisplaySize.x - note.left - 2.0f * margin;
    // Beside the panel where there is room, else over it.
    const float left = free_width > 12.0f * letter ? note.left + margin : margin;
    ImGui::SetNextWindowPos(ImVec2(left, margin));
    ImGuiWindowFlags flags =
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
        ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize;
    if (!note.is_stopped) flags |= ImGuiWindowFlags_NoInputs;  // the water below can be touched
    if (ImGui::Begin("note", nullptr, flags)) {
        ImGui::PushTextWrapPos(std::clamp(free_width, 12.0f * letter, 40.0f * letter));
        if (!note.trouble.empty()) {
            ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(1.0f, 0.72f, 0.35f, 1.0f));
            ImGui::TextUnformatted(note.trouble.c_str());
            ImGui::PopStyleColor();
        }
        if (!note.news.empty()) ImGui::TextUnformatted(note.news.c_str());
        ImGui::PopTextWrapPos();
        if (note.is_stopped && ui.button("Reset the water", "Starts the scene again."))
            actions.push_back(Action::Reset);
    }
    ImGui::End();
}

}  // namespace tarn::viewer
