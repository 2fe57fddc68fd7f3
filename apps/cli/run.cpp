// tarn run: step a scene through time and write what was asked for.
#include "commands.hpp"
#include "common.hpp"
#include "failures.hpp"
#include "measured_scene.hpp"
#include "moments.hpp"
#include "outputs.hpp"
#include "pictures.hpp"
#include "saves.hpp"
#include <tarn/scene.hpp>
#include <tarn/world.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

namespace tarn::cli {
namespace {

struct RunArgs {
    WorldArgs world;
    OutputArgs outputs;
    PictureArgs pictures;
    SaveArgs saves;
    double time_s = 0.0;
    bool is_quiet = false;
    std::string resume, resume_water, replay;
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::string rate_text(const World& world, double cells, std::int64_t first_step,
                      double first_time_s, double wall_s) {
    const double updates = double(world.steps() - first_step) * cells;
    char text[64];
    std::snprintf(text, sizeof text, "%.0f MLUPS, %.1f x real time", updates / wall_s * 1e-6,
                  (world.time_s() - first_time_s) / wall_s);
    return text;
}

/// What a run writes while it goes.
struct Writers {
    Outputs& outputs;
    Pictures& pictures;
    Saves& saves;
};

/// How far to go before progress, signals and checkpoints are looked at: about a tenth of a second
/// on the wall.
double next_batch_s(double now_s, double wall_s) {
    constexpr double kBatch_s = 0.1;
    if (wall_s < 0.5 * kBatch_s) return 2.0 * now_s;
    return wall_s > 2.0 * kBatch_s ? 0.5 * now_s : now_s;
}

/// A picture of the moment `at_s`, from the states before and after it.
Result<void> add_picture(World& world, double end_s, double at_s, Writers to) {
    if (const auto done =
            to.outputs.run_to(world, {.end_s = end_s, .stop_s = at_s, .stops_before = true});
        !done)
        return done;
    if (const auto kept = to.pictures.keep(world); !kept) return kept;
    if (const auto done = to.outputs.run_to(world, {.end_s = end_s, .stop_s = at_s}); !done)
        return done;
    return to.pictures.add(world, at_s);
}

/// Runs to `end_s` on the water's own clock and writes what is due on the way, none of which
/// changes the run. Stops early on Ctrl-C and the like.
Result<void> run_and_write(World& world, double end_s, Writers to, Progress& progress) {
    const auto begin = std::chrono::steady_clock::now();
    const double start_s = world.time_s();
    const std::int64_t first_step = world.steps();
    const WorldInfo info = world.info();
    const double cells = double(info.nx) * info.ny * info.nz;
    Moments pictures(start_s, to.pictures.wants_series() ? 1.0 / to.pictures.fps() : 0.0);
    Moments maps(start_s, to.outputs.map_every_s());
    if (const auto done = to.outputs.take_first_row(world); !done) return done;
    if (const auto done = to.outputs.start(world); !done) return done;
    if (const auto done = to.pictures.add(world, start_s); !done) return done;
    // A single step at first: it may take long, and a tick has many of them.
    constexpr double kFirstPart = 1e-6;
    double batch_s = kFirstPart * info.tick_s;
    for (double at_s = start_s; at_s < end_s && !was_interrupted();) {
        const auto batch_begin = std::chrono::steady_clock::now();
        // A twentieth of the run at a time, so that each tenth can be told.
        const double piece_s = std::min(batch_s, (end_s - start_s) / 20.0);
        at_s = std::min({end_s, pictures.next_s(), maps.next_s(), at_s + piece_s});
        if (end_s - at_s <= 1e-9 * std::max(1.0, end_s)) at_s = end_s;
        const bool is_picture = pictures.is_at(at_s), is_map = maps.is_at(at_s);
        const auto done = is_picture ? add_picture(world, end_s, at_s, to)
                                     : to.outputs.run_to(world, {.end_s = end_s, .stop_s = at_s});
        if (!done) return done;
        if (is_map)
            if (const auto drawn = to.outputs.add_maps(world); !drawn) return drawn;
        if (is_picture) pictures.pass();
        if (is_map) maps.pass();
        if (!is_picture && !is_map) batch_s = next_batch_s(batch_s, seconds_since(batch_begin));
        if (to.saves.is_due()) to.saves.save_on_the_way(world);
        const double wall_s = seconds_since(begin);
        char rate[32] = "";
        if (to.pictures.wants_series())
            std::snprintf(rate, sizeof rate, ", %.1f pictures/s", to.pictures.count() / wall_s);
        progress.update(std::min(1.0, (world.time_s() - start_s) / (end_s - start_s)),
                        rate_text(world, cells, first_step, start_s, wall_s) + rate);
    }
    return to.outputs.end_rows(world);
}

/// A recording that cannot be replayed to its end replaces no output.
Result<void> replay(World& world, const std::string& path, Outputs& outputs) {
    if (const auto done = outputs.take_first_row(world); !done) return done.error();
    {
        const NothingOwed at_once;
        if (const auto done = world.replay(path); !done) return done.error();
    }
    if (const auto done = outputs.start(world); !done) return done.error();
    return outputs.end_rows(world);
}

void print_summary(const World& world, double wall_s) {
    const auto s = world.statistics();
    if (!s) return;
    const MassReport& m = s.value().mass;
    std::printf("t = %.6g s, %lld lattice steps in %.2f s\n", world.time_s(),
                static_cast<long long>(world.steps()), wall_s);
    std::printf("water %.6f kg = %.6f + %.6f added - %.6f removed (balance to %.1e)\n", m.now_kg,
                m.initial_kg, m.added_kg, m.removed_kg,
                (m.now_kg - m.initial_kg - m.added_kg + m.removed_kg) /
                    std::max({m.initial_kg, m.added_kg, 1e-300}));
    std::printf("depth %.4f to %.4f m, at most %.4f m/s\n", s.value().min_depth_m,
                s.value().max_depth_m, s.value().max_speed_m_per_s);
}

/// Everything was tried before the run: what cannot be written or held now is its own failure.
int fail_in_run(const Error& error) {
    const bool is_late = error.code == ErrorCode::Io || error.code == ErrorCode::OutOfMemory;
    return is_late ? fail(kRunFailed, error.message) : fail(error);
}

Result<void> run_to_end(World& world, const RunArgs& args, Writers to) {
    const double end_s = args.time_s > 0.0 ? args.time_s : world.info().duration_s;
    Progress progress(world.info().scene, args.is_quiet);
    if (!args.replay.empty()) return replay(world, args.replay, to.outputs);
    return run_and_write(world, end_s, to, progress);
}

/// After trouble or Ctrl-C the last good state is still worth having, and so is every file that can
/// be had of it: what fails takes nothing else with it. The checkpoint is first, since nothing else
/// can be made from other files. Whether one failed, after telling each.
bool has_unfinished(const World& world, Writers to, double wall_s) {
    Failures failures;
    failures.note(to.saves.save_checkpoint(world));
    failures.note(to.saves.save_recording(world));
    failures.note(to.outputs.write_fields(world, wall_s));
    failures.note(to.outputs.write_last_maps(world));
    failures.note(to.outputs.write_mesh(world));
    failures.note(to.pictures.finish_video());
    failures.note(to.pictures.draw_still(world));
    return failures.tell();
}

/// Nothing that this run reads, and nothing that others wrote, is overwritten.
Result<void> check_files(const RunArgs& args, const SceneOutline& scene,
                         const SceneSource& source) {
    std::vector<OutputFile> outputs = args.outputs.files();
    for (const OutputFile& picture : args.pictures.files()) outputs.push_back(picture);
    for (const OutputFile& saved : args.saves.files()) outputs.push_back(saved);
    std::vector<InputFile> inputs;
    for (const std::string& file : scene.files) inputs.push_back({file, "the scene"});
    if (!args.resume.empty()) inputs.push_back({args.resume, "--resume"});
    if (!args.resume_water.empty()) inputs.push_back({args.resume_water, "--resume-water"});
    if (!args.replay.empty()) inputs.push_back({args.replay, "--replay"});
    if (source.is_measured())
        for (const InputFile& file : files_under(args.world.data, "--data")) inputs.push_back(file);
    return check_outputs(outputs, inputs);
}

/// Brings the world to the time of the checkpoint, from which the run must have a way to go.
Result<void> resume(World& world, const RunArgs& args) {
    const auto done = args.resume_water.empty() ? world.restore(args.resume)
                                                : world.restore_water(args.resume_water);
    if (!done) return done.error();
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
    auto outputs = Outputs::open(args.outputs, world);
    if (!outputs) return fail(outputs.error());
    auto saves = Saves::open(args.saves);
    if (!saves) return fail(saves.error());
    auto pictures = Pictures::open(args.pictures);
    if (!pictures) return fail(pictures.error());
    if (!args.saves.recording.empty())
        if (const auto done = world.start_recording(); !done) return fail(done.error());

    const auto begin = std::chrono::steady_clock::now();
    const Writers writers{outputs.value(), pictures.value(), saves.value()};
    const auto ran = run_to_end(world, args, writers);
    int code = was_interrupted() ? interrupted_code() : kOk;
    if (!ran) code = args.replay.empty() ? fail_in_run(ran.error()) : fail(ran.error());
    if (code == kBadInput) return code;
    if (has_unfinished(world, writers, seconds_since(begin))) return kRunFailed;
    if (code == kOk && !args.is_quiet) print_summary(world, seconds_since(begin));
    if (ran && was_interrupted() && !args.is_quiet)
        std::fprintf(stderr, "tarn: interrupted at t = %.6g s; outputs hold the water until then\n",
                     world.time_s());
    return code;
}

/// The world that is to run, at the time where it begins.
Result<World> make_world(const RunArgs& args, const std::string& name_or_path,
                         const WorldOptions& options) {
    const NothingOwed at_once;
    auto world = World::from_scene(name_or_path, options);
    if (!world || (args.resume.empty() && args.resume_water.empty())) return world;
    if (const auto done = resume(world.value(), args); !done) return done.error();
    return world;
}

int run(const RunArgs& args) {
    if (!args.resume.empty() && !args.resume_water.empty())
        return fail(kBadInput,
                    "--resume and --resume-water are both given; a run begins with one checkpoint");
    if (!args.replay.empty() && (args.pictures.wants_series() || args.outputs.map_every_s > 0.0))
        return fail(kBadInput,
                    "--replay goes from call to call and has no picture times; use --still in "
                    "place of --png and --video, and --map without --map-every");
    const auto options = args.world.options();
    if (!options) return fail(options.error());
    const auto source = scene_source(args.world);
    if (!source) return fail(source.error());
    const auto scene = scene_outline(source.value().name_or_path, options.value().set);
    if (!scene) return fail(scene.error());
    if (const auto ok = check_files(args, scene.value(), source.value()); !ok)
        return fail(ok.error());
    auto world = make_world(args, source.value().name_or_path, options.value());
    if (!world) return fail(world.error());
    if (args.replay.empty())
        warn_of_late_events(scene.value(),
                            args.time_s > 0.0 ? args.time_s : scene.value().duration_s);
    return run_world(world.value(), args);
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
          .about = "probes and bodies over time, one row each record.every"},
         {.name = "--npy",
          .target = &out.npy_dir,
          .about = "folder for the final fields and report.json"},
         {.name = "--map",
          .target = &out.map_dir,
          .about = "folder for field pictures with a colour bar"},
         {.name = "--mesh",
          .target = &out.mesh_dir,
          .about = "folder for the final surface of water in space, as .obj and .ply"},
         {.name = "--map-every",
          .target = &out.map_every_s,
          .about = "pictures also each so many seconds",
          .check = positive_number}});
    add(args->pictures.args());
    add(args->saves.args());
    add({{.name = "--resume",
          .target = &args->resume,
          .about = "start from a checkpoint of the same scene"},
         {.name = "--resume-water",
          .target = &args->resume_water,
          .about = "start from the water of a checkpoint, and go on with the rain, wind, edges, "
                   "events and friction of this scene"},
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
