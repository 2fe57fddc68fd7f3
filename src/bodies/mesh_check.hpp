// Is a mesh the surface of a body? Open, inverted, flat or oversized ones are named with a remedy.
#pragma once

#include "base/triangle_mesh.hpp"
#include <tarn/result.hpp>

#include <cstddef>
#include <string>

namespace tarn::bodies {

/// More make every step slow and show no more: a picture can use another mesh than the water.
inline constexpr std::size_t kMaxTriangles = 200'000;

/// Passes a closed mesh whose triangles all face outwards. `body` names it in messages.
Result<void> check_mesh(const TriangleMesh& mesh, const std::string& body);

}  // namespace tarn::bodies
