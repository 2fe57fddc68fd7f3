#include "solver/volume/cpu/segments.hpp"

#include <algorithm>

namespace tarn::volume::cpu {

Segments::Segments(const Grid& grid)
    : ny_(grid.ny), nz_(grid.nz), per_row_((grid.nx + kCells - 1) / kCells) {
    holds_.resize(std::size_t(ny_) * std::size_t(nz_) * std::size_t(per_row_));
    kept_.resize(holds_.size());
    near_.resize(holds_.size());
    reset();
}

void Segments::reset() {
    std::fill(holds_.begin(), holds_.end(), std::uint8_t(kHoldsAll));
    std::fill(near_.begin(), near_.end(), std::uint8_t(1));
}

/// Around sides that are periodic the surface goes on: rows and segments are looked at in a circle,
/// which lists a few too many in boxes with walls.
void Segments::list(int first, int last) {
    for (int row = first; row < last; ++row) {
        const int y = row % ny_, z = row / ny_;
        std::size_t rows[9];
        for (int k = 0; k < 9; ++k) {
            const int dy = k % 3 - 1, dz = k / 3 - 1;
            rows[k] = at((z + dz + nz_) % nz_ * ny_ + (y + dy + ny_) % ny_, 0);
        }
        const auto around = [&](int segment) {
            int found = 0;
            for (const std::size_t other : rows)
                found |= holds_[other + std::size_t(segment)] | kept_[other + std::size_t(segment)];
            return found;
        };
        int before = around(per_row_ - 1), here = around(0);
        for (int k = 0; k < per_row_; ++k) {
            const int after = around(k + 1 < per_row_ ? k + 1 : 0);
            const bool is_near = here != 0 || (before & kAtLast) != 0 || (after & kAtFirst) != 0;
            std::uint8_t& near = near_[at(row, k)];
            near = std::uint8_t((near & 1) << 1 | (is_near ? 1 : 0));
            before = here;
            here = after;
        }
    }
}

}  // namespace tarn::volume::cpu
