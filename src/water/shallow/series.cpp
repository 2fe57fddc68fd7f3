#include "water/shallow/series.hpp"

#include <algorithm>
#include <utility>

namespace tarn::water {

Series::Series(std::vector<Row> rows) : rows_(std::move(rows)) {}

double Series::largest() const {
    return std::ranges::max_element(rows_, {}, &Row::value)->value;
}

double Series::at(double time_s) const {
    const auto after = std::ranges::upper_bound(rows_, time_s, {}, &Row::time_s);
    if (after == rows_.begin()) return rows_.front().value;
    if (after == rows_.end()) return rows_.back().value;
    const Row &a = *(after - 1), &b = *after;
    const double t = (time_s - a.time_s) / (b.time_s - a.time_s);
    return a.value * (1.0 - t) + b.value * t;
}

}  // namespace tarn::water
