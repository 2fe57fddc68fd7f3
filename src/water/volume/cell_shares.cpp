#include "water/volume/cell_shares.hpp"

#include "io/mesh_file.hpp"
#include "scene/expression.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace tarn::water {
namespace {

// Lines of samples across a cell, along x and along y. Expressions take fewer: each sample costs.
constexpr int kLines = 8, kExprLines = 4;

/// A part of a vertical line, in m.
struct Stretch {
    double low, high;
};
using Stretches = std::vector<Stretch>;

void add_stretches(const scene::BoxShape& box, Vec2 at, Stretches& out) {
    const auto& [x0, y0, z0, x1, y1, z1] = box.corners_m;
    if (at.x >= x0 && at.x < x1 && at.y >= y0 && at.y < y1) out.push_back({z0, z1});
}

void add_stretches(const scene::SphereShape& sphere, Vec2 at, Stretches& out) {
    const auto& [x, y, z, radius] = sphere.sphere_m;
    const double square = radius * radius - (at.x - x) * (at.x - x) - (at.y - y) * (at.y - y);
    if (square <= 0.0) return;
    const double half = std::sqrt(square);
    out.push_back({z - half, z + half});
}

/// Inside where the expression is above 0, at samples along the line.
struct Expression {
    scene::SpaceExpression text;
    double height_m, every_m;
};
void add_stretches(const Expression& expr, Vec2 at, Stretches& out) {
    for (double low = 0.0; low < expr.height_m; low += expr.every_m)
        if (expr.text.at(at.x, at.y, low + 0.5 * expr.every_m) > 0.0)
            out.push_back({low, low + expr.every_m});
}

/// Triangles seen from above, sorted into cells of the grid.
struct Mesh {
    TriangleMesh mesh;
    int nx = 0, ny = 0;
    double cell_m = 0.0;
    std::vector<std::vector<std::uint32_t>> over;  ///< triangles over each column of cells
    mutable bool is_open = false;                  ///< some line went in and never came out
    mutable std::vector<double> crossings_m = {};
};

/// The height where a vertical line meets a triangle. Of an edge that two triangles share one has
/// the line, by the sign of its cross product, so that none is counted twice.
std::optional<double> crossing_m(const Vec3& a, const Vec3& b, const Vec3& c, Vec2 at) {
    const auto side = [&](const Vec3& p, const Vec3& q) {
        // The same numbers whichever way round the edge is.
        const bool is_turned = q.x < p.x || (q.x == p.x && q.y < p.y);
        const Vec3 &from = is_turned ? q : p, &to = is_turned ? p : q;
        const double cross = (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
        return is_turned ? -cross : cross;
    };
    const auto is_left = [&](double cross, const Vec3& p, const Vec3& q) {
        if (cross != 0.0) return cross > 0.0;
        return q.y < p.y || (q.y == p.y && q.x > p.x);
    };
    const double ab = side(a, b), bc = side(b, c), ca = side(c, a);
    const bool first = is_left(ab, a, b);
    if (is_left(bc, b, c) != first || is_left(ca, c, a) != first) return {};
    const double area = ab + bc + ca;
    if (area == 0.0) return {};
    return (bc * a.z + ca * b.z + ab * c.z) / area;
}

void add_stretches(const Mesh& mesh, Vec2 at, Stretches& out) {
    const int i = int(at.x / mesh.cell_m), j = int(at.y / mesh.cell_m);
    mesh.crossings_m.clear();
    for (const std::uint32_t n :
         mesh.over[std::size_t(j) * std::size_t(mesh.nx) + std::size_t(i)]) {
        const auto& [a, b, c] = mesh.mesh.triangles[n];
        const std::vector<Vec3>& p = mesh.mesh.positions_m;
        if (const auto height_m = crossing_m(p[a], p[b], p[c], at))
            mesh.crossings_m.push_back(*height_m);
    }
    std::sort(mesh.crossings_m.begin(), mesh.crossings_m.end());
    mesh.is_open |= mesh.crossings_m.size() % 2 != 0;
    for (std::size_t k = 0; k + 1 < mesh.crossings_m.size(); k += 2)
        out.push_back({mesh.crossings_m[k], mesh.crossings_m[k + 1]});
}

Mesh sorted(TriangleMesh&& triangles, const SpaceGrid& grid) {
    Mesh mesh = {.mesh = std::move(triangles),
                 .nx = grid.nx(),
                 .ny = grid.ny(),
                 .cell_m = grid.cell_m,
                 .over = {}};
    mesh.over.resize(std::size_t(grid.nx()) * std::size_t(grid.ny()));
    for (std::size_t n = 0; n < mesh.mesh.triangles.size(); ++n) {
        Vec3 low = mesh.mesh.positions_m[mesh.mesh.triangles[n][0]], high = low;
        for (const std::uint32_t corner : mesh.mesh.triangles[n]) {
            const Vec3& p = mesh.mesh.positions_m[corner];
            low = {std::min(low.x, p.x), std::min(low.y, p.y), 0.0};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), 0.0};
        }
        const auto cell = [&](double at_m, int count, int beyond) {
            return int(std::clamp(std::floor(at_m / grid.cell_m), double(beyond) - 1.0,
                                  double(count + beyond) - 1.0));
        };
        for (int j = std::max(cell(low.y, mesh.ny, 1), 0); j <= cell(high.y, mesh.ny, 0); ++j)
            for (int i = std::max(cell(low.x, mesh.nx, 1), 0); i <= cell(high.x, mesh.nx, 0); ++i)
                if (i < mesh.nx && j < mesh.ny)
                    mesh.over[std::size_t(j) * std::size_t(mesh.nx) + std::size_t(i)].push_back(
                        std::uint32_t(n));
    }
    return mesh;
}

using Shape = std::variant<scene::BoxShape, scene::SphereShape, Mesh, Expression>;

Result<Shape> made(const scene::FillShape& shape, const SpaceGrid& grid, const std::string& where) {
    if (const auto* mesh = std::get_if<scene::MeshShape>(&shape)) {
        auto read = io::read_mesh(mesh->file);
        if (!read) return Error{ErrorCode::InvalidScene, where + "/mesh: " + read.error().message};
        return Shape(sorted(std::move(read.value()), grid));
    }
    if (const auto* expr = std::get_if<scene::ExprShape>(&shape)) {
        auto text = scene::SpaceExpression::parse(expr->text, where + "/expr");
        if (!text) return text.error();
        return Shape(
            Expression{std::move(text.value()), grid.cell_m * grid.nz(), grid.cell_m / kExprLines});
    }
    if (const auto* box = std::get_if<scene::BoxShape>(&shape)) return Shape(*box);
    return Shape(std::get<scene::SphereShape>(shape));
}

/// Puts stretches in order and joins those that touch.
void unite(Stretches& all) {
    std::sort(all.begin(), all.end(),
              [](const Stretch& a, const Stretch& b) { return a.low < b.low; });
    std::size_t last = 0;
    for (std::size_t k = 1; k < all.size(); ++k)
        if (all[k].low <= all[last].high)
            all[last].high = std::max(all[last].high, all[k].high);
        else
            all[++last] = all[k];
    if (!all.empty()) all.resize(last + 1);
}

/// A cell that is full or empty up to the rounding of corners is full or empty.
float whole(double share) {
    constexpr double kRounding = 1e-6;
    if (share < kRounding) return 0.0f;
    return share > 1.0 - kRounding ? 1.0f : float(share);
}

/// Adds how much of each cell of a column a stretch covers.
void add_cover(const Stretch& stretch, double cell_m, std::span<double> column) {
    const double low = std::max(stretch.low / cell_m, 0.0);
    const double high = std::min(stretch.high / cell_m, double(column.size()));
    for (int k = int(low); double(k) < high; ++k)
        column[std::size_t(k)] += std::min(high, k + 1.0) - std::max(low, double(k));
}

}  // namespace

Result<std::vector<float>> cell_shares(const std::vector<scene::FillShape>& given,
                                       const SpaceGrid& grid, const std::string& where) {
    std::vector<Shape> shapes;
    int lines = kLines;
    for (std::size_t n = 0; n < given.size(); ++n) {
        auto shape = made(given[n], grid, where + "/" + std::to_string(n));
        if (!shape) return shape.error();
        if (std::holds_alternative<Expression>(shape.value())) lines = kExprLines;
        shapes.push_back(std::move(shape.value()));
    }
    std::vector<float> shares(grid.cells.count(), 0.0f);
    Stretches stretches;
    std::vector<double> column(std::size_t(grid.nz()));
    for (int j = 0; j < grid.ny(); ++j)
        for (int i = 0; i < grid.nx(); ++i) {
            std::ranges::fill(column, 0.0);
            for (int line = 0; line < lines * lines; ++line) {
                const Vec2 at = {(i + (line % lines + 0.5) / lines) * grid.cell_m,
                                 (j + (line / lines + 0.5) / lines) * grid.cell_m};
                stretches.clear();
                for (const Shape& shape : shapes)
                    std::visit([&](const auto& s) { add_stretches(s, at, stretches); }, shape);
                unite(stretches);
                for (const Stretch& stretch : stretches) add_cover(stretch, grid.cell_m, column);
            }
            for (int k = 0; k < grid.nz(); ++k)
                shares[grid.at(i, j, k)] = whole(column[std::size_t(k)] / (lines * lines));
        }
    for (std::size_t n = 0; n < shapes.size(); ++n)
        if (const auto* mesh = std::get_if<Mesh>(&shapes[n]); mesh && mesh->is_open)
            return Error{ErrorCode::InvalidScene,
                         where + "/" + std::to_string(n) +
                             "/mesh is not closed: its inside is not known; close its surface"};
    return shares;
}

}  // namespace tarn::water
