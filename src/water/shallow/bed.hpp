// The ground under the water as the world and its readers see it. The solver has a bed of its own,
// in the numbers it computes with.
#pragma once

#include "solver/exchange.hpp"
#include "solver/shallow/views.hpp"
#include <tarn/types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tarn::water {

using exchange::PlanGrid;

/// One height, or one per cell.
class Bed {
public:
    explicit Bed(double flat_m = 0.0);
    /// `heights_m` is [ny][nx]; empty: flat at `flat_m`.
    Bed(const PlanGrid& grid, double flat_m, std::span<const double> heights_m);
    /// One that was there before, from what its view() and hash() gave; no heights: flat.
    static Bed restored(const PlanGrid& grid, double flat_m, std::span<const float> heights_m,
                        std::uint64_t hash);

    bool is_flat() const { return heights_m_.empty(); }
    double lowest_m() const { return lowest_m_; }
    double highest_m() const { return highest_m_; }
    double at_m(int i, int j) const {
        return is_flat() ? lowest_m_
                         : double(heights_m_[std::size_t(j) * std::size_t(nx_) + std::size_t(i)]);
    }
    /// Gives each cell a height of its own, where the bed is flat.
    void spread(const PlanGrid& grid);
    /// New heights under an area, row by row; NaN leaves a cell as it is. The bed is not flat.
    void set(const shallow::CellArea& area, std::span<const double> heights_m);
    /// The highest bed of cells whose centres are in a rectangle, or the lowest of all if none is.
    double highest_within_m(const PlanGrid& grid, Vec2 from_m, Vec2 to_m) const;

    /// A height for each cell; no data where the bed is flat.
    FieldView view() const;
    /// Equal for equal beds, to the last bit of what the scene gave, that changed in the same way.
    std::uint64_t hash() const { return hash_; }
    std::size_t bytes() const { return heights_m_.size() * sizeof(float); }

private:
    void find_range();

    int nx_ = 0, ny_ = 0;
    double lowest_m_, highest_m_;
    std::vector<float> heights_m_;
    std::uint64_t hash_;
};

}  // namespace tarn::water
