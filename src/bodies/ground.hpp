// What does not move: the bed as heights of cells, walls along the edges, and solids.
#pragma once

#include "base/vector.hpp"
#include <tarn/types.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace tarn::bodies {

/// A block whose sides lie along the axes.
struct SolidBox {
    Vec3 low_m, high_m;
};

/// A column without end.
struct SolidDisc {
    Vec2 centre_m;
    double radius_m = 0.0;
};

/// The bed as heights of square cells from (0, 0) in the south-west; beyond the outermost it goes
/// on level. What touches it meets a smooth surface through those heights (bed_at). Without cells
/// there is no bed.
struct Ground {
    int nx = 0, ny = 0;
    double cell_m = 1.0;
    std::vector<double> bed_m = {};    ///< [ny][nx]
    std::array<bool, 4> is_wall = {};  ///< by Edge: a wall without end stands there
    std::vector<SolidBox> solids = {};
    std::vector<SolidDisc> discs = {};
    double friction = 0.5, restitution = 0.2;

    bool has_bed() const { return nx > 0 && ny > 0; }
    /// Height of a cell.
    double node_m(int x, int y) const {
        return bed_m[std::size_t(y) * std::size_t(nx) + std::size_t(x)];
    }
    double node_x_m(int x) const { return (x + 0.5) * cell_m; }
    double node_y_m(int y) const { return (y + 0.5) * cell_m; }
};

/// Height and upward unit normal of the bed at a point: a quadratic B-spline, whose slope has no
/// jumps. Planes are kept; a single high cell is rounded to 9/16 of its height.
struct BedPoint {
    double height_m = 0.0;
    Vec3 normal;
};
BedPoint bed_at(const Ground& ground, double x_m, double y_m);

/// Nodes x0 to x1 and y0 to y1, both included; none where x1 < x0.
struct NodeRange {
    int x0 = 0, y0 = 0, x1 = -1, y1 = -1;
};
/// The nodes under a rectangle, and those beside it.
NodeRange nodes_under(const Ground& ground, Vec2 low_m, Vec2 high_m);

}  // namespace tarn::bodies
