// STL, in text or in binary: triangles with three corners each. Normals are left out.
#pragma once

#include "base/triangle_mesh.hpp"
#include <tarn/result.hpp>

#include <string>
#include <string_view>

namespace tarn::io {

/// Each triangle has corners of its own. `name` is used in messages only.
Result<TriangleMesh> parse_stl(std::string_view bytes, const std::string& name);

}  // namespace tarn::io
