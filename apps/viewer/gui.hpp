// Dear ImGui on an OpenGL context: fed with our events, drawn into the host's framebuffer.
#pragma once

#include "viewer/events.hpp"

struct ImGuiContext;

namespace tarn::viewer {

class Gui {
public:
    /// Needs a current OpenGL context, here and in every call.
    Gui();
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    /// Takes the events of a picture and starts its controls.
    void begin(const Host::View& view, const std::vector<Event>& events, double dt_s);
    /// Draws them over what is in the framebuffer.
    void end(const Host::View& view);

    bool wants_mouse() const;
    bool wants_keys() const;
    bool wants_text() const;

private:
    void fit(const Host::View& view);
    void feed(const Event& event);

    ImGuiContext* context_ = nullptr;
    double scale_ = 0.0;  ///< of fonts and sizes that are in use
    float font_unit_ = 1.0f;
};

}  // namespace tarn::viewer
