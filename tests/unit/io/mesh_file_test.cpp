#include "io/mesh_file.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

namespace tarn::io {
namespace {

/// A tetrahedron, corners 1 to 4.
const std::string kObj =
    "# a comment\nmtllib no.mtl\no one\nv 0 0 0\nv 1.5 0 0\nv 0 1 0\nv 0 0 2e0\n"
    "f 1 3 2\nf 1/1 2/1 4/1\nf 2//1 3//1 4//1\nf -4 -1 -2\n";

std::string stl_text() {
    const char* corners[12] = {"0 0 0",   "0 1 0", "1.5 0 0", "0 0 0",  "1.5 0 0", "0 0 2",
                               "1.5 0 0", "0 1 0", "0 0 2",   "-0 0 0", "0 0 2",   "0 1 0"};
    std::string text = "solid one\n";
    for (int k = 0; k < 12; ++k)
        text += std::string(k % 3 == 0 ? "facet normal 0 0 0\nouter loop\n" : "") + "vertex " +
                corners[k] + "\n" + (k % 3 == 2 ? "endloop\nendfacet\n" : "");
    return text + "endsolid one\n";
}

std::string stl_bytes(const TriangleMesh& mesh) {
    std::string bytes(80, 's');
    const auto count = std::uint32_t(mesh.triangles.size());
    bytes.append(reinterpret_cast<const char*>(&count), 4);
    for (const auto& triangle : mesh.triangles) {
        float numbers[12] = {};
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 p = mesh.positions_m[triangle[k]];
            numbers[3 + 3 * k] = float(p.x);
            numbers[4 + 3 * k] = float(p.y);
            numbers[5 + 3 * k] = float(p.z);
        }
        bytes.append(reinterpret_cast<const char*>(numbers), 48);
        bytes.append(2, '\0');
    }
    return bytes;
}

TriangleMesh good(std::string_view bytes, MeshFormat format) {
    const auto mesh = parse_mesh(bytes, format, "hull");
    if (!mesh) {
        ADD_FAILURE() << mesh.error().message;
        return {};
    }
    return mesh.value();
}

std::string refusal(std::string_view bytes, MeshFormat format) {
    const auto mesh = parse_mesh(bytes, format, "hull");
    EXPECT_FALSE(bool(mesh));
    return mesh ? "" : mesh.error().message;
}

void expect_tetrahedron(const TriangleMesh& mesh) {
    ASSERT_EQ(mesh.positions_m.size(), 4u);
    ASSERT_EQ(mesh.triangles.size(), 4u);
    double volume_6 = 0.0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3 p = mesh.positions_m[a], q = mesh.positions_m[b], r = mesh.positions_m[c];
        volume_6 += p.x * (q.y * r.z - q.z * r.y) + p.y * (q.z * r.x - q.x * r.z) +
                    p.z * (q.x * r.y - q.y * r.x);
    }
    EXPECT_EQ(volume_6, 3.0);
}

TEST(MeshFile, ReadsATetrahedronFromObjAndBothKindsOfStl) {
    expect_tetrahedron(good(kObj, MeshFormat::Obj));
    expect_tetrahedron(good(stl_text(), MeshFormat::Stl));
    expect_tetrahedron(good(stl_bytes(good(kObj, MeshFormat::Obj)), MeshFormat::Stl));
}

TEST(MeshFile, ABinaryFileMayBeginLikeAText) {
    std::string bytes = stl_bytes(good(kObj, MeshFormat::Obj));
    bytes.replace(0, 5, "solid");
    expect_tetrahedron(good(bytes, MeshFormat::Stl));
}

TEST(MeshFile, CutsFacesWithMoreCornersIntoTriangles) {
    const TriangleMesh mesh =
        good("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n", MeshFormat::Obj);
    EXPECT_EQ(mesh.triangles.size(), 2u);
}

/// The tetrahedron as glTF with y up: (x, y, z) here is (x, z, -y) there. `node` places it.
std::string gltf(const std::string& node, const std::string& indices_count = "12") {
    // Positions (0,0,0) (1.5,0,0) (0,0,-1) (0,2,0) as floats, then indices as bytes.
    return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
      "nodes": [{"mesh": 0)" +
           node + R"(}],
      "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
      "accessors": [
        {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3",
         "min": [0, 0, -1], "max": [1.5, 2, 0]},
        {"bufferView": 1, "componentType": 5121, "count": )" +
           indices_count +
           R"(, "type": "SCALAR"}],
      "bufferViews": [{"buffer": 0, "byteLength": 48},
                      {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
      "buffers": [{"byteLength": 60, "uri": "data:application/octet-stream;base64,)"
           "AAAAAAAAAAAAAAAAAADAPwAAAAAAAAAAAAAAAAAAAAAAAIC/AAAAAAAAAEAAAAAAAAIBAAEDAQIDAAMC"
           R"("}]})";
}

TEST(MeshFile, ReadsGltfWithItsNodesAndTurnsYUp) {
    expect_tetrahedron(good(gltf(""), MeshFormat::Gltf));
    const TriangleMesh moved = good(gltf(R"(, "translation": [1, 2, 3])"), MeshFormat::Gltf);
    ASSERT_EQ(moved.positions_m.size(), 4u);
    EXPECT_EQ(moved.positions_m[0].x, 1.0);
    EXPECT_EQ(moved.positions_m[0].y, -3.0);
    EXPECT_EQ(moved.positions_m[0].z, 2.0);
}

TEST(MeshFile, HostileGltfIsRefused) {
    EXPECT_NE(refusal(gltf("", "4000000000"), MeshFormat::Gltf).find("hull"), std::string::npos);
    EXPECT_NE(refusal(gltf(R"(, "children": [0])"), MeshFormat::Gltf).find("without end"),
              std::string::npos);
    EXPECT_NE(refusal("{}", MeshFormat::Gltf).find("hull"), std::string::npos);
    EXPECT_NE(refusal("glTF", MeshFormat::Gltf).find("hull"), std::string::npos);
    std::string beside = gltf("");
    beside.replace(beside.find("data:"), 5, "file:");
    EXPECT_NE(refusal(beside, MeshFormat::Gltf).find("one .glb file"), std::string::npos);
    const std::string whole = gltf("");
    for (std::size_t size = 0; size < whole.size(); size += 7)
        refusal(whole.substr(0, size), MeshFormat::Gltf);
}

TEST(MeshFile, FilesCutShortAreRefused) {
    const std::string bytes = stl_bytes(good(kObj, MeshFormat::Obj));
    EXPECT_NE(refusal(bytes.substr(0, bytes.size() - 1), MeshFormat::Stl)
                  .find("hull: ends after 3 of 4 triangles"),
              std::string::npos);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        refusal(bytes.substr(0, size), MeshFormat::Stl);
    EXPECT_NE(refusal("solid a\nvertex 0 0", MeshFormat::Stl).find("where a number belongs"),
              std::string::npos);
    EXPECT_NE(refusal("solid a\nvertex 0 0 0", MeshFormat::Stl).find("no number of triangles"),
              std::string::npos);
    EXPECT_NE(refusal("v 0 0 0\n", MeshFormat::Obj).find("has no faces"), std::string::npos);
    // Weights of bones do not matter, whatever their numbers.
    EXPECT_EQ(good("vw 0 77777777777777 1\n" + std::string(kObj), MeshFormat::Obj).triangles.size(),
              4u);
    for (const char* corner : {"v abc 0 0\n", "v nan 0 0\n", "v 0 0\n", "v 0 1e999 0\n"})
        EXPECT_NE(refusal(corner, MeshFormat::Obj).find("three finite numbers"), std::string::npos)
            << corner;
}

TEST(MeshFile, HostileFilesAreRefusedBeforeTheyTakeMemory) {
    std::string header(80, ' ');
    header.append("\xff\xff\xff\xff", 4);
    EXPECT_NE(refusal(header, MeshFormat::Stl).find("reduce the mesh"), std::string::npos);
    std::string face = "v 0 0 0\nf";
    for (int k = 0; k < 100; ++k) face += " 1";
    EXPECT_NE(refusal(face, MeshFormat::Obj).find("more than 64 corners"), std::string::npos);
    std::string many = "v 0 0 0\n";
    for (int k = 0; k < 200'001; ++k) many += "f 1 1 1\n";
    EXPECT_NE(refusal(many, MeshFormat::Obj).find("reduce the mesh"), std::string::npos);
    EXPECT_NE(refusal("v 0 0 0\nf 1 2 3\n", MeshFormat::Obj).find("hull"), std::string::npos);
    EXPECT_NE(refusal("v 0 0 0\nf 1 99999999999 3\n", MeshFormat::Obj).find("hull"),
              std::string::npos);
    EXPECT_NE(refusal("v 1e999 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", MeshFormat::Obj).find("hull"),
              std::string::npos);
}

TEST(MeshFile, TheEndOfTheNameSaysWhatIsInIt) {
    const auto folder = std::filesystem::path(testing::TempDir());
    const auto path = folder / "mesh_file_test.OBJ";
    std::ofstream(path) << kObj;
    const auto mesh = read_mesh(path);
    ASSERT_TRUE(bool(mesh)) << mesh.error().message;
    expect_tetrahedron(mesh.value());
    std::filesystem::remove(path);
    EXPECT_EQ(read_mesh(folder / "hull.fbx").error().code, ErrorCode::InvalidScene);
    EXPECT_FALSE(bool(read_mesh(folder / "is_not_there.obj")));
}

}  // namespace
}  // namespace tarn::io
