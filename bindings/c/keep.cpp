// The C API: checkpoints and recordings.
#include "doors.hpp"

namespace {

using namespace tarn::c;
using tarn::World;

}  // namespace

extern "C" {

tarn_status tarn_world_save(tarn_world handle, const char* path) {
    return with_world(handle, [&](World& world) {
        return path ? status_of(world.save(path)) : null_argument("path");
    });
}

tarn_status tarn_world_restore(tarn_world handle, const char* path) {
    return with_world(handle, [&](World& world) {
        return path ? status_of(world.restore(path)) : null_argument("path");
    });
}

tarn_status tarn_world_save_to_memory(tarn_world handle, void* out, size_t capacity, size_t* size) {
    return with_world(handle, [&](World& world) {
        if (!size) return null_argument("size");
        const auto bytes = world.save_to_memory();
        return bytes ? copy_out(bytes.value(), out, capacity, size) : fail(bytes.error());
    });
}

tarn_status tarn_world_restore_from_memory(tarn_world handle, const void* bytes, size_t size) {
    return with_world(handle, [&](World& world) {
        if (!bytes) return null_argument("bytes");
        return status_of(world.restore_from_memory({static_cast<const std::byte*>(bytes), size}));
    });
}

tarn_status tarn_world_restore_water(tarn_world handle, const char* path) {
    return with_world(handle, [&](World& world) {
        return path ? status_of(world.restore_water(path)) : null_argument("path");
    });
}

tarn_status tarn_world_restore_water_from_memory(tarn_world handle, const void* bytes,
                                                 size_t size) {
    return with_world(handle, [&](World& world) {
        if (!bytes) return null_argument("bytes");
        return status_of(
            world.restore_water_from_memory({static_cast<const std::byte*>(bytes), size}));
    });
}

tarn_status tarn_world_start_recording(tarn_world handle) {
    return with_world(handle, [&](World& world) { return status_of(world.start_recording()); });
}

tarn_status tarn_world_save_recording(tarn_world handle, const char* path) {
    return with_world(handle, [&](World& world) {
        return path ? status_of(world.save_recording(path)) : null_argument("path");
    });
}

tarn_status tarn_world_replay(tarn_world handle, const char* path) {
    return with_world(handle, [&](World& world) {
        if (!path) return null_argument("path");
        const auto last = world.replay(path);
        return last ? TARN_OK : fail(last.error());
    });
}

}  // extern "C"
