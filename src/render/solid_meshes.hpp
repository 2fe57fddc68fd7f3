// Meshes of solids: the flat parts of places, and bodies of unit size.
#pragma once

#include "render/gl_objects.hpp"
#include "render/scene_block.hpp"
#include <tarn/frame.hpp>

namespace tarn::render {

/// Numbers that trace.glsl knows parts by.
enum class Part { Sky = 0, Ground = 1, Wall = 2, Deck = 3, Body = 4, Far = 5 };

/// Floor, walls and deck of a pool; table and floor of a tank; the land beyond a pond.
Mesh place_mesh(const Frame& frame, const SceneBlock& block);

/// Centred, half extent 1 along each axis.
Mesh body_mesh(BodyView::Shape shape);

}  // namespace tarn::render
