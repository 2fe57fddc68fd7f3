#include "coupling/cover.hpp"
#include "coupling/spheres.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tarn::coupling {
namespace {

struct Box {
    Vec3 low = {1e300, 1e300, 1e300}, high = {-1e300, -1e300, -1e300};
};

Box box_around(const TriangleMesh& mesh) {
    Box box;
    for (const Vec3& p : mesh.positions_m) {
        box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
        box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y),
                    std::max(box.high.z, p.z)};
    }
    return box;
}

/// Height of a pile of equal balls over that of the blocks they stand for: as with balls of a
/// cube's volume, their sum rises evenly through the layers.
constexpr double kBallPart = 0.62;

/// Blocks of a flat hull over its height, at least.
constexpr double kLayers = 6.0;

/// Length of [from_m, to_m] that lies outside [low_m, high_m].
double outside_m(double from_m, double to_m, double low_m, double high_m) {
    const double inside_m = std::min(to_m, high_m) - std::max(from_m, low_m);
    return (to_m - from_m) - std::max(inside_m, 0.0);
}

/// Cells of the cover along the side of a block, so that sloping sides are cut at the right height.
constexpr int kFine = 4;

/// Sums over the cells of one block.
struct Block {
    double volume_m3 = 0.0;
    Vec3 moment_m4;                     ///< volume times place
    double from_m4 = 0.0, to_m4 = 0.0;  ///< volume times lower and upper end
    Vec3 open_m2;                       ///< surface that nothing of the hull lies behind

    SphereProxy sphere() const {
        const double per_volume = 1.0 / volume_m3, area_m2 = length(open_m2);
        return {.centre_m = per_volume * moment_m4,
                .radius_m = kBallPart * per_volume * (to_m4 - from_m4),
                .volume_m3 = volume_m3,
                .area_m2 = area_m2,
                .normal = area_m2 > 0.0 ? (1.0 / area_m2) * open_m2 : Vec3{}};
    }
};

/// Cuts a hull into blocks of kFine by kFine cells of its cover.
class Blocks {
public:
    Blocks(const Cover& cover, double cell_m, Vec3 corner_m)
        : cover_(cover), cell_m_(cell_m), corner_m_(corner_m) {}

    Block cut(int column, int row, double low_m, double high_m) const {
        Block block;
        for (int y = kFine * row; y < kFine * (row + 1); ++y)
            for (int x = kFine * column; x < kFine * (column + 1); ++x)
                add_cell(x, y, low_m, high_m, block);
        return block;
    }

private:
    void add_cell(int x, int y, double low_m, double high_m, Block& block) const {
        if (!cover_.area.contains(x, y)) return;
        const std::size_t k = std::size_t(cover_.area.index(x, y));
        const double from_m = std::max(low_m, cover_.under_m[k]);
        const double to_m = std::min(high_m, cover_.top_m[k]);
        if (cover_.part[k] == 0.0 || !(to_m > from_m)) return;
        const double floor_m2 = cover_.part[k] * cell_m_ * cell_m_;
        const double volume_m3 = floor_m2 * (to_m - from_m);
        block.volume_m3 += volume_m3;
        block.moment_m4 = block.moment_m4 + volume_m3 * Vec3{corner_m_.x + (x + 0.5) * cell_m_,
                                                             corner_m_.y + (y + 0.5) * cell_m_,
                                                             0.5 * (from_m + to_m)};
        block.from_m4 += volume_m3 * from_m;
        block.to_m4 += volume_m3 * to_m;
        for (const auto& [dx, dy] :
             {std::pair(-1, 0), std::pair(1, 0), std::pair(0, -1), std::pair(0, 1)}) {
            const double side_m2 = cell_m_ * open_side_m(x + dx, y + dy, from_m, to_m);
            block.open_m2 = block.open_m2 + Vec3{dx * side_m2, dy * side_m2, 0.0};
        }
        if (from_m == cover_.under_m[k]) block.open_m2.z -= floor_m2;
        if (to_m == cover_.top_m[k]) block.open_m2.z += floor_m2;
    }

    /// Height of a cell's side that the cell beside it leaves open.
    double open_side_m(int x, int y, double from_m, double to_m) const {
        if (!cover_.area.contains(x, y)) return to_m - from_m;
        const std::size_t k = std::size_t(cover_.area.index(x, y));
        if (cover_.part[k] == 0.0) return to_m - from_m;
        return outside_m(from_m, to_m, cover_.under_m[k], cover_.top_m[k]);
    }

    const Cover& cover_;
    double cell_m_;
    Vec3 corner_m_;
};

}  // namespace

std::vector<SphereProxy> fit_spheres(const TriangleMesh& mesh, int across) {
    std::vector<SphereProxy> spheres;
    if (mesh.positions_m.empty() || across < 1) return spheres;
    const Box box = box_around(mesh);
    const Vec3 size = box.high - box.low;
    const double block_m = std::max({size.x, size.y, size.z}) / across;
    const int columns = std::max(int(std::ceil(size.x / block_m)), 1);
    const int rows = std::max(int(std::ceil(size.y / block_m)), 1);
    const exchange::PlanGrid grid = {
        .nx = kFine * columns, .ny = kFine * rows, .cell_m = block_m / kFine};
    // The grid lies around the hull; it counts from its own corner.
    const Vec3 corner_m = {0.5 * (box.low.x + box.high.x - grid.width_m()),
                           0.5 * (box.low.y + box.high.y - grid.height_m()), box.low.z};
    Cover cover;
    cover_cells(mesh, {.centre_m = {-corner_m.x, -corner_m.y, 0.0}, .turn = {}}, grid, cover);
    const Blocks blocks(cover, grid.cell_m, corner_m);
    const double height_m = std::min(block_m, size.z / kLayers);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            // Every other column begins half a block lower, so that layers do not show in the
            // draft.
            const double shift_m = (row + column) % 2 == 0 ? 0.0 : 0.5 * height_m;
            for (double low_m = box.low.z - shift_m; low_m < box.high.z; low_m += height_m)
                if (const Block block = blocks.cut(column, row, low_m, low_m + height_m);
                    block.volume_m3 > 0.0)
                    spheres.push_back(block.sphere());
        }
    return spheres;
}

}  // namespace tarn::coupling
