#include "water/volume/voxels.hpp"

#include "io/npy.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::water {
namespace {

Error wrong(const std::string& where, const std::string& what) {
    return {ErrorCode::InvalidScene, where + ": " + what};
}

std::string shape_text(const std::vector<std::size_t>& shape) {
    std::string text = "[";
    for (const std::size_t size : shape)
        text += (text.size() > 1 ? ", " : "") + std::to_string(size);
    return text + "]";
}

Result<void> check_voxels(const io::NpyArray& array, const std::string& file,
                          const std::string& where) {
    const bool is_in_space =
        array.shape.size() == 3 && std::ranges::all_of(array.shape, [](auto n) { return n > 0; });
    if (!is_in_space)
        return wrong(where, file + " has shape " + shape_text(array.shape) +
                                "; voxels need [nz, ny, nx], x fastest: save a[z, y, x]");
    const auto bad =
        std::ranges::find_if_not(array.values, [](double v) { return std::isfinite(v); });
    if (bad == array.values.end()) return {};
    const auto n = std::size_t(bad - array.values.begin());
    const std::size_t nx = array.shape[2], ny = array.shape[1];
    return wrong(where, file + " is not a number in voxel (" + std::to_string(n % nx) + ", " +
                            std::to_string(n / nx % ny) + ", " + std::to_string(n / nx / ny) +
                            "); save 0 for open and 1 for solid");
}

/// How far marked cells go on that no box has yet.
class Merge {
public:
    Merge(std::span<const std::uint8_t> marks, const SpaceGrid& grid)
        : left_(marks.begin(), marks.end()), grid_(grid) {}

    bool is_left(int i, int j, int k) const { return left_[grid_.at(i, j, k)] != 0; }
    std::array<int, 3> take(int i, int j, int k) {
        std::array<int, 3> end = {i + 1, j + 1, k + 1};
        while (end[0] < grid_.nx() && is_left(end[0], j, k)) ++end[0];
        while (end[1] < grid_.ny() && is_whole(i, end[0], end[1], end[1] + 1, k)) ++end[1];
        while (end[2] < grid_.nz() && is_whole(i, end[0], j, end[1], end[2])) ++end[2];
        for (int c = k; c < end[2]; ++c)
            for (int b = j; b < end[1]; ++b)
                for (int a = i; a < end[0]; ++a) left_[grid_.at(a, b, c)] = 0;
        return end;
    }

private:
    bool is_whole(int i, int i_end, int j, int j_end, int k) const {
        for (int b = j; b < j_end; ++b)
            for (int a = i; a < i_end; ++a)
                if (!is_left(a, b, k)) return false;
        return true;
    }

    std::vector<std::uint8_t> left_;
    const SpaceGrid& grid_;
};

}  // namespace

Result<std::vector<std::uint8_t>> read_voxels(const std::filesystem::path& path,
                                              const SpaceGrid& grid, const std::string& where) {
    const auto array = io::read_npy(path);
    if (!array) return wrong(where, array.error().message);
    if (const auto ok = check_voxels(array.value(), path.filename().string(), where); !ok)
        return ok.error();
    const std::vector<std::size_t>& shape = array.value().shape;
    // The voxel under the centre of a cell, in whole numbers: the same on every machine.
    const auto voxel = [](int cell, int cells, std::size_t voxels) {
        return (2 * std::size_t(cell) + 1) * voxels / (2 * std::size_t(cells));
    };
    std::vector<std::uint8_t> marks(grid.cells.count());
    for (int k = 0; k < grid.nz(); ++k)
        for (int j = 0; j < grid.ny(); ++j)
            for (int i = 0; i < grid.nx(); ++i) {
                const std::size_t z = voxel(k, grid.nz(), shape[0]),
                                  y = voxel(j, grid.ny(), shape[1]),
                                  x = voxel(i, grid.nx(), shape[2]);
                marks[grid.at(i, j, k)] =
                    array.value().values[(z * shape[1] + y) * shape[2] + x] != 0.0;
            }
    return marks;
}

std::vector<BodyView> boxes_of(std::span<const std::uint8_t> marks, const SpaceGrid& grid) {
    std::vector<BodyView> boxes;
    if (marks.empty()) return boxes;
    Merge merge(marks, grid);
    for (int k = 0; k < grid.nz(); ++k)
        for (int j = 0; j < grid.ny(); ++j)
            for (int i = 0; i < grid.nx(); ++i) {
                if (!merge.is_left(i, j, k)) continue;
                const auto [x, y, z] = merge.take(i, j, k);
                const double h = grid.cell_m;
                boxes.push_back({.shape = BodyView::Shape::Box,
                                 .at_m = {0.5 * h * (i + x), 0.5 * h * (j + y), 0.5 * h * (k + z)},
                                 .size_m = {h * (x - i), h * (y - j), h * (z - k)}});
            }
    return boxes;
}

}  // namespace tarn::water
