#include "water/volume/place.hpp"

#include "base/log.hpp"
#include "base/memory.hpp"

#include <cmath>

namespace tarn::water {
namespace {

std::string cells_text(const SpaceGrid& grid) {
    return "[" + std::to_string(grid.nx()) + ", " + std::to_string(grid.ny()) + ", " +
           std::to_string(grid.nz()) + "]";
}

Error too_large(const scene::Scene& scene, const SpaceGrid& grid, std::size_t needed,
                std::size_t available, const std::string& where) {
    return {ErrorCode::InvalidScene, scene.name + ": /water/cells is " + cells_text(grid) +
                                         ", which needs " + std::to_string(needed >> 20) +
                                         " MiB; " + std::to_string(available >> 20) +
                                         " MiB are available " + where + ": use fewer cells"};
}

/// What the host holds besides the water: the start while it is made, then fields for readers.
std::size_t bytes_beside(const SpaceGrid& grid) {
    constexpr std::size_t kPerCell = 4 * sizeof(float) + 1;
    return kPerCell * grid.cells.count();
}

Result<void> check_room_on_cpu(const scene::Scene& scene, const SpaceGrid& grid,
                               std::size_t state_bytes) {
    const std::size_t available = available_memory_bytes();
    const std::size_t needed = state_bytes + bytes_beside(grid);
    if (available == 0 || needed <= available) return {};
    return too_large(scene, grid, needed, available, "on this machine");
}

Result<Gpu> find_gpu(const MakeDesc& desc, const SpaceGrid& grid, std::size_t state_bytes) {
    const auto gpu = exec::cuda::choose_device(desc.options.device);
    if (!gpu) return gpu.error();
    const std::size_t available = gpu.value().free_bytes / 16 * 15;
    if (state_bytes > available)
        return too_large(desc.scene, grid, state_bytes, available,
                         "on the GPU " + gpu.value().name);
    return Gpu(gpu.value());
}

/// Steps end at the multiples of this: enough of them in it that dividing it costs little.
double tick_for_s(double longest_step_s) {
    constexpr double kLeastSteps = 16.0, kShortest_s = 1e-9;
    for (double decade_s = kShortest_s;; decade_s *= 10.0)
        for (const double digit : {1.0, 2.0, 5.0})
            if (digit * decade_s >= kLeastSteps * longest_step_s)
                // As its inverse, which decades below 1 have as a whole number.
                return decade_s < 0.5 ? 1.0 / std::round(1.0 / (digit * decade_s))
                                      : digit * decade_s;
}

}  // namespace

Result<Gpu> choose_gpu(const MakeDesc& desc, const SpaceGrid& grid, std::size_t state_bytes,
                       BodiesFloat bodies) {
    const bool may_use_gpu = !desc.hulls || bodies == BodiesFloat::Anywhere;
    if (desc.options.backend != Backend::Cpu && may_use_gpu) {
        auto gpu = find_gpu(desc, grid, state_bytes);
        if (gpu) return gpu;
        if (desc.options.backend == Backend::Cuda)
            return Error{gpu.error().code,
                         "backend cuda: " + gpu.error().message + "; use backend cpu or auto"};
        const exec::cuda::Survey gpus = exec::cuda::survey();
        const bool is_news = !gpus.devices.empty() || gpus.is_out_of_order;
        log(desc.options.log, is_news ? LogLevel::Warning : LogLevel::Info,
            "backend cpu: " + gpu.error().message);
    }
    if (const auto ok = check_room_on_cpu(desc.scene, grid, state_bytes); !ok) return ok.error();
    return Gpu();
}

Result<MadeInSpace> make_in_space(const MakeDesc& desc, const SpaceGrid& grid, const Gpu& gpu,
                                  const MakersInSpace& makers) {
    if (gpu) {
        auto made = makers.on_gpu(gpu->index);
        if (made) {
            log(desc.options.log, LogLevel::Info, "backend cuda: " + gpu->name);
            return MadeInSpace{std::move(made.value()), gpu};
        }
        if (desc.options.backend == Backend::Cuda)
            return Error{made.error().code,
                         "backend cuda: " + made.error().message + "; use backend cpu or auto"};
        log(desc.options.log, LogLevel::Warning, "backend cpu: " + made.error().message);
        if (const auto ok = check_room_on_cpu(desc.scene, grid, makers.state_bytes); !ok)
            return ok.error();
    }
    auto made = makers.on_cpu();
    if (!made) return Error{made.error().code, desc.scene.name + ": " + made.error().message};
    return MadeInSpace{std::move(made.value()), std::nullopt};
}

Pace ticking_pace(double longest_s) {
    const double tick_s = tick_for_s(longest_s);
    const int parts = int(std::ceil(tick_s / longest_s));
    return {.span_s = tick_s, .parts = parts, .limit = parts, .repeats = true};
}

Pace fixed_pace(double step_s) {
    return {.span_s = step_s, .parts = 1, .limit = 1, .repeats = true};
}

}  // namespace tarn::water
