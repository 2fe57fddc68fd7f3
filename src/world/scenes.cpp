#include "lattice/collisions.hpp"
#include "scene/built_in.hpp"
#include "scene/schema.hpp"
#include <tarn/scene.hpp>

#include <tuple>

namespace tarn {

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

std::vector<SceneInfo> collisions() {
    std::vector<SceneInfo> list;
    const auto add = [&]<class... C>(std::tuple<C...>*) {
        (list.push_back({C::name, C::about}), ...);
    };
    add(static_cast<lattice::Collisions*>(nullptr));
    return list;
}

}  // namespace tarn
