// tarn bench: how fast is a step, how much of the machine does it use, and what does a picture
// cost?
#include "base/file.hpp"
#include "commands.hpp"
#include "failures.hpp"
#include "measure.hpp"
#include "output_files.hpp"
#include "signal_watch.hpp"
#include "studio.hpp"
#include <tarn/machine.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tarn::cli {
namespace {

struct BenchArgs {
    std::vector<std::string> names;
    std::string backend = "auto", json, csv;
    bool is_quiet = false;
    MeasureOptions how;
};

/// A row that is to be measured.
struct Task {
    std::string name;
    std::function<Result<BenchRow>()> measure;
};

Result<std::vector<BenchCase>> chosen_cases(const BenchArgs& args,
                                            const std::vector<std::string>& names) {
    std::vector<BenchCase> all;
    const bool has_gpu = !machine_info().gpus.empty();
    for (const char* backend : {"cpu", "cuda"})
        if (args.backend == backend ||
            (args.backend == "auto" && (has_gpu || std::string(backend) == "cpu")))
            for (const BenchCase& c : default_cases(backend)) all.push_back(c);
    if (names.empty()) return all;
    std::vector<BenchCase> chosen;
    for (const std::string& name : names) {
        const std::size_t before = chosen.size();
        for (const BenchCase& c : all)
            if (c.name().find(name) != std::string::npos) chosen.push_back(c);
        if (chosen.size() > before) continue;
        const std::optional<BenchCase> parsed = parse_case(name);
        if (!parsed)
            return Error{ErrorCode::InvalidArgument,
                         "bench: \"" + name +
                             "\" is no row; use a part of a name such as pond or 2048x2048, or a "
                             "whole name such as d2q9/pond/300x200/float/cpu"};
        chosen.push_back(*parsed);
    }
    return chosen;
}

/// All that was measured, whatever became of the rest; `code` where nothing fails here.
int write_outputs(const BenchArgs& args, const std::vector<BenchRow>& rows, int code) {
    const std::string json = json_text(rows, args.how.threads);
    Failures failures;
    if (args.json == "-")
        std::fputs(json.c_str(), stdout);
    else if (!args.json.empty())
        failures.note(write_file(args.json, json));
    if (!args.csv.empty()) failures.note(write_file(args.csv, csv_text(rows)));
    if (failures.tell()) return kRunFailed;
    return was_interrupted() ? interrupted_code() : code;
}

/// The same water must have the same checksum on every backend and instruction set.
Result<void> compare(const BenchRow& row, std::map<std::string, BenchRow>& seen) {
    if (row.same_water.empty()) return {};
    const auto [before, is_new] = seen.insert({row.same_water, row});
    if (is_new || before->second.checksum == row.checksum) return {};
    return Error{ErrorCode::Diverged, "bench: " + row.name + " gives " + row.checksum + " but " +
                                          before->second.name + " gave " + before->second.checksum +
                                          ": the same water must give the same bits"};
}

/// The GPU that a world would take, so that its bandwidth is measured and no other's.
int chosen_device(int wanted) {
    int best = wanted;
    std::size_t most = 0;
    for (const GpuInfo& gpu : machine_info().gpus)
        if (wanted < 0 && gpu.free_bytes > most) best = gpu.index, most = gpu.free_bytes;
    return best;
}

/// What a run of bench measures, and what it says about rows that it does not.
struct Plan {
    std::vector<Task> tasks;
    std::string left_out;
    std::optional<Studio> studio;  ///< tasks draw in it
    bool is_refused = false;       ///< rows that were asked for by name cannot be drawn
};

Result<void> add_water(const BenchArgs& args, const std::vector<std::string>& names, Plan& plan) {
    const auto cases = chosen_cases(args, names);
    if (!cases) return cases.error();
    for (const BenchCase& c : cases.value())
        plan.tasks.push_back({c.name(), [c, how = args.how] { return measure(c, how); }});
    return {};
}

Result<void> add_pictures(const BenchArgs& args, const std::vector<std::string>& names,
                          Plan& plan) {
    auto opened = Studio::open(args.how);
    if (!opened) {
        plan.is_refused = !names.empty();
        plan.left_out = "the rows of the picture are left out: " + opened.error().message;
        return {};
    }
    Studio& studio = plan.studio.emplace(std::move(opened.value()));
    const DrawingMachine& machine = studio.machine();
    const auto cases =
        names.empty() ? few_render_cases(machine) : chosen_render_cases(names, machine);
    if (!cases) return cases.error();
    for (const RenderCase& c : cases.value())
        plan.tasks.push_back({c.name(), [c, &studio] { return studio.measure(c); }});
    if (std::find(names.begin(), names.end(), "render") != names.end() &&
        !machine.why_no_real_time.empty())
        plan.left_out = "the row real_time is left out: " + machine.why_no_real_time;
    return {};
}

/// Rows of water first. A name that begins with render is about the picture.
Result<void> make_plan(const BenchArgs& args, Plan& plan) {
    std::vector<std::string> water, pictures;
    for (const std::string& name : args.names)
        (is_render_name(name) ? pictures : water).push_back(name);
    if (args.names.empty() || !water.empty())
        if (const auto added = add_water(args, water, plan); !added) return added.error();
    if (args.names.empty() || !pictures.empty()) return add_pictures(args, pictures, plan);
    return {};
}

int run_tasks(const BenchArgs& args, const std::vector<Task>& tasks) {
    std::FILE* const table = args.json == "-" ? stderr : stdout;
    std::fputs(header_line().c_str(), table);
    Progress progress("bench", args.is_quiet);
    std::vector<BenchRow> rows;
    std::map<std::string, BenchRow> seen;
    SignalWatch watch([&] {
        progress.clear();
        return write_outputs(args, rows, kOk);
    });
    for (const Task& task : tasks) {
        if (was_interrupted()) break;
        auto held = watch.lock();
        progress.update(double(rows.size()) / double(tasks.size()), task.name);
        held.unlock();
        const auto row = task.measure();
        held.lock();
        if (!row) return write_outputs(args, rows, was_interrupted() ? kOk : fail(row.error()));
        progress.clear();
        std::fputs(printed_line(row.value()).c_str(), table);
        std::fflush(table);
        rows.push_back(row.value());
        if (const auto same = compare(row.value(), seen); !same)
            return write_outputs(args, rows, fail(same.error()));
    }
    const auto held = watch.lock();
    if (!was_interrupted()) progress.update(1.0);
    return write_outputs(args, rows, kOk);
}

int bench(BenchArgs args) {
    const auto backend = parse_backend(args.backend);
    if (!backend) return fail(backend.error());
    if (args.backend == "cuda" && machine_info().gpus.empty())
        return fail(kBadInput,
                    "backend cuda: " + machine_info().why_no_gpu + "; use backend cpu or auto");
    const OutputFile outputs[] = {{"--json", args.json, kRowsJson}, {"--csv", args.csv, kBenchCsv}};
    if (const auto ok = check_outputs(outputs, {}); !ok) return fail(ok.error());
    args.how.backend = backend.value();
    args.how.device = chosen_device(args.how.device);
    Plan plan;
    if (const auto made = make_plan(args, plan); !made) return fail(made.error());
    if (plan.tasks.empty()) return fail(kBadInput, plan.left_out);
    const int code = run_tasks(args, plan.tasks);
    if (!plan.left_out.empty()) std::fprintf(stderr, "tarn: %s\n", plan.left_out.c_str());
    return code == kOk && plan.is_refused ? kBadInput : code;
}

std::string footer() {
    std::string text =
        "MLUPS, GLUPS: million or billion lattice updates per second, the median of 11 pieces.\n"
        "spread: between the quartiles, over the median. of peak: at the bytes that a step must\n"
        "move (72 per cell with floats: 9 read, 9 written), of the bandwidth measured before and\n"
        "after the row: triad on a CPU, copy on a GPU. Above 100 % the grid is in a cache, or\n"
        "several steps share one pass over memory. x real time: simulated over wall time.\n"
        "checksum: of the state after 32 steps; equal on every backend, or bench fails.\n"
        "Names: d2q9/SCENE[+COLLISION][@ISA][@THREADSt]/NXxNY/PRECISION/BACKEND, or fv/...;\n"
        "in space d3q19/SCENE/NXxNYxNZ/PRECISION/BACKEND (152 bytes per cell with floats), "
        "mac and track of stable water (40). "
        "Scenes:\n";
    for (const BenchScene& scene : bench_scenes())
        text += std::string("  ") + scene.name + ": " + scene.about + "\n";
    text +=
        "The picture: render/SCENE[@NXxNY]/WxH[/photonsN]/WHAT/software|gpu, where WHAT is a "
        "pass,\n"
        "total, or the total at low, normal or high quality (ms, the median of 3 to 11 pictures);\n"
        "live (pictures per second beside water in real time); real_time (how many times faster\n"
        "than that the water runs beside 60 pictures per second). The scene thesis5.1 is table "
        "5.1\n"
        "of THESIS. checksum: of a picture in software. `tarn bench render` measures all of them,\n"
        "`tarn bench` the pond alone. --backend is about the water.\n";
    return text;
}

}  // namespace

CommandDesc bench_command() {
    const auto args = std::make_shared<BenchArgs>();
    return {
        .name = "bench",
        .about = "speed of a step, beside the bandwidth of the same run, and of the picture",
        .footer = footer(),
        .args = {{.name = "name",
                  .target = &args->names,
                  .about = "rows: a part of a name, or a whole one; default all"},
                 {.name = "--backend",
                  .target = &args->backend,
                  .about = "cpu, cuda, or auto: all that are there",
                  .shows_default = true},
                 {.name = "--device",
                  .target = &args->how.device,
                  .about = "which GPU",
                  .shows_default = true},
                 {.name = "--threads",
                  .target = &args->how.threads,
                  .about = "threads; 0 is one per core",
                  .shows_default = true},
                 {.name = "--json",
                  .target = &args->json,
                  .about = "write rows as JSON; - is stdout"},
                 {.name = "--csv", .target = &args->csv, .about = "write rows as in bench/results"},
                 {.name = "--quiet", .target = &args->is_quiet, .about = "no progress"}},
        .run = [args] { return bench(*args); }};
}

}  // namespace tarn::cli
