// Triangle meshes from files, by the end of their name: .obj, .stl, .gltf, .glb. Whether a mesh is
// fit for a body is checked elsewhere.
#pragma once

#include "base/triangle_mesh.hpp"
#include <tarn/result.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace tarn::io {

enum class MeshFormat { Obj, Stl, Gltf };

/// Corners in the same place are one afterwards. At most kMaxTriangles triangles.
Result<TriangleMesh> parse_mesh(std::string_view bytes, MeshFormat format, const std::string& name);

Result<TriangleMesh> read_mesh(const std::filesystem::path& path);

}  // namespace tarn::io
