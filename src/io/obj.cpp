#include "io/obj.hpp"

#include "base/decimal.hpp"
#include "io/text.hpp"
#include "io/words.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

// Positions in single precision: its reader rounds the last digit of a double differently on
// different processors.
#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>

namespace tarn::io {
namespace {

// Cutting a face with n corners into triangles takes up to n^3 steps.
constexpr std::size_t kMaxCorners = 64;

Error invalid(const std::string& name, const std::string& what_and_remedy) {
    return {ErrorCode::InvalidScene, name + ": " + what_and_remedy};
}

/// Takes the first line of a text, without its end.
std::string_view take_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

/// The text without weights of bones, which nobody needs here: the reader converts any number to
/// that of a bone.
std::string without_bones(std::string_view text) {
    std::string kept;
    kept.reserve(text.size() + 1);
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (Words(line).next() != "vw") kept.append(line) += '\n';
    }
    return kept;
}

/// What is wrong with a file, or makes it too large, before anything of it is kept.
std::optional<std::string> trouble_of(std::string_view text) {
    std::size_t triangles = 0, positions = 0;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        Words words(line);
        const std::string_view first = words.next();
        if (first == "v") {
            ++positions;
            // The reader takes what is no number for 0.
            for (int axis = 0; axis < 3; ++axis) {
                std::string_view word = words.next();
                if (word.starts_with('+')) word.remove_prefix(1);
                const auto number = parse_decimal(word);
                if (!number || !std::isfinite(*number))
                    return "has a corner (" + excerpt(line, 40) +
                           ") that is not three finite numbers; export it again";
            }
        }
        // Faces, lines and points are lists of corners.
        if (first != "f" && first != "l" && first != "p") continue;
        std::size_t corners = 0;
        while (corners <= kMaxCorners && !words.next().empty()) ++corners;
        if (corners > kMaxCorners)
            return "has a face with more than " + std::to_string(kMaxCorners) +
                   " corners; cut it into triangles";
        triangles += std::max<std::size_t>(corners, 3) - 2;
    }
    if (triangles > kMaxTriangles || positions > 3 * kMaxTriangles)
        return "has more than " + std::to_string(kMaxTriangles) + " triangles; reduce the mesh";
    return {};
}

}  // namespace

Result<TriangleMesh> parse_obj(std::string_view text, const std::string& name) {
    if (const auto trouble = trouble_of(text)) return invalid(name, *trouble);
    tinyobj::ObjReaderConfig config;
    config.triangulate = true;
    config.vertex_color = false;
    tinyobj::ObjReader reader;
    if (!reader.ParseFromString(without_bones(text), "", config))
        return invalid(name,
                       "is no OBJ file (" + excerpt(reader.Error(), 80) + "); export it again");
    TriangleMesh mesh;
    const std::vector<float>& places = reader.GetAttrib().vertices;
    for (std::size_t k = 0; k + 2 < places.size(); k += 3) {
        const Vec3 at_m = {double(places[k]), double(places[k + 1]), double(places[k + 2])};
        if (!std::isfinite(at_m.x + at_m.y + at_m.z))
            return invalid(name, "has a corner that is not a finite number; export it again");
        mesh.positions_m.push_back(at_m);
    }
    for (const tinyobj::shape_t& shape : reader.GetShapes()) {
        mesh.parts.push_back({shape.name, mesh.triangles.size()});
        const std::vector<tinyobj::index_t>& indices = shape.mesh.indices;
        for (std::size_t k = 0; k + 2 < indices.size(); k += 3) {
            TriangleMesh::Triangle& triangle = mesh.triangles.emplace_back();
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const int index = indices[k + corner].vertex_index;
                if (index < 0 || std::size_t(index) >= mesh.positions_m.size())
                    return invalid(name, "has a face with corner " + std::to_string(index + 1) +
                                             " of " + std::to_string(mesh.positions_m.size()) +
                                             "; export it again");
                triangle[corner] = std::uint32_t(index);
            }
        }
    }
    if (mesh.triangles.empty()) return invalid(name, "has no faces; export the mesh with them");
    return mesh;
}

}  // namespace tarn::io
