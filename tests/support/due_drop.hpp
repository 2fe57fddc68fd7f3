// Water that falls during a run, uneven so that every cell of it can be told apart.
#pragma once

#include "solver/shallow/views.hpp"

namespace tarn::shallow {

inline DueWater drop(int step, int x0, int y0, double amount_m) {
    DueWater due = {step, {x0, y0, 7, 5, {}}};
    for (int k = 0; k < 35; ++k) due.patch.depth_m.push_back(amount_m * (1.0 + 0.1 * k));
    return due;
}

}  // namespace tarn::shallow
