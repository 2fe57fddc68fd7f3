// The C API: scenes built in code.
#include "doors.hpp"
#include <tarn/scene.hpp>

namespace {

using namespace tarn::c;
using tarn::SceneBuilder;

/// Runs a body that changes the builder at a path and gives a Result<void>.
template <class Body>
tarn_status change(tarn_scene_builder handle, const char* path, Body&& body) noexcept {
    return with<SceneBuilder>(handle, "scene builder", [&](SceneBuilder& builder) {
        return path ? body(builder) : null_argument("path");
    });
}

}  // namespace

extern "C" {

tarn_status tarn_scene_builder_create(tarn_scene_builder* out) {
    return guarded([&] {
        if (!out) return null_argument("out");
        *out = {};
        *out = handles<tarn_scene_builder, SceneBuilder>().add(SceneBuilder());
        return TARN_OK;
    });
}

void tarn_scene_builder_destroy(tarn_scene_builder handle) {
    destroy<SceneBuilder>(handle);
}

tarn_status tarn_scene_builder_set_number(tarn_scene_builder handle, const char* path,
                                          double value) {
    return change(handle, path,
                  [&](SceneBuilder& builder) { return status_of(builder.set(path, value)); });
}

tarn_status tarn_scene_builder_set_numbers(tarn_scene_builder handle, const char* path,
                                           const double* values, size_t n) {
    return change(handle, path, [&](SceneBuilder& builder) {
        if (n > 0 && !values) return null_argument("values");
        return status_of(builder.set(path, std::span<const double>(values, n)));
    });
}

tarn_status tarn_scene_builder_set_bool(tarn_scene_builder handle, const char* path,
                                        int32_t value) {
    return change(handle, path,
                  [&](SceneBuilder& builder) { return status_of(builder.set(path, value != 0)); });
}

tarn_status tarn_scene_builder_set_text(tarn_scene_builder handle, const char* path,
                                        const char* text) {
    return change(handle, path, [&](SceneBuilder& builder) {
        return text ? status_of(builder.set(path, text)) : null_argument("text");
    });
}

tarn_status tarn_scene_builder_set_json(tarn_scene_builder handle, const char* path,
                                        const char* json) {
    return change(handle, path, [&](SceneBuilder& builder) {
        return json ? status_of(builder.set_json(path, json)) : null_argument("json");
    });
}

tarn_status tarn_scene_builder_add(tarn_scene_builder handle, const char* path, const char* json) {
    return change(handle, path, [&](SceneBuilder& builder) {
        return json ? status_of(builder.add(path, json)) : null_argument("json");
    });
}

tarn_status tarn_scene_builder_json(tarn_scene_builder handle, char* out, size_t capacity,
                                    size_t* size) {
    return with<SceneBuilder>(handle, "scene builder", [&](SceneBuilder& builder) {
        return copy_text(builder.json(), out, capacity, size);
    });
}

}  // extern "C"
