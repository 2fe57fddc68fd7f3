// The passes of the free surface over rows on the CPU. Rows are cut into segments; those far from
// the surface are left out, so that air and deep water cost nothing here.
#pragma once

#include "solver/volume/cpu/rows.hpp"
#include "solver/volume/surface.hpp"

#include <vector>

namespace tarn::volume::cpu {

/// Which segments of rows are near the surface: one that holds interface cells or excess mass, all
/// beside it, and those that were so a step ago, which then settle.
class Segments {
public:
    static constexpr int kCells = 32;

    explicit Segments(const Grid& grid);
    /// All segments count as near: after cells were changed by something that is not a step.
    void reset();

    int per_row() const { return per_row_; }
    std::uint8_t& holds_surface(int row, int segment) { return holds_[at(row, segment)]; }
    bool is_listed(int row, int segment) const { return near_[at(row, segment)] != 0; }
    /// This segment is always near.
    void keep_listed(int row, int segment) { kept_[at(row, segment)] = 1; }
    /// Before a step, for rows [first, last).
    void list(int first, int last);
    std::size_t bytes() const { return holds_.capacity() + kept_.capacity() + near_.capacity(); }

private:
    std::size_t at(int row, int segment) const {
        return std::size_t(row) * std::size_t(per_row_) + std::size_t(segment);
    }
    int ny_ = 0, nz_ = 0, per_row_ = 0;
    std::vector<std::uint8_t> holds_, kept_, near_;  ///< near: bit 0 now, bit 1 a step ago
};

/// What the passes do in rows [first, last).
template <class S>
struct SurfaceLoops {
    std::int64_t (*advance)(const StepArgs<S>& args, const Segments& segments, int first, int last);
    void (*convert)(const StepArgs<S>& args, const Segments& segments, int first, int last);
    void (*share)(const StepArgs<S>& args, Segments& segments, int first, int last);
};

template <class S>
SurfaceLoops<S> surface_loops(Collision collision);

}  // namespace tarn::volume::cpu
