#include "render/pass_resources.hpp"

#include "base/colour.hpp"

#include <cmath>

namespace tarn::render {

Texture colour_tables() {
    std::vector<std::uint8_t> rgba;
    for (const ColourMap map : {ColourMap::Sequential, ColourMap::Diverging})
        for (const Rgb c : colour_table(map)) {
            // Tables are meant for the screen; the picture is in light until its last pass.
            for (const std::uint8_t part : {c.r, c.g, c.b})
                rgba.push_back(std::uint8_t(255.0 * std::pow(part / 255.0, 2.2) + 0.5));
            rgba.push_back(255);
        }
    Texture texture({.width = 256, .height = 2, .format = GL_RGBA8});
    texture.upload(rgba.data());
    return texture;
}

void PassResources::upload_block() {
    if (block_buffer.get() == 0) {
        GLuint name = 0;
        glGenBuffers(1, &name);
        block_buffer = BufferName(name);
    }
    glBindBuffer(GL_UNIFORM_BUFFER, block_buffer.get());
    glBufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_DYNAMIC_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, block_buffer.get());
}

void PassResources::use(const Program& program) const {
    const std::pair<const char*, const Texture*> named[] = {
        {"u_sky", &maps.sky},           {"u_surface", &maps.surface},
        {"u_waves", &maps.waves},       {"u_shift", &maps.shift},
        {"u_ground", &maps.ground},     {"u_paint", &maps.paint},
        {"u_lit", &maps.lit},           {"u_caustics", &maps.caustics},
        {"u_velocity", &maps.velocity}, {"u_distance", &buffers.distance},
        {"u_normal", &buffers.normal},  {"u_water_at", &buffers.water_at},
        {"u_colours", &maps.colours},   {"u_bodies", &maps.bodies},
        {"u_foam", &maps.foam},         {"u_foam_tile", &maps.foam_tile},
        {"u_spray", &maps.spray}};
    program.use();
    int unit = 0;
    for (const auto& [sampler, map] : named)
        program.bind(sampler, unit++, map->is_made() ? *map : nothing);
    if (is_volume) {
        program.bind("u_fill", unit++, maps.fill);
        program.bind("u_dye", unit++, dyed[3] > 0.0f ? maps.dye : maps.fill);
        program.set("u_dyed", dyed[0], dyed[1], dyed[2], dyed[3]);
        program.bind("u_mixed", unit++, maps.mixed);
        program.bind("u_cells", unit++, maps.cells);
    }
    program.set("u_tile_m", float(sizes.tile_m));
}

std::vector<std::string> PassResources::variant() const {
    return {"PLACE " + std::to_string(int(place)), "GROUND " + std::to_string(int(ground)),
            "BODIES " + std::to_string(int(block.counts[1] > 0)),
            "UNDER " + std::to_string(int(is_eye_under)),
            "VOLUME " + std::to_string(int(is_volume))};
}

Result<const Program*> Variants::use(const PassResources& resources) {
    std::vector<std::string> variant = resources.variant();
    if (draws_foam_) variant.push_back("FOAM " + std::to_string(int(resources.has_foam)));
    const auto found = made_.find(variant);
    if (found != made_.end()) {
        resources.use(found->second);
        return &found->second;
    }
    auto program = Program::make(fragment_, vertex_, variant);
    if (!program) return program.error();
    Program& made = made_[variant] = std::move(program.value());
    resources.use(made);
    return &made;
}

}  // namespace tarn::render
