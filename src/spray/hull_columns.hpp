// The hulls of a step as columns over the cells of the grid, on the host: where bodies are, the
// water is on the CPU.
#pragma once

#include "spray/hulls.hpp"

#include <span>
#include <vector>

namespace tarn::spray {

class HullColumns {
public:
    /// Without it no hull is met.
    void reserve(int nx, int ny);
    /// The hulls as they are now.
    void lay(std::span<const HullInAir> hulls);
    /// For a step; nothing where no hull stands.
    HullsAbove view();
    /// What drops gave to each of them; `unit_kg` is the mass of a unit of volume.
    void tell(double unit_kg, std::span<HullInAir> hulls) const;

private:
    int nx_ = 0, ny_ = 0;
    std::vector<std::int32_t> hull_;
    std::vector<float> under_m_, top_m_;
    std::vector<HullMotion> motions_;
    exchange::CellArea laid_ = {};
};

}  // namespace tarn::spray
