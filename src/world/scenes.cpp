#include "base/elementary.hpp"
#include "lattice/collisions.hpp"
#include "scene/built_in.hpp"
#include "scene/schema.hpp"
#include <tarn/scene.hpp>

#include <algorithm>
#include <optional>
#include <tuple>
#include <variant>

namespace tarn {
namespace {

/// While a stir or a press is in the water; none for other events.
std::optional<SceneOutline::Span> pressed_by(const scene::Event& event) {
    if (const auto* press = std::get_if<scene::PressEvent>(&event))
        return SceneOutline::Span{press->time_s,
                                  press->time_s + 2.0 * press->fall_s + press->hold_s};
    const auto* const stir = std::get_if<scene::StirEvent>(&event);
    if (!stir) return {};
    double length_m = 0.0;
    for (std::size_t k = 1; k < stir->path_m.size(); ++k)
        length_m += elementary::hypotenuse(stir->path_m[k][0] - stir->path_m[k - 1][0],
                                           stir->path_m[k][1] - stir->path_m[k - 1][1]);
    return SceneOutline::Span{stir->time_s, stir->time_s + length_m / stir->speed_m_per_s};
}

}  // namespace

std::vector<SceneInfo> built_in_scenes() {
    std::vector<SceneInfo> scenes;
    for (const scene::BuiltIn& entry : scene::built_in_scenes()) {
        const auto scene = scene::load_scene(entry.name);
        scenes.push_back({entry.name, scene ? scene.value().about : scene.error().message});
    }
    return scenes;
}

std::string scene_schema() {
    return scene::json_schema();
}

Result<SceneOutline> scene_outline(const std::string& name_or_path,
                                   std::span<const std::string> set) {
    auto read = scene::load_scene(name_or_path, set);
    if (!read) return read.error();
    const scene::Scene& scene = read.value();
    SceneOutline outline;
    const auto is_built_in = [&](const scene::BuiltIn& entry) {
        return name_or_path == entry.name;
    };
    if (std::ranges::none_of(scene::built_in_scenes(), is_built_in))
        outline.files.push_back(name_or_path);
    outline.files.insert(outline.files.end(), scene.files.begin(), scene.files.end());
    for (const scene::Event& event : scene.events) {
        outline.event_times_s.push_back(std::visit([](const auto& e) { return e.time_s; }, event));
        if (const auto span = pressed_by(event)) outline.pressed.push_back(*span);
    }
    outline.duration_s = scene.duration_s;
    return outline;
}

std::vector<SceneInfo> collisions() {
    std::vector<SceneInfo> list;
    const auto add = [&]<class... C>(std::tuple<C...>*) {
        (list.push_back({C::name, C::about}), ...);
    };
    add(static_cast<lattice::Collisions*>(nullptr));
    return list;
}

}  // namespace tarn
