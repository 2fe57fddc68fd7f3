// The C API: the machine, and what this build brings.
#include "doors.hpp"
#include <tarn/machine.hpp>
#include <tarn/scene.hpp>

#include <vector>

namespace {

using namespace tarn::c;
using tarn::Error;
using tarn::ErrorCode;
using tarn::Result;

/// Item `k` of a list as a structure; `what` names it to people.
template <class S, class Item, class Fill>
tarn_status item_to(const std::vector<Item>& list, int32_t k, const char* what, const char* type,
                    S* out, Fill&& fill) {
    return fill_struct(out, type, [&]() -> Result<S> {
        if (k < 0 || std::size_t(k) >= list.size())
            return Error{ErrorCode::NotFound, std::string("there is no ") + what + " " +
                                                  std::to_string(k) + "; there are " +
                                                  std::to_string(list.size())};
        S row = {};
        fill(list[std::size_t(k)], row);
        return row;
    });
}

tarn_status scene_info_to(const std::vector<tarn::SceneInfo>& list, int32_t k, const char* what,
                          tarn_scene_info* out) {
    return item_to(list, k, what, "tarn_scene_info", out,
                   [](const tarn::SceneInfo& item, tarn_scene_info& row) {
                       write_text(item.name, row.name);
                       write_text(item.about, row.about);
                   });
}

tarn_machine_info machine_of(const tarn::MachineInfo& machine) {
    tarn_machine_info out = tarn_machine_info_default();
    out.cores = machine.cores;
    out.gpu_count = int32_t(machine.gpus.size());
    out.water_count = int32_t(machine.waters.size());
    out.last_level_cache_bytes = machine.last_level_cache_bytes;
    out.memory_bytes = machine.memory_bytes;
    out.available_memory_bytes = machine.available_memory_bytes;
    std::string isas;
    for (const std::string& isa : machine.isas) isas += (isas.empty() ? "" : " ") + isa;
    write_text(machine.cpu, out.cpu);
    write_text(isas, out.isas);
    write_text(machine.compiler, out.compiler);
    write_text(machine.why_no_gpu, out.why_no_gpu);
    return out;
}

}  // namespace

extern "C" {

tarn_status tarn_machine_info_get(tarn_machine_info* out) {
    return guarded([&] {
        return fill_struct(out, "tarn_machine_info", []() -> Result<tarn_machine_info> {
            return machine_of(tarn::machine_info());
        });
    });
}

tarn_status tarn_machine_gpu(int32_t k, tarn_gpu_info* out) {
    return guarded([&] {
        return item_to(tarn::machine_info().gpus, k, "GPU", "tarn_gpu_info", out,
                       [](const tarn::GpuInfo& item, tarn_gpu_info& row) {
                           row.index = item.index;
                           row.memory_bytes = item.memory_bytes;
                           row.free_bytes = item.free_bytes;
                           write_text(item.name, row.name);
                       });
    });
}

tarn_status tarn_machine_water(int32_t k, tarn_water_kind* out) {
    return guarded([&] {
        return item_to(tarn::machine_info().waters, k, "water", "tarn_water_kind", out,
                       [](const tarn::WaterKind& item, tarn_water_kind& row) {
                           write_text(item.model, row.model);
                           write_text(item.scheme, row.scheme);
                           write_text(item.backend, row.backend);
                           write_text(item.about, row.about);
                       });
    });
}

tarn_status tarn_built_in_scene(int32_t k, tarn_scene_info* out) {
    return guarded([&] { return scene_info_to(tarn::built_in_scenes(), k, "scene", out); });
}

tarn_status tarn_collision(int32_t k, tarn_scene_info* out) {
    return guarded([&] { return scene_info_to(tarn::collisions(), k, "collision", out); });
}

tarn_status tarn_scene_schema(char* out, size_t capacity, size_t* size) {
    return guarded([&] { return copy_text(tarn::scene_schema(), out, capacity, size); });
}

}  // extern "C"
