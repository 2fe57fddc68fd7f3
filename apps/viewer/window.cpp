#include "viewer/window.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <algorithm>
#include <cctype>

namespace tarn::viewer {
namespace {

std::string glfw_trouble() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text ? text : "no reason given";
}

/// Keys by what is written on them: letters and signs move between keyboards, other keys do not.
int key_by_sign(int key, int scancode) {
    const char* const name = glfwGetKeyName(key, scancode);
    if (!name || name[0] == '\0' || name[1] != '\0' || key >= GLFW_KEY_KP_0) return key;
    const auto sign = static_cast<unsigned char>(name[0]);
    if (std::isalpha(sign)) return std::toupper(sign);
    return sign == '+' || sign == '-' || sign == '=' || sign == '.' ? int(sign) : key;
}

std::vector<Event>& events_of(GLFWwindow* window) {
    return *static_cast<std::vector<Event>*>(glfwGetWindowUserPointer(window));
}

void listen(GLFWwindow* window) {
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int what, int mods) {
        if (what == GLFW_REPEAT) return;
        events_of(w).push_back(KeyEvent{key_by_sign(key, scancode), mods, what == GLFW_PRESS});
    });
    glfwSetCharCallback(
        window, [](GLFWwindow* w, unsigned code) { events_of(w).push_back(TextEvent{code}); });
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
        events_of(w).push_back(MoveEvent{{x, y}});
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int what, int mods) {
        events_of(w).push_back(ButtonEvent{button, mods, what == GLFW_PRESS});
    });
    glfwSetScrollCallback(
        window, [](GLFWwindow* w, double, double y) { events_of(w).push_back(WheelEvent{y}); });
}

}  // namespace

Result<std::unique_ptr<Window>> Window::open(const std::string& title, PictureSize size) {
    if (!glfwInit()) return Error{ErrorCode::Unsupported, "no display: " + glfw_trouble()};
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    GLFWwindow* const window =
        glfwCreateWindow(size.width_px, size.height_px, title.c_str(), nullptr, nullptr);
    if (!window) {
        const std::string why = glfw_trouble();
        glfwTerminate();
        return Error{ErrorCode::Unsupported, "no window with OpenGL 3.3: " + why};
    }
    return std::unique_ptr<Window>(new Window(window));
}

Window::Window(GLFWwindow* window)
    : window_(window), text_cursor_(glfwCreateStandardCursor(GLFW_IBEAM_CURSOR)) {
    glfwMakeContextCurrent(window_);
    glfwSwapInterval(1);
    glfwSetWindowUserPointer(window_, &events_);
    listen(window_);
}

Window::~Window() {
    glfwTerminate();
}

Host::View Window::view() const {
    View view;
    glfwGetWindowSize(window_, &view.window.width_px, &view.window.height_px);
    glfwGetFramebufferSize(window_, &view.pixels.width_px, &view.pixels.height_px);
    float x = 1.0f, y = 1.0f;
    glfwGetWindowContentScale(window_, &x, &y);
    view.scale = std::clamp(double(x), 0.5, 8.0);
    return view;
}

std::vector<Event> Window::poll() {
    events_.clear();
    // Nothing waits for the screen while the window is minimised.
    constexpr double kRest_s = 0.1;
    if (glfwGetWindowAttrib(window_, GLFW_ICONIFIED))
        glfwWaitEventsTimeout(kRest_s);
    else
        glfwPollEvents();
    return events_;
}

Pad Window::pad() const {
    GLFWgamepadstate state;
    if (!glfwGetGamepadState(GLFW_JOYSTICK_1, &state)) return {};
    Pad pad{{state.axes[GLFW_GAMEPAD_AXIS_LEFT_X], state.axes[GLFW_GAMEPAD_AXIS_LEFT_Y]},
            {state.axes[GLFW_GAMEPAD_AXIS_RIGHT_X], state.axes[GLFW_GAMEPAD_AXIS_RIGHT_Y]},
            0u};
    for (int k = 0; k <= GLFW_GAMEPAD_BUTTON_LAST; ++k)
        if (state.buttons[k] == GLFW_PRESS) pad.buttons |= 1u << k;
    return pad;
}

bool Window::wants_close() const {
    return glfwWindowShouldClose(window_) != 0;
}

void Window::present() {
    glfwSwapBuffers(window_);
}

void Window::toggle_full_screen() {
    Frame& kept = before_full_screen_;
    if (glfwGetWindowMonitor(window_)) {
        glfwSetWindowMonitor(window_, nullptr, kept.x, kept.y, kept.width, kept.height, 0);
        return;
    }
    GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* const mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (!mode) return;
    glfwGetWindowPos(window_, &kept.x, &kept.y);
    glfwGetWindowSize(window_, &kept.width, &kept.height);
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    glfwSwapInterval(1);
}

double Window::time_s() const {
    return glfwGetTime();
}

void Window::show_text_cursor(bool is_shown) {
    if (is_shown == has_text_cursor_) return;
    has_text_cursor_ = is_shown;
    glfwSetCursor(window_, is_shown ? text_cursor_ : nullptr);
}

}  // namespace tarn::viewer
