// tarn bench: how fast is a step, and how much of the machine does it use?
#include "base/file.hpp"
#include "commands.hpp"
#include "common.hpp"
#include "io/json_text.hpp"
#include "measure.hpp"
#include <tarn/machine.hpp>
#include <tarn/tarn.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace tarn::cli {
namespace {

struct BenchArgs {
    std::vector<std::string> names;
    std::string backend = "auto", json, csv;
    MeasureOptions how;
};

std::string json_text(const std::vector<BenchRow>& rows, const MeasureOptions& how) {
    const MachineInfo m = machine_info();
    io::JsonWriter json;
    json.begin_object().member("tarn", tarn_version());
    json.key("machine").begin_object();
    json.member("cpu", m.cpu).member("cores", m.cores).member("isa", m.isas.front());
    json.member("threads", how.threads > 0 ? how.threads : m.cores);
    json.member("last_level_cache_bytes", double(m.last_level_cache_bytes));
    json.member("gpu", m.gpus.empty() ? m.why_no_gpu : m.gpus.front().name);
    json.member("compiler", m.compiler);
    json.end_object().key("rows").begin_array();
    for (const BenchRow& row : rows) {
        json.begin_object().member("name", row.what.name()).member("value", row.value());
        json.member("unit", row.unit()).member("spread", row.spread);
        json.member("of_peak", row.of_peak).member("bytes_per_cell", row.what.bytes_per_cell());
        json.member("checksum", row.checksum);
        json.end_object();
    }
    json.end_array().end_object();
    return json.text();
}

std::string csv_text(const std::vector<BenchRow>& rows) {
    std::string text = "name,value,unit,spread,of_peak,bytes_per_cell,checksum\n";
    for (const BenchRow& row : rows) {
        char line[256];
        std::snprintf(line, sizeof line, "%s,%.6g,%s,%.3f,%.3f,%.0f,%s\n", row.what.name().c_str(),
                      row.value(), row.unit(), row.spread, row.of_peak, row.what.bytes_per_cell(),
                      row.checksum.c_str());
        text += line;
    }
    return text;
}

Result<std::vector<BenchCase>> chosen_cases(const BenchArgs& args) {
    std::vector<BenchCase> all;
    const bool has_gpu = !machine_info().gpus.empty();
    for (const char* backend : {"cpu", "cuda"})
        if (args.backend == backend ||
            (args.backend == "auto" && (has_gpu || std::string(backend) == "cpu")))
            for (const BenchCase& c : default_cases(backend)) all.push_back(c);
    if (args.names.empty()) return all;
    std::vector<BenchCase> chosen;
    for (const std::string& name : args.names) {
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

int write_outputs(const BenchArgs& args, const std::vector<BenchRow>& rows) {
    const std::string json = json_text(rows, args.how);
    if (args.json == "-")
        std::fputs(json.c_str(), stdout);
    else if (!args.json.empty())
        if (const auto done = write_file(args.json, json); !done) return fail(done.error());
    if (!args.csv.empty())
        if (const auto done = write_file(args.csv, csv_text(rows)); !done)
            return fail(done.error());
    return was_interrupted() ? kInterrupted : kOk;
}

void print_row(std::FILE* table, const BenchRow& r) {
    std::fprintf(table, "%-44s %9.*f %s %6.1f%% %7.0f%% %10.4f %11.1f %7.1f GB/s  %s\n",
                 r.what.name().c_str(), r.what.is_on_gpu() ? 2 : 0, r.value(), r.unit(),
                 100.0 * r.spread, 100.0 * r.of_peak, 1e3 * r.step_s, r.real_time,
                 1e-9 * r.bytes_per_s, r.checksum.c_str());
    std::fflush(table);
}

/// What a row computes, whoever computes it: its name without how and where.
std::string water_of(const BenchCase& c) {
    BenchCase same = c;
    same.isa = same.backend = "auto";
    same.threads = 0;
    if (same.scene == "pond-in-place") same.scene = "pond";
    return same.name();
}

/// The same water must have the same checksum on every backend and instruction set.
Result<void> compare(const BenchRow& row, std::map<std::string, BenchRow>& seen) {
    const auto [before, is_new] = seen.insert({water_of(row.what), row});
    if (is_new || before->second.checksum == row.checksum) return {};
    return Error{ErrorCode::Diverged, "bench: " + row.what.name() + " gives " + row.checksum +
                                          " but " + before->second.what.name() + " gave " +
                                          before->second.checksum +
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

int bench(BenchArgs args) {
    if (args.backend != "auto" && args.backend != "cpu" && args.backend != "cuda")
        return fail(kBadInput, "--backend is \"" + args.backend + "\"; use cpu, cuda or auto");
    if (args.backend == "cuda" && machine_info().gpus.empty())
        return fail(kBadInput,
                    "backend cuda: " + machine_info().why_no_gpu + "; use backend cpu or auto");
    args.how.device = chosen_device(args.how.device);
    const auto cases = chosen_cases(args);
    if (!cases) return fail(cases.error());
    std::FILE* const table = args.json == "-" ? stderr : stdout;
    std::fprintf(table, "%-44s %15s %7s %8s %10s %11s %12s  %s\n", "row", "speed", "spread",
                 "of peak", "ms/step", "x real time", "bandwidth", "checksum");
    std::vector<BenchRow> rows;
    std::map<std::string, BenchRow> seen;
    for (const BenchCase& c : cases.value()) {
        if (was_interrupted()) break;
        const auto row = measure(c, args.how);
        if (!row) return was_interrupted() ? write_outputs(args, rows) : fail(row.error());
        print_row(table, row.value());
        rows.push_back(row.value());
        if (const auto same = compare(row.value(), seen); !same) return fail(same.error());
    }
    return write_outputs(args, rows);
}

std::string footer() {
    std::string text =
        "MLUPS, GLUPS: million or billion lattice updates per second, the median of 11 pieces.\n"
        "spread: between the quartiles, over the median. of peak: at the bytes that a step must\n"
        "move (72 per cell with floats: 9 read, 9 written), of the bandwidth measured before and\n"
        "after the row: triad on a CPU, copy on a GPU. Above 100 % the grid is in a cache, or\n"
        "several steps share one pass over memory. x real time: simulated over wall time.\n"
        "checksum: of the state after 32 steps; equal on every backend, or bench fails.\n"
        "Names: d2q9/SCENE[+COLLISION][@ISA][@THREADSt]/NXxNY/PRECISION/BACKEND. Scenes:\n";
    for (const BenchScene& scene : bench_scenes())
        text += std::string("  ") + scene.name + ": " + scene.about + "\n";
    return text;
}

}  // namespace

Command add_bench(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("bench", "speed of a step, beside the bandwidth of the same run");
    command->footer(footer());
    const auto args = std::make_shared<BenchArgs>();
    command->add_option("name", args->names, "rows: a part of a name, or a whole one; default all");
    command->add_option("--backend", args->backend, "cpu, cuda, or auto: all that are there")
        ->capture_default_str();
    command->add_option("--device", args->how.device, "which GPU")->capture_default_str();
    command->add_option("--threads", args->how.threads, "threads; 0 is one per core")
        ->capture_default_str();
    command->add_option("--json", args->json, "write rows as JSON; - is stdout");
    command->add_option("--csv", args->csv, "write rows as in bench/results");
    return [args] { return bench(*args); };
}

}  // namespace tarn::cli
