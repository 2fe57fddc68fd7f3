// Rows are cut into segments; those far from the free surface are left out of its passes, so that
// air and deep water cost nothing there.
#pragma once

#include "solver/volume/cells.hpp"

#include <cstdint>
#include <vector>

namespace tarn::volume::cpu {

/// Which segments of rows are near the surface: one that holds interface cells or excess mass,
/// those that it touches, and those that were so a step ago, which then settle.
class Segments {
public:
    static constexpr int kCells = 32;
    /// What a segment holds: a surface, and one in its first or last cell.
    enum Holds : std::uint8_t { kSurface = 1, kAtFirst = 2, kAtLast = 4, kHoldsAll = 7 };

    explicit Segments(const Grid& grid);
    /// All segments count as near: after cells were changed by something that is not a step.
    void reset();

    int per_row() const { return per_row_; }
    void set_holds(int row, int segment, int holds) {
        holds_[at(row, segment)] = std::uint8_t(holds);
    }
    bool is_listed(int row, int segment) const { return near_[at(row, segment)] != 0; }
    /// This segment is always near.
    void keep_listed(int row, int segment) { kept_[at(row, segment)] = kHoldsAll; }
    /// Before a step, for rows [first, last).
    void list(int first, int last);

    /// Cells of a segment, one beside the other.
    struct Cells {
        int row, segment;
        std::ptrdiff_t place;  ///< of the first
        int count;
    };
    /// Calls `body(cells)` for each listed segment of rows [first, last).
    template <class Body>
    void for_listed(const Grid& grid, int first, int last, Body&& body) const {
        for (int row = first; row < last; ++row)
            for (int k = 0; k < per_row_; ++k) {
                if (!is_listed(row, k)) continue;
                const int begin = k * kCells, left = grid.nx - begin;
                body(Cells{row, k, grid.at(begin, row % grid.ny, row / grid.ny),
                           left < kCells ? left : kCells});
            }
    }
    std::size_t bytes() const { return holds_.capacity() + kept_.capacity() + near_.capacity(); }

private:
    std::size_t at(int row, int segment) const {
        return std::size_t(row) * std::size_t(per_row_) + std::size_t(segment);
    }
    int ny_ = 0, nz_ = 0, per_row_ = 0;
    std::vector<std::uint8_t> holds_, kept_, near_;  ///< near: bit 0 now, bit 1 a step ago
};

}  // namespace tarn::volume::cpu
