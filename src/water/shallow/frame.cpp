// What a picture needs of shallow water: its level, its bed, and the solids that stand in it.
#include "water/shallow/shallow_water.hpp"

namespace tarn::water {
namespace {

// A column of water that falls rises again at a wall, by this share of its height over the mean.
constexpr double kSplash = 0.5;

}  // namespace

Result<void> ShallowWater::fill_frame(Frame& frame) const {
    // What is on a GPU is drawn from there.
    if (home_.gpu) {
        const auto level = device_field("level");
        if (!level) return level.error();
        frame.water.device_level = level.value();
    } else {
        const auto level = field("level");
        if (!level) return level.error();
        frame.water.level = level.value();
    }
    frame.water.cell_m = p_.grid.cell_m;
    frame.water.nx = p_.grid.nx;
    frame.water.ny = p_.grid.ny;
    frame.water.still_level_m = p_.still_level_m;
    std::uint64_t which_walls = 0;
    for (const Edge edge : {Edge::West, Edge::East, Edge::South, Edge::North}) {
        const Boundary kind = boundary(edge);
        const bool is_wall = kind == Boundary::Wall || kind == Boundary::Slip;
        frame.ground.walls[std::size_t(edge)] = is_wall;
        which_walls = 2 * which_walls + std::uint64_t(is_wall);
    }
    frame.ground.has_walls = which_walls != 0;
    frame.ground.bed_m = bed_.lowest_m();
    frame.ground.bed = bed_.view();
    frame.ground.solid = solids_.cells();
    frame.ground.rim_m = p_.highest_level_m + kSplash * (p_.highest_level_m - p_.still_level_m);
    frame.ground.revision = solids_.revision() + which_walls;
    frame.bodies = solids_.bodies();
    return {};
}

}  // namespace tarn::water
