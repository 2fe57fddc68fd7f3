// Bodies as a scene describes them become bodies with a mesh, a mass and a pose.
#pragma once

#include "bodies/rigid_world.hpp"
#include "bodies/shapes.hpp"
#include "scene/bodies.hpp"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace tarn::bodies {

/// What was read from the file of a mesh. Files of equal digest have equal meshes.
struct FileMesh {
    TriangleMesh mesh;
    std::string digest;
};

/// Makes bodies one after the other; those of equal shape share their mesh.
class BodyMaker {
public:
    explicit BodyMaker(SphereDetail detail = SphereDetail::Triangles320) : detail_(detail) {}

    /// `file` is null for shapes that are no meshes. Fails for a mesh that is open, inside out or
    /// flat, and for a mass without number.
    Result<PlacedBody> make(const scene::Body& from, const FileMesh* file = nullptr);

private:
    /// A closed surface about the centre of mass, and what it encloses.
    struct Solid {
        std::shared_ptr<const TriangleMesh> mesh = {};
        std::shared_ptr<const TriangleMesh> look = {};  ///< null: the mesh
        double volume_m3 = 0.0;
        MassProperties of_one_kg = {};
    };
    using Key = std::pair<std::string, std::array<double, 8>>;

    Result<Solid> solid_of(const scene::Body& from, const Shape& shape, const FileMesh* file);

    SphereDetail detail_;
    std::map<Key, Solid> solids_;
};

}  // namespace tarn::bodies
