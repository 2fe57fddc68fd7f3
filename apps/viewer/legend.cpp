#include "viewer/legend.hpp"

#include "base/colour.hpp"

#include <cstdio>
#include <imgui.h>
#include <string>

namespace tarn::viewer {
namespace {

ImU32 colour_of(Rgb c) {
    return IM_COL32(c.r, c.g, c.b, 255);
}

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", value);
    return text;
}

/// Low, middle and high value under the bar.
void draw_numbers(const Legend& legend, float left, float width) {
    const double values[] = {legend.range.x, 0.5 * (legend.range.x + legend.range.y),
                             legend.range.y};
    for (int k = 0; k < 3; ++k) {
        const std::string text = number(values[k]);
        const float text_width = ImGui::CalcTextSize(text.c_str()).x;
        if (k > 0) ImGui::SameLine();
        ImGui::SetCursorPosX(left + 0.5f * float(k) * (width - text_width));
        ImGui::TextUnformatted(text.c_str());
    }
}

}  // namespace

std::optional<Legend> legend_of(const Frame& frame) {
    const Vec2 range = view_range(frame);
    // A volume has colours of speed alone; its other views are drawn shaded.
    const bool is_volume = !frame.water.volume.fill.empty();
    if (is_volume && frame.look.view != ViewMode::Speed) return std::nullopt;
    switch (frame.look.view) {
        case ViewMode::Level:
            return Legend{"level above still water", "m", true, range};
        case ViewMode::Speed:
            return Legend{"speed", "m/s", false, range};
        case ViewMode::Vorticity:
            return Legend{"vorticity, counter-clockwise", "1/s", true, range};
        default:
            return std::nullopt;
    }
}

void draw_legend(const Legend& legend) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float letter = ImGui::GetFontSize();
    ImGui::SetNextWindowPos(ImVec2(display.x - 0.6f * letter, display.y - 0.6f * letter),
                            ImGuiCond_Always, ImVec2(1.0f, 1.0f));
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_AlwaysAutoResize;
    if (ImGui::Begin("legend", nullptr, kFlags)) {
        ImGui::Text("%s (%s)", legend.title, legend.unit);
        const auto table =
            colour_table(legend.is_diverging ? ColourMap::Diverging : ColourMap::Sequential);
        const float width = 18.0f * letter, height = letter, left = ImGui::GetCursorPosX();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        constexpr int kStripes = 64;
        for (int k = 0; k < kStripes; ++k) {
            const float x0 = at.x + width * float(k) / kStripes;
            const float x1 = at.x + width * float(k + 1) / kStripes;
            ImGui::GetWindowDrawList()->AddRectFilled(
                ImVec2(x0, at.y), ImVec2(x1, at.y + height),
                colour_of(colour_at(table, (k + 0.5) / kStripes)));
        }
        ImGui::Dummy(ImVec2(width, height));
        draw_numbers(legend, left, width);
    }
    ImGui::End();
}

}  // namespace tarn::viewer
