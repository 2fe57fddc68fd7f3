#include "io/mesh_file.hpp"

#include "base/file.hpp"
#include "io/gltf.hpp"
#include "io/obj.hpp"
#include "io/stl.hpp"

#include <algorithm>
#include <new>
#include <numeric>
#include <optional>
#include <tuple>

namespace tarn::io {
namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{32} << 20;

std::optional<MeshFormat> format_of(const std::filesystem::path& path) {
    std::string end = path.extension().string();
    std::ranges::transform(end, end.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    if (end == ".obj") return MeshFormat::Obj;
    if (end == ".stl") return MeshFormat::Stl;
    if (end == ".gltf" || end == ".glb") return MeshFormat::Gltf;
    return {};
}

/// Both zeros are one.
Vec3 without_negative_zero(Vec3 p) {
    return {p.x + 0.0, p.y + 0.0, p.z + 0.0};
}

/// Makes corners in the same place one, in the order of their first use.
void join_corners(TriangleMesh& mesh) {
    std::vector<Vec3>& positions_m = mesh.positions_m;
    for (Vec3& p : positions_m) p = without_negative_zero(p);
    const auto key = [&](std::uint32_t k) {
        return std::tuple(positions_m[k].x, positions_m[k].y, positions_m[k].z);
    };
    std::vector<std::uint32_t> order(positions_m.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return key(a) != key(b) ? key(a) < key(b) : a < b;
    });
    // The first of each place stands for all of them.
    std::vector<std::uint32_t> first(positions_m.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        first[order[k]] =
            k > 0 && key(order[k]) == key(order[k - 1]) ? first[order[k - 1]] : order[k];
    constexpr std::uint32_t kUnused = ~0u;
    std::vector<std::uint32_t> number(positions_m.size(), kUnused);
    std::vector<Vec3> kept_m;
    for (TriangleMesh::Triangle& triangle : mesh.triangles)
        for (std::uint32_t& corner : triangle) {
            std::uint32_t& known = number[first[corner]];
            if (known == kUnused) {
                known = std::uint32_t(kept_m.size());
                kept_m.push_back(positions_m[first[corner]]);
            }
            corner = known;
        }
    positions_m = std::move(kept_m);
    // What has shrunk to a line has no area, and its two sides meet without it.
    const auto is_line = [](const TriangleMesh::Triangle& t) {
        return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
    };
    for (TriangleMesh::Part& part : mesh.parts)
        part.first -= std::size_t(std::count_if(
            mesh.triangles.begin(), mesh.triangles.begin() + std::ptrdiff_t(part.first), is_line));
    std::erase_if(mesh.triangles, is_line);
}

}  // namespace

Result<TriangleMesh> parse_mesh(std::string_view bytes, MeshFormat format,
                                const std::string& name) try {
    auto mesh = format == MeshFormat::Obj   ? parse_obj(bytes, name)
                : format == MeshFormat::Stl ? parse_stl(bytes, name)
                                            : parse_gltf(bytes, name);
    if (mesh) join_corners(mesh.value());
    return mesh;
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, name + ": no memory for this mesh"};
}

Result<TriangleMesh> read_mesh(const std::filesystem::path& path) {
    const auto format = format_of(path);
    if (!format)
        return Error{
            ErrorCode::InvalidScene,
            path.string() + ": a mesh is a .obj, .stl, .gltf or .glb file; export it as one"};
    const auto bytes = read_regular_file(path, kMaxFileBytes);
    if (!bytes) return bytes.error();
    return parse_mesh(bytes.value(), *format, path.string());
}

}  // namespace tarn::io
