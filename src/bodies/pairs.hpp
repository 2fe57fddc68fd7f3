// Broad phase: which boxes along the axes overlap. Sweeps along x; the order of the pairs depends
// on the boxes alone.
#pragma once

#include <tarn/types.hpp>

#include <span>
#include <utility>
#include <vector>

namespace tarn::bodies {

struct AxisBox {
    Vec3 low_m, high_m;
};

class Pairs {
public:
    /// Pairs (i, j) with i < j of boxes that overlap, in rising order. Valid until the next call.
    std::span<const std::pair<int, int>> find(std::span<const AxisBox> boxes);

private:
    std::vector<int> order_;
    std::vector<int> open_;
    std::vector<std::pair<int, int>> pairs_;
};

}  // namespace tarn::bodies
