// Fields given as an expression in x and y (m).
#pragma once

#include <tarn/result.hpp>

#include <string>
#include <vector>

namespace tarn::scene {

/// Values at the centres of nx by ny cells of `cell_m`, row 0 at the south. `where` names the field
/// in messages, such as "pond.json: /water/level".
Result<std::vector<double>> evaluate_expression(const std::string& expression, int nx, int ny,
                                                double cell_m, const std::string& where);

}  // namespace tarn::scene
