// Limits of the settings that change while the water runs: those that a scene has.
#pragma once

#include <tarn/result.hpp>
#include <tarn/types.hpp>

namespace tarn::scene {

/// Whether the numbers are such as a scene could give; names the one that is not.
Result<void> check_ranges(const LiveSettings& settings);

}  // namespace tarn::scene
