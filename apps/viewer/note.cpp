#include "viewer/note.hpp"

#include <imgui.h>

namespace tarn::viewer {

void draw_note(const std::string& text) {
    const float letter = ImGui::GetFontSize();
    ImGui::SetNextWindowPos(ImVec2(0.6f * letter, 0.6f * letter));
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_AlwaysAutoResize;
    if (ImGui::Begin("note", nullptr, kFlags)) {
        ImGui::PushTextWrapPos(30.0f * letter);
        ImGui::TextUnformatted(text.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
}

}  // namespace tarn::viewer
