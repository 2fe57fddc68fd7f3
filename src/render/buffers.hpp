// The pictures in the making, all of one size: where each pixel's solid and water are, and light.
#pragma once

#include "render/gl_objects.hpp"
#include <tarn/render.hpp>

namespace tarn::render {

struct Buffers {
    Texture light;     ///< the picture, before exposure
    Texture at;        ///< nearest solid: place in m, and part and body as one number; -1: sky
    Texture normal;    ///< its normal
    Texture water_at;  ///< nearest water: place over the rest level, height, kind; 0: none
    Texture depth;     ///< and a stencil: 0 solids and sky, 1 water, 2 water behind glass
    Target solids, water, shaded;

    Result<void> resize(PictureSize size);
};

}  // namespace tarn::render
