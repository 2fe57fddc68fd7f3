#include "water/volume/start.hpp"

#include "scene/expression.hpp"
#include "solver/volume/units.hpp"
#include "water/volume/voxels.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::water {
namespace {

constexpr double kDensity_kg_per_m3 = 1000.0;

double length(const std::array<double, 3>& v) {
    return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

template <class Shape, class Shapes>
bool has_shape(const Shapes& shapes) {
    return std::ranges::any_of(
        shapes, [](const auto& shape) { return std::holds_alternative<Shape>(shape); });
}

/// Shapes of solids that are not voxels, at their places in the list; a box without volume stands
/// for others.
std::vector<scene::FillShape> shapes_of(const std::vector<scene::SolidShape>& solids,
                                        bool wants_meshes_alone) {
    std::vector<scene::FillShape> shapes(solids.size());
    for (std::size_t n = 0; n < solids.size(); ++n) {
        if (const auto* mesh = std::get_if<scene::MeshShape>(&solids[n])) shapes[n] = *mesh;
        if (wants_meshes_alone) continue;
        if (const auto* box = std::get_if<scene::BoxShape>(&solids[n])) shapes[n] = *box;
        if (const auto* sphere = std::get_if<scene::SphereShape>(&solids[n])) shapes[n] = *sphere;
    }
    return shapes;
}

/// Cells that solids cover by a half or more.
Result<void> mark_solids(const scene::Scene& scene, const SpaceGrid& grid, SpaceStart& start) {
    const std::vector<scene::SolidShape>& given = scene.water.volume.solids;
    if (given.empty()) return {};
    const std::string where = scene.name + ": /water/solids";
    const auto mark = [&](bool wants_meshes_alone, std::vector<std::uint8_t>& out) -> Result<void> {
        const auto shares = cell_shares(shapes_of(given, wants_meshes_alone), grid, where);
        if (!shares) return shares.error();
        out.clear();
        out.reserve(shares.value().size());
        for (const float share : shares.value()) out.push_back(share >= 0.5f);
        return {};
    };
    if (const auto ok = mark(false, start.solid); !ok) return ok;
    start.blocks.assign(grid.cells.count(), 0);
    if (has_shape<scene::MeshShape>(given))
        if (const auto ok = mark(true, start.blocks); !ok) return ok;
    for (std::size_t n = 0; n < given.size(); ++n) {
        const auto* voxels = std::get_if<scene::VoxelShape>(&given[n]);
        if (!voxels) continue;
        const auto marks =
            read_voxels(voxels->file, grid, where + "/" + std::to_string(n) + "/npy");
        if (!marks) return marks.error();
        for (std::size_t k = 0; k < marks.value().size(); ++k) {
            start.solid[k] |= marks.value()[k];
            start.blocks[k] |= marks.value()[k];
        }
    }
    return {};
}

/// Three per cell, or none where the water is still.
Result<std::vector<float>> velocity_of(const scene::Scene& scene, const SpaceGrid& grid) {
    const scene::Volume& described = scene.water.volume;
    std::vector<float> velocity;
    const auto& uniform = described.velocity_m_per_s;
    if (!described.varying_velocity && length(uniform) == 0.0) return velocity;
    velocity.reserve(3 * grid.cells.count());
    if (!described.varying_velocity) {
        for (std::size_t n = 0; n < grid.cells.count(); ++n)
            for (const double component : uniform) velocity.push_back(float(component));
        return velocity;
    }
    std::vector<scene::SpaceExpression> texts;
    for (const std::string& text : described.varying_velocity->texts) {
        auto parsed = scene::SpaceExpression::parse(text, scene.name + ": /water/velocity/expr");
        if (!parsed) return parsed.error();
        texts.push_back(std::move(parsed.value()));
    }
    for (int k = 0; k < grid.nz(); ++k)
        for (int j = 0; j < grid.ny(); ++j)
            for (int i = 0; i < grid.nx(); ++i)
                for (const scene::SpaceExpression& text : texts) {
                    const double value = text.at((i + 0.5) * grid.cell_m, (j + 0.5) * grid.cell_m,
                                                 (k + 0.5) * grid.cell_m);
                    if (!std::isfinite(value))
                        return Error{ErrorCode::InvalidScene,
                                     scene.name +
                                         ": /water/velocity/expr is not a number in cell (" +
                                         std::to_string(i) + ", " + std::to_string(j) + ", " +
                                         std::to_string(k) + "); give one for every cell"};
                    velocity.push_back(float(value));
                }
    return velocity;
}

void measure_fill(const SpaceGrid& grid, SpaceStart& start) {
    double sum_m = 0.0;
    for (int j = 0; j < grid.ny(); ++j)
        for (int i = 0; i < grid.nx(); ++i) {
            double depth_m = 0.0;
            for (int k = 0; k < grid.nz(); ++k) {
                const std::size_t n = grid.at(i, j, k);
                const bool is_solid = !start.solid.empty() && start.solid[n];
                const double fill = is_solid             ? 0.0
                                    : start.fill.empty() ? 1.0
                                                         : double(start.fill[n]);
                depth_m += fill * grid.cell_m;
                if (fill > 0.0) start.highest_m = std::max(start.highest_m, (k + 1) * grid.cell_m);
            }
            sum_m += depth_m;
            start.deepest_m = std::max(start.deepest_m, depth_m);
        }
    start.mean_depth_m = sum_m / (double(grid.nx()) * grid.ny());
}

double fastest_m_per_s(const scene::Volume& described, const std::vector<float>& velocity) {
    double fastest = 0.0;
    for (std::size_t k = 0; k + 2 < velocity.size(); k += 3)
        fastest = std::max(fastest, length({double(velocity[k]), double(velocity[k + 1]),
                                            double(velocity[k + 2])}));
    for (const scene::Faucet& faucet : described.faucets)
        fastest = std::max(fastest, length(faucet.velocity_m_per_s));
    for (const scene::SideRule& side : described.sides) {
        if (const auto* inflow = side.inflow())
            fastest = std::max(fastest, length(inflow->velocity_m_per_s));
        if (const auto* lid = side.lid())
            fastest = std::max(fastest,
                               length({lid->velocity_m_per_s[0], lid->velocity_m_per_s[1], 0.0}));
    }
    return fastest;
}

/// Cells whose centres lie in a box.
volume::CellBox cells_in(const std::array<double, 6>& box, const SpaceGrid& grid) {
    volume::CellBox cells;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto first_after = [&](double at_m) {
            return int(
                std::clamp(std::ceil(at_m / grid.cell_m - 0.5), 0.0, double(grid.cells.n[k])));
        };
        cells.begin[k] = first_after(box[k]);
        cells.end[k] = first_after(box[k + 3]);
    }
    return cells;
}

volume::SideDesc side_of(const scene::SideRule& side, std::size_t which) {
    using Kind = volume::SideDesc::Kind;
    if (const auto* inflow = side.inflow()) {
        const auto& [u, v, w] = inflow->velocity_m_per_s;
        return {Kind::Inflow, {u, v, w}};
    }
    if (const auto* lid = side.lid()) {
        const auto& [first, second] = lid->velocity_m_per_s;
        const std::size_t axis = which / 2;
        if (axis == 0) return {Kind::Lid, {0.0, first, second}};
        return {Kind::Lid, axis == 1 ? Vec3{first, 0.0, second} : Vec3{first, second, 0.0}};
    }
    constexpr Kind kKinds[] = {Kind::Wall, Kind::Slip, Kind::Periodic, Kind::Outflow};
    return {kKinds[std::size_t(side.kind)], {}};
}

template <class T>
std::string values_text(const std::vector<T>& values) {
    return std::to_string(values.size()) + " values, " +
           scene::digest_text(
               {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
}

}  // namespace

SpaceGrid space_grid_of(const scene::Water& water) {
    const auto& [nx, ny, nz] = water.volume.cells;
    return {{{nx, ny, nz}}, water.volume.cell_m()};
}

volume::Precision volume_precision_of(const scene::Water& water) {
    if (water.precision == "double") return volume::Precision::Double;
    if (water.precision == "half") return volume::Precision::Half;
    return volume::Precision::Float;
}

Result<SpaceStart> space_start(const scene::Scene& scene, const SpaceGrid& grid) {
    SpaceStart start;
    if (const auto ok = mark_solids(scene, grid, start); !ok) return ok.error();
    if (scene.water.volume.has_surface) {
        auto fill = cell_shares(scene.water.volume.fill, grid, scene.name + ": /water/fill");
        if (!fill) return fill.error();
        start.fill = std::move(fill.value());
        for (std::size_t n = 0; n < start.solid.size(); ++n)
            if (start.solid[n]) start.fill[n] = 0.0f;
    }
    if (const std::vector<scene::FillShape>& dyed = scene.water.volume.dye; !dyed.empty()) {
        auto dye = cell_shares(dyed, grid, scene.name + ": /water/dye");
        if (!dye) return dye.error();
        start.dye = std::move(dye.value());
    }
    auto velocity = velocity_of(scene, grid);
    if (!velocity) return velocity.error();
    start.velocity_m_per_s = std::move(velocity.value());
    measure_fill(grid, start);
    start.fastest_m_per_s = fastest_m_per_s(scene.water.volume, start.velocity_m_per_s);
    return start;
}

volume::SolverDesc solver_desc_of(const scene::Scene& scene, const SpaceGrid& grid,
                                  const SpaceStart& start) {
    const scene::Water& water = scene.water;
    const scene::Volume& described = water.volume;
    volume::SolverDesc desc;
    desc.cells = grid.cells;
    desc.cell_m = grid.cell_m;
    desc.gravity_m_per_s2 = water.gravity_m_per_s2;
    desc.viscosity_m2_per_s = water.viscosity_m2_per_s;
    desc.tau = water.tau;
    desc.surface_tension_n_per_m = described.surface_tension_n_per_m;
    desc.collision = water.collision;
    desc.smagorinsky = described.smagorinsky;
    for (std::size_t k = 0; k < desc.sides.size(); ++k)
        desc.sides[k] = side_of(described.sides[k], k);
    desc.has_surface = described.has_surface;
    desc.fill = start.fill;
    desc.velocity_m_per_s = start.velocity_m_per_s;
    desc.solid = start.solid;
    for (const scene::Faucet& faucet : described.faucets) {
        const auto& [u, v, w] = faucet.velocity_m_per_s;
        volume::FaucetDesc made = {.cells = cells_in(faucet.box_m, grid),
                                   .velocity_m_per_s = {u, v, w},
                                   .from_s = faucet.from_s,
                                   .dye = faucet.dye};
        if (faucet.until_s) made.until_s = *faucet.until_s;
        desc.faucets.push_back(made);
    }
    for (const scene::Drain& drain : described.drains)
        desc.drains.push_back({cells_in(drain.box_m, grid)});
    desc.precision = volume_precision_of(water);
    return desc;
}

double longest_step_s(const scene::Scene& scene, const SpaceGrid& grid, const SpaceStart& start) {
    const scene::Volume& described = scene.water.volume;
    const double g = scene.water.gravity_m_per_s2, height_m = grid.nz() * grid.cell_m;
    // Flow in a full box is faster beside obstacles than what drives it.
    constexpr double kBesideObstacles = 2.0;
    double speed = kBesideObstacles * start.fastest_m_per_s, depth_m = height_m;
    if (described.has_surface) {
        // What comes in may fill the box, and falls from anywhere in it.
        const bool comes_in = !described.faucets.empty() ||
                              std::ranges::any_of(described.sides, [](const scene::SideRule& side) {
                                  return side.inflow() != nullptr;
                              });
        depth_m = comes_in ? height_m : start.deepest_m;
        const double fall_m = comes_in ? height_m : start.highest_m;
        const double ripples_m2_per_s2 = volume::ripple_speed2(described.surface_tension_n_per_m,
                                                               kDensity_kg_per_m3, grid.cell_m);
        speed = std::sqrt(start.fastest_m_per_s * start.fastest_m_per_s + 2.0 * g * fall_m +
                          ripples_m2_per_s2);
    }
    const double by_speed_s = volume::longest_step_s(grid.cell_m, g, depth_m, speed);
    // A relaxation time of 1.25 steps: beyond it walls and stresses lose their place. Where nothing
    // moves and nothing rubs any step is as good as another.
    constexpr double kViscous = 0.25, kIdle_s = 0.01;
    const double viscosity = scene.water.viscosity_m2_per_s;
    const double by_viscosity_s = scene.water.tau || viscosity == 0.0
                                      ? HUGE_VAL
                                      : kViscous * grid.cell_m * grid.cell_m / viscosity;
    const double longest_s = std::min(by_speed_s, by_viscosity_s);
    return std::isfinite(longest_s) ? longest_s : kIdle_s;
}

std::vector<scene::BoundKey> space_bound_keys(const scene::Scene& scene, const SpaceStart& start,
                                              const std::string& scheme) {
    const scene::Volume& described = scene.water.volume;
    std::vector<scene::BoundKey> keys = {{"water.scheme", scheme},
                                         {"water.collision", scene.water.collision}};
    if (has_shape<scene::MeshShape>(described.fill))
        keys.push_back({"water.fill", values_text(start.fill)});
    if (has_shape<scene::MeshShape>(described.dye))
        keys.push_back({"water.dye", values_text(start.dye)});
    if (has_shape<scene::MeshShape>(described.solids) ||
        has_shape<scene::VoxelShape>(described.solids))
        keys.push_back({"water.solids", values_text(start.solid)});
    if (described.varying_velocity)
        keys.push_back({"water.velocity", values_text(start.velocity_m_per_s)});
    return keys;
}

std::vector<BodyView> solid_bodies(const scene::Volume& described) {
    std::vector<BodyView> bodies;
    for (const scene::SolidShape& solid : described.solids) {
        BodyView body;
        if (const auto* box = std::get_if<scene::BoxShape>(&solid)) {
            const auto& [x0, y0, z0, x1, y1, z1] = box->corners_m;
            body.shape = BodyView::Shape::Box;
            body.at_m = {0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1)};
            body.size_m = {x1 - x0, y1 - y0, z1 - z0};
        } else if (const auto* sphere = std::get_if<scene::SphereShape>(&solid)) {
            const auto& [x, y, z, radius] = sphere->sphere_m;
            body.shape = BodyView::Shape::Sphere;
            body.at_m = {x, y, z};
            body.size_m = {2.0 * radius, 2.0 * radius, 2.0 * radius};
        } else {
            continue;
        }
        bodies.push_back(body);
    }
    return bodies;
}

}  // namespace tarn::water
