#include "water/shallow/bound_keys.hpp"

#include <algorithm>
#include <span>

namespace tarn::water {
namespace {

template <class T>
std::string values_text(std::span<const T> values) {
    return std::to_string(values.size()) + " values, " +
           scene::digest_text({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
}

bool has_mask_file(const std::vector<scene::Solid>& solids) {
    return std::ranges::any_of(solids, [](const scene::Solid& solid) {
        return std::holds_alternative<scene::MaskFile>(solid);
    });
}

/// Rows of a table as one list of numbers.
template <class Row>
std::vector<double> flat(std::span<const Row> rows, double Row::*first, double Row::*second) {
    std::vector<double> numbers;
    for (const Row& row : rows) {
        numbers.push_back(row.*first);
        numbers.push_back(row.*second);
    }
    return numbers;
}

}  // namespace

std::vector<scene::BoundKey> bound_keys_of(const MadeOf& made) {
    const scene::Water& water = made.scene.water;
    const InitialFields& fields = made.fields;
    std::vector<scene::BoundKey> keys = {{"water.scheme", made.scheme},
                                         {"water.collision", made.collision}};
    if (water.bed.varying) keys.push_back({"water.bed", values_text(std::span(fields.bed_m))});
    // The level is what the depth was made from; beneath the bed it does not matter.
    if (water.level.varying)
        keys.push_back({"water.level", values_text(std::span(fields.depth_m))});
    if (water.velocity.varying)
        keys.push_back({"water.velocity", values_text(std::span(fields.velocity_m_per_s))});
    if (has_mask_file(water.solids))
        keys.push_back({"water.solids", values_text(std::span(fields.solid))});
    for (std::size_t e = 0; e < made.inflows.size(); ++e) {
        const std::string edge = std::string("water.edges.") + edge_name(Edge(e));
        const scene::Inflow* const given = water.edges[e].inflow();
        if (given && std::holds_alternative<scene::SeriesFile>(given->by))
            keys.push_back(
                {edge + ".inflow.values", values_text(std::span<const double>(
                                              flat(std::span(made.inflows[e]->values.rows()),
                                                   &Series::Row::time_s, &Series::Row::value)))});
        if (const auto& rating = made.outfalls[e].rating; !rating.empty())
            keys.push_back(
                {edge + ".outflow.values", values_text(std::span<const double>(
                                               flat(std::span(rating), &shallow::RatingRow::level_m,
                                                    &shallow::RatingRow::discharge_m3_per_s)))});
    }
    return keys;
}

}  // namespace tarn::water
