#include "io/stl.hpp"

#include "io/text.hpp"
#include "io/words.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace tarn::io {
namespace {

// 80 bytes for people, the number of triangles, then 50 bytes for each: normal, corners, attribute.
constexpr std::size_t kHeaderBytes = 84, kTriangleBytes = 50;
static_assert(std::endian::native == std::endian::little, "binary STL is little-endian");

Error invalid(const std::string& name, const std::string& what_and_remedy) {
    return {ErrorCode::InvalidScene, name + ": " + what_and_remedy};
}

Error too_many(const std::string& name) {
    return invalid(
        name, "has more than " + std::to_string(kMaxTriangles) + " triangles; reduce the mesh");
}

template <class T>
T read_at(std::string_view bytes, std::size_t at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

void add_corner(Vec3 at_m, TriangleMesh& mesh) {
    const auto number = std::uint32_t(mesh.positions_m.size());
    if (number % 3 == 0) mesh.triangles.emplace_back();
    mesh.triangles.back()[number % 3] = number;
    mesh.positions_m.push_back(at_m);
}

Result<TriangleMesh> parse_binary(std::string_view bytes, const std::string& name) {
    const std::size_t count = read_at<std::uint32_t>(bytes, kHeaderBytes - 4);
    if (count > kMaxTriangles) return too_many(name);
    if ((bytes.size() - kHeaderBytes) / kTriangleBytes < count)
        return invalid(name, "ends after " +
                                 std::to_string((bytes.size() - kHeaderBytes) / kTriangleBytes) +
                                 " of " + std::to_string(count) + " triangles; copy it again");
    TriangleMesh mesh;
    mesh.positions_m.reserve(3 * count);
    mesh.triangles.reserve(count);
    for (std::size_t k = 0; k < 3 * count; ++k) {
        const std::size_t at = kHeaderBytes + k / 3 * kTriangleBytes + 12 * (1 + k % 3);
        const Vec3 corner_m = {double(read_at<float>(bytes, at)),
                               double(read_at<float>(bytes, at + 4)),
                               double(read_at<float>(bytes, at + 8))};
        if (!std::isfinite(corner_m.x + corner_m.y + corner_m.z))
            return invalid(name, "has a corner that is not a finite number; export it again");
        add_corner(corner_m, mesh);
    }
    return mesh;
}

Result<TriangleMesh> parse_text(std::string_view text, const std::string& name) {
    Words words(text);
    TriangleMesh mesh;
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        if (word != "vertex") continue;
        double place[3];
        for (double& number : place) {
            const std::string_view digits = words.next();
            const auto value = number_of<double>(digits);
            if (!value || !std::isfinite(*value))
                return invalid(
                    name, "has " + in_quotes(digits) + " where a number belongs; export it again");
            number = *value;
        }
        if (mesh.positions_m.size() >= 3 * kMaxTriangles) return too_many(name);
        add_corner({place[0], place[1], place[2]}, mesh);
    }
    if (mesh.positions_m.empty() || mesh.positions_m.size() % 3 != 0)
        return invalid(name, "has " + std::to_string(mesh.positions_m.size()) +
                                 " corners, which is no number of triangles; export it again");
    return mesh;
}

}  // namespace

Result<TriangleMesh> parse_stl(std::string_view bytes, const std::string& name) {
    // Binary files may begin with "solid" too; then their size gives them away.
    const bool may_be_binary = bytes.size() >= kHeaderBytes;
    const std::size_t told =
        may_be_binary
            ? kHeaderBytes +
                  kTriangleBytes * std::size_t(read_at<std::uint32_t>(bytes, kHeaderBytes - 4))
            : 0;
    if (bytes.starts_with("solid") && told != bytes.size()) return parse_text(bytes, name);
    if (!may_be_binary)
        return invalid(name, "has " + std::to_string(bytes.size()) +
                                 " bytes, too few for an STL file; export it again");
    return parse_binary(bytes, name);
}

}  // namespace tarn::io
