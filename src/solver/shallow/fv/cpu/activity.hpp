// Which tiles take part in a step, for the loops of the CPU.
#pragma once

#include "exec/thread_pool.hpp"
#include "solver/shallow/fv/step.hpp"
#include "solver/shallow/fv/tiles.hpp"
#include "solver/shallow/solver.hpp"

#include <cstdint>
#include <vector>

namespace tarn::shallow::fv::cpu {

class Activity {
public:
    Activity(int nx, int ny)
        : grid_(TileGrid::of(nx, ny)),
          awake_(std::size_t(grid_.count()), kAwake),
          next_(awake_),
          active_(awake_) {}

    /// Something was done to the cells of an area.
    void wake(const CellArea& area);
    void wake_all() { awake_.assign(awake_.size(), kAwake); }

    /// Before a step.
    template <class T>
    void plan(const Step<T>& step);
    ActivityView view() { return {grid_, active_.data(), next_.data()}; }
    /// After a step that was taken.
    void commit() { awake_.swap(next_); }

    /// Rows of part `part` of `parts`, so that each has as many tiles that take part.
    exec::RowRange rows_of(int part, int parts) const;
    std::size_t bytes() const { return 3 * awake_.size(); }

private:
    int active_in_row(int row) const;
    int first_row_of(std::int64_t share, std::int64_t shares) const;

    TileGrid grid_;
    std::vector<std::uint8_t> awake_, next_, active_;
    WindWatch wind_;
};

}  // namespace tarn::shallow::fv::cpu
