// How worlds come to be.
#include "base/file.hpp"
#include "base/log.hpp"
#include "scene/built_in.hpp"
#include "scene/read.hpp"
#include "water/registry.hpp"
#include "world/guest_files.hpp"
#include "world/impl.hpp"

#include <filesystem>

namespace tarn {
namespace {

constexpr std::size_t kMaxSceneBytes = std::size_t{64} << 20;
constexpr int kMaxThreads = 1024;
constexpr const char* kNoMemory = "not enough memory for this scene; use fewer cells";

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

Vec3 vec3_of(const scene::Point3& point) {
    return {point[0], point[1], point[2]};
}

/// What `auto` chose that a person may wonder about.
void log_choices(const LogHook& log_hook, const WorldInfo& info) {
    if (info.model == "shallow" && info.scheme != "d2q9" && !info.scheme_reason.empty())
        log(log_hook, LogLevel::Info, "scheme " + info.scheme + ": " + info.scheme_reason);
    if (info.is_viscosity_raised)
        log(log_hook, LogLevel::Info,
            "viscosity raised to " + std::to_string(info.viscosity_used_m2_per_s) +
                " m2/s, the least that " + info.scheme + " carries on these cells");
}

}  // namespace

World::World(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Result<World> World::from_parsed(Result<scene::Scene> parsed, const WorldOptions& options) {
    if (!parsed) return parsed.error();
    if (const auto ok = check_options(options); !ok) return ok.error();
    if (const auto ok = world::check_guest_files(parsed.value(), options.data_folders); !ok)
        return ok.error();
    auto impl = std::make_unique<Impl>(std::move(parsed.value()), options);
    if (const auto made = impl->make_bodies(); !made) return made.error();
    auto water = water::make_water({impl->scene, impl->options, impl->pool, impl->bodies.get()});
    if (!water) return water.error();
    impl->water = std::move(water.value());
    if (impl->bodies)
        if (const auto put = impl->bodies->put_on_ground(impl->scene, *impl->water); !put)
            return put.error();
    auto airborne = world::Airborne::create(impl->scene, *impl->water, impl->pool);
    if (!airborne) return airborne.error();
    impl->airborne = std::move(airborne.value());
    impl->inputs.emplace(impl->scene, impl->water->grid());
    impl->find_bound_keys();
    for (const scene::CameraPoint& point : impl->scene.camera.path)
        impl->camera_path.push_back({point.time_s, vec3_of(point.at_m), vec3_of(point.look_at_m)});
    impl->account.initial_m3 = impl->water->totals().volume_m3;
    impl->start();
    if (const auto started = impl->water->start_maps(0.0); !started) return started.error();
    log_choices(options.log, impl->info());
    if (impl->bodies)
        for (int k = 0; k < impl->bodies->count(); ++k)
            impl->bodies->warn_if_coarse(k, options.log);
    return World(std::move(impl));
}

Result<void> World::Impl::make_bodies() {
    if (!scene::has_bodies(scene)) return {};
    const scene::Water& described = scene.water;
    auto made = world::Bodies::create(
        scene, {described.cells[0], described.cells[1], described.size_m[0] / described.cells[0]});
    if (!made) return made.error();
    bodies = std::move(made.value());
    return {};
}

void World::Impl::find_bound_keys() {
    bound_keys = scene::bound_keys(scene);
    for (const scene::BoundKey& key : water->bound_keys()) bound_keys.push_back(key);
    if (!bodies) return;
    for (const scene::BoundKey& key : bodies->bound_keys()) bound_keys.push_back(key);
}

Result<World> World::from_scene(const std::string& name_or_path, const WorldOptions& options) {
    return with_memory(kNoMemory, [&] {
        return from_parsed(scene::load_scene(name_or_path, options.set), options);
    });
}

Result<World> World::from_file(const std::string& path, const WorldOptions& options) {
    return with_memory(kNoMemory, [&]() -> Result<World> {
        const auto text = read_file(path, kMaxSceneBytes);
        if (!text) return Error{ErrorCode::InvalidScene, text.error().message};
        const std::filesystem::path folder = std::filesystem::path(path).parent_path();
        return from_parsed(scene::read_scene(text.value(), path, folder, options.set), options);
    });
}

Result<World> World::from_json(std::string_view text, const std::string& base_dir,
                               const WorldOptions& options) {
    return with_memory(kNoMemory, [&] {
        return from_parsed(scene::read_scene(text, "scene", base_dir, options.set), options);
    });
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
    return with_memory(kNoMemory, [&] { return from_parsed(std::move(scene), options); });
}

}  // namespace tarn
