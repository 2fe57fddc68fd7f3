// Whether a frame can be drawn. Asked before anything is drawn; what is refused is named.
#pragma once

#include <tarn/render.hpp>

namespace tarn::render {

/// What is wrong with a frame or a size, if anything. Indices of meshes are left to check_mesh, and
/// drops, which may be a million, to their upload (DropBuffer), which looks at each once.
Result<void> check_picture(const Frame& frame, PictureSize size);

/// Whether all its numbers are finite and its radius is not below 0.
bool is_drawable(const DropView& drop);
/// Names the first drop that is not drawable; `name` is that of the drops.
Result<void> check_drops(std::span<const DropView> drops, const std::string& name);

/// `name` is that of the mesh in messages. Looks at every position, normal and index.
Result<void> check_mesh(const MeshView& mesh, const std::string& name);

}  // namespace tarn::render
