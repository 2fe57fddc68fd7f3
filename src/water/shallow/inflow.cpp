#include "water/shallow/inflow.hpp"

#include "io/csv_table.hpp"
#include "scene/describe.hpp"
#include "scene/message.hpp"

#include <utility>
#include <variant>

namespace tarn::water {
namespace {

using scene::number_text;

constexpr const char* kEdgeNames[scene::kEdgeCount] = {"west", "east", "south", "north"};

Error invalid(const std::string& where, const std::string& text) {
    return {ErrorCode::InvalidScene, where + ": " + text};
}

/// Rows of a table with times that rise and values in range.
Result<Inflow> series_of(const io::CsvTable& table, const std::string& name) {
    const bool is_level = table.columns == std::vector<std::string>{"t", "level"};
    if (!is_level && table.columns != std::vector<std::string>{"t", "discharge"})
        return invalid(name, "has another header; begin with the line t,level or t,discharge");
    if (table.rows() == 0) return invalid(name, "has no rows; give a time and a value at least");
    const scene::Range range = is_level ? scene::kHeights : scene::kDischarges;
    std::vector<Series::Row> rows;
    for (std::size_t k = 0; k < table.rows(); ++k) {
        const Series::Row row = {table.at(k, 0), table.at(k, 1)};
        const std::string which = "row " + std::to_string(k + 1) + " ";
        if (k > 0 && !(row.time_s > rows.back().time_s))
            return invalid(name, which + "has t = " + number_text(row.time_s) + " after " +
                                     number_text(rows.back().time_s) + "; times must rise");
        if (!scene::contains(range, row.value))
            return invalid(name, which + "has " + table.columns[1] + " " + number_text(row.value) +
                                     "; it must be " + scene::range_text(range));
        rows.push_back(row);
    }
    return Inflow{is_level ? Inflow::By::Level : Inflow::By::Discharge, Series(std::move(rows))};
}

Result<Inflow> read_inflow(const scene::Inflow& inflow, const std::string& where) {
    if (const auto* stage = std::get_if<scene::Stage>(&inflow.by))
        return Inflow{Inflow::By::Level, Series(stage->level_m)};
    if (const auto* discharge = std::get_if<scene::Discharge>(&inflow.by))
        return Inflow{Inflow::By::Discharge, Series(discharge->through_edge_m3_per_s)};
    const std::string& path = std::get<scene::SeriesFile>(inflow.by).csv;
    const auto table = io::read_csv(path);
    if (!table) return invalid(where, table.error().message);
    auto series = series_of(table.value(), path);
    if (!series) return invalid(where, series.error().message);
    return series;
}

}  // namespace

const char* edge_name(Edge edge) {
    return kEdgeNames[std::size_t(edge)];
}

Result<Inflows> read_inflows(const scene::Scene& scene) {
    Inflows inflows;
    for (std::size_t k = 0; k < inflows.size(); ++k) {
        const scene::Inflow* const described = scene.water.edges[k].inflow();
        if (!described) continue;
        auto inflow =
            read_inflow(*described, scene.name + ": /water/edges/" + kEdgeNames[k] + "/inflow");
        if (!inflow) return inflow.error();
        if (described->zone_m > 0.0 && inflow.value().by == Inflow::By::Discharge)
            return invalid(scene.name, std::string("/water/edges/") + kEdgeNames[k] +
                                           "/inflow/zone is for a level; remove it");
        inflows[k] = std::move(inflow.value());
    }
    return inflows;
}

std::string early_end_text(const scene::Scene& scene, const Inflows& inflows) {
    std::string edges;
    for (std::size_t k = 0; k < inflows.size(); ++k) {
        if (!inflows[k] || inflows[k]->values.is_constant()) continue;
        const double last_s = inflows[k]->values.last_time_s();
        if (last_s >= scene.duration_s) continue;
        edges += (edges.empty() ? "" : ", ") + std::string(kEdgeNames[k]) + " at " +
                 number_text(last_s) + " s";
    }
    if (edges.empty()) return {};
    return scene.name + ": inflow series end before the scene does (" +
           number_text(scene.duration_s) + " s): " + edges + "; their last values are held";
}

}  // namespace tarn::water
