// What a person does, in the order in which it happened. Keys, buttons and modifiers are numbered
// as in GLFW; places are in units of the window, y down.
#pragma once

#include <tarn/render.hpp>

#include <deque>
#include <variant>
#include <vector>

namespace tarn::viewer {

struct KeyEvent {
    int key = 0;
    int mods = 0;
    bool is_down = true;
};
struct TextEvent {
    unsigned code_point = 0;
};
struct MoveEvent {
    Vec2 at;
};
struct ButtonEvent {
    int button = 0;
    int mods = 0;
    bool is_down = true;
};
struct WheelEvent {
    double steps = 0.0;  ///< away from the hand
};

using Event = std::variant<KeyEvent, TextEvent, MoveEvent, ButtonEvent, WheelEvent>;

/// Sticks from -1 to 1, y down; buttons as bits, numbered as in GLFW.
struct Pad {
    Vec2 left, right;
    unsigned buttons = 0;
};

/// Where pictures go and events come from.
class Host {
public:
    virtual ~Host() = default;

    struct View {
        PictureSize window = {};  ///< in its own units, in which places are given
        PictureSize pixels = {};  ///< of the framebuffer
        double scale = 1.0;       ///< pixels of a thing that is one pixel high on a plain screen
        unsigned framebuffer = 0;
    };
    virtual View view() const = 0;
    virtual std::vector<Event> poll() = 0;
    virtual Pad pad() const { return {}; }
    virtual bool wants_close() const { return false; }
    virtual void present() = 0;
    virtual void toggle_full_screen() {}
    virtual double time_s() const = 0;  ///< on the wall
    /// So that the pointer can say that text is wanted.
    virtual void show_text_cursor(bool) {}
};

/// Hands out events picture by picture so that no click is lost, however slow pictures are: a
/// change of a button ends the share of one picture.
class EventQueue {
public:
    void add(std::vector<Event> events);
    std::vector<Event> take();

private:
    std::deque<Event> waiting_;
};

}  // namespace tarn::viewer
