// tarn run: step a scene through time and write what was asked for.
#include "commands.hpp"
#include "common.hpp"
#include "outputs.hpp"
#include <tarn/world.hpp>

#include <CLI/CLI.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>

namespace tarn::cli {
namespace {

struct RunArgs {
    WorldArgs world;
    OutputArgs outputs;
    double time_s = 0.0;
    bool is_quiet = false;
    std::string resume, record, replay;
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::string rate_text(const World& world, std::int64_t first_step, double first_time_s,
                      double wall_s) {
    const WorldInfo info = world.info();
    const double updates = double(world.steps() - first_step) * info.nx * info.ny;
    char text[64];
    std::snprintf(text, sizeof text, "%.0f MLUPS, %.1f x real time", updates / wall_s * 1e-6,
                  (world.time_s() - first_time_s) / wall_s);
    return text;
}

/// How many intervals to ask for at once: enough that a GPU is not waited for all the time, few
/// enough that progress and Ctrl-C are alive.
std::int64_t next_batch(std::int64_t now, double wall_s) {
    constexpr double kBatch_s = 0.1;
    if (wall_s < 0.5 * kBatch_s) return 2 * now;
    return wall_s > 2.0 * kBatch_s ? std::max<std::int64_t>(1, now / 2) : now;
}

/// Steps to `end_s`, recording on the way. Stops early on Ctrl-C.
Result<void> step_to(World& world, double end_s, Outputs& outputs, Progress& progress) {
    const auto begin = std::chrono::steady_clock::now();
    const double start_s = world.time_s(), every_s = world.info().record_every_s;
    const std::int64_t first_step = world.steps();
    if (const auto done = outputs.record(world); !done) return done.error();
    // A twentieth of the run at a time, so that each tenth can be told.
    const auto most = std::int64_t((end_s - start_s) / every_s / 20.0);
    std::int64_t batch = 1;
    for (std::int64_t k = 0; !was_interrupted();) {
        const double left_s = end_s - (start_s + double(k) * every_s);
        if (left_s <= 1e-9 * std::max(1.0, end_s)) break;
        // Equal pieces keep one lattice step for the whole run; only the last may be shorter.
        const auto whole = std::int64_t(left_s / every_s + 1e-9);
        const std::int64_t wanted = outputs.wants_every_state() ? 1 : std::min(batch, most);
        const std::int64_t count = std::max<std::int64_t>(1, std::min(wanted, whole));
        const auto batch_begin = std::chrono::steady_clock::now();
        const auto done = outputs.step_and_record(world, whole == 0 ? left_s : every_s, int(count));
        if (!done) return done.error();
        batch = next_batch(count, seconds_since(batch_begin));
        k += count;
        progress.update(std::min(1.0, (world.time_s() - start_s) / (end_s - start_s)),
                        rate_text(world, first_step, start_s, seconds_since(begin)));
    }
    return {};
}

Result<void> replay(World& world, const std::string& path, Outputs& outputs) {
    if (const auto done = outputs.record(world); !done) return done.error();
    if (const auto done = world.replay(path); !done) return done.error();
    return outputs.record(world);
}

void print_summary(const World& world, double wall_s) {
    const auto s = world.statistics();
    if (!s) return;
    const MassReport& m = s.value().mass;
    std::printf("t = %.6g s, %lld lattice steps in %.2f s\n", world.time_s(),
                static_cast<long long>(world.steps()), wall_s);
    std::printf("water %.6f kg = %.6f + %.6f added - %.6f removed (balance to %.1e)\n", m.now_kg,
                m.initial_kg, m.added_kg, m.removed_kg,
                (m.now_kg - m.initial_kg - m.added_kg + m.removed_kg) / m.initial_kg);
    std::printf("depth %.4f to %.4f m, at most %.4f m/s\n", s.value().min_depth_m,
                s.value().max_depth_m, s.value().max_speed_m_per_s);
}

int run_world(World& world, const RunArgs& args) {
    if (!args.resume.empty())
        if (const auto done = world.restore(args.resume); !done) return fail(done.error());
    const double end_s = args.time_s > 0.0 ? args.time_s : world.info().duration_s;
    auto outputs = Outputs::open(args.outputs, world);
    if (!outputs) return fail(outputs.error());
    if (!args.record.empty())
        if (const auto done = world.start_recording(); !done) return fail(done.error());

    const auto begin = std::chrono::steady_clock::now();
    Result<void> ran;
    {
        Progress progress(world.info().scene, args.is_quiet);
        ran = args.replay.empty() ? step_to(world, end_s, outputs.value(), progress)
                                  : replay(world, args.replay, outputs.value());
    }
    int code = was_interrupted() ? kInterrupted : kOk;
    if (!ran) code = fail(ran.error());
    if (code == kBadInput) return code;
    // After trouble or Ctrl-C the last good state is still worth having.
    const auto finished = outputs.value().finish(world, seconds_since(begin));
    if (!finished) return fail(kRunFailed, finished.error().message);
    if (!args.record.empty())
        if (const auto done = world.save_recording(args.record); !done)
            return fail(kRunFailed, done.error().message);
    if (code == kOk && !args.is_quiet) print_summary(world, seconds_since(begin));
    if (code == kInterrupted && !args.is_quiet)
        std::fprintf(stderr, "tarn: interrupted at t = %.6g s; outputs hold the water until then\n",
                     world.time_s());
    return code;
}

int run(const RunArgs& args) {
    const auto options = args.world.options();
    if (!options) return fail(options.error());
    auto world = World::from_scene(args.world.scene, options.value());
    if (!world) return fail(world.error());
    return run_world(world.value(), args);
}

}  // namespace

namespace {

/// For CLI11: an empty text for a good value, else what is wrong with it.
std::string positive_number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool is_good = end != text.c_str() && *end == '\0' && std::isfinite(value) && value > 0.0;
    return is_good ? std::string() : text + " is not a positive number";
}

}  // namespace

Command add_run(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("run", "run a scene and write fields, probes or pictures");
    const auto args = std::make_shared<RunArgs>();
    args->world.add_to(*command);
    command
        ->add_option("--time", args->time_s, "end of the run in s; default: the scene's duration")
        ->check(positive_number);
    OutputArgs& out = args->outputs;
    command->add_option("--csv", out.csv, "probes over time, one row each record.every");
    command->add_option("--npy", out.npy_dir, "folder for the final fields and report.json");
    command->add_option("--map", out.map_dir, "folder for field pictures with a colour bar");
    command->add_option("--map-every", out.map_every_s, "pictures also each so many seconds")
        ->check(positive_number);
    command->add_option("--save", out.save, "checkpoint at the end");
    command->add_option("--resume", args->resume, "start from a checkpoint of the same scene");
    command->add_option("--record", args->record, "note the calls of this run in a file");
    command->add_option("--replay", args->replay, "repeat the calls noted in a file, to the bit");
    command->add_flag("--quiet", args->is_quiet, "no progress");
    return [args] { return run(*args); };
}

int write_pond() {
    RunArgs args;
    args.time_s = 3.0;
    args.outputs.map_dir = "out/pond";
    args.outputs.map_every_s = 0.5;
    const int code = run(args);
    if (code == kOk)
        std::printf(
            "A drop on a pond: pictures of level and speed are in out/pond/.\n"
            "Next: tarn list, tarn run rain --map out/rain, tarn --help\n");
    return code;
}

}  // namespace tarn::cli
