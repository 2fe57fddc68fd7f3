// What happens when a GPU is lost in the middle: a kernel of our own breaks the device of this
// process, and the world answers with an error instead of numbers. A program of its own, since no
// GPU work can follow.
#include <tarn/world.hpp>

#include <cstdio>
#include <cuda_runtime.h>

namespace {

__global__ void break_device() {
    *reinterpret_cast<volatile int*>(8) = 1;
}

int expect(bool is_true, const char* what) {
    std::printf("%s: %s\n", is_true ? "ok" : "FAILED", what);
    return is_true ? 0 : 1;
}

}  // namespace

int main() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0)
        return std::printf("skipped: no GPU\n"), 77;
    auto made = tarn::World::from_scene("pond", {.backend = tarn::Backend::Auto});
    if (!made) return std::printf("FAILED: %s\n", made.error().message.c_str()), 1;
    tarn::World& world = made.value();
    int failures = expect(world.info().backend == "cuda", "auto takes the GPU");
    failures += expect(bool(world.step(0.1)), "steps before");
    failures += expect(bool(world.save("before.tarn")), "and a checkpoint");
    const auto expected = world.checksum();
    break_device<<<1, 1>>>();
    cudaDeviceSynchronize();
    const auto step = world.step(0.1);
    failures += expect(!step, "a step on a lost device fails");
    if (!step) {
        std::printf("    %s\n", step.error().message.c_str());
        failures += expect(step.error().code == tarn::ErrorCode::DeviceLost, "with its own code");
    }
    failures += expect(!world.step(0.1), "and again");
    failures += expect(!world.field("level"), "no field is handed out");
    failures += expect(!world.device_snapshot("level", 0), "nor kept on the device");
    failures += expect(!world.checksum(), "no checksum");
    failures += expect(!world.statistics(), "no statistics");
    failures += expect(!world.save("lost.tarn"), "no checkpoint");
    failures += expect(!world.add_drop({{1.0, 1.0}, 0.1, 0.1}), "no drop is taken");
    failures += expect(!world.ray_cast({1.0, 1.0, 5.0}, {0.0, 0.0, -1.0}, 10.0), "no ray");
    failures += expect(!world.restore("missing.tarn"), "a missing checkpoint is refused");
    failures += expect(!world.step(0.1), "and leaves the world as it was");
    tarn::Sample sample;
    const tarn::Vec2 point = {1.0, 1.0};
    failures += expect(!world.sample({&point, 1}, {&sample, 1}), "no sample");
    failures += expect(bool(world.restore("before.tarn")), "the checkpoint is taken up");
    failures += expect(world.info().backend == "cpu", "on the CPU");
    const auto restored = world.checksum();
    failures += expect(restored && restored.value() == expected.value(), "with the same bits");
    failures += expect(bool(world.step(0.1)), "and steps on");
    const auto on_cpu = tarn::World::from_scene("pond", {});
    failures += expect(on_cpu && on_cpu.value().info().backend == "cpu",
                       "auto falls back to the CPU for the next world");
    return failures;
}
