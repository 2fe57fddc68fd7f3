#include "render/buffers.hpp"

namespace tarn::render {

Result<void> Buffers::resize(PictureSize size) {
    if (light.is_made() && light.desc().width == size.width_px &&
        light.desc().height == size.height_px)
        return {};
    TextureDesc desc = {.width = size.width_px, .height = size.height_px};
    light = Texture(desc);
    desc.filter = Filter::Nearest;
    normal = Texture(desc);
    desc.format = GL_RG32F;
    distance = Texture(desc);
    water_at = Texture(desc);
    desc.format = GL_DEPTH24_STENCIL8;
    depth = Texture(desc);
    const Texture* const solid_maps[] = {&distance, &normal};
    const Texture* const water_maps[] = {&water_at};
    const Texture* const light_maps[] = {&light};
    solids = Target(solid_maps, &depth);
    water = Target(water_maps, &depth);
    shaded = Target(light_maps, &depth);
    if (solids.is_complete() && water.is_complete() && shaded.is_complete()) return {};
    light = Texture();
    return Error{ErrorCode::Unsupported,
                 "this OpenGL device cannot draw a picture of " + std::to_string(size.width_px) +
                     " by " + std::to_string(size.height_px) + " pixels; use a smaller one"};
}

}  // namespace tarn::render
