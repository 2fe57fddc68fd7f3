// The C API: worlds begin and end.
#include "doors.hpp"

#include <vector>

namespace {

using namespace tarn::c;
using tarn::Error;
using tarn::ErrorCode;
using tarn::Result;
using tarn::World;

constexpr std::size_t kMaxTexts = 10'000;

Error invalid_option(const char* name, const std::string& value, const char* remedy) {
    return {ErrorCode::InvalidArgument,
            std::string("tarn_options.") + name + " is " + value + "; " + remedy};
}

/// A list of texts of the options, `name` and `name_of_count` in messages.
struct TextList {
    const char* name;
    const char* name_of_count;
    const char* const* texts;
    std::size_t count;
};

Result<std::vector<std::string>> texts_of(const TextList& list) {
    if (list.count > kMaxTexts)
        return invalid_option(list.name_of_count, std::to_string(list.count),
                              "it must be at most 10000");
    std::vector<std::string> texts;
    for (std::size_t k = 0; k < list.count; ++k) {
        if (!list.texts || !list.texts[k])
            return invalid_option(list.name, "null", "it must hold as many texts as it says");
        texts.emplace_back(list.texts[k]);
    }
    return texts;
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
    auto changes = texts_of({"set", "set_count", options.set, options.set_count});
    if (!changes) return changes.error();
    auto folders = texts_of(
        {"data_folders", "data_folder_count", options.data_folders, options.data_folder_count});
    if (!folders) return folders.error();
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
    result.data_folders = std::move(folders.value());
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
