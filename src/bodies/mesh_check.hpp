// Is a mesh the surface of a body? Open, inverted, flat or oversized ones are named with a remedy.
#pragma once

#include "base/triangle_mesh.hpp"
#include <tarn/result.hpp>

#include <string>

namespace tarn::bodies {

/// Passes a closed mesh whose triangles all face outwards. `body` names it in messages.
Result<void> check_mesh(const TriangleMesh& mesh, const std::string& body);

}  // namespace tarn::bodies
