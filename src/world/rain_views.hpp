// Rain as a picture shows it: the drops that are about to fall, and the crowns of those that fell.
// When and where each falls is known beforehand (rain.hpp), so nothing of this is state, and no
// water is in it.
#pragma once

#include "solver/exchange.hpp"
#include "world/rain.hpp"
#include <tarn/frame.hpp>

#include <vector>

namespace tarn::world {

/// Adds rain at `time_s` to the drops of a frame whose water is filled.
void add_rain_views(const Rain& rain, const exchange::PlanGrid& grid, double time_s,
                    const Frame& frame, std::vector<DropView>& out);

}  // namespace tarn::world
