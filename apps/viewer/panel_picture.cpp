// Panel: light, look and cost of the picture.
#include "viewer/follow.hpp"
#include "viewer/panel.hpp"

namespace tarn::viewer {
namespace {

/// Which values the ends of the colours stand for, of a view that shows numbers.
void draw_range(PanelView& view) {
    const auto index = range_index(view.settings.look.view);
    if (!index) return;
    Change<double>& range = view.settings.view_ranges[*index];
    if (!range.is_on) range.value = view.own_range;
    view.ui.toggle("##range", range.is_on, "Choose the range; without it, it follows the depth.");
    ImGui::SameLine();
    ImGui::BeginDisabled(!range.is_on);
    constexpr const char* kFormats[] = {"%.3g m", "%.3g m/s", "%.3g 1/s"};
    view.ui.slider("Range", range.value,
                   {0.001 * view.own_range, 100.0 * view.own_range, kFormats[*index], true},
                   "Value at the end of the colours: above and below still water for level, either "
                   "way round for vorticity, from 0 for speed.");
    ImGui::EndDisabled();
}

/// Where the plane stands that shows the speed of water in space.
void draw_slice(PanelView& view) {
    if (!view.state.facts->is_in_space() || view.settings.look.view != ViewMode::Speed) return;
    view.ui.choice("Plane across", view.settings.slice_axis, kSliceNames,
                   "Axis that the plane of speeds stands across.");
    view.ui.slider("Plane at", view.settings.slice_share, {0.0, 1.0, "%.2f"},
                   "Where along its axis the plane stands, as a share of the box.");
}

}  // namespace

void draw_light_section(PanelView& view) {
    if (!view.ui.section("Light", "Sun and sky.", false)) return;
    Light& light = view.settings.light;
    view.ui.slider("Sun height", light.height_deg, {-10.0, 90.0, "%.0f deg"},
                   "Of the sun above the horizon, in degrees. Shift and drag moves the sun.");
    view.ui.slider("Sun azimuth", light.azimuth_deg, {-180.0, 180.0, "%.0f deg"},
                   "Direction of the sun in degrees, counter-clockwise from east.");
    view.ui.slider("Strength", light.strength, {0.0, 4.0, "%.2f x"},
                   "Of sun and sky together; 1 is a plain day.");
    view.ui.slider("Haze", light.haze, {0.0, 10.0, "%.1f"},
                   "0 very clear air, 1 a summer day, 10 mist; no unit.");
    view.ui.slider("Clouds", light.clouds, {0.0, 1.0, "%.2f"},
                   "Share of the sky that clouds cover, 0 to 1.");
}

void draw_look_section(PanelView& view) {
    if (!view.ui.section("Look", "What is drawn, and from where.", true)) return;
    Look& look = view.settings.look;
    view.ui.choice("View", look.view, kViewNames,
                   "Shaded water, or level (m), speed (m/s) and vorticity (1/s) in colours with a "
                   "legend, the grid, the cells of a volume by how full they are, or discs of its "
                   "cells of water, all or those at the surface. V.");
    draw_range(view);
    draw_slice(view);
    CameraKind camera = view.cameras.kind();
    if (view.ui.choice("Camera", camera, kCameraNames,
                       "Orbit: around the water. Fly: W A S D, E up, Q down. Follow: around the "
                       "place or the body that was touched last; W A S D drive a boat. C."))
        view.cameras.set_kind(camera);
    if (look.place == Place::Ocean && can_follow(view.state))
        view.ui.toggle("Follow the camera", view.settings.follows_camera,
                       "The simulated patch moves over the sea with what the camera looks at; "
                       "waves that it leaves behind are lost. F.");
    if (!view.state.bodies_now.empty())
        view.ui.toggle("Forces", view.settings.shows_forces,
                       "Arrows at bodies: blue is the force of the water, yellow the weight. B.");
    view.ui.choice("Place", look.place, kPlaceNames, "What is around the water and under it. P.");
    view.ui.choice("Liquid", look.liquid, kLiquidNames,
                   "What light does in it; the movement stays the same. L.");
    view.ui.choice("Small waves", look.detail, kDetailNames,
                   "Waves smaller than a cell, for the eye alone. G.");
    view.ui.slider("Exposure", look.exposure, {0.1, 10.0, "%.2f x", true},
                   "Brightness of the picture; 1 is plain.");
}

void draw_quality_section(PanelView& view) {
    if (!view.ui.section("Quality", "What a picture may cost.", false)) return;
    Quality& quality = view.settings.quality;
    bool& is_new = view.has_new_quality;
    is_new |=
        view.ui.whole_slider("Photons", quality.photons, 0, 1024, "%d per side",
                             "Per side of the grid that makes the light on the ground; 0: none.");
    is_new |= view.ui.slider("Supersample", quality.supersample, {0.25, 3.0, "%.2f x"},
                             "Pixels computed per pixel shown, along each axis.");
    is_new |=
        view.ui.slider("Target", view.settings.target_ms, {0.0, 100.0, "%.0f ms"},
                       "Longest time per picture in ms: what takes longer is drawn more coarsely "
                       "than chosen here. 0 leaves the quality alone.");
    is_new |= view.ui.toggle("Reflections", quality.has_reflections,
                             "Of ground and bodies in the water.");
    ImGui::SameLine(0.5f * ImGui::GetWindowContentRegionMax().x);
    is_new |= view.ui.toggle("Refraction", quality.has_refraction,
                             "What lies under the water is seen through it.");
    is_new |= view.ui.toggle("Glitter", quality.has_glitter, "Of the sun on small waves.");
    ImGui::SameLine(0.5f * ImGui::GetWindowContentRegionMax().x);
    is_new |=
        view.ui.toggle("Shafts", quality.has_shafts, "Light that is seen in the water itself.");
}

}  // namespace tarn::viewer
