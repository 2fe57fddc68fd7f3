#include "world/bed.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <bit>

namespace tarn::world {

Bed::Bed(double flat_m)
    : lowest_m_(flat_m),
      highest_m_(flat_m),
      hash_(hashed_word(0, std::bit_cast<std::uint64_t>(flat_m))) {}

Bed::Bed(const Ground& ground, double flat_m, std::span<const double> heights_m) : Bed(flat_m) {
    if (heights_m.empty()) return;
    nx_ = ground.nx;
    ny_ = ground.ny;
    hash_ = 0;
    for (std::size_t k = 0; k < heights_m.size(); ++k)
        hash_ += hashed_word(k + 1, std::bit_cast<std::uint64_t>(heights_m[k]));
    heights_m_.assign(heights_m.begin(), heights_m.end());
    const auto [lowest, highest] = std::ranges::minmax(heights_m_);
    lowest_m_ = double(lowest);
    highest_m_ = double(highest);
}

double Bed::highest_within_m(const Ground& ground, Vec2 from_m, Vec2 to_m) const {
    double highest = lowest_m_;
    for (int j = 0; j < ny_; ++j)
        for (int i = 0; i < nx_; ++i) {
            const double x = ground.x_m(i), y = ground.y_m(j);
            if (x >= from_m.x && x <= to_m.x && y >= from_m.y && y <= to_m.y)
                highest = std::max(highest, at_m(i, j));
        }
    return highest;
}

FieldView Bed::view() const {
    if (is_flat()) return {};
    return {heights_m_.data(), nx_, ny_, nx_};
}

}  // namespace tarn::world
