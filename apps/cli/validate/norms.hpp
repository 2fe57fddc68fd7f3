// Numbers out of two profiles: how far apart they are, and with which order they approach.
#pragma once

#include "case.hpp"

#include <span>

namespace tarn::cli::validate {

/// Sum of |got - exact| over sum of |exact|.
double relative_l1(std::span<const double> got, std::span<const double> exact);
/// Square root of sum of squares, likewise.
double relative_l2(std::span<const double> got, std::span<const double> exact);

/// Mean of |got - measured|, as a part of the range of `measured`.
double mean_error_of_range(std::span<const double> got, std::span<const double> measured);

/// Fall of the error with the size of a cell: slope of log(error) over log(cell).
double order_of(std::span<const GridError> grids);

/// Value at `x` of a table with rising `xs`, linear in between; the ends are held.
double interpolate(std::span<const double> xs, std::span<const double> ys, double x);

/// Measures on coarser grids first, then on the row's own, and adds the order to the figures.
template <class Measure>
Result<Outcome> with_order(const Setting& setting, std::span<const int> grids, Measure measure) {
    std::vector<GridError> errors;
    const std::size_t first = setting.is_one_grid ? grids.size() - 1 : 0;
    for (std::size_t k = first; k < grids.size(); ++k) {
        Result<Outcome> outcome = measure(grids[k]);
        if (!outcome) return outcome;
        errors.push_back({grids[k], outcome.value().error});
        if (k + 1 < grids.size()) continue;
        if (errors.size() > 1)
            outcome.value().figures.push_back({.name = "order", .value = order_of(errors)});
        outcome.value().grids = std::move(errors);
        return outcome;
    }
    return Error{ErrorCode::InvalidArgument, "no grid to measure on"};
}

}  // namespace tarn::cli::validate
