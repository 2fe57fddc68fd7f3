// The G-buffer of deferred shading, all of one size: which solid and which water each pixel shows,
// and their radiance.
#pragma once

#include "render/gl_objects.hpp"
#include <tarn/render.hpp>

namespace tarn::render {

struct Buffers {
    Texture light;     ///< radiance of each pixel, before exposure
    Texture distance;  ///< from the eye to the nearest solid in m; its part and body as one number
    Texture normal;    ///< of that solid
    Texture water_at;  ///< nearest water: place in m, before the shift of small waves
    Texture depth;     ///< and a stencil: 0 solids and sky, 1 water, 2 water behind glass
    Target solids, water, shaded;

    Result<void> resize(PictureSize size);
};

}  // namespace tarn::render
