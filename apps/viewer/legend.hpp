// The colour bar of the view modes that show a number, and the range it stands for.
#pragma once

#include <tarn/frame.hpp>

#include <optional>

namespace tarn::viewer {

struct Legend {
    const char* title = "";
    const char* unit = "";
    bool is_diverging = false;  ///< around the middle; else from zero up
    Vec2 range;                 ///< values at the ends of the bar
};

/// Nothing for views without numbers.
std::optional<Legend> legend_of(const Frame& frame);

/// At the lower right corner.
void draw_legend(const Legend& legend);

}  // namespace tarn::viewer
