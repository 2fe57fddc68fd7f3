// The viewer in a window, from its opening to its end.
#pragma once

#include "viewer/water_state.hpp"
#include <tarn/result.hpp>

#include <functional>

namespace tarn::viewer {

/// Whether the session has a display at all; a window may still fail to open.
bool has_display();

/// Shows `recipe` until the person leaves or `is_interrupted` says so. ErrorCode::Unsupported when
/// there is no display or no OpenGL 3.3.
Result<void> run_window(const Recipe& recipe, const std::function<bool()>& is_interrupted);

}  // namespace tarn::viewer
