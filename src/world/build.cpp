#include "world/build.hpp"

#include "io/npy.hpp"
#include "scene/expression.hpp"

#include <cmath>

namespace tarn::world {
namespace {

struct Size {
    int nx, ny;
    std::size_t count() const { return std::size_t(nx) * std::size_t(ny); }
};

std::string shape_text(const std::vector<std::size_t>& shape) {
    std::string text = "[";
    for (std::size_t k = 0; k < shape.size(); ++k)
        text += (k ? ", " : "") + std::to_string(shape[k]);
    return text + "]";
}

Result<std::vector<float>> read_grid(const std::string& path, std::vector<std::size_t> shape,
                                     const std::string& where) {
    auto array = io::read_npy(path);
    if (!array) return Error{ErrorCode::InvalidScene, where + ": " + array.error().message};
    if (array.value().shape != shape)
        return Error{ErrorCode::InvalidScene,
                     where + ": " + path + " has shape " + shape_text(array.value().shape) +
                         "; it must be " + shape_text(shape) + " like water.cells, row 0 at south"};
    for (std::size_t k = 0; k < array.value().values.size(); ++k)
        if (!std::isfinite(array.value().values[k]))
            return Error{ErrorCode::InvalidScene, where + ": " + path + " has a value at index " +
                                                      std::to_string(k) +
                                                      " that is not finite; mend the file"};
    return std::move(array.value().values);
}

Result<std::vector<float>> read_field(const scene::FieldSource& source, Size size, double cell_m,
                                      const std::string& where) {
    switch (source.kind) {
        case scene::FieldSource::Kind::Number:
            return std::vector<float>(size.count(), float(source.number));
        case scene::FieldSource::Kind::Npy:
            return read_grid(source.text, {std::size_t(size.ny), std::size_t(size.nx)}, where);
        case scene::FieldSource::Kind::Expr:
            return scene::evaluate_expression(source.text, size.nx, size.ny, cell_m, where);
    }
    return Error{ErrorCode::InvalidScene, where + ": unknown kind of field"};
}

template <class Inside>
void paint(std::vector<std::uint8_t>& solid, Size size, double cell_m, Inside inside) {
    solid.resize(size.count());
    for (int j = 0; j < size.ny; ++j)
        for (int i = 0; i < size.nx; ++i)
            if (inside((i + 0.5) * cell_m, (j + 0.5) * cell_m))
                solid[std::size_t(j) * std::size_t(size.nx) + std::size_t(i)] = 1;
}

Result<std::vector<std::uint8_t>> read_solids(const scene::Scene& scene, Size size, double cell_m) {
    std::vector<std::uint8_t> solid;
    for (const scene::Solid& shape : scene.water.solids) {
        if (const auto* box = std::get_if<scene::Box>(&shape)) {
            const auto& c = box->corners_m;
            paint(solid, size, cell_m, [&](double x, double y) {
                return x >= c[0] && x < c[2] && y >= c[1] && y < c[3];
            });
        } else if (const auto* disc = std::get_if<scene::Disc>(&shape)) {
            const auto& c = disc->circle_m;
            paint(solid, size, cell_m, [&](double x, double y) {
                return (x - c[0]) * (x - c[0]) + (y - c[1]) * (y - c[1]) < c[2] * c[2];
            });
        } else if (const auto* mask = std::get_if<scene::MaskFile>(&shape)) {
            const auto values = read_grid(mask->npy, {std::size_t(size.ny), std::size_t(size.nx)},
                                          scene.name + ": /water/solids");
            if (!values) return values.error();
            solid.resize(size.count());
            for (std::size_t k = 0; k < solid.size(); ++k)
                if (values.value()[k] != 0.0f) solid[k] = 1;
        }
    }
    return solid;
}

/// Level to depth; every cell that is not solid must be under water in this version.
Result<void> level_to_depth(const scene::Scene& scene, const std::vector<float>& level_m,
                            InitialFields& fields) {
    fields.depth_m.resize(level_m.size());
    const double bed = scene.water.bed.number;
    double sum = 0.0;
    std::size_t wet = 0;
    for (std::size_t k = 0; k < fields.depth_m.size(); ++k) {
        if (!fields.solid.empty() && fields.solid[k]) continue;
        const double depth = double(level_m[k]) - bed;
        if (!(depth > 0.0) || !std::isfinite(depth))
            return Error{ErrorCode::InvalidScene,
                         scene.name + ": /water/level is " + std::to_string(level_m[k]) +
                             " m in cell (" +
                             std::to_string(k % std::size_t(scene.water.cells[0])) + ", " +
                             std::to_string(k / std::size_t(scene.water.cells[0])) +
                             "); it must be a number above the bed (" + std::to_string(bed) +
                             " m): dry land is not in this version, mark it with water.solids"};
        fields.depth_m[k] = depth;
        fields.deepest_m = std::max(fields.deepest_m, depth);
        sum += depth;
        ++wet;
    }
    if (wet == 0)
        return Error{ErrorCode::InvalidScene,
                     scene.name + ": /water/solids cover every cell; leave some water"};
    fields.mean_depth_m = sum / double(wet);
    return {};
}

}  // namespace

Result<InitialFields> initial_fields(const scene::Scene& scene) {
    const scene::Water& water = scene.water;
    const Size size = {water.cells[0], water.cells[1]};
    const double cell_m = water.size_m[0] / size.nx;
    InitialFields fields;
    auto level = read_field(water.level, size, cell_m, scene.name + ": /water/level");
    if (!level) return level.error();
    auto solid = read_solids(scene, size, cell_m);
    if (!solid) return solid.error();
    fields.solid = std::move(solid.value());
    if (const auto done = level_to_depth(scene, level.value(), fields); !done) return done.error();

    const scene::Point u = water.velocity.uniform_m_per_s;
    if (!water.velocity.npy.empty()) {
        auto values = read_grid(water.velocity.npy,
                                {std::size_t(size.ny), std::size_t(size.nx), std::size_t(2)},
                                scene.name + ": /water/velocity");
        if (!values) return values.error();
        fields.velocity_m_per_s = std::move(values.value());
    } else if (u[0] != 0.0 || u[1] != 0.0) {
        fields.velocity_m_per_s.resize(2 * size.count());
        for (std::size_t k = 0; k < size.count(); ++k) {
            fields.velocity_m_per_s[2 * k] = float(u[0]);
            fields.velocity_m_per_s[2 * k + 1] = float(u[1]);
        }
    }
    return fields;
}

}  // namespace tarn::world
