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

double Series::mean(double begin_s, double length_s) const {
    const double end_s = begin_s + length_s;
    if (!(begin_s < end_s)) return at(begin_s);
    Row from = {begin_s, at(begin_s)};
    double mean = 0.0;
    const auto add_up_to = [&](const Row& to) {
        mean += 0.5 * (from.value + to.value) * ((to.time_s - from.time_s) / (end_s - begin_s));
        from = to;
    };
    auto row = std::ranges::upper_bound(rows_, begin_s, {}, &Row::time_s);
    for (; row != rows_.end() && row->time_s < end_s; ++row) add_up_to(*row);
    add_up_to({end_s, at(end_s)});
    return mean;
}

}  // namespace tarn::water
