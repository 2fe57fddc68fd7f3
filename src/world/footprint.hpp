// Shapes as amounts of depth over cells: drops, fingers, boxes, and the invisible hand.
#pragma once

#include "solver/shallow/solver.hpp"

#include <string>

namespace tarn::world {

/// The grid that shapes are drawn on.
struct Ground {
    int nx = 0, ny = 0;
    double cell_m = 0.0;

    double x_m(int i) const { return (i + 0.5) * cell_m; }
    double y_m(int j) const { return (j + 0.5) * cell_m; }
    double width_m() const { return nx * cell_m; }
    double height_m() const { return ny * cell_m; }
};

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
shallow::DepthPatch draw_disc(const Ground& ground, const DiscDesc& disc);
inline constexpr double kSmallestRadius = 1.5;

struct ShapeDesc {
    std::string shape;  ///< hand | disc | box
    double x_m = 0.0, y_m = 0.0, size_m = 0.0;
    double rotate_deg = 0.0;
};

/// Weights from 0 to 1 of a pressed shape, soft over about a cell at its rim.
shallow::DepthPatch draw_shape(const Ground& ground, const ShapeDesc& shape);

}  // namespace tarn::world
