// Wavefront OBJ: the positions and faces of all its objects as one mesh; materials and normals are
// left out.
#pragma once

#include "base/triangle_mesh.hpp"
#include <tarn/result.hpp>

#include <string>
#include <string_view>

namespace tarn::io {

/// Faces with more than three corners become triangles. `name` is used in messages only.
Result<TriangleMesh> parse_obj(std::string_view text, const std::string& name);

}  // namespace tarn::io
