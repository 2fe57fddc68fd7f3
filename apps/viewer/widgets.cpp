#include "viewer/widgets.hpp"

namespace tarn::viewer {
namespace {

constexpr float kControlShare = 0.6f;  ///< of the width; the label stands right of it
constexpr float kHintColumns = 36.0f;  ///< width of a hint, in letters of the font's height

void narrow() {
    ImGui::SetNextItemWidth(kControlShare * ImGui::GetContentRegionAvail().x);
}

}  // namespace

std::optional<Box> Widgets::box(const std::string& label) const {
    const auto found = boxes_.find(label);
    return found == boxes_.end() ? std::nullopt : std::optional(found->second);
}

void Widgets::note(const std::string& label, const char* hint) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    boxes_[label] = {{low.x, low.y}, {high.x, high.y}};
    if (!hint || !*hint || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(kHintColumns * 0.55f * ImGui::GetFontSize());
    ImGui::TextUnformatted(hint);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

bool Widgets::section(const char* label, const char* hint, bool is_open) {
    const bool shows = ImGui::CollapsingHeader(
        label, is_open ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None);
    note(label, hint);
    return shows;
}

bool Widgets::button(const char* label, const char* hint, float width) {
    const bool is_clicked = ImGui::Button(label, ImVec2(width, 0.0f));
    note(label, hint);
    return is_clicked;
}

bool Widgets::toggle(const char* label, bool& value, const char* hint) {
    const bool has_changed = ImGui::Checkbox(label, &value);
    note(label, hint);
    return has_changed;
}

bool Widgets::slider(const char* label, double& value, const SliderRange& range, const char* hint) {
    narrow();
    const ImGuiSliderFlags flags =
        ImGuiSliderFlags_AlwaysClamp | (range.is_logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    const bool has_changed = ImGui::SliderScalar(label, ImGuiDataType_Double, &value, &range.low,
                                                 &range.high, range.format, flags);
    note(label, hint);
    return has_changed;
}

bool Widgets::whole_slider(const char* label, int& value, int low, int high, const char* format,
                           const char* hint) {
    narrow();
    const bool has_changed =
        ImGui::SliderInt(label, &value, low, high, format, ImGuiSliderFlags_AlwaysClamp);
    note(label, hint);
    return has_changed;
}

bool Widgets::list(const char* label, int& chosen, Names names, const char* hint,
                   const char* none) {
    narrow();
    const bool is_known = chosen >= 0 && std::size_t(chosen) < names.size();
    const bool is_open = ImGui::BeginCombo(label, is_known ? names[std::size_t(chosen)] : none,
                                           ImGuiComboFlags_HeightLarge);
    note(label, is_open ? "" : hint);
    if (!is_open) return false;
    bool has_changed = false;
    for (std::size_t k = 0; k < names.size(); ++k) {
        if (ImGui::Selectable(names[k], int(k) == chosen)) {
            has_changed = int(k) != chosen;
            chosen = int(k);
        }
        note(std::string(label) + "/" + names[k], "");
    }
    ImGui::EndCombo();
    return has_changed;
}

void Widgets::line(const char* label, const std::string& value, const char* hint) {
    const float left = ImGui::GetCursorPosX();
    ImGui::TextUnformatted(value.c_str());
    note(label, hint);
    ImGui::SameLine(left + kControlShare * ImGui::GetContentRegionAvail().x +
                    ImGui::GetStyle().ItemInnerSpacing.x);
    ImGui::TextDisabled("%s", label);
}

}  // namespace tarn::viewer
