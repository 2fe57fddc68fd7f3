#include "row.hpp"

#include "../machine_json.hpp"
#include "io/json_text.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace tarn::cli::validate {
namespace {

// A turned or mirrored flow takes its axes in another order in a step that is split by axis, and
// one in other units rounds other bits: both move an error by less than this part of it.
constexpr double kVariantBar = 0.02;

Row begin_row(const Case& c, const Setting& setting) {
    Row row = {.name = c.name};
    row.bar = c.bars(setting.how.precision).of(setting.how.scheme).value_or(0.0);
    row.scheme = setting.how.scheme;
    row.precision = setting.how.precision;
    row.backend = setting.how.backend == Backend::Cuda ? "cuda" : "cpu";
    return row;
}

std::string number_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

}  // namespace

bool Row::is_pass() const {
    // A NaN is within nothing.
    return error && *error <= bar && std::ranges::all_of(figures, &Figure::is_within);
}

Row run_row(const Case& c, const Setting& setting, std::vector<Plot>& plots) {
    Row row = begin_row(c, setting);
    if (c.needs_data() && setting.data.empty()) {
        row.note = std::string("not run: give --data DIR, published at ") + c.published;
        return row;
    }
    const auto begin = std::chrono::steady_clock::now();
    auto outcome = c.measure(setting);
    row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!outcome) {
        row.note = outcome.error().message;
        return row;
    }
    Outcome& done = outcome.value();
    row.error = done.error;
    row.scheme = done.scheme;
    row.backend = done.backend;
    row.figures = std::move(done.figures);
    row.grids = std::move(done.grids);
    for (Plot& plot : done.plots) {
        plot.name += "_" + row.scheme;
        plot.desc.title += " (" + row.scheme + ", " + row.precision + ")";
        plots.push_back(std::move(plot));
    }
    return row;
}

std::vector<Row> run_variants(const Case& c, const Setting& setting) {
    std::vector<Row> rows;
    std::optional<double> plain;
    for (const Variant& variant : variants()) {
        Setting varied = setting;
        varied.is_one_grid = true;
        varied.how.variant = variant;
        std::vector<Plot> unused;
        Row row = run_row(c, varied, unused);
        row.name += std::string("@") + variant.name;
        if (!plain) plain = row.error;
        if (row.error && plain) {
            row.figures = {{"error_here", *row.error}};
            row.error = std::abs(*row.error / *plain - 1.0);
        }
        row.bar = kVariantBar;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string header_line() {
    char line[160];
    std::snprintf(line, sizeof line, "%-18s %-5s %-9s %-7s %10s %9s  %-4s %8s  %s\n", "case",
                  "scheme", "precision", "backend", "error", "bar", "pass", "seconds", "more");
    return line;
}

std::string printed_line(const Row& row) {
    std::string more = row.note;
    for (const Figure& figure : row.figures) {
        more += (more.empty() ? "" : ", ") + figure.name + " " + number_text(figure.value);
        if (figure.bar) more += (figure.is_within() ? " <= " : " > ") + number_text(*figure.bar);
    }
    char line[256];
    std::snprintf(line, sizeof line, "%-18s %-6s %-9s %-7s %10s %9s  %-4s %8.2f  ",
                  row.name.c_str(), row.scheme.c_str(), row.precision.c_str(), row.backend.c_str(),
                  row.error ? number_text(*row.error).c_str() : "-", number_text(row.bar).c_str(),
                  row.is_pass() ? "yes" : "NO", row.seconds);
    return line + more + "\n";
}

std::string json_text(const std::vector<Row>& rows, int threads) {
    io::JsonWriter json;
    json.begin_object();
    write_machine(json, threads);
    json.key("rows").begin_array();
    for (const Row& row : rows) {
        json.begin_object().member("case", row.name);
        if (row.error)
            json.member("error", *row.error);
        else
            json.key("error").null();
        json.member("bar", row.bar).member("pass", row.is_pass()).member("seconds", row.seconds);
        json.member("scheme", row.scheme).member("precision", row.precision);
        json.member("backend", row.backend);
        for (const Figure& figure : row.figures) {
            json.member(figure.name, figure.value);
            if (figure.bar) json.member(figure.name + "_bar", *figure.bar);
        }
        if (!row.grids.empty()) {
            json.key("grids").begin_array();
            for (const GridError& grid : row.grids)
                json.begin_object()
                    .member("cells", grid.cells)
                    .member("error", grid.error)
                    .end_object();
            json.end_array();
        }
        if (!row.note.empty()) json.member("note", row.note);
        json.end_object();
    }
    json.end_array().end_object();
    return json.text();
}

Plot convergence_plot(const std::vector<Row>& rows) {
    Plot plot = {"convergence",
                 {.title = "Error over cells along x",
                  .x_label = "cells",
                  .y_label = "error",
                  .is_log_x = true,
                  .is_log_y = true,
                  .height_px = 560}};
    for (const Row& row : rows) {
        if (row.grids.size() < 2 || row.precision != "float") continue;
        io::Series series = {.name = row.name + " " + row.scheme, .style = io::SeriesStyle::Both};
        for (const GridError& grid : row.grids) {
            series.x.push_back(grid.cells);
            series.y.push_back(grid.error);
        }
        plot.desc.series.push_back(std::move(series));
    }
    return plot;
}

}  // namespace tarn::cli::validate
