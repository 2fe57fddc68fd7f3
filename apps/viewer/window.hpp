// A window through GLFW, with an OpenGL 3.3 context: a Host for the viewer.
#pragma once

#include "viewer/events.hpp"

#include <memory>
#include <string>

struct GLFWwindow;
struct GLFWcursor;

namespace tarn::viewer {

class Window : public Host {
public:
    /// ErrorCode::Unsupported when there is no display or no OpenGL 3.3. One at a time.
    static Result<std::unique_ptr<Window>> open(const std::string& title, PictureSize size);
    ~Window() override;
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    View view() const override;
    std::vector<Event> poll() override;
    Pad pad() const override;
    bool wants_close() const override;
    void present() override;
    void toggle_full_screen() override;
    double time_s() const override;
    void show_text_cursor(bool is_shown) override;

private:
    explicit Window(GLFWwindow* window);

    struct Frame {
        int x = 0, y = 0, width = 0, height = 0;
    };

    GLFWwindow* window_ = nullptr;
    GLFWcursor* text_cursor_ = nullptr;
    bool has_text_cursor_ = false;
    std::vector<Event> events_;
    Frame before_full_screen_;
};

}  // namespace tarn::viewer
