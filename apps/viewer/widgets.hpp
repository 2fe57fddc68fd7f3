// The controls of the panel. Each shows a hint under the mouse, and its place in the window is
// known by its label, so that tests can click on it.
#pragma once

#include "viewer/names.hpp"

#include <imgui.h>
#include <map>
#include <optional>
#include <string>

namespace tarn::viewer {

struct Box {
    Vec2 low, high;
    Vec2 centre() const { return {0.5 * (low.x + high.x), 0.5 * (low.y + high.y)}; }
};

struct SliderRange {
    double low = 0.0, high = 1.0;
    const char* format = "%.2f";  ///< with the unit
    bool is_logarithmic = false;
};

class Widgets {
public:
    /// Forgets the places of the last picture.
    void begin() { boxes_.clear(); }
    /// Where a control is now; a list entry is "LIST/ENTRY". Nothing if it is not drawn.
    std::optional<Box> box(const std::string& label) const;

    bool section(const char* label, const char* hint, bool is_open);
    bool button(const char* label, const char* hint, float width = 0.0f);
    bool toggle(const char* label, bool& value, const char* hint);
    /// A number; with Ctrl+click it can be typed.
    bool slider(const char* label, double& value, const SliderRange& range, const char* hint);
    bool whole_slider(const char* label, int& value, int low, int high, const char* format,
                      const char* hint);
    /// A list. `chosen` may be -1, which shows `none`.
    bool list(const char* label, int& chosen, Names names, const char* hint, const char* none = "");
    template <class Enum>
    bool choice(const char* label, Enum& value, Names names, const char* hint) {
        int chosen = int(value);
        if (!list(label, chosen, names, hint)) return false;
        value = Enum(chosen);
        return true;
    }
    /// A line that is only read.
    void line(const char* label, const std::string& value, const char* hint);

private:
    void note(const std::string& label, const char* hint);

    std::map<std::string, Box> boxes_;
};

}  // namespace tarn::viewer
