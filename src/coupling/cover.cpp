#include "coupling/cover.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tarn::coupling {
namespace {

/// Along x and y in cells, from the corner of the grid; z in m.
struct Corner {
    double x, y, z;
};

/// A convex polygon seen from above, with heights. A triangle has at most eleven corners after cuts
/// at the sides of the grid, of a row and of a cell. Corners that are not there hold nothing, and
/// are neither written nor copied: most polygons have three or four.
struct Polygon {
    Corner corner[12];
    int count;

    Polygon() : count(0) {}
    Polygon(const Polygon& other) : count(other.count) {
        std::copy_n(other.corner, other.count, corner);
    }
    Polygon& operator=(const Polygon& other) {
        count = other.count;
        std::copy_n(other.corner, other.count, corner);
        return *this;
    }
    void add(const Corner& point) {
        if (count < 12) corner[count++] = point;
    }
    const Corner& at(int k) const { return corner[k]; }
};

template <double Corner::*axis>
double lowest(const Polygon& polygon) {
    double least = polygon.at(0).*axis;
    for (int k = 1; k < polygon.count; ++k) least = std::min(least, polygon.at(k).*axis);
    return least;
}

template <double Corner::*axis>
double highest(const Polygon& polygon) {
    double most = polygon.at(0).*axis;
    for (int k = 1; k < polygon.count; ++k) most = std::max(most, polygon.at(k).*axis);
    return most;
}

/// Where the edge from `a` to `b` meets a line. The same point for both directions of the edge, so
/// that neighbours leave no gap.
template <double Corner::*axis>
Corner crossing(const Corner& a, const Corner& b, double line) {
    const bool is_falling = b.*axis < a.*axis;
    const Corner &low = is_falling ? b : a, &high = is_falling ? a : b;
    const double along = (line - low.*axis) / (high.*axis - low.*axis);
    Corner point = {low.x + along * (high.x - low.x), low.y + along * (high.y - low.y),
                    low.z + along * (high.z - low.z)};
    point.*axis = line;
    return point;
}

/// Cuts a polygon at a line across an axis: what lies below it, and what lies above.
template <double Corner::*axis>
void split(const Polygon& whole, double line, Polygon& below, Polygon& above) {
    below.count = above.count = 0;
    for (int k = 0; k < whole.count; ++k) {
        const Corner &from = whole.at(k), &to = whole.at(k + 1 < whole.count ? k + 1 : 0);
        const bool is_below = from.*axis<line, is_above = from.*axis> line;
        if (!is_above) below.add(from);
        if (!is_below) above.add(from);
        if ((is_below && to.*axis > line) || (is_above && to.*axis < line)) {
            const Corner point = crossing<axis>(from, to, line);
            below.add(point);
            above.add(point);
        }
    }
}

/// Leaves what lies between two lines.
template <double Corner::*axis>
void trim(Polygon& polygon, double from, double to) {
    Polygon below, above;
    if (polygon.count >= 3 && lowest<axis>(polygon) < from) {
        split<axis>(polygon, from, below, above);
        polygon = above;
    }
    if (polygon.count >= 3 && highest<axis>(polygon) > to) {
        split<axis>(polygon, to, below, above);
        polygon = below;
    }
}

/// Calls `visit(index, piece)` for the pieces of a polygon between whole numbers along an axis.
template <double Corner::*axis, class Visit>
void for_slices(const Polygon& whole, Visit&& visit) {
    const double last = highest<axis>(whole);
    Polygon slice, one, other;
    const Polygon* rest = &whole;
    for (int k = int(std::floor(lowest<axis>(whole))); rest->count >= 3; ++k) {
        if (last <= k + 1) {
            visit(k, *rest);
            return;
        }
        Polygon& above = rest == &one ? other : one;
        split<axis>(*rest, k + 1, slice, above);
        if (slice.count >= 3) visit(k, slice);
        rest = &above;
    }
}

/// Signed area and integrals of the height and of the place.
struct Integral {
    double area = 0.0, height = 0.0, x = 0.0, y = 0.0;
};

Integral integral_of(const Polygon& polygon) {
    Integral sum;
    const Corner& a = polygon.at(0);
    for (int k = 2; k < polygon.count; ++k) {
        const Corner &b = polygon.at(k - 1), &c = polygon.at(k);
        const double twice = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        sum.area += twice;
        sum.height += twice * (a.z + b.z + c.z);
        sum.x += twice * (a.x + b.x + c.x);
        sum.y += twice * (a.y + b.y + c.y);
    }
    return {0.5 * sum.area, sum.height / 6.0, sum.x / 6.0, sum.y / 6.0};
}

/// The smallest and largest x of the corners that lie on a line across y.
struct Span {
    double from = 1e300, to = -1e300;

    void add(double x) {
        from = std::min(from, x);
        to = std::max(to, x);
    }
};

/// Adds up areas in cells and heights in m above `base_m`. Until finish() the arrays of the cover
/// hold the area of undersides, its moments in cells about the middles of cells, and the integrals
/// of the heights of under and upper sides.
class Raster {
public:
    Raster(double cell_m, double base_m, Cover& out)
        : cells_per_m_(1.0 / cell_m), base_m_(base_m), out_(out) {}

    void add(const TriangleMesh::Triangle& corners) {
        Polygon triangle;
        for (const std::uint32_t k : corners) {
            const Vec3 p = out_.corners_m[k];
            triangle.add({cells_per_m_ * p.x, cells_per_m_ * p.y, p.z - base_m_});
        }
        const Integral whole = integral_of(triangle);
        if (whole.area == 0.0) return;
        is_under_ = whole.area < 0.0;
        const exchange::CellArea& cells = out_.area;
        // Most triangles of a fine mesh lie in one cell.
        const double low_x = std::floor(lowest<&Corner::x>(triangle));
        const double low_y = std::floor(lowest<&Corner::y>(triangle));
        if (highest<&Corner::x>(triangle) <= low_x + 1.0 &&
            highest<&Corner::y>(triangle) <= low_y + 1.0)
            return add(int(low_x), int(low_y), whole);
        trim<&Corner::x>(triangle, cells.x0, cells.x0 + cells.nx);
        trim<&Corner::y>(triangle, cells.y0, cells.y0 + cells.ny);
        if (triangle.count < 3) return;
        for_slices<&Corner::y>(triangle, [&](int y, const Polygon& row) { add_row(y, row); });
    }

    /// Turns integrals into shares and means. `highest_m` is that of the hull above the base.
    void finish(double lowest_m, double highest_m) {
        for (std::size_t k = 0; k < out_.part.size(); ++k) {
            const double area = out_.part[k], under = out_.under_m[k], top = out_.top_m[k];
            const double part = area > 1.0 - kRounding ? 1.0 : area;
            const double off_x = out_.off_x_m[k], off_y = out_.off_y_m[k];
            out_.part[k] = out_.under_m[k] = out_.top_m[k] = 0.0;
            out_.off_x_m[k] = out_.off_y_m[k] = 0.0;
            if (part < kRounding) continue;
            out_.off_x_m[k] = std::clamp(off_x / area, -0.5, 0.5) / cells_per_m_;
            out_.off_y_m[k] = std::clamp(off_y / area, -0.5, 0.5) / cells_per_m_;
            // In a corner of a cell the quotients are noise: they stay near the hull. It may lie
            // in itself, so that a column holds up to twice its height.
            const double middle_m = std::clamp(0.5 * (under + top) / area, lowest_m, highest_m);
            const double half_m = std::clamp(0.5 * (top - under) / part, 0.0, highest_m - lowest_m);
            out_.part[k] = part;
            out_.under_m[k] = base_m_ + middle_m - half_m;
            out_.top_m[k] = base_m_ + middle_m + half_m;
        }
    }

private:
    /// Areas come as sums of some ten pieces, cut at places of about 1e4 cells: shares below this
    /// are noise.
    static constexpr double kRounding = 1e-11;

    /// Cells that a row's polygon fills need no cutting: they lie between the ends of its edges
    /// along both borders of the row, since it is convex.
    void add_row(int y, const Polygon& row) {
        Span low, high;
        for (int k = 0; k < row.count; ++k) {
            if (row.at(k).y == y) low.add(row.at(k).x);
            if (row.at(k).y == y + 1) high.add(row.at(k).x);
        }
        const double from = std::ceil(std::max(low.from, high.from));
        const double to = std::floor(std::min(low.to, high.to));
        if (to - from < 2.0) return add_cells(y, row);
        Polygon left, rest, middle, right;
        split<&Corner::x>(row, from, left, rest);
        split<&Corner::x>(rest, to, middle, right);
        add_cells(y, left);
        add_full_cells(y, int(from), int(to), middle);
        add_cells(y, right);
    }

    void add_cells(int y, const Polygon& row) {
        if (row.count < 3) return;
        for_slices<&Corner::x>(row,
                               [&](int x, const Polygon& piece) { add(x, y, integral_of(piece)); });
    }

    /// A plane has its mean over a cell in the cell's middle, and rises evenly along the row.
    void add_full_cells(int y, int from, int to, const Polygon& middle) {
        const Integral sum = integral_of(middle);
        const double sign = is_under_ ? -1.0 : 1.0;
        const double mean_m = sum.height / sum.area, slope_m = slope_along_x(middle);
        for (int x = from; x < to; ++x)
            add(x, y,
                {sign, sign * (mean_m + slope_m * (x + 0.5 - 0.5 * (from + to))), sign * (x + 0.5),
                 sign * (y + 0.5)});
    }

    /// Of a rectangle: from two corners along one of its borders.
    static double slope_along_x(const Polygon& rectangle) {
        const Corner& a = rectangle.at(0);
        for (int k = 1; k < rectangle.count; ++k) {
            const Corner& b = rectangle.at(k);
            if (b.y == a.y && b.x != a.x) return (b.z - a.z) / (b.x - a.x);
        }
        return 0.0;
    }

    void add(int x, int y, const Integral& piece) {
        // A corner on the far side of the area may count as the beginning of the cell behind it.
        if (!out_.area.contains(x, y)) return;
        const std::size_t k = std::size_t(out_.area.index(x, y));
        if (is_under_) {
            out_.part[k] -= piece.area;
            out_.under_m[k] -= piece.height;
            out_.off_x_m[k] -= piece.x - (x + 0.5) * piece.area;
            out_.off_y_m[k] -= piece.y - (y + 0.5) * piece.area;
        } else {
            out_.top_m[k] += piece.height;
        }
    }

    double cells_per_m_, base_m_;
    Cover& out_;
    bool is_under_ = false;
};

struct Bounds {
    Vec3 low = {1e300, 1e300, 1e300}, high = {-1e300, -1e300, -1e300};

    void add(Vec3 p) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
};

/// First cell and number of cells between two places along an axis of `cells` cells.
std::pair<int, int> cells_between(double from_m, double to_m, double cell_m, int cells) {
    const int first = int(std::clamp(std::floor(from_m / cell_m), 0.0, double(cells)));
    const int end = int(std::clamp(std::ceil(to_m / cell_m), 0.0, double(cells)));
    return {first, std::max(end - first, 0)};
}

/// Puts the mesh where it is. False where a corner is no number.
bool place(const TriangleMesh& mesh, const bodies::Pose& pose, Cover& out, Bounds& bounds) {
    const Mat3 turn = matrix_of(pose.turn);
    out.corners_m.resize(mesh.positions_m.size());
    double sum = 0.0;
    for (std::size_t k = 0; k < mesh.positions_m.size(); ++k) {
        const Vec3 p = pose.centre_m + turn * mesh.positions_m[k];
        out.corners_m[k] = p;
        bounds.add(p);
        sum += p.x + p.y + p.z;
    }
    return std::isfinite(sum);
}

}  // namespace

void cover_cells(const TriangleMesh& mesh, const bodies::Pose& pose, const exchange::PlanGrid& grid,
                 Cover& out) {
    Bounds bounds;
    out.area = {};
    if (place(mesh, pose, out, bounds)) {
        const auto [x0, nx] = cells_between(bounds.low.x, bounds.high.x, grid.cell_m, grid.nx);
        const auto [y0, ny] = cells_between(bounds.low.y, bounds.high.y, grid.cell_m, grid.ny);
        if (nx > 0 && ny > 0) out.area = {x0, y0, nx, ny};
    }
    for (std::vector<double>* values :
         {&out.part, &out.under_m, &out.top_m, &out.off_x_m, &out.off_y_m})
        values->assign(out.area.count(), 0.0);
    if (out.area.count() == 0) return;
    const double base_m = pose.centre_m.z;
    Raster raster(grid.cell_m, base_m, out);
    for (const TriangleMesh::Triangle& triangle : mesh.triangles) raster.add(triangle);
    raster.finish(bounds.low.z - base_m, bounds.high.z - base_m);
}

}  // namespace tarn::coupling
