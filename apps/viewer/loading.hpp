// What the window shows until the first world is there.
#pragma once

#include "viewer/simulation.hpp"

#include <functional>
#include <string>

namespace tarn::viewer {

class Host;

/// Draws "Loading NAME ..." until the world of `simulation` is ready, and once in any case. True:
/// it is ready. False: the person wants to leave, or `is_interrupted`. Needs a current OpenGL
/// context.
Result<bool> show_loading(Host& host, Simulation& simulation, const std::string& name,
                          const std::function<bool()>& is_interrupted);

}  // namespace tarn::viewer
