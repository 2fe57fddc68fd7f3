#include "io/resample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tarn::io {
namespace {

Footprint linear_footprint(double centre, int cells) {
    const double place = std::clamp(centre - 0.5, 0.0, cells - 1.0);
    const int first = std::min(static_cast<int>(place), std::max(0, cells - 2));
    const auto share = static_cast<float>(place - first);
    Footprint footprint{.first = first, .weights = {1.0f - share}};
    if (cells > 1) footprint.weights.push_back(share);
    return footprint;
}

Footprint mean_footprint(double from, double to, int cells) {
    const int first = std::clamp(static_cast<int>(from + 0.5), 0, cells - 1);
    const int last = std::clamp(static_cast<int>(to + 0.5), first + 1, cells);
    return {.first = first,
            .weights = std::vector<float>(static_cast<std::size_t>(last - first), 1.0f)};
}

}  // namespace

std::vector<Footprint> footprints(int cells, int pixels) {
    const double cells_per_px = static_cast<double>(cells) / pixels;
    std::vector<Footprint> all;
    all.reserve(static_cast<std::size_t>(pixels));
    for (int i = 0; i < pixels; ++i) {
        const double centre = (i + 0.5) * cells_per_px;
        all.push_back(cells_per_px <= 1.0
                          ? linear_footprint(centre, cells)
                          : mean_footprint(i * cells_per_px, (i + 1) * cells_per_px, cells));
        all.back().nearest = std::min(static_cast<int>(centre), cells - 1);
    }
    return all;
}

float sample(const FieldView& field, const Footprint& x, const Footprint& y) {
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    if (std::isnan(field.values[field.index(x.nearest, y.nearest)])) return kNone;
    float sum = 0.0f, weight_sum = 0.0f;
    for (std::size_t b = 0; b < y.weights.size(); ++b)
        for (std::size_t a = 0; a < x.weights.size(); ++a) {
            const int i = x.first + static_cast<int>(a);
            const int j = y.first + static_cast<int>(b);
            const float value = field.values[field.index(i, j)];
            const float weight = x.weights[a] * y.weights[b];
            if (weight == 0.0f || field.is_solid(i, j) || std::isnan(value)) continue;
            sum += weight * value;
            weight_sum += weight;
        }
    return weight_sum > 0.0f ? sum / weight_sum : kNone;
}

}  // namespace tarn::io
