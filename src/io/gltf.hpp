// glTF 2.0, as text (.gltf, with its data in it) or in binary (.glb): the triangles of its default
// scene, placed by its nodes. Materials, textures, skins and animations are left out.
#pragma once

#include "base/triangle_mesh.hpp"
#include <tarn/result.hpp>

#include <string>
#include <string_view>

namespace tarn::io {

/// glTF has y up; the mesh has z up, as Tarn does. Data in files beside it are refused. `name` is
/// used in messages only.
Result<TriangleMesh> parse_gltf(std::string_view bytes, const std::string& name);

}  // namespace tarn::io
