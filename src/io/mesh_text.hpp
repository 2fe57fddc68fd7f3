// Triangle meshes as files that other programs read.
#pragma once

#include "base/triangle_mesh.hpp"

#include <string>

namespace tarn::io {

/// Wavefront OBJ: positions in m and triangles.
std::string obj_text(const TriangleMesh& mesh);
/// PLY, ASCII: the same.
std::string ply_text(const TriangleMesh& mesh);

}  // namespace tarn::io
