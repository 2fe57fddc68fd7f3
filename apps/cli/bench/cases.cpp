#include "cases.hpp"

#include <tarn/machine.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tarn::cli {
namespace {

/// The largest of the powers of two that fits in half of the free memory, two copies of floats.
int largest_size(const std::string& backend) {
    const MachineInfo machine = machine_info();
    const double free_bytes =
        double(backend == "cuda" && !machine.gpus.empty() ? machine.gpus.front().free_bytes
                                                          : machine.available_memory_bytes);
    int n = 64;
    while (n < 16384 && 4.0 * n * n * 90.0 <= 0.5 * free_bytes) n *= 2;
    return n;
}

void add_square(std::vector<BenchCase>& cases, BenchCase c, int n) {
    c.nx = c.ny = n;
    cases.push_back(c);
}

/// "64 probes" and the like: points spread over the basin, none on a cell boundary.
std::string probes_json(int count, double width_m, double height_m) {
    std::string text = "[";
    for (int k = 0; k < count; ++k) {
        char probe[96];
        std::snprintf(probe, sizeof probe, R"(%s{"name": "p%d", "at": [%.6f, %.6f]})",
                      k ? ", " : "", k, width_m * (0.05 + 0.9 * std::fmod(0.618034 * k, 1.0)),
                      height_m * (0.05 + 0.9 * (k + 0.5) / count));
        text += probe;
    }
    return text + "]";
}

/// Ground under a level of half a metre, of which a fifth is dry.
std::string bed_json(bool is_coast, double height_m) {
    if (!is_coast)
        return R"json("bed": {"expr": "0.37 + 0.25*sin(0.7*x)*cos(0.5*y) + 0.12*sin(0.31*x + 0.43*y)"}, )json";
    // Rises by 1 in 5 to the shore, and is level two metres further on.
    char text[160];
    std::snprintf(text, sizeof text,
                  R"json("bed": {"expr": "0.1 + 0.05*sin(0.7*x)*cos(0.5*y) + )json"
                  R"json(0.2*min(4, max(0, y - %.17g))"}, )json",
                  0.8 * height_m - 2.0);
    return text;
}

/// A metre wide, as stable water: a jet from a pipe as in TRACK, or the column of space_json().
std::string stable_json(const BenchCase& c) {
    const double cell_m = 1.0 / c.nx, depth = c.ny * cell_m, height = c.nz * cell_m;
    char text[512];
    std::snprintf(text, sizeof text,
                  R"({"water": {"model": "stable", "scheme": "%s", "size": [1, %.17g, %.17g], )"
                  R"("cells": [%d, %d, %d], )",
                  c.scheme.c_str(), depth, height, c.nx, c.ny, c.nz);
    std::string json = text;
    if (c.scene == "dam")
        std::snprintf(text, sizeof text, R"("fill": [{"box": [0, 0, 0, 0.4, %.17g, %.17g]}]}})",
                      depth, 0.75 * height);
    else
        std::snprintf(text, sizeof text,
                      R"("faucets": [{"box": [0.03125, %.17g, %.17g, 0.09375, %.17g, %.17g], )"
                      R"("velocity": [1.6, 0, 0]}]}})",
                      0.40625 * depth, 0.71875 * height, 0.59375 * depth, 0.90625 * height);
    return json + text;
}

/// A metre wide. The column of water is two fifths of it wide and three quarters of it high.
std::string space_json(const BenchCase& c) {
    const double cell_m = 1.0 / c.nx, width = 1.0, depth = c.ny * cell_m, height = c.nz * cell_m;
    char text[512];
    std::snprintf(text, sizeof text,
                  R"({"water": {"model": "volume", "size": [%.17g, %.17g, %.17g], )"
                  R"("cells": [%d, %d, %d], "collision": "%s", "precision": "%s", )",
                  width, depth, height, c.nx, c.ny, c.nz, c.collision.c_str(), c.precision.c_str());
    std::string json = text;
    if (c.scene == "cavity")
        return json + R"("surface": false, "gravity": 0, "viscosity": 0.001, )"
                      R"("edges": {"top": {"lid": [1, 0]}}}})";
    std::snprintf(text, sizeof text, R"("fill": [{"box": [0, 0, 0, %.17g, %.17g, %.17g]}]}})",
                  0.4 * width, depth, 0.75 * height);
    return json + text;
}

}  // namespace

const std::vector<BenchScene>& bench_scenes() {
    static const std::vector<BenchScene> scenes = {
        {"pond", "a drop in the middle, cells of 5 cm, steps back to back"},
        {"pond-in-place", "the same with one copy of the populations"},
        {"bed", "waves everywhere over rolling ground, of which a fifth is dry islands"},
        {"lake", "the same ground under still water, stirred in one place"},
        {"coast", "the waves of bed, but the dry fifth is in one piece, behind a beach"},
        {"finger", "a finger drawn through the pond, which acts on the water in every step"},
        {"rain", "the built-in rain, in pieces of 16 ms"},
        {"rain-probes", "the same with 64 probes sampled after each piece"},
        {"cavity", "in space: a lid draws a full box of fluid round"},
        {"dam", "in space: a column of water, 0.3 of the tank, early in its collapse"},
        {"splash", "in space: the same after it has hit the wall across the tank"},
        {"pour", "stable water: a jet from a pipe into an empty box, as in TRACK"}};
    return scenes;
}

std::string BenchCase::name() const {
    return scheme + "/" + scene + (collision == "auto" ? "" : "+" + collision) +
           (isa == "auto" ? "" : "@" + isa) +
           (threads == 0 ? "" : "@" + std::to_string(threads) + "t") + "/" + std::to_string(nx) +
           "x" + std::to_string(ny) + (is_in_space() ? "x" + std::to_string(nz) : "") + "/" +
           precision + "/" + backend;
}

std::string BenchCase::water() const {
    BenchCase same = *this;
    same.isa = same.backend = "auto";
    same.threads = 0;
    if (same.scene == "pond-in-place") same.scene = "pond";
    return same.name();
}

double BenchCase::bytes_per_cell() const {
    const double number = precision == "double" ? 8.0 : 4.0;
    // Nineteen populations are read and nineteen written; with halves the one at rest is a float.
    // Velocities, fill and pressure are read and written.
    if (is_stable()) return 10.0 * number;
    if (is_in_space()) return precision == "half" ? 36.0 * 2.0 + 8.0 : 38.0 * number;
    // Depth, velocity and bed are read, depth and velocity written; a GPU does so in each sweep.
    if (scheme == "fv") return (is_on_gpu() ? 14.0 : 7.0) * number;
    const double populations = precision == "double" ? 144.0 : precision == "half" ? 40.0 : 72.0;
    return has_bed() ? populations + 3.0 * number : populations;
}

std::string BenchCase::scene_json() const {
    if (is_stable()) return stable_json(*this);
    if (is_in_space()) return space_json(*this);
    // Half a metre of water in cells of 5 cm; rain falls on the basin of the built-in scene.
    constexpr const char* kWaves = R"json({"expr": "0.5 + 0.01*sin(0.9*x + 0.2*y)"})json";
    const double cell_m = is_sampled() ? 4.0 / nx : 0.05;
    const double width = nx * cell_m, height = ny * cell_m;
    const std::string lattice =
        scheme == "fv" ? ""
                       : R"( "collision": ")" + collision + R"(", "streaming": ")" +
                             (scene == "pond-in-place" ? "in_place" : "two_copies") + R"(",)";
    char text[1024];
    std::snprintf(text, sizeof text,
                  R"({"water": {"size": [%.17g, %.17g], "cells": [%d, %d], %s"level": %s,)"
                  R"( "scheme": "%s",%s "precision": "%s"}, )",
                  width, height, nx, ny,
                  has_bed() ? bed_json(scene == "coast", height).c_str() : "",
                  has_bed() && scene != "lake" ? kWaves
                  : is_sampled()               ? "0.1"
                                               : "0.5",
                  scheme.c_str(), lattice.c_str(), precision.c_str());
    std::string json = text;
    if (is_sampled())
        return json + R"("rain": {"rate": 160, "drop": 0.012, "seed": 1}, "probes": )" +
               probes_json(scene == "rain-probes" ? 64 : 0, width, height) + "}";
    if (scene == "finger") {
        std::snprintf(text, sizeof text,
                      R"("events": [{"stir": {"path": [[%.17g, %.17g], [%.17g, %.17g]], )"
                      R"("speed": 0.001, "radius": 0.4, "depth": 0.1}}]})",
                      0.2 * width, 0.5 * height, 0.8 * width, 0.5 * height);
        return json + text;
    }
    // Over a bed the drop falls beside the islands, and one in a lake is small.
    const double radius = scene == "lake" ? 1.0 : 0.1 * width;
    std::snprintf(text, sizeof text,
                  R"("events": [{"drop": {"at": [%.17g, %.17g], "radius": %.17g, )"
                  R"("height": 0.1}}]})",
                  0.5 * width, 0.5 * height, radius);
    return json + text;
}

std::vector<BenchCase> default_cases(const std::string& backend) {
    std::vector<BenchCase> cases;
    const bool is_gpu = backend == "cuda";
    const int large = is_gpu ? 8192 : 2048;
    const BenchCase base = {.backend = backend};
    for (int n = 64; n <= largest_size(backend); n *= 2) add_square(cases, base, n);
    if (!is_gpu) add_square(cases, base, 200);
    for (const char* collision : {"bgk", "trt", "smagorinsky"})
        for (const int n : {256, large})
            add_square(cases, {.collision = collision, .backend = backend}, n);
    for (const char* precision : {"half", "double"})
        for (const int n : {256, large})
            add_square(cases, {.precision = precision, .backend = backend}, n);
    add_square(cases, {.collision = "bgk", .precision = "half", .backend = backend}, large);
    add_square(cases, {.scene = "pond-in-place", .backend = backend}, large);
    for (const char* scheme : {"d2q9", "fv"})
        for (const int n : {256, large})
            add_square(cases, {.scheme = scheme, .scene = "bed", .backend = backend}, n);
    for (const char* scheme : {"d2q9", "fv"})
        add_square(cases, {.scheme = scheme, .scene = "coast", .backend = backend}, large);
    add_square(cases, {.scheme = "fv", .scene = "bed", .precision = "double", .backend = backend},
               large);
    add_square(cases, {.scheme = "fv", .scene = "lake", .backend = backend}, large);
    add_square(cases, {.scene = "finger", .backend = backend}, 256);
    for (const char* scene : {"rain", "rain-probes"})
        add_square(cases, {.scene = scene, .backend = backend}, 1024);
    const auto add_cube = [&](const char* scene, int n, const char* precision = "float",
                              const char* scheme = "d3q19") {
        cases.push_back({.scheme = scheme,
                         .scene = scene,
                         .nx = n,
                         .ny = n,
                         .nz = n,
                         .precision = precision,
                         .backend = backend});
    };
    add_cube("cavity", is_gpu ? 512 : 128);
    add_cube("cavity", is_gpu ? 512 : 128, "half");
    for (const int n : {64, 128, 256, 512})
        if (is_gpu || n == 64) add_cube("dam", n);
    add_cube("splash", is_gpu ? 256 : 64);
    add_cube("pour", is_gpu ? 128 : 32, "float", "mac");
    add_cube("dam", is_gpu ? 128 : 32, "float", "mac");
    add_cube("pour", is_gpu ? 128 : 32, "float", "track");
    if (is_gpu) return cases;
    for (const int n : {256, large}) add_square(cases, {.threads = 1}, n);
    const std::vector<std::string> isas = machine_info().isas;
    for (std::size_t k = 1; k < isas.size(); ++k) add_square(cases, {.isa = isas[k]}, 256);
    return cases;
}

std::optional<BenchCase> parse_case(const std::string& name) {
    char scheme[16] = "", scene[64] = "", precision[16] = "", backend[16] = "";
    BenchCase c;
    if (std::sscanf(name.c_str(), "%15[^/]/%63[^/]/%dx%dx%d/%15[^/]/%15s", scheme, scene, &c.nx,
                    &c.ny, &c.nz, precision, backend) != 7) {
        c.nz = 0;
        if (std::sscanf(name.c_str(), "%15[^/]/%63[^/]/%dx%d/%15[^/]/%15s", scheme, scene, &c.nx,
                        &c.ny, precision, backend) != 6)
            return std::nullopt;
    }
    c.scheme = scheme;
    c.scene = scene;
    c.precision = precision;
    c.backend = backend;
    for (std::size_t at; (at = c.scene.rfind('@')) != std::string::npos;) {
        const std::string how = c.scene.substr(at + 1);
        if (std::sscanf(how.c_str(), "%dt", &c.threads) != 1) c.isa = how;
        c.scene.resize(at);
    }
    if (const std::size_t plus = c.scene.find('+'); plus != std::string::npos) {
        c.collision = c.scene.substr(plus + 1);
        c.scene.resize(plus);
    }
    const auto& scenes = bench_scenes();
    const bool is_known = std::any_of(scenes.begin(), scenes.end(),
                                      [&](const BenchScene& s) { return s.name == c.scene; });
    const bool is_space_scene =
        c.scene == "dam" ||
        (c.is_stable() ? c.scene == "pour" : c.scene == "cavity" || c.scene == "splash");
    const bool is_scheme = c.scheme == "d2q9" || c.scheme == "fv" || c.is_in_space();
    if (!is_known || !is_scheme || is_space_scene != c.is_in_space() ||
        c.is_in_space() != (c.nz > 0) || (c.backend != "cpu" && c.backend != "cuda"))
        return std::nullopt;
    return c;
}

}  // namespace tarn::cli
