// Pass: the ground and the walls of a place as the camera sees them, the light of all solids, and
// the sky behind. Where bodies are, pass_bodies.hpp notes.
#pragma once

#include "render/pass_resources.hpp"
#include "render/solid_meshes.hpp"

#include <array>

namespace tarn::render {

class SolidsPass {
public:
    static Result<SolidsPass> make();
    /// Clears the notes of where solids are, and notes ground and walls.
    Result<void> draw_geometry(const Frame& frame, PassResources& resources);
    /// Gives them light, where no water covers them.
    Result<void> shade(const PassResources& resources);

private:
    Result<void> draw_terrain(const Frame& frame, const PassResources& resources);
    Result<void> draw_parts(const Frame& frame, const PassResources& resources);
    void make_place(const Frame& frame, const PassResources& resources);

    Variants flat_{"solid_at", "solid"}, terrain_{"solid_at", "terrain"},
        bed_sides_{"solid_at", "bed_side"}, shading_{"solids", "screen"},
        backdrop_{"backdrop", "screen"};
    Mesh place_, terrain_mesh_, sides_mesh_;
    MeshCells terrain_cells_;
    std::array<float, 12> made_for_ = {};
};

}  // namespace tarn::render
