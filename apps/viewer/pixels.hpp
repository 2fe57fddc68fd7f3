// Reads a picture back from a framebuffer.
#pragma once

#include <tarn/render.hpp>

namespace tarn::viewer {

Picture read_pixels(unsigned framebuffer, PictureSize size);

}  // namespace tarn::viewer
