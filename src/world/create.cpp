// How worlds come to be.
#include "base/file.hpp"
#include "base/log.hpp"
#include "base/memory.hpp"
#include "base/system.hpp"
#include "exec/cuda/devices.hpp"
#include "exec/isa.hpp"
#include "scene/built_in.hpp"
#include "scene/doubts.hpp"
#include "scene/read.hpp"
#include "world/build.hpp"
#include "world/impl.hpp"
#include "world/inflow.hpp"
#include "world/scheme.hpp"

#include <cmath>
#include <filesystem>
#include <new>

namespace tarn {
namespace {

constexpr std::size_t kMaxSceneBytes = std::size_t{64} << 20;
constexpr int kMaxThreads = 1024;
// Water that starts in motion may cross this many cells per step, so that waves on it stay stable.
constexpr double kDriftCourant = 0.25;

Result<Isa> choose_isa(Isa wanted) {
    if (wanted == Isa::Auto) return exec::best_isa();
    if (!exec::has_isa(wanted))
        return Error{ErrorCode::Unsupported,
                     "the instruction set asked for is not available on this machine; use auto"};
    return wanted;
}

Result<void> check_options(const WorldOptions& options) {
    if (options.threads < 0 || options.threads > kMaxThreads)
        return Error{ErrorCode::InvalidArgument,
                     "threads is " + std::to_string(options.threads) +
                         "; it must be from 1 to 1024, or 0 for one per core"};
    if (options.device < -1)
        return Error{ErrorCode::InvalidArgument,
                     "device is " + std::to_string(options.device) +
                         "; it must be the number of a GPU, or -1 for the one with the most "
                         "free memory"};
    return {};
}

shallow::Precision precision_of(const scene::Scene& scene) {
    if (scene.water.precision == "double") return shallow::Precision::Double;
    if (scene.water.precision == "half") return shallow::Precision::Half;
    return shallow::Precision::Float;
}

/// Memory that a world may take, and whose it is.
struct Room {
    std::size_t bytes = 0;  ///< 0: unknown
    std::string where;
};

/// Two copies of the water or one: as the scene says, or what fits.
Result<bool> choose_in_place(const scene::Scene& scene, world::Scheme scheme, const Room& room) {
    const scene::Water& water = scene.water;
    const auto needed = [&](bool is_in_place) {
        if (scheme == world::Scheme::Fv)
            return shallow::expected_fv_bytes(water.cells[0], water.cells[1], precision_of(scene));
        return shallow::expected_bytes(water.cells[0], water.cells[1], precision_of(scene),
                                       {is_in_place, water.bed.varying.has_value()});
    };
    const auto fits = [&](bool is_in_place) {
        return room.bytes == 0 || needed(is_in_place) <= room.bytes;
    };
    const bool is_fv = scheme == world::Scheme::Fv;
    if ((is_fv || water.streaming != "in_place") && fits(false)) return false;
    const bool can_be_single = !is_fv && water.streaming != "two_copies";
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
        fastest = std::max(
            fastest, std::hypot(double(velocity_m_per_s[k]), double(velocity_m_per_s[k + 1])));
    return fastest;
}

bool has_dry_land(const world::InitialFields& fields) {
    for (std::size_t n = 0; n < fields.depth_m.size(); ++n)
        if (!(fields.depth_m[n] > 0.0) && (fields.solid.empty() || !fields.solid[n])) return true;
    return false;
}

shallow::SolverDesc solver_desc(const scene::Scene& scene, const world::InitialFields& fields) {
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
    desc.precision = precision_of(scene);
    desc.reference_depth_m = fields.mean_depth_m;
    desc.bed_m = fields.bed_m;
    desc.depth_m = fields.depth_m;
    desc.velocity_m_per_s = fields.velocity_m_per_s;
    desc.solid = fields.solid;
    return desc;
}

using world::Home;

Result<Home> home_on_cpu(const scene::Scene& scene, world::Scheme scheme) {
    const auto in_place =
        choose_in_place(scene, scheme, {available_memory_bytes(), "on this machine"});
    if (!in_place) return in_place.error();
    return Home{std::nullopt, in_place.value()};
}

Result<Home> home_on_gpu(const scene::Scene& scene, world::Scheme scheme, int device) {
    const auto gpu = exec::cuda::choose_device(device);
    if (!gpu) return gpu.error();
    // Some is left for fields and for others.
    const Room room = {gpu.value().free_bytes / 16 * 15, "on the GPU " + gpu.value().name};
    const auto in_place = choose_in_place(scene, scheme, room);
    if (!in_place) return in_place.error();
    return Home{gpu.value(), in_place.value()};
}

Error with_remedy(const Error& error) {
    return {error.code, "backend cuda: " + error.message + "; use backend cpu or auto"};
}

/// Without messages: for a question whose answer is asked for again.
WorldOptions quiet(WorldOptions options) {
    options.log = {};
    return options;
}

/// A GPU if one works and the water fits; with `auto` the CPU otherwise, and a word about why.
Result<Home> choose_home(const scene::Scene& scene, world::Scheme scheme,
                         const WorldOptions& options) {
    if (options.backend == Backend::Cpu) return home_on_cpu(scene, scheme);
    const auto on_gpu = home_on_gpu(scene, scheme, options.device);
    if (on_gpu) return on_gpu;
    if (options.backend == Backend::Cuda) return with_remedy(on_gpu.error());
    // No GPU is what most machines have; one that cannot take the water is news.
    const exec::cuda::Survey gpus = exec::cuda::survey();
    const bool is_news = !gpus.devices.empty() || gpus.is_out_of_order;
    log(options.log, is_news ? LogLevel::Warning : LogLevel::Info,
        "backend cpu: " + on_gpu.error().message);
    return home_on_cpu(scene, scheme);
}

}  // namespace

/// Makes the water where it was placed. A GPU may still say no; with `auto` the CPU takes over.
Result<void> World::Impl::make_water(shallow::SolverDesc desc, const world::Home& home) {
    desc.is_in_place = home.is_in_place;
    const bool is_fv = scheme.scheme == world::Scheme::Fv;
    const auto make_on_gpu = is_fv ? shallow::make_fv_on_gpu : shallow::make_d2q9_on_gpu;
    const auto make_on_cpu = is_fv ? shallow::make_fv : shallow::make_d2q9;
    auto made = home.gpu ? make_on_gpu(desc, home.gpu->index) : make_on_cpu(desc, pool);
    if (made) {
        water = std::move(made.value());
        backend = home.gpu ? Backend::Cuda : Backend::Cpu;
        device = home.gpu ? home.gpu->name : cpu_model();
        is_in_place = desc.is_in_place;
        if (home.gpu) log(options.log, LogLevel::Info, "backend cuda: " + device);
        if (is_in_place && scene.water.streaming == "auto")
            log(options.log, LogLevel::Warning,
                "two copies of the water do not fit in memory: it is stepped in place");
        return {};
    }
    if (!home.gpu) return made.error();
    if (options.backend == Backend::Cuda) return with_remedy(made.error());
    log(options.log, LogLevel::Warning, "backend cpu: " + made.error().message);
    const auto on_cpu = home_on_cpu(scene, scheme.scheme);
    return on_cpu ? make_water(desc, on_cpu.value()) : on_cpu.error();
}

Result<void> World::Impl::start_maps() {
    if (!scene.maps) return {};
    arrival_depth_m =
        scene.maps->arrival_depth_m.value_or(scene::kArrivalShare * water->units().depth_m);
    return water->track_extremes(arrival_depth_m, time_s);
}

World::World(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Result<World> World::from_parsed(Result<scene::Scene> parsed, const WorldOptions& options) try {
    if (!parsed) return parsed.error();
    scene::Scene& scene = parsed.value();
    if (const auto ok = check_options(options); !ok) return ok.error();
    // A scene too large for its device is refused before its fields are made: fv needs the least.
    if (const auto least = choose_home(scene, world::Scheme::Fv, quiet(options)); !least)
        return least.error();
    const auto isa = choose_isa(options.isa);
    if (!isa) return isa.error();
    const auto collision = choose_collision(scene);
    if (!collision) return collision.error();
    auto fields = world::initial_fields(scene);
    if (!fields) return fields.error();
    const auto inflows = world::read_inflows(scene);
    if (!inflows) return inflows.error();
    for (const std::string& doubt :
         scene::doubts(scene, {fields.value().depth_m, fields.value().solid}))
        log(options.log, LogLevel::Warning, doubt);
    if (const std::string text = world::early_end_text(scene, inflows.value()); !text.empty())
        log(options.log, LogLevel::Warning, text);
    const auto scheme = world::choose_scheme(scene, fields.value());
    if (!scheme) return scheme.error();
    auto home = choose_home(scene, scheme.value().scheme, options);
    if (!home) return home.error();

    shallow::SolverDesc desc = solver_desc(scene, fields.value());
    // To d2q9 a flat bed without a plane of its own is one that is never dry.
    std::vector<double> plane_m;
    if (scheme.value().scheme == world::Scheme::D2q9 && desc.bed_m.empty() &&
        has_dry_land(fields.value())) {
        plane_m.assign(fields.value().depth_m.size(), scene.water.bed.number);
        desc.bed_m = plane_m;
    }
    desc.collision = collision.value();
    desc.isa = isa.value();
    const double fastest = fastest_m_per_s(fields.value().velocity_m_per_s);
    const double max_step_s =
        std::min(shallow::max_step_s(desc.cell_m, fields.value().deepest_m, desc.gravity_m_per_s2,
                                     desc.viscosity),
                 fastest > 0.0 ? kDriftCourant * desc.cell_m / fastest : HUGE_VAL);
    desc.step_s = scene.water.time_step_s.value_or(max_step_s);
    const bool is_fv = scheme.value().scheme == world::Scheme::Fv;
    const auto too_long = [&](const char* why, double most_s) {
        return Error{ErrorCode::InvalidScene,
                     scene.name + ": /water/time_step is " + std::to_string(desc.step_s) + " s; " +
                         why + " too fast for it: use at most " + std::to_string(most_s) + " s"};
    };
    if (!is_fv && desc.step_s > 1.7 * max_step_s) return too_long("waves cross a cell", max_step_s);
    const double viscous_s = shallow::longest_viscous_step_s(desc.cell_m, desc.viscosity.m2_per_s);
    if (is_fv && scene.water.time_step_s && desc.step_s > viscous_s)
        return too_long("viscosity crosses a cell", viscous_s);

    const world::Drives drives(scene, inflows.value(), fields.value());
    desc.drives = drives.kinds();
    desc.zone_cells = drives.zone_cells();
    const world::Ground ground = {desc.nx, desc.ny, desc.cell_m};
    auto impl = std::make_unique<Impl>(std::move(scene), options, ground);
    impl->isa = isa.value();
    impl->scheme = scheme.value();
    impl->drives = drives;
    impl->bed = world::Bed(ground, impl->scene.water.bed.number, fields.value().bed_m);
    impl->scene_bed_hash = impl->bed.hash();
    impl->still_level_m = fields.value().mean_level_m;
    impl->max_step_s = max_step_s;
    if (const auto made = impl->make_water(desc, home.value()); !made) return made.error();
    impl->scenery =
        world::make_scenery(impl->scene, std::move(fields.value().solid),
                            {ground, impl->bed, impl->still_level_m, fields.value().mean_depth_m});
    impl->scenery.rim_m = world::rim_m_of(fields.value().highest_level_m, impl->still_level_m);
    impl->account.initial_m3 = impl->water->totals().volume_m3;
    impl->change_ground(0.0);
    impl->inputs.apply(0.0, *impl->water, impl->account);
    if (const auto started = impl->start_maps(); !started) return started.error();
    World world(std::move(impl));
    const WorldInfo info = world.info();
    if (info.scheme == "fv" && !info.scheme_reason.empty())
        log(options.log, LogLevel::Info, "scheme " + info.scheme + ": " + info.scheme_reason);
    if (info.is_viscosity_raised)
        log(options.log, LogLevel::Info,
            "viscosity raised to " + std::to_string(info.viscosity_used_m2_per_s) +
                " m2/s, the least that d2q9 carries on these cells");
    return world;
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "not enough memory for this scene; use fewer cells"};
}

Result<World> World::from_scene(const std::string& name_or_path, const WorldOptions& options) {
    return from_parsed(scene::load_scene(name_or_path, options.set), options);
}

Result<World> World::from_file(const std::string& path, const WorldOptions& options) {
    const auto text = read_file(path, kMaxSceneBytes);
    if (!text) return Error{ErrorCode::InvalidScene, text.error().message};
    return from_parsed(scene::read_scene(text.value(), path,
                                         std::filesystem::path(path).parent_path(), options.set),
                       options);
}

Result<World> World::from_json(std::string_view text, const std::string& base_dir,
                               const WorldOptions& options) {
    return from_parsed(scene::read_scene(text, "scene", base_dir, options.set), options);
}

Result<World> World::pond(float tau, int width, int height, float still_depth_m,
                          const WorldOptions& options) {
    constexpr double kCell_m = 0.05;
    const auto bad = [](const char* name, double value, const char* rule) {
        return Error{ErrorCode::InvalidArgument,
                     std::string("pond: ") + name + " is " + std::to_string(value) + "; " + rule};
    };
    if (!(tau > 0.5f) || !(tau <= 10.0f))
        return bad("tau", double(tau), "it must be above 0.5 and at most 10");
    if (width < 3 || width > 65536) return bad("width", width, "it must be from 3 to 65536 cells");
    if (height < 3 || height > 65536)
        return bad("height", height, "it must be from 3 to 65536 cells");
    if (!(still_depth_m > 0.0f) || !(still_depth_m <= 1e4f))
        return bad("still_depth_m", double(still_depth_m), "it must be above 0 and at most 10000");
    scene::Scene scene;
    scene.water.cells = {width, height};
    scene.water.size_m = {width * kCell_m, height * kCell_m};
    scene.water.tau = double(tau);
    scene.water.level = {.number = double(still_depth_m)};
    return from_parsed(std::move(scene), options);
}

}  // namespace tarn
