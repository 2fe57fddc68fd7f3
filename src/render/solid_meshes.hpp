// Meshes of solids: the flat parts of places, and bodies of unit size.
#pragma once

#include "render/gl_objects.hpp"
#include "render/scene_block.hpp"
#include <tarn/frame.hpp>

#include <vector>

namespace tarn::render {

/// Numbers that trace.glsl knows parts by.
enum class Part { Sky = 0, Ground = 1, Wall = 2, Deck = 3, Body = 4, Far = 5 };

/// Squares of a grid.
struct MeshCells {
    int x = 0, y = 0;
    bool operator==(const MeshCells&) const = default;
};

/// Of the mesh that a bed and the water over it share: where their heights are equal, so is their
/// distance from the eye.
MeshCells bed_mesh_cells(const Frame& frame, const Quality& quality);

/// The sides of a box: place along the rim from 0 to 4, 0 for the lower and 1 for the upper end.
Mesh side_mesh();

/// Floor, walls and deck of a pool; table and floor of a tank; the land beyond a pond or shore.
Mesh place_mesh(const Frame& frame, const SceneBlock& block);

/// A sphere, a box or a cylinder: centred, half extent 1 along each axis.
Mesh unit_mesh(BodyView::Shape shape);

/// The box around a mesh, along its axes.
struct Bounds {
    Vec3 middle_m, half_m;
};
Bounds bounds_of(const MeshView& mesh);

/// What rays meet in place of a mesh: the box around it, the ellipsoid in that box where the mesh
/// fills about as much of it as a ball does, or nothing where it is thin, as wires and sails are.
/// Numbers that bodies.glsl knows.
enum class Proxy { Box = 3, Ellipsoid = 4, None = 5 };
Proxy proxy_of(const MeshView& mesh, const Bounds& bounds);

/// One for each index: the mean over the sides around a corner, without those beyond a sharp edge.
std::vector<Vec3> smooth_normals(const MeshView& mesh);

/// A mesh of its own, brought to half extent 1 along each axis like the others.
Mesh unit_mesh(const MeshView& mesh, const Bounds& bounds);

}  // namespace tarn::render
