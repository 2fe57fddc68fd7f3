// Whether a frame can be drawn. Asked before anything is drawn; what is refused is named.
#pragma once

#include <tarn/render.hpp>

namespace tarn::render {

/// What is wrong with a frame or a size, if anything. Indices of meshes are left to check_mesh.
Result<void> check_picture(const Frame& frame, PictureSize size);

/// `name` is that of the mesh in messages. Looks at every position, normal and index.
Result<void> check_mesh(const MeshView& mesh, const std::string& name);

}  // namespace tarn::render
