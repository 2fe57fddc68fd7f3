// All keys and gestures, over the picture.
#pragma once

namespace tarn::viewer {

/// In the middle of what lies right of `left`, or of the window where that is too narrow.
/// `is_shown` becomes false when it is closed.
void draw_help(bool& is_shown, float left);

}  // namespace tarn::viewer
