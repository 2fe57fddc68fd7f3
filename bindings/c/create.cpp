// The C API: worlds begin and end.
#include "doors.hpp"

#include <vector>

namespace {

using namespace tarn::c;
using tarn::Error;
using tarn::ErrorCode;
using tarn::Result;
using tarn::World;

constexpr std::size_t kMaxChanges = 10'000;

Error invalid_option(const char* name, const std::string& value, const char* remedy) {
    return {ErrorCode::InvalidArgument,
            std::string("tarn_options.") + name + " is " + value + "; " + remedy};
}

Result<std::vector<std::string>> changes_of(const tarn_options& options) {
    if (options.set_count > kMaxChanges)
        return invalid_option("set_count", std::to_string(options.set_count),
                              "a scene takes at most 10000 changes");
    std::vector<std::string> changes;
    for (size_t k = 0; k < options.set_count; ++k) {
        if (!options.set || !options.set[k])
            return invalid_option("set", "null", "it must hold set_count texts");
        changes.emplace_back(options.set[k]);
    }
    return changes;
}

Result<tarn::WorldOptions> options_of(const tarn_options* given) {
    tarn::WorldOptions result;
    if (!given) return result;
    const auto read = read_struct(given, "tarn_options", "options", tarn_options_default());
    if (!read) return read.error();
    const tarn_options& options = read.value();
    if (options.isa < TARN_ISA_AUTO || options.isa > TARN_ISA_AVX512)
        return invalid_option("isa", std::to_string(options.isa), "use a tarn_isa");
    if (options.backend < TARN_BACKEND_AUTO || options.backend > TARN_BACKEND_CUDA)
        return invalid_option("backend", std::to_string(options.backend), "use a tarn_backend");
    auto changes = changes_of(options);
    if (!changes) return changes.error();
    result.backend = tarn::Backend(options.backend);
    result.device = options.device;
    result.threads = options.threads;
    result.isa = tarn::Isa(options.isa);
    if (options.log)
        result.log = [write = options.log, user = options.log_user](tarn::LogLevel level,
                                                                    const std::string& message) {
            write(user, tarn_log_level(int(level)), message.c_str());
        };
    result.jobs = {options.run_jobs, options.jobs_user};
    result.set = std::move(changes.value());
    return result;
}

/// `make` gets the options and gives a Result of a world.
template <class Make>
tarn_status create(const tarn_options* given, tarn_world* out, Make&& make) noexcept {
    return guarded([&] {
        if (!out) return null_argument("out");
        *out = {};
        const auto options = options_of(given);
        if (!options) return fail(options.error());
        Result<World> world = make(options.value());
        if (!world) return fail(world.error());
        *out = handles<tarn_world, World>().add(std::move(world.value()));
        return TARN_OK;
    });
}

Error is_null(const char* name) {
    return {ErrorCode::InvalidArgument, std::string(name) + " is null; pass a text"};
}

}  // namespace

extern "C" {

tarn_status tarn_world_create(const char* scene_name_or_path, const tarn_options* options,
                              tarn_world* out) {
    return create(options, out, [&](const tarn::WorldOptions& wanted) -> Result<World> {
        if (!scene_name_or_path) return is_null("scene_name_or_path");
        return World::from_scene(scene_name_or_path, wanted);
    });
}

tarn_status tarn_world_create_from_file(const char* path, tarn_world* out) {
    return tarn_world_create_from_file_with_options(path, nullptr, out);
}

tarn_status tarn_world_create_from_file_with_options(const char* path, const tarn_options* options,
                                                     tarn_world* out) {
    return create(options, out, [&](const tarn::WorldOptions& wanted) -> Result<World> {
        if (!path) return is_null("path");
        return World::from_file(path, wanted);
    });
}

tarn_status tarn_world_create_from_json(const char* text, size_t bytes, const char* base_dir,
                                        tarn_world* out) {
    return tarn_world_create_from_json_with_options(text, bytes, base_dir, nullptr, out);
}

tarn_status tarn_world_create_from_json_with_options(const char* text, size_t bytes,
                                                     const char* base_dir,
                                                     const tarn_options* options, tarn_world* out) {
    return create(options, out, [&](const tarn::WorldOptions& wanted) -> Result<World> {
        if (!text) return is_null("text");
        return World::from_json({text, bytes}, base_dir ? base_dir : ".", wanted);
    });
}

tarn_status tarn_pond_create(float tau, int32_t width, int32_t height, float still_depth_m,
                             tarn_world* out) {
    return tarn_pond_create_with_options(tau, width, height, still_depth_m, nullptr, out);
}

tarn_status tarn_pond_create_with_options(float tau, int32_t width, int32_t height,
                                          float still_depth_m, const tarn_options* options,
                                          tarn_world* out) {
    return create(options, out, [&](const tarn::WorldOptions& wanted) {
        return World::pond(tau, width, height, still_depth_m, wanted);
    });
}

void tarn_world_destroy(tarn_world world) {
    destroy<World>(world);
}

}  // extern "C"
