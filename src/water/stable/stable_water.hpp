// Stable fluids as a water: the cheap water in space. All that it shares with other water in space
// is VolumeWater; here is how it is made.
#pragma once

#include "water/registry.hpp"

namespace tarn::water {

/// Rows of this model, for the registry.
std::vector<Row> stable_rows();
Result<std::unique_ptr<Water>> make_stable_water(const MakeDesc& desc);

}  // namespace tarn::water
