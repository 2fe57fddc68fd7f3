#include "io/gltf.hpp"

#include "base/rotation.hpp"
#include "io/text.hpp"

#include <cstring>
#include <exception>
#include <optional>

// Pictures are not looked at.
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#include <tiny_gltf.h>

namespace tarn::io {
namespace {

constexpr int kMaxDepth = 64;             // of nodes in nodes
constexpr std::size_t kMaxVisits = 4096;  // of nodes; a file may name one many times

/// Where a node puts its points.
struct Placing {
    Mat3 turn = {};
    Vec3 at_m = {};

    Vec3 operator()(Vec3 p) const { return at_m + turn * p; }
    /// First `inner`, then this.
    Placing operator*(const Placing& inner) const {
        return {turn * inner.turn, (*this)(inner.at_m)};
    }
};

Placing placing_of(const tinygltf::Node& node) {
    Placing placing;
    if (node.matrix.size() == 16) {
        const auto m = [&](std::size_t row, std::size_t column) {
            return node.matrix[4 * column + row];
        };
        for (std::size_t k = 0; k < 3; ++k) placing.turn.row[k] = {m(k, 0), m(k, 1), m(k, 2)};
        placing.at_m = {m(0, 3), m(1, 3), m(2, 3)};
        return placing;
    }
    if (node.rotation.size() == 4)
        placing.turn = matrix_of(normalized(
            Quaternion{node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2]}));
    if (node.scale.size() == 3)
        placing.turn = placing.turn * diagonal({node.scale[0], node.scale[1], node.scale[2]});
    if (node.translation.size() == 3)
        placing.at_m = {node.translation[0], node.translation[1], node.translation[2]};
    return placing;
}

template <class T>
const T* item(const std::vector<T>& items, int index) {
    return index >= 0 && std::size_t(index) < items.size() ? &items[std::size_t(index)] : nullptr;
}

/// Elements of an accessor, every one of them inside its buffer.
struct Elements {
    const unsigned char* data = nullptr;
    std::size_t count = 0, stride = 0;
    int component = 0;

    template <class T>
    T at(std::size_t k, std::size_t part = 0) const {
        T value;
        std::memcpy(&value, data + k * stride + part * sizeof(T), sizeof value);
        return value;
    }
};

std::optional<Elements> elements_of(const tinygltf::Model& model, int index, int type) {
    const auto* accessor = item(model.accessors, index);
    if (!accessor || accessor->type != type || accessor->sparse.isSparse) return {};
    const auto* view = item(model.bufferViews, accessor->bufferView);
    const auto* buffer = view ? item(model.buffers, view->buffer) : nullptr;
    if (!buffer) return {};
    const int part = tinygltf::GetComponentSizeInBytes(std::uint32_t(accessor->componentType));
    const int parts = tinygltf::GetNumComponentsInType(std::uint32_t(type));
    if (part <= 0 || parts <= 0) return {};
    const std::size_t element = std::size_t(part) * std::size_t(parts);
    const std::size_t stride = view->byteStride > 0 ? view->byteStride : element;
    const std::size_t bytes = buffer->data.size();
    if (view->byteOffset > bytes || accessor->byteOffset > bytes - view->byteOffset) return {};
    const std::size_t begin = view->byteOffset + accessor->byteOffset, left = bytes - begin;
    const std::size_t count = accessor->count;
    if (count > 0 && (element > left || (count - 1) > (left - element) / stride)) return {};
    return Elements{buffer->data.data() + begin, count, stride, accessor->componentType};
}

/// Collects the triangles of a model.
class Collector {
public:
    explicit Collector(const tinygltf::Model& model) : model_(model) {}

    /// What is wrong, from the verb on; nothing if all is well.
    std::optional<std::string> add_node(int index, const Placing& parent, int depth) {
        const tinygltf::Node* const node = item(model_.nodes, index);
        if (!node) return "names a node that is not there; export it again";
        if (depth > kMaxDepth || ++visits_ > kMaxVisits)
            return "has nodes in nodes without end; export one mesh";
        const Placing here = parent * placing_of(*node);
        if (const tinygltf::Mesh* const parts = item(model_.meshes, node->mesh))
            for (const tinygltf::Primitive& part : parts->primitives)
                if (auto trouble = add_primitive(part, here)) return trouble;
        for (const int child : node->children)
            if (auto trouble = add_node(child, here, depth + 1)) return trouble;
        return {};
    }

    TriangleMesh mesh;

private:
    std::optional<std::string> add_primitive(const tinygltf::Primitive& part,
                                             const Placing& placing) {
        if (part.mode != TINYGLTF_MODE_TRIANGLES && part.mode != -1)
            return "has strips, fans, lines or points; export plain triangles";
        const auto position = part.attributes.find("POSITION");
        const auto places = position == part.attributes.end()
                                ? std::nullopt
                                : elements_of(model_, position->second, TINYGLTF_TYPE_VEC3);
        if (!places || places->component != TINYGLTF_COMPONENT_TYPE_FLOAT)
            return "has positions that are not in it as floats; export it as one .glb file";
        const auto first = std::uint32_t(mesh.positions_m.size());
        if (places->count > 3 * kMaxTriangles - first) return too_many();
        for (std::size_t k = 0; k < places->count; ++k) {
            const Vec3 p =
                placing({double(places->at<float>(k, 0)), double(places->at<float>(k, 1)),
                         double(places->at<float>(k, 2))});
            if (!is_finite(p)) return "has a corner that is not a finite number; export it again";
            mesh.positions_m.push_back({p.x, -p.z, p.y});
        }
        return add_triangles(part, first, places->count);
    }

    std::optional<std::string> add_triangles(const tinygltf::Primitive& part, std::uint32_t first,
                                             std::size_t corners) {
        std::optional<Elements> indices;
        if (part.indices >= 0) {
            indices = elements_of(model_, part.indices, TINYGLTF_TYPE_SCALAR);
            if (!indices) return "has indices that are not in it; export it as one .glb file";
        }
        const std::size_t count = indices ? indices->count : corners;
        if (count / 3 > kMaxTriangles - mesh.triangles.size()) return too_many();
        for (std::size_t k = 0; k + 2 < count; k += 3) {
            TriangleMesh::Triangle& triangle = mesh.triangles.emplace_back();
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const std::size_t index = indices ? index_at(*indices, k + corner) : k + corner;
                if (index >= corners)
                    return "names corner " + std::to_string(index) + " of " +
                           std::to_string(corners) + "; export it again";
                triangle[corner] = first + std::uint32_t(index);
            }
        }
        return {};
    }

    static std::size_t index_at(const Elements& indices, std::size_t k) {
        switch (indices.component) {
            case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
                return indices.at<std::uint8_t>(k);
            case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
                return indices.at<std::uint16_t>(k);
            case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
                return indices.at<std::uint32_t>(k);
            default:
                return ~std::size_t{0};
        }
    }

    static std::string too_many() {
        return "has more than " + std::to_string(kMaxTriangles) + " triangles; reduce the mesh";
    }

    const tinygltf::Model& model_;
    std::size_t visits_ = 0;
};

/// Files beside a mesh are not read: whoever sends a scene would choose them.
tinygltf::FsCallbacks no_files() {
    tinygltf::FsCallbacks files = {};
    files.FileExists = [](const std::string&, void*) { return false; };
    files.ExpandFilePath = [](const std::string& path, void*) { return path; };
    files.ReadWholeFile = [](std::vector<unsigned char>*, std::string* error, const std::string&,
                             void*) {
        *error = "it names another file";
        return false;
    };
    files.WriteWholeFile = [](std::string*, const std::string&, const std::vector<unsigned char>&,
                              void*) { return false; };
    return files;
}

std::optional<std::string> load(std::string_view bytes, tinygltf::Model& model) {
    tinygltf::TinyGLTF loader;
    loader.SetFsCallbacks(no_files());
    loader.SetImageLoader([](tinygltf::Image*, const int, std::string*, std::string*, int, int,
                             const unsigned char*, int, void*) { return true; },
                          nullptr);
    std::string error, warning;
    const auto size = static_cast<unsigned int>(bytes.size());
    const bool is_loaded =
        bytes.starts_with("glTF")
            ? loader.LoadBinaryFromMemory(&model, &error, &warning,
                                          reinterpret_cast<const unsigned char*>(bytes.data()),
                                          size)
            : loader.LoadASCIIFromString(&model, &error, &warning, bytes.data(), size, "");
    if (is_loaded) return {};
    return "is no glTF file with all its data in it (" + excerpt(error, 80) +
           "); export it as one .glb file";
}

}  // namespace

Result<TriangleMesh> parse_gltf(std::string_view bytes, const std::string& name) {
    const auto invalid = [&](const std::string& what_and_remedy) {
        return Error{ErrorCode::InvalidScene, name + ": " + what_and_remedy};
    };
    tinygltf::Model model;
    try {
        if (const auto trouble = load(bytes, model)) return invalid(*trouble);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception&) {
        return invalid("is no glTF file; export it again");
    }
    Collector collector(model);
    const tinygltf::Scene* const scene = item(model.scenes, std::max(model.defaultScene, 0));
    if (!scene) return invalid("has no scene; export one with a mesh in it");
    for (const int node : scene->nodes)
        if (const auto trouble = collector.add_node(node, {}, 0)) return invalid(*trouble);
    if (collector.mesh.triangles.empty()) return invalid("has no triangles; export the mesh");
    return std::move(collector.mesh);
}

}  // namespace tarn::io
