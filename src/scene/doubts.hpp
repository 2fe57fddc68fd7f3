// What a scene says that can hardly be meant: it runs, and the log of its world warns. What cannot
// run is refused by check.hpp.
#pragma once

#include "scene/scene.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tarn::scene {

/// The start of the water in each cell, x fastest, row 0 at the south.
struct StartView {
    std::span<const double> depth_m;
    std::span<const std::uint8_t> solid;  ///< empty: none
};

/// One sentence each, with the name of the scene and where it says so: solids that lie outside the
/// water, drops that fall on solids, waves that are too high for the depth at their edge.
std::vector<std::string> doubts(const Scene& scene, const StartView& start);

}  // namespace tarn::scene
