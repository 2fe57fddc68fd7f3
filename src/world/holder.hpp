// Something pressed into the surface: it holds water aside while it is there and gives it back when
// it leaves [pond, eq. 12-13, with the change of H instead of H itself]. What it does to the cells
// goes into the forcing of a run, so that no device is waited for; what the cells gave is booked
// when the run is over.
#pragma once

#include "solver/exchange.hpp"
#include "world/account.hpp"

#include <vector>

namespace tarn::world {

class Holder {
public:
    const exchange::DepthPatch& held() const { return held_; }
    void restore(exchange::DepthPatch held) { held_ = std::move(held); }
    /// Now, or after what was collected.
    bool holds_water() const {
        return pending_.empty() ? !held_.is_empty() : pending_.back().covered.count() > 0;
    }

    /// Before step `step` of a run: makes the held water as close to `wanted` as the cells allow.
    void collect(const exchange::DepthPatch& wanted, int step, exchange::Forcing& forcing);
    /// The run took so many steps; books what its forcing did, and forgets what comes after.
    void taken(int steps, const exchange::Forcing& done, double cell_m, Account& account);
    void forget() { pending_.clear(); }

    /// The grid moved by (di, dj) cells over the water. What is held beyond its edges is gone.
    void shift(int di, int dj, const exchange::PlanGrid& grid, Account& account);

private:
    struct Pending {
        int force;                   ///< its number in the forcing
        exchange::CellArea covered;  ///< where it is then
    };

    exchange::DepthPatch held_;  ///< depth that was really taken, cell by cell
    exchange::DepthPatch next_;  ///< room for what it becomes
    std::vector<Pending> pending_;
};

}  // namespace tarn::world
