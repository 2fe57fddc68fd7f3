#include "io/regrid.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::io {
namespace {

// Places this close to a border, in values of the file, are at it: what is left is rounding.
constexpr double kSnap = 1e-6;

double snapped(double place, double last) {
    const double whole = std::round(place);
    return std::clamp(std::abs(place - whole) < kSnap ? whole : place, 0.0, last);
}

Share linear_share(double centre, std::size_t count) {
    const double place = snapped(centre - 0.5, double(count - 1));
    const auto first = static_cast<std::size_t>(place);
    const double share = place - double(first);
    if (share == 0.0) return {first, {1.0}};
    return {first, {1.0 - share, share}};
}

Share mean_share(double from, double to, std::size_t count) {
    const double begin = std::min(snapped(from, double(count)), double(count) - 0.5);
    const double end = std::max(snapped(to, double(count)), begin + 0.5);
    Share share{.first = static_cast<std::size_t>(begin)};
    for (auto k = double(share.first); k < end; k += 1.0)
        share.weights.push_back((std::min(end, k + 1.0) - std::max(begin, k)) / (end - begin));
    return share;
}

}  // namespace

std::vector<Share> shares(const FileAxis& file, int cells, double cell_m) {
    const double value_m = (file.to_m - file.from_m) / double(file.count);
    const bool is_coarser = value_m > cell_m * (1.0 + kSnap);
    std::vector<Share> all;
    all.reserve(static_cast<std::size_t>(cells));
    for (int i = 0; i < cells; ++i) {
        const auto place = [&](double cell) { return (cell * cell_m - file.from_m) / value_m; };
        all.push_back(is_coarser ? linear_share(place(i + 0.5), file.count)
                                 : mean_share(place(i), place(i + 1), file.count));
    }
    return all;
}

std::vector<double> regrid(const Raster& raster, std::span<const Share> x,
                           std::span<const Share> y) {
    std::vector<double> values;
    values.reserve(x.size() * y.size());
    for (const Share& row : y)
        for (const Share& column : x) {
            double sum = 0.0;
            for (std::size_t b = 0; b < row.weights.size(); ++b)
                for (std::size_t a = 0; a < column.weights.size(); ++a)
                    sum += row.weights[b] * column.weights[a] *
                           raster.at(column.first + a, row.first + b);
            values.push_back(sum);
        }
    return values;
}

}  // namespace tarn::io
