// tarn list, tarn info: what there is.
#include "commands.hpp"
#include "common.hpp"
#include "measured_scene.hpp"
#include "pictures.hpp"
#include <tarn/machine.hpp>
#include <tarn/scene.hpp>
#include <tarn/tarn.h>

#include <cstdio>
#include <memory>

namespace tarn::cli {

namespace {

int print_scenes() {
    for (const SceneInfo& scene : built_in_scenes())
        std::printf("%-12s %s\n", scene.name.c_str(), scene.about.c_str());
    std::fputs(measured_scenes_text().c_str(), stdout);
    return kOk;
}

int print_info() {
    const MachineInfo m = machine_info();
    std::printf("tarn          %s (%s)\n", tarn_version(), m.compiler.c_str());
    std::printf("cpu           %s, %d cores, last-level cache %zu MiB\n", m.cpu.c_str(), m.cores,
                m.last_level_cache_bytes >> 20);
    std::string isas;
    for (const std::string& isa : m.isas) isas += (isas.empty() ? "" : ", ") + isa;
    std::printf("instructions  %s (best first; one binary holds all)\n", isas.c_str());
    std::printf("memory        %.1f GiB, %.1f GiB available\n", double(m.memory_bytes) / 0x1p30,
                double(m.available_memory_bytes) / 0x1p30);
    std::printf("backends      cpu; cuda%s%s\n", m.gpus.empty() ? ": " : "",
                m.gpus.empty() ? m.why_no_gpu.c_str() : "");
    for (const GpuInfo& gpu : m.gpus)
        std::printf("gpu %d         %s, %.1f GiB, %.1f GiB free\n", gpu.index, gpu.name.c_str(),
                    double(gpu.memory_bytes) / 0x1p30, double(gpu.free_bytes) / 0x1p30);
    std::printf("gl            %s\n", gl_text().c_str());
    std::printf("waters\n");
    for (const WaterKind& water : m.waters)
        std::printf("  %-8s %-6s %-5s %s\n", water.model.c_str(), water.scheme.c_str(),
                    water.backend.c_str(), water.about.c_str());
    std::printf("collisions\n");
    for (const SceneInfo& collision : collisions())
        std::printf("  %-20s %s\n", collision.name.c_str(), collision.about.c_str());
    return kOk;
}

}  // namespace

CommandDesc list_command() {
    return {.name = "list", .about = "built-in scenes, one line each", .run = print_scenes};
}

CommandDesc info_command() {
    const auto wants_schema = std::make_shared<bool>(false);
    return {.name = "info",
            .about = "version, backends, devices, CPU features, GL, collisions",
            .args = {{.name = "--schema",
                      .target = wants_schema.get(),
                      .about = "print the JSON schema of scenes instead"}},
            .run = [wants_schema] {
                if (!*wants_schema) return print_info();
                std::fputs(scene_schema().c_str(), stdout);
                return int(kOk);
            }};
}

}  // namespace tarn::cli
