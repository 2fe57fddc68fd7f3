// What a picture needs of water in space: the share of each cell that is filled, and the solids.
#include "water/volume/volume_water.hpp"

namespace tarn::water {

Result<void> VolumeWater::fill_frame(Frame& frame) const {
    const SpaceGrid& g = p_.grid;
    frame.water.volume = {.fill = read_field(volume::Field::Fill),
                          .solid = p_.solid,
                          .nx = g.nx(),
                          .ny = g.ny(),
                          .nz = g.nz(),
                          .cell_m = g.cell_m};
    if (solver_->has_dye()) {
        frame.water.volume.dye = read_field(volume::Field::Dye);
        frame.water.volume.dye_colour = p_.scene.look.dye_colour;
    }
    if (frame.look.view == ViewMode::Speed) frame.water.volume.speed = read_speed();
    frame.water.cell_m = g.cell_m;
    frame.water.nx = g.nx();
    frame.water.ny = g.ny();
    frame.water.still_level_m = p_.mean_depth_m;
    std::uint64_t which_walls = 0;
    for (const Edge edge : {Edge::West, Edge::East, Edge::South, Edge::North}) {
        const Boundary kind = boundary(edge);
        const bool is_wall = kind == Boundary::Wall || kind == Boundary::Slip;
        frame.ground.walls[std::size_t(edge)] = is_wall;
        which_walls = 2 * which_walls + std::uint64_t(is_wall);
    }
    frame.ground.has_walls = which_walls != 0;
    frame.ground.rim_m = g.nz() * g.cell_m;
    frame.ground.revision = which_walls;
    frame.bodies = bodies_;
    return {};
}

}  // namespace tarn::water
