// Pass: bodies. Brings their places and shapes to a texture that every ray reads, and notes where
// the camera sees them; pass_solids.hpp gives them light.
#pragma once

#include "render/pass_resources.hpp"
#include "render/solid_meshes.hpp"

#include <array>
#include <vector>

namespace tarn::render {

/// Rays meet so many bodies, those nearest to the eye: each ray looks at all of them.
inline constexpr int kTracedBodies = 64;

class BodiesPass {
public:
    static Result<BodiesPass> make();

    /// Fills the texture of bodies and the number that rays meet.
    Result<void> upload(const Frame& frame, PassResources& resources);
    /// Notes where bodies are the nearest solid.
    Result<void> draw_geometry(const Frame& frame, const PassResources& resources);

private:
    /// What was made of a MeshView, as long as a frame has it.
    struct KeptMesh {
        MeshView view;
        Bounds bounds;
        Mesh mesh;
        Proxy proxy = Proxy::Box;
        bool is_in_frame = true;
    };
    Result<void> keep_meshes(std::span<const BodyView> bodies);
    const KeptMesh* kept(const MeshView& view) const;
    void order(const Frame& frame);
    /// `whole` is the same number for all parts of one body, which cast no shadow on each other.
    void append(const BodyView& body, std::size_t whole);

    Variants program_{"solid_at", "solid"};
    std::array<Mesh, 3> shapes_;  ///< sphere, box, cylinder
    std::vector<KeptMesh> meshes_;
    std::vector<std::size_t> order_;  ///< of bodies in the texture
    std::vector<Float4> texels_;
};

}  // namespace tarn::render
