// The host's own logger and job system, and what to do when the water diverges.
// Run: build/release/examples/host_hooks
// You should see: a log line, a drop too steep for plain BGK, and the last good state again.
#include <tarn/world.hpp>

#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr const char* kCheckpoint = "host_hooks.tarn";

/// A job system of the simplest kind; an engine hands the tasks to its own workers instead.
void run_jobs(void* user, int count, void (*task)(void* context, int index), void* context) {
    ++*static_cast<int*>(user);
    std::vector<std::thread> workers;
    for (int index = 1; index < count; ++index) workers.emplace_back(task, context, index);
    task(context, 0);
    for (std::thread& worker : workers) worker.join();
}

int fail(const tarn::Error& error) {
    std::fprintf(stderr, "host_hooks: %s\n", error.message.c_str());
    return 1;
}

}  // namespace

int main() {
    int loops = 0;
    tarn::WorldOptions options;
    options.threads = 2;
    options.jobs = {.run = run_jobs, .user = &loops};
    options.log = [](tarn::LogLevel level, const std::string& message) {
        std::printf("%s: %s\n", level == tarn::LogLevel::Info ? "info" : "warning",
                    message.c_str());
    };
    auto made = tarn::World::from_scene("pond", options);
    if (!made) return fail(made.error());

    // Plain BGK at the least relaxation time does not carry a steep drop; the default would.
    options.set = {"water.collision=bgk", "water.tau=0.505"};
    made = tarn::World::from_scene("pond", options);
    if (!made) return fail(made.error());
    tarn::World& world = made.value();
    if (const auto saved = world.save(kCheckpoint); !saved) return fail(saved.error());
    const tarn::DropDesc steep = {
        .at_m = {5.0, 5.0}, .radius_m = 1.0, .height_m = 1.0, .is_smooth = false};
    if (const auto added = world.add_drop(steep); !added) return fail(added.error());

    const auto report = world.step(1.0);
    if (report || report.error().code != tarn::ErrorCode::Diverged) return 1;
    std::printf("step: %s\n", report.error().message.c_str());
    std::printf("last good state at t = %.3f s, depth there %.3f m\n", world.time_s(),
                double(world.height(100, 100).value()));

    // Until restore() the world answers Diverged to every step.
    if (const auto restored = world.restore(kCheckpoint); !restored) return fail(restored.error());
    const auto again = world.step(1.0);
    if (!again) return fail(again.error());
    std::printf("restored and stepped to t = %.3f s; the host ran %d loops\n", again.value().time_s,
                loops);
    std::remove(kCheckpoint);
    return 0;
}
