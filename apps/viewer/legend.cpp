#include "viewer/legend.hpp"

#include "io/colour.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <imgui.h>

namespace tarn::viewer {
namespace {

ImU32 colour_of(io::Rgb c) {
    return IM_COL32(c.r, c.g, c.b, 255);
}

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", value);
    return text;
}

/// Low, middle and high value under the bar.
void draw_numbers(const Legend& legend, float left, float width) {
    const double values[] = {legend.low, 0.5 * (legend.low + legend.high), legend.high};
    for (int k = 0; k < 3; ++k) {
        const std::string text = number(values[k]);
        const float text_width = ImGui::CalcTextSize(text.c_str()).x;
        if (k > 0) ImGui::SameLine();
        ImGui::SetCursorPosX(left + 0.5f * float(k) * (width - text_width));
        ImGui::TextUnformatted(text.c_str());
    }
}

}  // namespace

std::optional<Legend> legend_of(ViewMode view, const WaterState& state) {
    const Frame& frame = state.facts->frame;
    const double depth_m = std::max(1e-3, frame.water.still_level_m - frame.ground.bed_m);
    const double fast_m_per_s = 0.15 * std::sqrt(9.81 * depth_m);
    const double turn_per_s = fast_m_per_s / (2.0 * depth_m);
    switch (view) {
        case ViewMode::Level:
            return Legend{"level above still water", "m", true, -0.1 * depth_m, 0.1 * depth_m};
        case ViewMode::Speed:
            return Legend{"speed", "m/s", false, 0.0, fast_m_per_s};
        case ViewMode::Vorticity:
            return Legend{"vorticity, counter-clockwise", "1/s", true, -turn_per_s, turn_per_s};
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
        const auto table = io::colour_table(legend.is_diverging ? io::ColourMap::Diverging
                                                                : io::ColourMap::Sequential);
        const float width = 18.0f * letter, height = letter, left = ImGui::GetCursorPosX();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        constexpr int kStripes = 64;
        for (int k = 0; k < kStripes; ++k) {
            const float x0 = at.x + width * float(k) / kStripes;
            const float x1 = at.x + width * float(k + 1) / kStripes;
            ImGui::GetWindowDrawList()->AddRectFilled(
                ImVec2(x0, at.y), ImVec2(x1, at.y + height),
                colour_of(io::colour_at(table, (k + 0.5) / kStripes)));
        }
        ImGui::Dummy(ImVec2(width, height));
        draw_numbers(legend, left, width);
    }
    ImGui::End();
}

}  // namespace tarn::viewer
