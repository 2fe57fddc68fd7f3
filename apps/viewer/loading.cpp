#include "viewer/loading.hpp"

#include "viewer/bindings.hpp"
#include "viewer/gui.hpp"

#include <algorithm>
#include <chrono>
#include <epoxy/gl.h>
#include <imgui.h>
#include <thread>

namespace tarn::viewer {
namespace {

constexpr auto kRest = std::chrono::milliseconds(15);  ///< between pictures that hardly change

bool wants_to_leave(const std::vector<Event>& events) {
    return std::ranges::any_of(events, [](const Event& event) {
        const auto* key = std::get_if<KeyEvent>(&event);
        return key && key->is_down &&
               action_of_key(key->key, key->mods, CameraKind::Orbit) == Action::Escape;
    });
}

void draw_text(const std::string& text) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(0.5f * display.x, 0.5f * display.y), ImGuiCond_Always,
                            ImVec2(0.5f, 0.5f));
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                        ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_AlwaysAutoResize;
    if (ImGui::Begin("loading", nullptr, kFlags)) ImGui::TextUnformatted(text.c_str());
    ImGui::End();
}

}  // namespace

Result<bool> show_loading(Host& host, Simulation& simulation, const std::string& name,
                          const std::function<bool()>& is_interrupted) {
    Gui gui;
    for (double before_s = host.time_s();;) {
        const auto ready = simulation.is_ready();
        if (!ready) return ready.error();
        const std::vector<Event> events = host.poll();
        const Host::View view = host.view();
        const double now_s = host.time_s();
        gui.begin(view, events, now_s - before_s);
        before_s = now_s;
        glBindFramebuffer(GL_FRAMEBUFFER, view.framebuffer);
        glViewport(0, 0, view.pixels.width_px, view.pixels.height_px);
        glClearColor(0.16f, 0.24f, 0.30f, 1.0f);  // dark water
        glClear(GL_COLOR_BUFFER_BIT);
        draw_text("Loading " + name + " ...");
        gui.end(view);
        host.present();
        if (ready.value()) return true;
        if (host.wants_close() || is_interrupted() || wants_to_leave(events)) return false;
        std::this_thread::sleep_for(kRest);
    }
}

}  // namespace tarn::viewer
