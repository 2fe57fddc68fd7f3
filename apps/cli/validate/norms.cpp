#include "norms.hpp"

#include "../fit.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::cli::validate {

double relative_l1(std::span<const double> got, std::span<const double> exact) {
    double wrong = 0.0, all = 0.0;
    for (std::size_t k = 0; k < exact.size(); ++k) {
        wrong += std::abs(got[k] - exact[k]);
        all += std::abs(exact[k]);
    }
    return wrong / all;
}

double relative_l2(std::span<const double> got, std::span<const double> exact) {
    double wrong = 0.0, all = 0.0;
    for (std::size_t k = 0; k < exact.size(); ++k) {
        wrong += (got[k] - exact[k]) * (got[k] - exact[k]);
        all += exact[k] * exact[k];
    }
    return std::sqrt(wrong / all);
}

double mean_error_of_range(std::span<const double> got, std::span<const double> measured) {
    const auto [low, high] = std::ranges::minmax(measured);
    double sum = 0.0;
    for (std::size_t k = 0; k < measured.size(); ++k) sum += std::abs(got[k] - measured[k]);
    return sum / double(measured.size()) / (high - low);
}

double order_of(std::span<const GridError> grids) {
    std::vector<double> sizes, errors;
    for (const GridError& grid : grids) {
        sizes.push_back(-std::log(grid.cells));
        errors.push_back(std::log(grid.error));
    }
    return fit_slope(sizes, errors);
}

double interpolate(std::span<const double> xs, std::span<const double> ys, double x) {
    const std::size_t above = std::size_t(std::ranges::upper_bound(xs, x) - xs.begin());
    if (above == 0) return ys.front();
    if (above == xs.size()) return ys.back();
    const double t = (x - xs[above - 1]) / (xs[above] - xs[above - 1]);
    return (1.0 - t) * ys[above - 1] + t * ys[above];
}

}  // namespace tarn::cli::validate
