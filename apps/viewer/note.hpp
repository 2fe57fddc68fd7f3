// News and trouble, over the picture: nothing else moves to make room for them.
#pragma once

#include "viewer/bindings.hpp"
#include "viewer/widgets.hpp"

#include <string>
#include <vector>

namespace tarn::viewer {

struct Note {
    std::string news;         ///< what was done last; empty: nothing new
    std::string trouble;      ///< of the water; empty: none
    bool is_stopped = false;  ///< the water, by its trouble: offers to begin again
    float left = 0.0f;        ///< of what is free, in units of the window
};

/// At the upper edge, right of `left`. What is clicked goes into `actions`. Draws nothing where
/// there is nothing to tell.
void draw_note(const Note& note, Widgets& ui, std::vector<Action>& actions);

}  // namespace tarn::viewer
