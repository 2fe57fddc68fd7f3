#include "viewer/overlay.hpp"

#include "base/vector.hpp"
#include "viewer/pick.hpp"

#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace tarn::viewer {
namespace {

constexpr double kWater_kg_per_m3 = 1000.0;
constexpr double kLongest = 4.0;
constexpr ImU32 kWaterColour = IM_COL32(70, 190, 255, 235);
constexpr ImU32 kWeightColour = IM_COL32(255, 205, 80, 235);
constexpr ImU32 kHandColour = IM_COL32(255, 255, 255, 220);
constexpr ImU32 kRimColour = IM_COL32(0, 0, 0, 150);  ///< around lines, for bright pictures

class Pen {
public:
    explicit Pen(const Camera& camera)
        : camera_(camera),
          list_(*ImGui::GetBackgroundDrawList()),
          size_(ImGui::GetIO().DisplaySize) {}

    std::optional<ImVec2> place(Vec3 point_m) const {
        if (!(size_.x > 0.0f && size_.y > 0.0f)) return std::nullopt;
        const auto share = seen_at(camera_, double(size_.x) / double(size_.y), point_m);
        // Far outside the picture nothing is seen, and numbers of a float end.
        if (!share || std::abs(share->x) > 10.0 || std::abs(share->y) > 10.0) return std::nullopt;
        return ImVec2(float(share->x) * size_.x, float(share->y) * size_.y);
    }
    void line(ImVec2 a, ImVec2 b, ImU32 colour) {
        list_.AddLine(a, b, kRimColour, 2.0f * width());
        list_.AddLine(a, b, colour, width());
    }
    void dot(ImVec2 at, ImU32 colour) {
        list_.AddCircleFilled(at, 2.2f * width(), kRimColour);
        list_.AddCircleFilled(at, 1.8f * width(), colour);
    }
    void arrow(Vec3 from_m, Vec3 way_m, ImU32 colour) {
        const auto a = place(from_m), b = place(from_m + way_m);
        if (!a || !b) return;
        const float x = b->x - a->x, y = b->y - a->y, size = std::hypot(x, y);
        if (size < 2.0f * width()) return;
        const float head = std::min(5.0f * width(), size), ux = x / size, uy = y / size;
        const ImVec2 neck(b->x - head * ux, b->y - head * uy);
        line(*a, neck, colour);
        const float half = 0.45f * head;
        list_.AddTriangleFilled(*b, ImVec2(neck.x - half * uy, neck.y + half * ux),
                                ImVec2(neck.x + half * uy, neck.y - half * ux), colour);
    }

private:
    static float width() { return 0.16f * ImGui::GetFontSize(); }

    Camera camera_;
    ImDrawList& list_;
    ImVec2 size_;
};

}  // namespace

Vec3 arrow_m(const BodyReport& body, Vec3 force_n, double gravity_m_per_s2) {
    const double weight_n = body.mass_kg * gravity_m_per_s2;
    if (!(weight_n > 0.0)) return {};
    const double unit_m = std::cbrt(std::max(body.mass_kg / kWater_kg_per_m3, body.submerged_m3));
    const double share = length(force_n) / weight_n;
    return (unit_m * std::min(share, kLongest)) * (share > 0.0 ? normalized(force_n) : Vec3{});
}

void draw_overlay(const WaterState& state, const Camera& camera, bool shows_forces) {
    Pen pen(camera);
    const double gravity = state.facts->info.gravity_m_per_s2;
    for (const BodyNow& body : state.bodies_now) {
        if (!shows_forces) break;
        const BodyReport& now = body.report;
        pen.arrow(now.centre_m, arrow_m(now, {0.0, 0.0, -now.mass_kg * gravity}, gravity),
                  kWeightColour);
        pen.arrow(now.centre_m, arrow_m(now, now.force_n, gravity), kWaterColour);
        if (const auto at = pen.place(now.centre_m)) pen.dot(*at, kHandColour);
    }
    if (!state.hold) return;
    const auto held = pen.place(state.hold->at_m), hand = pen.place(state.hold->hand_m);
    if (!held || !hand) return;
    pen.line(*held, *hand, kHandColour);
    pen.dot(*held, kHandColour);
    pen.dot(*hand, kHandColour);
}

}  // namespace tarn::viewer
