#include "viewer/help.hpp"

#include "viewer/bindings.hpp"

#include <algorithm>
#include <imgui.h>

namespace tarn::viewer {
namespace {

/// Of the column of keys, the same in all groups.
float keys_width(const std::vector<HelpRow>& rows) {
    float width = 0.0f;
    for (const HelpRow& row : rows)
        width = std::max(width, ImGui::CalcTextSize(row.keys.c_str()).x);
    return width + ImGui::GetFontSize();
}

void draw_group(const char* group, const std::vector<HelpRow>& rows) {
    ImGui::Spacing();
    ImGui::TextColored(ImVec4(0.45f, 0.75f, 1.0f, 1.0f), "%s", group);
    if (!ImGui::BeginTable(group, 2, ImGuiTableFlags_SizingFixedFit)) return;
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, keys_width(rows));
    for (const HelpRow& row : rows) {
        if (row.group != group) continue;
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(row.keys.c_str());
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", row.text.c_str());
    }
    ImGui::EndTable();
}

}  // namespace

void draw_help(bool& is_shown, float left) {
    if (!is_shown) return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    constexpr float kWidth_letters = 40.0f;
    if (display.x - left < kWidth_letters * ImGui::GetFontSize()) left = 0.0f;
    ImGui::SetNextWindowPos(ImVec2(0.5f * (left + display.x), 0.5f * display.y), ImGuiCond_Always,
                            ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSizeConstraints(
        ImVec2(1.0f, 1.0f), ImVec2(std::max(1.0f, display.x), std::max(1.0f, 0.96f * display.y)));
    ImGui::SetNextWindowBgAlpha(0.96f);
    if (ImGui::Begin("Keys and gestures", &is_shown,
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings)) {
        const std::vector<HelpRow> rows = help_rows();
        std::vector<std::string> groups;
        for (const HelpRow& row : rows)
            if (std::find(groups.begin(), groups.end(), row.group) == groups.end())
                groups.push_back(row.group);
        for (const std::string& group : groups) draw_group(group.c_str(), rows);
    }
    ImGui::End();
}

}  // namespace tarn::viewer
