// The colour bar of the view modes that show a number, and the range it stands for.
#pragma once

#include "viewer/water_state.hpp"

#include <optional>
#include <string>

namespace tarn::viewer {

struct Legend {
    const char* title = "";
    const char* unit = "";
    bool is_diverging = false;  ///< around the middle; else from zero up
    double low = 0.0, high = 1.0;
};

/// Nothing for views without numbers.
std::optional<Legend> legend_of(ViewMode view, const WaterState& state);

/// At the lower right corner.
void draw_legend(const Legend& legend);

}  // namespace tarn::viewer
