#include "render/pass_resources.hpp"

namespace tarn::render {

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
        {"u_foam", &maps.foam}};
    program.use();
    int unit = 0;
    for (const auto& [sampler, map] : named)
        program.bind(sampler, unit++, map->is_made() ? *map : nothing);
    program.set("u_tile_m", float(sizes.tile_m));
}

std::vector<std::string> PassResources::variant() const {
    return {"PLACE " + std::to_string(int(place)), "GROUND " + std::to_string(int(ground)),
            "BODIES " + std::to_string(int(block.counts[1] > 0)),
            "UNDER " + std::to_string(int(is_eye_under))};
}

Result<const Program*> Variants::use(const PassResources& resources) {
    const std::vector<std::string> variant = resources.variant();
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
