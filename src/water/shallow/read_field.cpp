#include "water/shallow/read_field.hpp"

#include "io/asc.hpp"
#include "io/grey_png.hpp"
#include "io/npy.hpp"
#include "io/regrid.hpp"
#include "scene/describe.hpp"
#include "scene/expression.hpp"
#include "scene/message.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::water {
namespace {

using scene::number_text;

// A file may end this part of a cell before the water does: what is missing is rounding.
constexpr double kSlack = 1e-6;

Error invalid(const std::string& where, const std::string& text) {
    return {ErrorCode::InvalidScene, where + text};
}

std::string point_text(double x_m, double y_m) {
    return "[" + number_text(x_m) + ", " + number_text(y_m) + "]";
}

std::string shape_text(const std::vector<std::size_t>& shape) {
    std::string text = "[";
    for (std::size_t k = 0; k < shape.size(); ++k)
        text += (k ? ", " : "") + std::to_string(shape[k]);
    return text + "]";
}

/// No number, or one that no scene may give.
bool is_missing(double value) {
    return !(std::abs(value) <= scene::kMaxHeight_m);
}

/// Values that a file of heights may have: far more than there are cells would only be averaged.
/// Small waters may have files of 4096 by 4096 still.
std::size_t most_values(const PlanGrid& grid) {
    constexpr std::size_t kMostPerCell = 64, kAlways = std::size_t{1} << 24;
    return std::max(kMostPerCell * grid.cell_count(), kAlways);
}

/// A file's grid and what it covers.
struct Covered {
    std::string path;
    io::Raster raster;
    scene::Extent extent_m;
    bool fits_cells = false;  ///< one value per cell: taken as it is
};

/// A file without an extent covers the whole water. One that would have to be stretched for that
/// was meant for another water, or is transposed.
Result<scene::Extent> cover_of(const std::optional<scene::Extent>& extent_m,
                               const std::string& path, const io::Raster& raster,
                               const PlanGrid& grid) {
    constexpr double kStretch = 1.05;
    if (extent_m) return *extent_m;
    const double ratio =
        grid.width_m() / double(raster.columns) * double(raster.rows) / grid.height_m();
    if (ratio <= kStretch && ratio >= 1.0 / kStretch)
        return scene::Extent{0.0, 0.0, grid.width_m(), grid.height_m()};
    return Error{ErrorCode::InvalidScene,
                 path + ": has shape " + shape_text({raster.rows, raster.columns}) +
                     ", which would be stretched over cells " +
                     shape_text({std::size_t(grid.ny), std::size_t(grid.nx)}) +
                     " (rows, columns); give a file of the water's proportions, or its \"extent\""};
}

Result<Covered> load(const scene::NpyField& field, const PlanGrid& grid) {
    // Such a file is as large as what it takes in memory: a large map may hold a small water.
    constexpr std::size_t kMostOfMap = std::size_t{1} << 28;
    auto array = io::read_npy(field.path, std::max(most_values(grid), kMostOfMap));
    if (!array) return array.error();
    const std::vector<std::size_t>& shape = array.value().shape;
    if (shape.size() != 2 || array.value().values.empty())
        return Error{ErrorCode::InvalidScene, field.path + ": has shape " + shape_text(shape) +
                                                  "; it must be [rows, columns], row 0 at south"};
    io::Raster raster = {shape[1], shape[0], std::move(array.value().values)};
    const auto cover = cover_of(field.extent_m, field.path, raster, grid);
    if (!cover) return cover.error();
    const bool fits = !field.extent_m && raster.rows == std::size_t(grid.ny) &&
                      raster.columns == std::size_t(grid.nx);
    return Covered{field.path, std::move(raster), cover.value(), fits};
}

Result<Covered> load(const scene::PngField& field, const PlanGrid& grid) {
    auto raster = io::read_grey_png(field.path, most_values(grid));
    if (!raster) return raster.error();
    // Both ends of the range come out to the bit.
    const auto [black, white] = field.black_white;
    for (double& value : raster.value().values) value = black * (1.0 - value) + white * value;
    const auto cover = cover_of(field.extent_m, field.path, raster.value(), grid);
    if (!cover) return cover.error();
    return Covered{field.path, std::move(raster.value()), cover.value()};
}

Result<Covered> load(const scene::AscField& field, const PlanGrid&) {
    auto grid = io::read_asc(field.path);
    if (!grid) return grid.error();
    const double cell_m = grid.value().cell_m;
    const scene::Extent own = {0.0, 0.0, cell_m * double(grid.value().raster.columns),
                               cell_m * double(grid.value().raster.rows)};
    return Covered{field.path, std::move(grid.value().raster), field.extent_m.value_or(own)};
}

Result<void> check_cover(const Covered& file, const PlanGrid& grid, const std::string& where) {
    const auto& [x0, y0, x1, y1] = file.extent_m;
    const double slack_m = kSlack * grid.cell_m;
    if (x0 <= slack_m && y0 <= slack_m && x1 >= grid.width_m() - slack_m &&
        y1 >= grid.height_m() - slack_m)
        return {};
    return invalid(where, ": " + file.path + " covers " + point_text(x0, y0) + " to " +
                              point_text(x1, y1) + " m, but the water goes from [0, 0] to " +
                              point_text(grid.width_m(), grid.height_m()) +
                              " m; give a file that covers it, a smaller water.size, or the "
                              "file's true \"extent\"");
}

/// Values of the file that the water needs, as [first, end) of its columns and rows.
struct Window {
    std::size_t x0, y0, x1, y1;
};

Window window_of(std::span<const io::Share> x, std::span<const io::Share> y) {
    return {x.front().first, y.front().first, x.back().end(), y.back().end()};
}

/// Puts `nodata` where a value is missing, or refuses the file.
Result<void> fill_missing(Covered& file, const Window& window, std::optional<double> nodata,
                          const std::string& where) {
    std::size_t count = 0;
    std::string first;
    for (std::size_t j = window.y0; j < window.y1; ++j)
        for (std::size_t i = window.x0; i < window.x1; ++i) {
            double& value = file.raster.at(i, j);
            if (!is_missing(value)) continue;
            if (nodata) {
                value = *nodata;
                continue;
            }
            if (count++ > 0) continue;
            const auto& [x0, y0, x1, y1] = file.extent_m;
            first = point_text(x0 + (double(i) + 0.5) * (x1 - x0) / double(file.raster.columns),
                               y0 + (double(j) + 0.5) * (y1 - y0) / double(file.raster.rows));
        }
    if (count == 0) return {};
    return invalid(where, ": " + file.path + " has no value (NaN, no data, or beyond 100000) in " +
                              std::to_string(count) + " of its cells inside the water, first at " +
                              first + " m; mend the file, or give \"nodata\": a value for them");
}

std::optional<double> nodata_of(const scene::NpyField& field) {
    return field.nodata;
}
std::optional<double> nodata_of(const scene::PngField&) {
    return std::nullopt;  // a picture has a grey everywhere
}
std::optional<double> nodata_of(const scene::AscField& field) {
    return field.nodata;
}

template <class FileField>
Result<std::vector<double>> read(const FileField& field, const PlanGrid& grid,
                                 const std::string& where) {
    auto loaded = load(field, grid);
    if (!loaded) return invalid(where, ": " + loaded.error().message);
    Covered& file = loaded.value();
    if (const auto ok = check_cover(file, grid, where); !ok) return ok.error();
    const auto& [x0, y0, x1, y1] = file.extent_m;
    const auto x = io::shares({file.raster.columns, x0, x1}, grid.nx, grid.cell_m);
    const auto y = io::shares({file.raster.rows, y0, y1}, grid.ny, grid.cell_m);
    if (const auto ok = fill_missing(file, window_of(x, y), nodata_of(field), where); !ok)
        return ok.error();
    if (file.fits_cells) return std::move(file.raster.values);
    return io::regrid(file.raster, x, y);
}

Result<std::vector<double>> read(const scene::ExprField& field, const PlanGrid& grid,
                                 const std::string& where) {
    auto values = scene::evaluate_expression(field.text, grid.nx, grid.ny, grid.cell_m, where);
    if (!values) return values.error();
    const auto missing = std::ranges::find_if(values.value(), is_missing);
    if (missing == values.value().end()) return values;
    const auto k = std::size_t(missing - values.value().begin()), nx = std::size_t(grid.nx);
    return invalid(where, " is " + number_text(*missing) + " at " +
                              point_text(grid.x_m(int(k % nx)), grid.y_m(int(k / nx))) +
                              " m; write an expression with values from -100000 to 100000");
}

}  // namespace

Result<std::vector<double>> read_field(const scene::FieldSource& source, const PlanGrid& grid,
                                       const std::string& where) {
    if (!source.varying)
        return std::vector<double>(std::size_t(grid.nx) * std::size_t(grid.ny), source.number);
    return std::visit([&](const auto& field) { return read(field, grid, where); }, *source.varying);
}

Result<std::vector<double>> read_npy_of_shape(const std::string& path,
                                              const std::vector<std::size_t>& shape,
                                              const std::string& where) {
    std::size_t count = 1;
    for (const std::size_t size : shape) count *= size;
    auto array = io::read_npy(path, count);
    if (!array) return invalid(where, ": " + array.error().message);
    if (array.value().shape != shape)
        return invalid(where, ": " + path + " has shape " + shape_text(array.value().shape) +
                                  "; it must be " + shape_text(shape) +
                                  " like water.cells, row 0 at south");
    for (std::size_t k = 0; k < array.value().values.size(); ++k)
        if (!std::isfinite(array.value().values[k]))
            return invalid(where, ": " + path + " has a value at index " + std::to_string(k) +
                                      " that is not finite; mend the file");
    return std::move(array.value().values);
}

}  // namespace tarn::water
