#include "water/shallow/bed.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tarn::water {

Bed::Bed(double flat_m)
    : lowest_m_(flat_m),
      highest_m_(flat_m),
      hash_(hashed_word(0, std::bit_cast<std::uint64_t>(flat_m))) {}

Bed::Bed(const PlanGrid& grid, double flat_m, std::span<const double> heights_m) : Bed(flat_m) {
    if (heights_m.empty()) return;
    nx_ = grid.nx;
    ny_ = grid.ny;
    hash_ = 0;
    for (std::size_t k = 0; k < heights_m.size(); ++k)
        hash_ += hashed_word(k + 1, std::bit_cast<std::uint64_t>(heights_m[k]));
    heights_m_.assign(heights_m.begin(), heights_m.end());
    find_range();
}

Bed Bed::restored(const PlanGrid& grid, double flat_m, std::span<const float> heights_m,
                  std::uint64_t hash) {
    Bed bed(flat_m);
    bed.hash_ = hash;
    if (heights_m.empty()) return bed;
    bed.spread(grid);
    bed.heights_m_.assign(heights_m.begin(), heights_m.end());
    bed.find_range();
    return bed;
}

void Bed::find_range() {
    const auto [lowest, highest] = std::ranges::minmax(heights_m_);
    lowest_m_ = double(lowest);
    highest_m_ = double(highest);
}

void Bed::spread(const PlanGrid& grid) {
    if (!is_flat()) return;
    heights_m_.assign(std::size_t(grid.nx) * std::size_t(grid.ny), float(lowest_m_));
    nx_ = grid.nx;
    ny_ = grid.ny;
    find_range();
}

void Bed::set(const shallow::CellArea& area, std::span<const double> heights_m) {
    const double *from = heights_m.data(), lowest_m = lowest_m_, highest_m = highest_m_;
    bool is_extreme_gone = false;
    std::uint64_t sum = hash_;
    for (int j = area.y0; j < area.y0 + area.ny; ++j)
        for (int i = area.x0; i < area.x0 + area.nx; ++i, ++from) {
            if (std::isnan(*from)) continue;
            const std::size_t k = std::size_t(j) * std::size_t(nx_) + std::size_t(i);
            const double old_m = double(heights_m_[k]);
            is_extreme_gone |= old_m == lowest_m || old_m == highest_m;
            heights_m_[k] = float(*from);
            const double new_m = double(heights_m_[k]);
            lowest_m_ = std::min(lowest_m_, new_m);
            highest_m_ = std::max(highest_m_, new_m);
            sum += hashed_word(k + 1, std::bit_cast<std::uint64_t>(new_m));
        }
    hash_ = mix64(sum);
    if (is_extreme_gone) find_range();
}

double Bed::highest_within_m(const PlanGrid& grid, Vec2 from_m, Vec2 to_m) const {
    double highest = lowest_m_;
    for (int j = 0; j < ny_; ++j)
        for (int i = 0; i < nx_; ++i) {
            const double x = grid.x_m(i), y = grid.y_m(j);
            if (x >= from_m.x && x <= to_m.x && y >= from_m.y && y <= to_m.y)
                highest = std::max(highest, at_m(i, j));
        }
    return highest;
}

FieldView Bed::view() const {
    if (is_flat()) return {};
    return {heights_m_.data(), nx_, ny_, nx_};
}

}  // namespace tarn::water
