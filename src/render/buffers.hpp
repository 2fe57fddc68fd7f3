// The pictures in the making, all of one size: where each pixel's solid and water are, and light.
#pragma once

#include "render/gl_objects.hpp"
#include <tarn/render.hpp>

namespace tarn::render {

struct Buffers {
    Texture light;     ///< the picture, before exposure
    Texture distance;  ///< from the eye to the nearest solid in m; its part and body as one number
    Texture normal;    ///< of that solid
    Texture water_at;  ///< nearest water: place in m, before the shift of small waves
    Texture depth;     ///< and a stencil: 0 solids and sky, 1 water, 2 water behind glass
    Target solids, water, shaded;

    Result<void> resize(PictureSize size);
};

}  // namespace tarn::render
