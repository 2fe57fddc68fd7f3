// tarn bench: how fast is a step, and how much of the machine does it use?
#include "base/file.hpp"
#include "commands.hpp"
#include "common.hpp"
#include "io/json_text.hpp"
#include <tarn/machine.hpp>
#include <tarn/tarn.h>
#include <tarn/world.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace tarn::cli {
namespace {

/// What is measured; its name is scheme/scene/NXxNY/precision/backend, and the scene part may carry
/// a collision (pond+bgk) and an instruction set (pond@avx2).
struct Case {
    std::string scene = "pond", collision = "auto", isa = "auto", precision = "float";
    int nx = 0, ny = 0;

    std::string name() const {
        return "d2q9/" + scene + (collision == "auto" ? "" : "+" + collision) +
               (isa == "auto" ? "" : "@" + isa) + "/" + std::to_string(nx) + "x" +
               std::to_string(ny) + "/" + precision + "/cpu";
    }
};

struct Row {
    std::string name;
    double mlups = 0.0;
    double spread = 0.0;   ///< between the quartiles, over the median
    double of_peak = 0.0;  ///< of the triad measured before and after
    double bytes_per_cell = 0.0;
    std::string checksum;
    double ms_per_step = 0.0, real_time = 0.0, triad_gb_per_s = 0.0;
};

struct BenchArgs {
    std::vector<std::string> names;
    std::string backend = "auto", isa = "auto", json, csv;
    int threads = 0;
    bool is_quiet = false;
};

constexpr int kProofSteps = 32;

std::vector<Case> default_cases(const std::string& isa) {
    std::vector<Case> cases;
    for (const int n : {64, 128, 200, 256, 512, 1024, 2048, 4096})
        cases.push_back({.isa = isa, .nx = n, .ny = n});
    for (const char* collision : {"bgk", "trt", "smagorinsky"})
        for (const int n : {256, 2048})
            cases.push_back({.collision = collision, .isa = isa, .nx = n, .ny = n});
    cases.push_back({.scene = "rain", .isa = isa, .nx = 1024, .ny = 1024});
    cases.push_back({.isa = isa, .precision = "double", .nx = 1024, .ny = 1024});
    if (isa != "auto") return cases;
    for (const std::string& other : machine_info().isas)
        if (other != machine_info().isas.front())
            cases.push_back({.isa = other, .nx = 256, .ny = 256});
    return cases;
}

/// A case from its name, for sizes and mixtures that the default list does not have.
std::optional<Case> parse_case(const std::string& name) {
    char scheme[16] = "", scene[64] = "", precision[16] = "", backend[16] = "";
    Case c;
    if (std::sscanf(name.c_str(), "%15[^/]/%63[^/]/%dx%d/%15[^/]/%15s", scheme, scene, &c.nx, &c.ny,
                    precision, backend) != 6 ||
        std::string(scheme) != "d2q9" || std::string(backend) != "cpu")
        return std::nullopt;
    c.scene = scene;
    c.precision = precision;
    if (const std::size_t at = c.scene.find('@'); at != std::string::npos) {
        c.isa = c.scene.substr(at + 1);
        c.scene.resize(at);
    }
    if (const std::size_t plus = c.scene.find('+'); plus != std::string::npos) {
        c.collision = c.scene.substr(plus + 1);
        c.scene.resize(plus);
    }
    if (c.scene != "pond" && c.scene != "rain") return std::nullopt;
    return c;
}

/// Cells of 5 cm, half a metre deep; one drop, or rain of about five drops per step.
std::string scene_json(const Case& c) {
    constexpr double cell_m = 0.05;
    const double width = c.nx * cell_m, height = c.ny * cell_m;
    char text[512];
    std::snprintf(text, sizeof text,
                  R"({"water": {"size": [%.17g, %.17g], "cells": [%d, %d], "level": 0.5,)"
                  R"( "collision": "%s", "precision": "%s"}, )",
                  width, height, c.nx, c.ny, c.collision.c_str(), c.precision.c_str());
    std::string json = text;
    if (c.scene == "rain")
        std::snprintf(text, sizeof text, R"("rain": {"rate": %.17g, "drop": 0.02, "seed": 1}})",
                      550.0 * 3.35e-5 * 3.6e6 / (width * height));
    else
        std::snprintf(text, sizeof text,
                      R"("events": [{"drop": {"at": [%.17g, %.17g], "radius": %.17g, )"
                      R"("height": 0.1}}]})",
                      0.5 * width, 0.5 * height, 0.1 * width);
    return json + text;
}

double quantile(const std::vector<double>& sorted, double q) {
    const double at = q * double(sorted.size() - 1);
    const std::size_t k = std::size_t(at);
    const double t = at - double(k);
    return k + 1 < sorted.size() ? (1.0 - t) * sorted[k] + t * sorted[k + 1] : sorted[k];
}

/// Wall seconds per lattice step, sorted: several pieces of at least 30 ms each, after a warm-up.
Result<std::vector<double>> time_steps(World& world) {
    constexpr int kPieces = 11;
    constexpr double kPiece_s = 0.03;
    const double step_s = world.info().max_time_step_s;
    auto warm = world.step(4 * step_s);
    if (!warm) return warm.error();
    const double guess_s = warm.value().wall.total_s / 4;
    const int count = std::clamp(int(std::ceil(kPiece_s / guess_s)), 2, 4000);
    if (warm = world.step(count * step_s); !warm) return warm.error();
    std::vector<double> seconds;
    for (int k = 0; k < kPieces && !was_interrupted(); ++k) {
        const auto report = world.step(count * step_s);
        if (!report) return report.error();
        seconds.push_back(report.value().wall.total_s / report.value().steps_now);
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds;
}

Result<Row> measure(const Case& c, const BenchArgs& args) {
    WorldOptions options;
    options.threads = args.threads;
    if (!parse_isa(c.isa, options.isa))
        return Error{ErrorCode::InvalidArgument,
                     "\"" + c.isa + "\" is no instruction set; use base, avx2 or avx512"};
    constexpr std::size_t kTriadBytes = std::size_t{384} << 20;
    const double triad_before = measure_triad_bytes_per_s(args.threads, kTriadBytes);
    auto world = World::from_json(scene_json(c), ".", options);
    if (!world) return world.error();
    // The checksum is of a fixed number of steps, the timing of as many as it takes.
    const auto proof = world.value().step(kProofSteps * world.value().info().max_time_step_s);
    if (!proof) return proof.error();
    const auto checksum = world.value().checksum();
    if (!checksum) return checksum.error();
    const auto seconds = time_steps(world.value());
    if (!seconds) return seconds.error();
    if (seconds.value().empty()) return Error{ErrorCode::InvalidArgument, "interrupted"};

    // Before and after: the bandwidth of a virtual machine changes from one second to the next.
    const double triad =
        0.5 * (triad_before + measure_triad_bytes_per_s(args.threads, kTriadBytes));
    const double median_s = quantile(seconds.value(), 0.5);
    const double number_bytes = c.precision == "double" ? 8.0 : 4.0;
    Row row;
    row.name = c.name();
    row.mlups = double(c.nx) * c.ny / median_s * 1e-6;
    row.spread = (quantile(seconds.value(), 0.75) - quantile(seconds.value(), 0.25)) / median_s;
    // Nine populations read and nine written; stores past the cache need no read before them.
    row.bytes_per_cell = 18.0 * number_bytes;
    row.of_peak = triad > 0.0 ? row.mlups * 1e6 * row.bytes_per_cell / triad : 0.0;
    char hex[24];
    std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(checksum.value()));
    row.checksum = hex;
    row.ms_per_step = 1e3 * median_s;
    row.real_time = world.value().info().time_step_s / median_s;
    row.triad_gb_per_s = triad * 1e-9;
    return row;
}

std::string json_text(const std::vector<Row>& rows, int threads) {
    const MachineInfo m = machine_info();
    io::JsonWriter json;
    json.begin_object().member("tarn", tarn_version());
    json.key("machine").begin_object();
    json.member("cpu", m.cpu).member("cores", m.cores).member("isa", m.isas.front());
    json.member("threads", threads > 0 ? threads : m.cores);
    json.member("last_level_cache_bytes", double(m.last_level_cache_bytes));
    json.member("compiler", m.compiler);
    json.end_object().key("rows").begin_array();
    for (const Row& row : rows) {
        json.begin_object().member("name", row.name).member("value", row.mlups);
        json.member("unit", "MLUPS").member("spread", row.spread).member("of_peak", row.of_peak);
        json.member("bytes_per_cell", row.bytes_per_cell).member("checksum", row.checksum);
        json.end_object();
    }
    json.end_array().end_object();
    return json.text();
}

std::string csv_text(const std::vector<Row>& rows) {
    std::string text = "name,value,unit,spread,of_peak,bytes_per_cell,checksum\n";
    for (const Row& row : rows) {
        char line[256];
        std::snprintf(line, sizeof line, "%s,%.1f,MLUPS,%.3f,%.3f,%.0f,%s\n", row.name.c_str(),
                      row.mlups, row.spread, row.of_peak, row.bytes_per_cell, row.checksum.c_str());
        text += line;
    }
    return text;
}

Result<std::vector<Case>> chosen_cases(const BenchArgs& args) {
    const std::vector<Case> all = default_cases(args.isa);
    if (args.names.empty()) return all;
    std::vector<Case> chosen;
    for (const std::string& name : args.names) {
        const std::size_t before = chosen.size();
        for (const Case& c : all)
            if (c.name().find(name) != std::string::npos) chosen.push_back(c);
        if (chosen.size() > before) continue;
        const std::optional<Case> parsed = parse_case(name);
        if (!parsed)
            return Error{ErrorCode::InvalidArgument,
                         "bench: \"" + name +
                             "\" is no row; use a part of a name such as pond or 2048x2048, or a "
                             "whole name such as d2q9/pond/300x200/float/cpu"};
        chosen.push_back(*parsed);
    }
    return chosen;
}

int write_outputs(const BenchArgs& args, const std::vector<Row>& rows) {
    const std::string json = json_text(rows, args.threads);
    if (args.json == "-")
        std::fputs(json.c_str(), stdout);
    else if (!args.json.empty())
        if (const auto done = write_file(args.json, json); !done) return fail(done.error());
    if (!args.csv.empty())
        if (const auto done = write_file(args.csv, csv_text(rows)); !done)
            return fail(done.error());
    return was_interrupted() ? kInterrupted : kOk;
}

int bench(const BenchArgs& args) {
    if (args.backend == "cuda")
        return fail(kBadInput, "backend cuda is not in this build; use cpu or auto");
    const auto cases = chosen_cases(args);
    if (!cases) return fail(cases.error());
    std::FILE* const table = args.json == "-" ? stderr : stdout;
    std::fprintf(table, "%-40s %9s %7s %8s %10s %11s %9s  %s\n", "row", "MLUPS", "spread",
                 "of peak", "ms/step", "x real time", "triad", "checksum");
    std::vector<Row> rows;
    for (const Case& c : cases.value()) {
        if (was_interrupted()) break;
        const auto row = measure(c, args);
        if (!row) return was_interrupted() ? write_outputs(args, rows) : fail(row.error());
        const Row& r = row.value();
        std::fprintf(table, "%-40s %9.0f %6.1f%% %7.0f%% %10.4f %11.1f %5.1f GB/s  %s\n",
                     r.name.c_str(), r.mlups, 100.0 * r.spread, 100.0 * r.of_peak, r.ms_per_step,
                     r.real_time, r.triad_gb_per_s, r.checksum.c_str());
        std::fflush(table);
        rows.push_back(r);
    }
    return write_outputs(args, rows);
}

}  // namespace

Command add_bench(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("bench", "speed of a step, beside the bandwidth of the same run");
    command->footer(
        "MLUPS: million lattice updates per second, the median of 11 pieces. spread: between the\n"
        "quartiles, over the median. of peak: at 72 bytes per update (9 floats read, 9 written),\n"
        "of the triad bandwidth measured before and after the row; above 100 % the grid is in "
        "cache.\n"
        "checksum: of the state after 32 steps.\n"
        "Names: d2q9/SCENE[+COLLISION][@ISA]/NXxNY/PRECISION/cpu, SCENE pond or rain.");
    const auto args = std::make_shared<BenchArgs>();
    command->add_option("name", args->names, "rows: a part of a name, or a whole one; default all");
    command->add_option("--backend", args->backend, "cpu or auto")->capture_default_str();
    command->add_option("--isa", args->isa, "auto, base, avx2 or avx512")->capture_default_str();
    command->add_option("--threads", args->threads, "threads; 0 is one per core")
        ->capture_default_str();
    command->add_option("--json", args->json, "write rows as JSON; - is stdout");
    command->add_option("--csv", args->csv, "write rows as in bench/results");
    return [args] { return bench(*args); };
}

}  // namespace tarn::cli
