#include "water/shallow/initial_fields.hpp"

#include "scene/describe.hpp"
#include "scene/message.hpp"
#include "solver/exchange.hpp"
#include "water/shallow/read_field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace tarn::water {
namespace {

std::size_t count_of(const PlanGrid& grid) {
    return std::size_t(grid.nx) * std::size_t(grid.ny);
}

Result<std::vector<std::uint8_t>> read_solids(const scene::Scene& scene, const PlanGrid& grid) {
    std::vector<std::uint8_t> solid;
    for (const scene::Solid& shape : scene.water.solids) {
        solid.resize(count_of(grid));
        if (const auto* mask = std::get_if<scene::MaskFile>(&shape)) {
            const auto values =
                read_npy_of_shape(mask->npy, {std::size_t(grid.ny), std::size_t(grid.nx)},
                                  scene.name + ": /water/solids");
            if (!values) return values.error();
            for (std::size_t k = 0; k < solid.size(); ++k)
                if (values.value()[k] != 0.0) solid[k] = 1;
        }
        for (int j = 0; j < grid.ny; ++j)
            for (int i = 0; i < grid.nx; ++i)
                if (covers(shape, grid.x_m(i), grid.y_m(j)))
                    solid[std::size_t(j) * std::size_t(grid.nx) + std::size_t(i)] = 1;
    }
    return solid;
}

/// Why there is no water at all.
Error no_water(const scene::Scene& scene, double highest_level_m, double lowest_bed_m) {
    if (lowest_bed_m == std::numeric_limits<double>::infinity())
        return {ErrorCode::InvalidScene,
                scene.name + ": /water/solids cover every cell; leave some water"};
    return {ErrorCode::InvalidScene,
            scene.name +
                ": /water/level is nowhere above the bed, so there is no water: the highest "
                "level is " +
                std::to_string(highest_level_m) + " m and the lowest bed " +
                std::to_string(lowest_bed_m) +
                " m; raise the level or lower the bed, or give an inflow or rain"};
}

/// Mean of numbers of which many are equal: of equal ones it is that number to the bit.
class Mean {
public:
    void add(double value) {
        if (count_++ == 0) first_ = value;
        above_ += value - first_;
    }
    bool is_empty() const { return count_ == 0; }
    double value() const { return first_ + above_ / double(count_); }

private:
    double first_ = 0.0, above_ = 0.0;
    std::size_t count_ = 0;
};

/// Level to depth; land above the level is dry.
Result<void> level_to_depth(const scene::Scene& scene, const std::vector<double>& level_m,
                            InitialFields& fields) {
    fields.depth_m.resize(level_m.size());
    Mean depth_of_wet, level_of_wet;
    double highest_level = -std::numeric_limits<double>::infinity(), highest_wet = highest_level;
    double lowest_bed = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < fields.depth_m.size(); ++k) {
        if (!fields.solid.empty() && fields.solid[k]) continue;
        const double bed = fields.bed_m.empty() ? scene.water.bed.number : fields.bed_m[k];
        const double depth = std::max(0.0, level_m[k] - bed);
        highest_level = std::max(highest_level, level_m[k]);
        lowest_bed = std::min(lowest_bed, bed);
        if (depth == 0.0) continue;
        fields.depth_m[k] = depth;
        fields.deepest_m = std::max(fields.deepest_m, depth);
        depth_of_wet.add(depth);
        level_of_wet.add(level_m[k]);
        highest_wet = std::max(highest_wet, level_m[k]);
    }
    if (depth_of_wet.is_empty()) {
        const bool has_room = lowest_bed < std::numeric_limits<double>::infinity();
        if (!has_room || !has_source(scene)) return no_water(scene, highest_level, lowest_bed);
        fields.mean_level_m = fields.highest_level_m = lowest_bed;
        return {};
    }
    fields.mean_depth_m = depth_of_wet.value();
    fields.mean_level_m = level_of_wet.value();
    fields.highest_level_m = highest_wet;
    return {};
}

Result<std::vector<float>> read_velocity(const scene::NpyVelocity& source, const PlanGrid& grid,
                                         const std::string& where) {
    const auto values = read_npy_of_shape(
        source.path, {std::size_t(grid.ny), std::size_t(grid.nx), std::size_t(2)}, where);
    if (!values) return values.error();
    return std::vector<float>(values.value().begin(), values.value().end());
}

Result<std::vector<float>> read_velocity(const scene::ExprVelocity& source, const PlanGrid& grid,
                                         const std::string& where) {
    std::vector<float> velocity_m_per_s(2 * count_of(grid));
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const auto values = read_field({.varying = scene::ExprField{source.texts[axis]}}, grid,
                                       where + "/expr/" + std::to_string(axis));
        if (!values) return values.error();
        for (std::size_t k = 0; k < values.value().size(); ++k)
            velocity_m_per_s[2 * k + axis] = float(values.value()[k]);
    }
    return velocity_m_per_s;
}

/// Speeds of a file or an expression are such as a scene may give as numbers.
Result<void> check_speeds(std::span<const float> velocity_m_per_s, const PlanGrid& grid,
                          const std::string& where) {
    const auto fast = std::ranges::find_if(velocity_m_per_s, [](float u) {
        return !(std::abs(double(u)) <= scene::kMaxSpeed_m_per_s);
    });
    if (fast == velocity_m_per_s.end()) return {};
    const auto cell = int((fast - velocity_m_per_s.begin()) / 2);
    return Error{
        ErrorCode::InvalidScene,
        where + " is " + scene::number_text(double(*fast)) + " m/s in cell [" +
            std::to_string(cell % grid.nx) + ", " + std::to_string(cell / grid.nx) +
            "]; it must be " +
            scene::range_text(scene::from(-scene::kMaxSpeed_m_per_s, scene::kMaxSpeed_m_per_s))};
}

/// Empty: still.
Result<std::vector<float>> read_velocity(const scene::Scene& scene, const PlanGrid& grid) {
    const scene::VelocitySource& source = scene.water.velocity;
    if (source.varying) {
        const std::string where = scene.name + ": /water/velocity";
        auto read =
            std::visit([&](const auto& varying) { return read_velocity(varying, grid, where); },
                       *source.varying);
        if (!read) return read;
        if (const auto ok = check_speeds(read.value(), grid, where); !ok) return ok.error();
        return read;
    }
    std::vector<float> velocity_m_per_s;
    const scene::Point u = source.uniform_m_per_s;
    if (u[0] == 0.0 && u[1] == 0.0) return velocity_m_per_s;
    velocity_m_per_s.resize(2 * count_of(grid));
    for (std::size_t k = 0; k < velocity_m_per_s.size(); ++k) velocity_m_per_s[k] = float(u[k % 2]);
    return velocity_m_per_s;
}

}  // namespace

bool covers(const scene::Solid& solid, double x_m, double y_m) {
    if (const auto* box = std::get_if<scene::Box>(&solid)) {
        const auto& [x0, y0, x1, y1] = box->corners_m;
        return x_m >= x0 && x_m < x1 && y_m >= y0 && y_m < y1;
    }
    if (const auto* disc = std::get_if<scene::Disc>(&solid)) {
        const auto& [x, y, radius] = disc->circle_m;
        return (x_m - x) * (x_m - x) + (y_m - y) * (y_m - y) < radius * radius;
    }
    return false;
}

Result<InitialFields> initial_fields(const scene::Scene& scene) {
    const scene::Water& water = scene.water;
    const PlanGrid grid = {water.cells[0], water.cells[1], water.size_m[0] / water.cells[0]};
    InitialFields fields;
    if (water.bed.varying) {
        auto bed = read_field(water.bed, grid, scene.name + ": /water/bed");
        if (!bed) return bed.error();
        fields.bed_m = std::move(bed.value());
    }
    auto level = read_field(water.level, grid, scene.name + ": /water/level");
    if (!level) return level.error();
    auto solid = read_solids(scene, grid);
    if (!solid) return solid.error();
    fields.solid = std::move(solid.value());
    if (const auto done = level_to_depth(scene, level.value(), fields); !done) return done.error();
    auto velocity = read_velocity(scene, grid);
    if (!velocity) return velocity.error();
    fields.velocity_m_per_s = std::move(velocity.value());
    return fields;
}

}  // namespace tarn::water
