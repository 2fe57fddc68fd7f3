// Water that falls during a run, uneven so that every cell of it can be told apart.
#pragma once

#include "solver/exchange.hpp"

#include <vector>

namespace tarn::shallow {

struct DueWater {
    int step = 0;
    exchange::DepthPatch patch;
};

inline DueWater drop(int step, int x0, int y0, double amount_m) {
    DueWater due = {step, exchange::DepthPatch({x0, y0, 7, 5})};
    for (std::size_t k = 0; k < 35; ++k) due.patch.depth_m[k] = amount_m * (1.0 + 0.1 * double(k));
    return due;
}

inline exchange::Forcing forcing_of(const std::vector<DueWater>& water) {
    exchange::Forcing forcing;
    for (const DueWater& due : water) forcing.add_depth(due.step, due.patch);
    return forcing;
}

}  // namespace tarn::shallow
