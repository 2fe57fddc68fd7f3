// All keys and gestures, over the picture.
#pragma once

namespace tarn::viewer {

/// `is_shown` becomes false when it is closed.
void draw_help(bool& is_shown);

}  // namespace tarn::viewer
