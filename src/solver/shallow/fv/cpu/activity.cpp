#include "solver/shallow/fv/cpu/activity.hpp"

#include <algorithm>

namespace tarn::shallow::fv::cpu {

void Activity::wake(const CellArea& area) {
    const int x1 = grid_.column_of(area.x0 + area.nx - 1), y1 = grid_.row_of(area.y0 + area.ny - 1);
    for (int y = grid_.row_of(std::max(0, area.y0)); y <= y1; ++y)
        for (int x = grid_.column_of(std::max(0, area.x0)); x <= x1; ++x)
            awake_[std::size_t(grid_.at(x, y))] = kAwake;
}

template <class T>
void Activity::plan(const Step<T>& step) {
    if (wind_.has_changed(step.forces)) wake_all();
    TileRule<T> rule = {grid_, awake_.data(), {}};
    std::copy(std::begin(step.edges), std::end(step.edges), rule.edges);
    for (int y = 0; y < grid_.rows; ++y)
        for (int x = 0; x < grid_.columns; ++x)
            active_[std::size_t(grid_.at(x, y))] = rule.is_active(x, y, 1);
    for (int k = 0; k < grid_.count(); ++k) next_[std::size_t(k)] = rule.left(k);
}

int Activity::active_in_row(int row) const {
    const auto begin = active_.begin() + std::ptrdiff_t(row) * grid_.columns;
    return int(std::count(begin, begin + grid_.columns, std::uint8_t(1)));
}

int Activity::first_row_of(std::int64_t share, std::int64_t shares) const {
    const auto rows_in = [&](int row) { return grid_.y_of(row + 1) - grid_.y_of(row); };
    std::int64_t all = 0;
    for (int row = 0; row < grid_.rows; ++row)
        all += std::int64_t(active_in_row(row)) * rows_in(row);
    std::int64_t left = all * share / shares;
    for (int row = 0; row < grid_.rows; ++row) {
        const std::int64_t weight = active_in_row(row), here = weight * rows_in(row);
        if (left < here) return grid_.y_of(row) + int(left / weight);
        left -= here;
    }
    return grid_.ny;
}

exec::RowRange Activity::rows_of(int part, int parts) const {
    const int first = part == 0 ? 0 : first_row_of(part, parts);
    return {first, part + 1 == parts ? grid_.ny : first_row_of(part + 1, parts)};
}

template void Activity::plan(const Step<float>&);
template void Activity::plan(const Step<double>&);

}  // namespace tarn::shallow::fv::cpu
