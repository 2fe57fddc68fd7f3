#include "viewer/app.hpp"

#include "viewer/loading.hpp"
#include "viewer/viewer.hpp"
#include "viewer/window.hpp"

#include <cstdlib>

namespace tarn::viewer {

bool has_display() {
    for (const char* const name : {"DISPLAY", "WAYLAND_DISPLAY"})
        if (const char* const value = std::getenv(name); value && *value) return true;
    return false;
}

Result<void> run_window(const Recipe& recipe, const std::function<bool()>& is_interrupted) {
    const auto window = Window::open("Tarn", {1280, 800});
    if (!window) return window.error();
    auto simulation = Simulation::begin(recipe);
    const auto loaded = show_loading(*window.value(), *simulation, recipe.scene, is_interrupted);
    if (!loaded) return loaded.error();
    if (!loaded.value()) return {};
    const auto viewer = Viewer::create({.recipe = recipe}, std::move(simulation));
    if (!viewer) return viewer.error();
    while (!is_interrupted()) {
        const auto goes_on = viewer.value()->frame(*window.value());
        if (!goes_on) return goes_on.error();
        if (!goes_on.value()) break;
    }
    return {};
}

}  // namespace tarn::viewer
