// Shapes as amounts of depth over cells: drops, fingers, boxes, and the invisible hand.
#pragma once

#include "solver/exchange.hpp"

#include <string>

namespace tarn::world {

using exchange::DepthPatch;
using exchange::PlanGrid;

enum class Profile {
    TopHat,      ///< 1 inside
    Paraboloid,  ///< 1 - r^2: a fingertip
    Bump,        ///< (1 - r^2)^2: smooth where it ends
};

struct DiscDesc {
    double x_m = 0.0, y_m = 0.0, radius_m = 0.0;
    double height_m = 0.0;
    Profile profile = Profile::Bump;
};

/// A disc over the cells whose centres it covers. Discs of less than kSmallestRadius cells are
/// widened to it, keeping their volume: a single raised cell would only make grid noise.
DepthPatch draw_disc(const PlanGrid& grid, const DiscDesc& disc);
/// The same into a patch whose memory is used again.
void draw_disc(const PlanGrid& grid, const DiscDesc& disc, DepthPatch& patch);
inline constexpr double kSmallestRadius = 1.5;

struct ShapeDesc {
    std::string shape;  ///< hand | disc | box
    double x_m = 0.0, y_m = 0.0, size_m = 0.0;
    double rotate_deg = 0.0;
};

/// Weights from 0 to 1 of a pressed shape, soft over about a cell at its rim.
DepthPatch draw_shape(const PlanGrid& grid, const ShapeDesc& shape);

}  // namespace tarn::world
