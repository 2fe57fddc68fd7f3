#include "water/shallow/outflow.hpp"

#include "io/csv_table.hpp"
#include "scene/describe.hpp"
#include "scene/message.hpp"
#include "water/shallow/inflow.hpp"

#include <string>
#include <vector>

namespace tarn::water {
namespace {

using scene::number_text;
using shallow::RatingRow;

/// Why rows are no rating, from "row 2 ..." on; empty: they are one.
std::string trouble_with(const std::vector<RatingRow>& rows) {
    constexpr scene::Range kFlows = scene::from(0.0, scene::kDischarges.max);
    if (rows.size() < 2)
        return "has " + std::to_string(rows.size()) + " rows; a rating needs at least 2";
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const RatingRow& row = rows[k];
        const std::string which = "row " + std::to_string(k + 1) + " has ";
        const std::string level = number_text(row.level_m);
        const std::string discharge = number_text(row.discharge_m3_per_s);
        if (!scene::contains(scene::kHeights, row.level_m))
            return which + "level " + level + "; it must be " + range_text(scene::kHeights);
        if (!scene::contains(kFlows, row.discharge_m3_per_s))
            return which + "discharge " + discharge + "; it must be " + range_text(kFlows) +
                   ": no water comes in through an outflow";
        if (k == 0 && row.discharge_m3_per_s > 0.0)
            return which + "discharge " + discharge +
                   "; begin with the level at which nothing leaves, 0 m3/s";
        if (k == 0) continue;
        if (!(row.level_m > rows[k - 1].level_m))
            return which + "level " + level + " after " + number_text(rows[k - 1].level_m) +
                   "; levels must rise";
        if (row.discharge_m3_per_s < rows[k - 1].discharge_m3_per_s)
            return which + "discharge " + discharge + " after " +
                   number_text(rows[k - 1].discharge_m3_per_s) +
                   "; more leaves at a higher level: discharges must not fall";
    }
    return {};
}

Result<std::vector<RatingRow>> read_rating(const scene::Outflow& outflow,
                                           const std::string& where) {
    const auto invalid = [&](const std::string& text) {
        return Error{ErrorCode::InvalidScene, where + text};
    };
    std::vector<RatingRow> rows;
    for (const scene::Point& row : outflow.table) rows.push_back({row[0], row[1]});
    std::string name = "/table ";
    if (!outflow.csv.empty()) {
        const auto table = io::read_csv(outflow.csv);
        if (!table) return invalid("/csv: " + table.error().message);
        name = "/csv: " + outflow.csv + " ";
        if (table.value().columns != std::vector<std::string>{"level", "discharge"})
            return invalid(name + "has another header; begin with the line level,discharge");
        for (std::size_t k = 0; k < table.value().rows(); ++k)
            rows.push_back({table.value().at(k, 0), table.value().at(k, 1)});
    }
    if (const std::string trouble = trouble_with(rows); !trouble.empty())
        return invalid(name + trouble);
    return rows;
}

shallow::Outfall kind_of(scene::OutflowKind kind) {
    switch (kind) {
        case scene::OutflowKind::Critical:
            return shallow::Outfall::Critical;
        case scene::OutflowKind::Normal:
            return shallow::Outfall::Normal;
        case scene::OutflowKind::Rating:
            return shallow::Outfall::Rating;
        case scene::OutflowKind::Free:
            break;
    }
    return shallow::Outfall::Free;
}

}  // namespace

Result<std::array<shallow::OutfallDesc, 4>> read_outfalls(const scene::Scene& scene) {
    std::array<shallow::OutfallDesc, 4> outfalls;
    for (std::size_t e = 0; e < outfalls.size(); ++e) {
        const scene::Outflow* const outflow = scene.water.edges[e].outflow();
        if (!outflow) continue;
        outfalls[e].kind = kind_of(outflow->kind);
        outfalls[e].slope = outflow->slope.value_or(0.0);
        if (outflow->kind != scene::OutflowKind::Rating) continue;
        auto rating =
            read_rating(*outflow, scene.name + ": /water/edges/" + edge_name(Edge(e)) + "/outflow");
        if (!rating) return rating.error();
        outfalls[e].rating = std::move(rating.value());
    }
    return outfalls;
}

}  // namespace tarn::water
