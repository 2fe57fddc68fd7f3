// Something pressed into the surface: it holds water aside while it is there and gives it back when
// it leaves [pond, eq. 12-13, with the change of H instead of H itself].
#pragma once

#include "world/account.hpp"
#include "world/footprint.hpp"

namespace tarn::world {

struct Presser {
    shallow::DepthPatch held;  ///< depth that was really taken, cell by cell

    /// Makes the held water as close to `wanted` as the cells allow.
    void move_to(const shallow::DepthPatch& wanted, shallow::Solver& water, Account& account);
    /// The grid moved by (di, dj) cells over the water. What is held beyond its edges is gone.
    void shift(int di, int dj, const Ground& ground, Account& account);
    bool holds_water() const { return !held.depth_m.empty(); }
};

}  // namespace tarn::world
