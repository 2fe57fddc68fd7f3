#include "io/mesh_text.hpp"

#include <cstdio>

namespace tarn::io {
namespace {

void add_position(std::string& text, const char* before, const Vec3& p) {
    char line[96];
    std::snprintf(line, sizeof line, "%s%.7g %.7g %.7g\n", before, p.x, p.y, p.z);
    text += line;
}

void add_triangle(std::string& text, const char* before, const TriangleMesh::Triangle& triangle,
                  std::uint32_t first) {
    text += before;
    for (const std::uint32_t corner : triangle) text += " " + std::to_string(corner + first);
    text += "\n";
}

}  // namespace

std::string obj_text(const TriangleMesh& mesh) {
    std::string text = "# Surface of water, in m, z up.\n";
    for (const Vec3& p : mesh.positions_m) add_position(text, "v ", p);
    for (const TriangleMesh::Triangle& triangle : mesh.triangles)
        add_triangle(text, "f", triangle, 1);
    return text;
}

std::string ply_text(const TriangleMesh& mesh) {
    std::string text =
        "ply\nformat ascii 1.0\ncomment Surface of water, in m, z up.\nelement vertex " +
        std::to_string(mesh.positions_m.size()) +
        "\nproperty float x\nproperty float y\nproperty float z\nelement face " +
        std::to_string(mesh.triangles.size()) +
        "\nproperty list uchar int vertex_indices\nend_header\n";
    for (const Vec3& p : mesh.positions_m) add_position(text, "", p);
    for (const TriangleMesh::Triangle& triangle : mesh.triangles)
        add_triangle(text, "3", triangle, 0);
    return text;
}

}  // namespace tarn::io
