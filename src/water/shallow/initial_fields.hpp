// The start of the water as a scene says it: reads the fields that it names.
#pragma once

#include "scene/scene.hpp"
#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <cstdint>
#include <vector>

namespace tarn::water {

/// The start of the water, cell by cell.
struct InitialFields {
    std::vector<double> bed_m;                   ///< empty: flat
    std::vector<double> depth_m;                 ///< 0 on dry land and in solids
    std::vector<float> velocity_m_per_s;         ///< [ny][nx][2]; empty: still
    std::vector<std::uint8_t> solid;             ///< empty: none
    double mean_depth_m = 0.0, deepest_m = 0.0;  ///< of wet cells
    double mean_level_m = 0.0, highest_level_m = 0.0;

    /// There is no water at the start.
    bool is_dry() const { return deepest_m == 0.0; }
};

/// Fails where there is no water and none comes from outside.
Result<InitialFields> initial_fields(const scene::Scene& scene);

/// Whether a shape covers a point: cells whose centres it covers are solid. A file has no shape.
bool covers(const scene::Solid& solid, double x_m, double y_m);

}  // namespace tarn::water
