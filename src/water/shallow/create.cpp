// From a scene to shallow water: reads its fields, chooses scheme, device and step.
#include "base/elementary.hpp"
#include "base/log.hpp"
#include "base/memory.hpp"
#include "base/system.hpp"
#include "exec/isa.hpp"
#include "scene/doubts.hpp"
#include "water/shallow/bound_keys.hpp"
#include "water/shallow/dry_start.hpp"
#include "water/shallow/inflow.hpp"
#include "water/shallow/outflow.hpp"
#include "water/shallow/shallow_water.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::water {
namespace {

// Water that starts in motion may cross this many cells per step, so that waves on it stay stable.
constexpr double kDriftCourant = 0.25;

/// Memory that a water may take, and whose it is.
struct Room {
    std::size_t bytes = 0;  ///< 0: unknown
    std::string where;
    std::size_t beside_bytes = 0;  ///< that have to fit there too
};

/// What the host holds besides the water: the fields of the start while it is made, and afterwards
/// those that readers and pictures ask for. The larger of the two.
std::size_t bytes_beside(const scene::Scene& scene) {
    const scene::Water& water = scene.water;
    const bool has_velocity = water.velocity.varying || water.velocity.uniform_m_per_s[0] != 0.0 ||
                              water.velocity.uniform_m_per_s[1] != 0.0;
    const std::size_t bed = water.bed.varying ? sizeof(double) : 0;
    const std::size_t start =
        sizeof(double) + bed + (has_velocity ? 2 * sizeof(float) : 0) + !water.solids.empty();
    constexpr std::size_t kReaders = 4 * sizeof(float);  // depth, level and velocity
    return std::max(start, bed + kReaders) * std::size_t(water.cells[0]) *
           std::size_t(water.cells[1]);
}

/// Two copies of the water or one: as the scene says, or what fits.
Result<bool> choose_in_place(const scene::Scene& scene, const Scheme& row, const Room& room) {
    const scene::Water& water = scene.water;
    const auto needed = [&](bool is_in_place) {
        return row.bytes(scene, is_in_place) + room.beside_bytes;
    };
    const auto fits = [&](bool is_in_place) {
        return room.bytes == 0 || needed(is_in_place) <= room.bytes;
    };
    const bool can_be_single = row.can_be_in_place && water.streaming != "two_copies";
    const bool must_be_single = row.can_be_in_place && water.streaming == "in_place";
    if (!must_be_single && fits(false)) return false;
    if (can_be_single && fits(true)) return true;
    return Error{ErrorCode::InvalidScene,
                 scene.name + ": /water/cells is [" + std::to_string(water.cells[0]) + ", " +
                     std::to_string(water.cells[1]) + "], which needs " +
                     std::to_string(needed(can_be_single) >> 20) + " MiB; " +
                     std::to_string(room.bytes >> 20) + " MiB are available " + room.where +
                     ": use fewer cells"};
}

Result<int> choose_collision(const scene::Scene& scene) {
    const int found = shallow::find_collision(scene.water.collision);
    if (found >= 0) return found;
    std::string names = "auto";
    for (const char* name : shallow::collision_names()) names += std::string(", ") + name;
    return Error{ErrorCode::InvalidScene, scene.name + ": /water/collision is \"" +
                                              scene.water.collision + "\"; use one of " + names};
}

double fastest_m_per_s(const std::vector<float>& velocity_m_per_s) {
    double fastest = 0.0;
    for (std::size_t k = 0; k + 1 < velocity_m_per_s.size(); k += 2)
        fastest = std::max(fastest, elementary::hypotenuse(double(velocity_m_per_s[k]),
                                                           double(velocity_m_per_s[k + 1])));
    return fastest;
}

bool has_dry_land(const InitialFields& fields) {
    for (std::size_t n = 0; n < fields.depth_m.size(); ++n)
        if (!(fields.depth_m[n] > 0.0) && (fields.solid.empty() || !fields.solid[n])) return true;
    return false;
}

shallow::SolverDesc solver_desc(const scene::Scene& scene, const InitialFields& fields) {
    const scene::Water& water = scene.water;
    shallow::SolverDesc desc;
    desc.nx = water.cells[0];
    desc.ny = water.cells[1];
    desc.cell_m = water.size_m[0] / water.cells[0];
    desc.gravity_m_per_s2 = water.gravity_m_per_s2;
    desc.viscosity = {water.viscosity_m2_per_s, water.tau};
    desc.manning_s_per_m13 = water.manning_s_per_m13;
    desc.bed_drag = water.drag;
    desc.coriolis_per_s = water.coriolis_per_s;
    desc.wind_m_per_s = {water.wind_m_per_s[0], water.wind_m_per_s[1]};
    for (std::size_t k = 0; k < desc.edges.size(); ++k) desc.edges[k] = water.edges[k].kind;
    desc.flat_bed_m = water.bed.number;
    desc.precision = precision_of(water);
    desc.reference_depth_m = fields.mean_depth_m;
    desc.bed_m = fields.bed_m;
    desc.depth_m = fields.depth_m;
    desc.velocity_m_per_s = fields.velocity_m_per_s;
    desc.solid = fields.solid;
    return desc;
}

Result<Home> home_on_cpu(const scene::Scene& scene, const Scheme& row) {
    const auto in_place = choose_in_place(
        scene, row, {available_memory_bytes(), "on this machine", bytes_beside(scene)});
    if (!in_place) return in_place.error();
    return Home{&row, std::nullopt, in_place.value()};
}

Result<Home> home_on_gpu(const scene::Scene& scene, const Scheme& row, int device) {
    const auto gpu = exec::cuda::choose_device(device);
    if (!gpu) return gpu.error();
    // Some is left for fields and for others.
    const Room room = {gpu.value().free_bytes / 16 * 15, "on the GPU " + gpu.value().name};
    const auto in_place = choose_in_place(scene, row, room);
    if (!in_place) return in_place.error();
    return Home{&row, gpu.value(), in_place.value()};
}

Error with_remedy(const Error& error) {
    return {error.code, "backend cuda: " + error.message + "; use backend cpu or auto"};
}

/// A GPU if one works and the water fits; with `auto` the CPU otherwise, and a word about why.
Result<Home> choose_home(const MakeDesc& desc, const Scheme& on_cpu, std::span<const Scheme> rows,
                         const LogHook& log_hook) {
    const WorldOptions& options = desc.options;
    if (options.backend == Backend::Cpu) return home_on_cpu(desc.scene, on_cpu);
    const Scheme* const on_gpu = scheme_on(on_cpu, Backend::Cuda, rows);
    const bool can_float = on_gpu && (!has_bodies(desc.scene) || on_gpu->can_carry_bodies);
    const auto home =
        can_float ? home_on_gpu(desc.scene, *on_gpu, options.device)
        : on_gpu
            ? Result<Home>(Error{ErrorCode::Unsupported,
                                 "/bodies is not empty, and bodies float on the CPU alone so far"})
            : Result<Home>(unsupported("backend cuda", on_cpu.scheme, "it runs on the CPU alone"));
    if (home) return home;
    if (options.backend == Backend::Cuda) return with_remedy(home.error());
    // No GPU is what most machines have; one that cannot take the water is news.
    const exec::cuda::Survey gpus = exec::cuda::survey();
    const bool is_news = can_float && (!gpus.devices.empty() || gpus.is_out_of_order);
    log(log_hook, is_news ? LogLevel::Warning : LogLevel::Info,
        "backend cpu: " + home.error().message);
    return home_on_cpu(desc.scene, on_cpu);
}

struct Made {
    std::unique_ptr<shallow::Solver> solver;
    Home home;
};

/// Makes the solver where it was placed. A GPU may still say no; with `auto` the CPU takes over.
Result<Made> make_solver(const MakeDesc& desc, shallow::SolverDesc solver, const Home& home,
                         std::span<const Scheme> rows) {
    const LogHook& log_hook = desc.options.log;
    solver.is_in_place = home.is_in_place;
    auto made = home.row->make(solver, {desc.pool, home.gpu ? home.gpu->index : -1});
    if (made) {
        if (home.gpu) log(log_hook, LogLevel::Info, "backend cuda: " + home.gpu->name);
        if (home.is_in_place && desc.scene.water.streaming == "auto")
            log(log_hook, LogLevel::Warning,
                "two copies of the water do not fit in memory: it is stepped in place");
        return Made{std::move(made.value()), home};
    }
    if (!home.gpu) return made.error();
    if (desc.options.backend == Backend::Cuda) return with_remedy(made.error());
    log(log_hook, LogLevel::Warning, "backend cpu: " + made.error().message);
    const auto on_cpu = home_on_cpu(desc.scene, *scheme_on(*home.row, Backend::Cpu, rows));
    if (!on_cpu) return on_cpu.error();
    return make_solver(desc, solver, on_cpu.value(), rows);
}

/// What needs the least memory of all that a scene may run with.
const Scheme& smallest_row(const scene::Scene& scene, std::span<const Scheme> rows) {
    const Scheme* smallest = &rows.front();
    for (const Scheme& row : rows)
        if (row.bytes(scene, false) < smallest->bytes(scene, false)) smallest = &row;
    return *scheme_on(*smallest, Backend::Cpu, rows);
}

}  // namespace

shallow::Precision precision_of(const scene::Water& water) {
    if (water.precision == "double") return shallow::Precision::Double;
    if (water.precision == "half") return shallow::Precision::Half;
    return shallow::Precision::Float;
}

Result<std::unique_ptr<Water>> make_shallow_water(const MakeDesc& desc,
                                                  std::span<const Scheme> rows) {
    const scene::Scene& scene = desc.scene;
    // A scene too large for its device is refused before its fields are made.
    if (const auto least = choose_home(desc, smallest_row(scene, rows), rows, {}); !least)
        return least.error();
    const auto isa = choose_isa(desc.options.isa);
    if (!isa) return isa.error();
    const auto collision = choose_collision(scene);
    if (!collision) return collision.error();
    auto fields = initial_fields(scene);
    if (!fields) return fields.error();
    const auto inflows = read_inflows(scene);
    if (!inflows) return inflows.error();
    const auto outfalls = read_outfalls(scene);
    if (!outfalls) return outfalls.error();
    const bool is_dry = fields.value().is_dry();
    if (is_dry) expect_water(scene, inflows.value(), fields.value());
    for (const std::string& doubt :
         scene::doubts(scene, {fields.value().depth_m, fields.value().solid}))
        log(desc.options.log, LogLevel::Warning, doubt);
    if (const std::string text = early_end_text(scene, inflows.value()); !text.empty())
        log(desc.options.log, LogLevel::Warning, text);
    const auto scheme = choose_scheme(scene, fields.value(), rows);
    if (!scheme) return scheme.error();
    const Scheme& row = *scheme.value().row;
    if (const std::string doubt = row.doubts ? row.doubts(scene, fields.value()) : "";
        !doubt.empty())
        log(desc.options.log, LogLevel::Warning, scene.name + ": " + doubt);
    if (is_dry && !row.can_start_dry)
        return Error{ErrorCode::InvalidScene,
                     scene.name + ": /water/level is nowhere above the bed, and the scheme " +
                         row.scheme +
                         " needs water at the start; raise the level, or use scheme fv"};
    const auto home = choose_home(desc, row, rows, desc.options.log);
    if (!home) return home.error();

    shallow::SolverDesc solver = solver_desc(scene, fields.value());
    std::vector<double> plane_m;
    if (row.needs_bed_where_dry && solver.bed_m.empty() && has_dry_land(fields.value())) {
        plane_m.assign(fields.value().depth_m.size(), scene.water.bed.number);
        solver.bed_m = plane_m;
    }
    solver.collision = collision.value();
    solver.isa = isa.value();
    solver.hulls = desc.hulls;
    const Drives drives(scene, inflows.value(), fields.value());
    solver.drives = drives.kinds();
    solver.zone_cells = drives.zone_cells();
    solver.outfalls = outfalls.value();
    for (std::size_t e = 0; e < 4; ++e)
        if (const scene::EdgePart part = scene.water.edges[e].part(); !part.is_whole()) {
            const auto cells = cells_of(part, scene.water.size_m[1 - e / 2], solver.cell_m);
            solver.spans[e] = {cells.begin, cells.end};
        }
    const double fastest = fastest_m_per_s(fields.value().velocity_m_per_s);
    const double longest_s = longest_step_s(solver, fields.value().deepest_m, fastest);
    solver.step_s = scene.water.time_step_s.value_or(longest_s);
    if (scene.water.time_step_s)
        if (const auto ok = row.check_step(solver, longest_s); !ok)
            return Error{ok.error().code, scene.name + ": " + ok.error().message};

    auto made = make_solver(desc, solver, home.value(), rows);
    if (!made) return made.error();
    const Home& where = made.value().home;
    auto water = std::make_unique<ShallowWater>(
        ShallowWater::Parts{
            .scene = scene,
            .options = desc.options,
            .grid = {solver.nx, solver.ny, solver.cell_m},
            .scheme = scheme.value(),
            .drives = drives,
            .isa = isa.value(),
            .max_step_s = longest_s,
            .deepest_m = fields.value().deepest_m,
            .fastest_m_per_s = fastest,
            .still_level_m = fields.value().mean_level_m,
            .highest_level_m = fields.value().highest_level_m,
            .bound_keys =
                bound_keys_of({scene, fields.value(), inflows.value(), outfalls.value(), row.scheme,
                               shallow::collision_names()[std::size_t(collision.value())]})},
        fields.value(), where, where.gpu ? where.gpu->name : cpu_model(),
        std::move(made.value().solver));
    return std::unique_ptr<Water>(std::move(water));
}

double longest_step_s(const shallow::SolverDesc& desc, double deepest_m, double fastest_m_per_s) {
    const double by_drift =
        fastest_m_per_s > 0.0 ? kDriftCourant * desc.cell_m / fastest_m_per_s : HUGE_VAL;
    return std::min(
        shallow::max_step_s(desc.cell_m, deepest_m, desc.gravity_m_per_s2, desc.viscosity),
        by_drift);
}

ShallowWater::ShallowWater(Parts&& parts, const InitialFields& fields, Home home,
                           std::string device, std::unique_ptr<shallow::Solver> solver)
    : p_(std::move(parts)),
      home_(std::move(home)),
      device_(std::move(device)),
      solver_(std::move(solver)),
      bed_(p_.grid, p_.scene.water.bed.number, fields.bed_m),
      solids_(p_.scene.water, fields.solid, {p_.grid, bed_, p_.still_level_m, fields.mean_depth_m}),
      tick_s_(choose_tick_s(p_.max_step_s, p_.scene.water.time_step_s)) {}

Result<void> ShallowWater::start_maps(double time_s) {
    const auto& maps = p_.scene.maps;
    if (!maps) return {};
    arrival_depth_m_ =
        maps->arrival_depth_m.value_or(scene::kArrivalShare * solver_->units().depth_m);
    return solver_->track_extremes(arrival_depth_m_, time_s);
}

}  // namespace tarn::water
