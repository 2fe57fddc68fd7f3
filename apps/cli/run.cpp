// tarn run: step a scene through time and write what was asked for.
#include "commands.hpp"
#include "common.hpp"
#include "cuts.hpp"
#include "measured_scene.hpp"
#include "outputs.hpp"
#include "pictures.hpp"
#include <tarn/scene.hpp>
#include <tarn/world.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>

namespace tarn::cli {
namespace {

struct RunArgs {
    WorldArgs world;
    OutputArgs outputs;
    PictureArgs pictures;
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

/// What a run writes while it goes.
struct Writers {
    Outputs& outputs;
    Pictures& pictures;
};

/// The same with pictures: piece by piece, since everything waits for the picture anyway.
Result<void> step_with_pictures(World& world, double end_s, Writers to, Progress& progress) {
    const auto begin = std::chrono::steady_clock::now();
    const double start_s = world.time_s();
    const std::int64_t first_step = world.steps();
    Cuts cuts({.start_s = start_s,
               .end_s = end_s,
               .row_every_s = world.info().record_every_s,
               .fps = to.pictures.fps()});
    const auto write = [&](const Cut& cut) -> Result<void> {
        if (cut.is_row)
            if (const auto done = to.outputs.record(world); !done) return done.error();
        return cut.is_picture ? to.pictures.add(world) : Result<void>();
    };
    if (const auto done = write({.is_row = true, .is_picture = true}); !done) return done.error();
    for (bool is_stopped = false; !is_stopped && !cuts.is_done();) {
        Cut cut = cuts.next();
        if (const auto report = world.step(cut.step_s); !report) return report.error();
        is_stopped = was_interrupted();
        cut.is_row = cut.is_row || is_stopped;  // a run that ends early still has its last row
        if (const auto done = write(cut); !done) return done.error();
        const double wall_s = seconds_since(begin);
        char rate[32];
        std::snprintf(rate, sizeof rate, ", %.1f pictures/s", to.pictures.count() / wall_s);
        progress.update(std::min(1.0, (world.time_s() - start_s) / (end_s - start_s)),
                        rate_text(world, first_step, start_s, wall_s) + rate);
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

/// Everything was opened before the run: what cannot be written now is its own failure.
int fail_in_run(const Error& error) {
    return error.code == ErrorCode::Io ? fail(kRunFailed, error.message) : fail(error);
}

Result<void> run_to_end(World& world, const RunArgs& args, Writers to) {
    const double end_s = args.time_s > 0.0 ? args.time_s : world.info().duration_s;
    Progress progress(world.info().scene, args.is_quiet);
    if (!args.replay.empty()) return replay(world, args.replay, to.outputs);
    if (to.pictures.wants_series()) return step_with_pictures(world, end_s, to, progress);
    return step_to(world, end_s, to.outputs, progress);
}

/// After trouble or Ctrl-C the last good state is still worth having, and so is every file that can
/// be had of it. The last error, or none.
Result<void> finish_all(const World& world, const RunArgs& args, Writers to, double wall_s) {
    Result<void> finished = to.pictures.finish(world);
    if (const auto done = to.outputs.finish(world, wall_s); !done) finished = done;
    if (args.record.empty()) return finished;
    const auto saved = world.save_recording(args.record);
    return saved ? finished : saved;
}

/// Nothing that this run reads, and nothing that others wrote, is overwritten.
Result<void> check_files(const RunArgs& args, const SceneOutline& scene) {
    std::vector<OutputFile> outputs = args.outputs.files();
    for (const OutputFile& picture : args.pictures.files()) outputs.push_back(picture);
    outputs.push_back({"--record", args.record, kRecording});
    std::vector<InputFile> inputs;
    for (const std::string& file : scene.files) inputs.push_back({file, "the scene"});
    if (!args.resume.empty()) inputs.push_back({args.resume, "--resume"});
    if (!args.replay.empty()) inputs.push_back({args.replay, "--replay"});
    if (!args.world.data.empty())
        for (const InputFile& file : files_under(args.world.data, "--data")) inputs.push_back(file);
    return check_outputs(outputs, inputs);
}

/// Brings the world to the time of the checkpoint, from which the run must have a way to go.
Result<void> resume(World& world, const RunArgs& args) {
    if (const auto done = world.restore(args.resume); !done) return done.error();
    constexpr double kSameTime_s = 1e-6;  // within which a run ends at --time
    const double resumed_s = world.time_s() - kSameTime_s;
    char text[160];
    if (args.time_s > 0.0 && args.time_s < resumed_s) {
        std::snprintf(text, sizeof text,
                      "--time %.6g is before the checkpoint, which is of t = %.6g s; give a later "
                      "time",
                      args.time_s, world.time_s());
        return Error{ErrorCode::InvalidArgument, text};
    }
    if (args.time_s == 0.0 && world.info().duration_s < resumed_s) {
        std::snprintf(text, sizeof text,
                      "the checkpoint is of t = %.6g s and the scene ends at %.6g s, so nothing is "
                      "run; give --time to go on",
                      world.time_s(), world.info().duration_s);
        warn(text);
    }
    return {};
}

int run_world(World& world, const RunArgs& args) {
    if (!args.resume.empty())
        if (const auto done = resume(world, args); !done) return fail(done.error());
    auto outputs = Outputs::open(args.outputs, world);
    if (!outputs) return fail(outputs.error());
    auto pictures = Pictures::open(args.pictures);
    if (!pictures) return fail(pictures.error());
    if (!args.record.empty())
        if (const auto done = world.start_recording(); !done) return fail(done.error());

    const auto begin = std::chrono::steady_clock::now();
    const Writers writers{outputs.value(), pictures.value()};
    const auto ran = run_to_end(world, args, writers);
    int code = was_interrupted() ? kInterrupted : kOk;
    if (!ran) code = args.replay.empty() ? fail_in_run(ran.error()) : fail(ran.error());
    if (code == kBadInput) return code;
    const auto finished = finish_all(world, args, writers, seconds_since(begin));
    if (!finished) return fail(kRunFailed, finished.error().message);
    if (code == kOk && !args.is_quiet) print_summary(world, seconds_since(begin));
    if (code == kInterrupted && !args.is_quiet)
        std::fprintf(stderr, "tarn: interrupted at t = %.6g s; outputs hold the water until then\n",
                     world.time_s());
    return code;
}

int run(const RunArgs& args) {
    if (!args.replay.empty() && args.pictures.wants_series())
        return fail(kBadInput,
                    "--replay goes from call to call and has no picture times; use --still in "
                    "place of --png and --video");
    const auto options = args.world.options();
    if (!options) return fail(options.error());
    const auto source = scene_source(args.world);
    if (!source) return fail(source.error());
    const auto scene = scene_outline(source.value().name_or_path, options.value().set);
    if (!scene) return fail(scene.error());
    if (const auto ok = check_files(args, scene.value()); !ok) return fail(ok.error());
    auto world = World::from_scene(source.value().name_or_path, options.value());
    if (!world) return fail(world.error());
    if (args.replay.empty())
        warn_of_late_events(scene.value(),
                            args.time_s > 0.0 ? args.time_s : scene.value().duration_s);
    return run_world(world.value(), args);
}

}  // namespace

namespace {

/// For ArgDesc::check: an empty text for a good value, else what is wrong with it.
std::string positive_number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool is_good = end != text.c_str() && *end == '\0' && std::isfinite(value) && value > 0.0;
    return is_good ? std::string() : text + " is not a positive number";
}

}  // namespace

CommandDesc run_command() {
    const auto args = std::make_shared<RunArgs>();
    OutputArgs& out = args->outputs;
    CommandDesc command = {.name = "run",
                           .about = "run a scene and write fields, probes or pictures",
                           .args = args->world.args(),
                           .run = [args] { return run(*args); }};
    const auto add = [&](std::vector<ArgDesc> more) {
        command.args.insert(command.args.end(), more.begin(), more.end());
    };
    add({{.name = "--time",
          .target = &args->time_s,
          .about = "end of the run in s; default: the scene's duration",
          .check = positive_number},
         {.name = "--csv",
          .target = &out.csv,
          .about = "probes over time, one row each record.every"},
         {.name = "--npy",
          .target = &out.npy_dir,
          .about = "folder for the final fields and report.json"},
         {.name = "--map",
          .target = &out.map_dir,
          .about = "folder for field pictures with a colour bar"},
         {.name = "--map-every",
          .target = &out.map_every_s,
          .about = "pictures also each so many seconds",
          .check = positive_number}});
    add(args->pictures.args());
    add({{.name = "--save", .target = &out.save, .about = "checkpoint at the end"},
         {.name = "--resume",
          .target = &args->resume,
          .about = "start from a checkpoint of the same scene"},
         {.name = "--record",
          .target = &args->record,
          .about = "note the calls of this run in a file"},
         {.name = "--replay",
          .target = &args->replay,
          .about = "repeat the calls noted in a file, to the bit"},
         {.name = "--quiet", .target = &args->is_quiet, .about = "no progress"}});
    return command;
}

namespace {

int write_pond_as_maps() {
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

}  // namespace

int write_pond() {
    RunArgs video, still;
    video.pictures.video = "out/pond/pond.mp4";
    video.pictures.size = "640x360";
    video.time_s = 4.0;  // until the ring has come back from the shore
    still.pictures.still = "out/pond/pond.png";
    still.time_s = 0.9;  // the ring is half way to the shore
    still.is_quiet = true;
    if (const auto ready = Pictures::open(video.pictures); !ready) {
        if (ready.error().code != ErrorCode::Unsupported) return fail(ready.error());
        std::fprintf(stderr, "tarn: %s\ntarn: drawing maps instead\n",
                     ready.error().message.c_str());
        return write_pond_as_maps();
    }
    int code = run(still);
    if (code == kOk) code = run(video);
    if (code == kOk)
        std::printf(
            "A drop on a pond: out/pond/pond.mp4, and a still in out/pond/pond.png.\n"
            "Next: tarn list, tarn run rain --video out/rain.mp4, tarn --help\n");
    return code;
}

}  // namespace tarn::cli
