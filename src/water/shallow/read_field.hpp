// Fields that a scene names, read and brought to the cells of the water.
#pragma once

#include "scene/scene.hpp"
#include "solver/exchange.hpp"
#include <tarn/result.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace tarn::water {

using exchange::PlanGrid;

/// A source at the centres of all cells, [ny][nx], with a number in each. `where` names the field
/// in messages, such as "pond.json: /water/bed".
Result<std::vector<double>> read_field(const scene::FieldSource& source, const PlanGrid& grid,
                                       const std::string& where);

/// An .npy file of exactly this shape, all values finite.
Result<std::vector<double>> read_npy_of_shape(const std::string& path,
                                              const std::vector<std::size_t>& shape,
                                              const std::string& where);

}  // namespace tarn::water
