// A message over the picture, for when the panel is hidden.
#pragma once

#include <string>

namespace tarn::viewer {

void draw_note(const std::string& text);

}  // namespace tarn::viewer
