// Water that is dry everywhere at the start, and comes through the edges or from the sky.
#pragma once

#include "water/shallow/inflow.hpp"
#include "water/shallow/initial_fields.hpp"

namespace tarn::water {

/// Depths that are to be expected, in place of those that a wet start has: films and the first
/// steps are measured by them.
void expect_water(const scene::Scene& scene, const Inflows& inflows, InitialFields& fields);

}  // namespace tarn::water
