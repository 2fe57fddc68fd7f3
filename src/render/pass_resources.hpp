// What the passes of a picture share: the uniform block, the textures they make for each other, and
// the quality. Each map is made by one pass and read by those after it.
#pragma once

#include "render/buffers.hpp"
#include "render/gl_objects.hpp"
#include "render/scene_block.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace tarn::render {

struct Maps {
    Texture sky;        ///< radiance of all directions
    Texture surface;    ///< level and slopes of the water
    Texture waves;      ///< tile of small waves
    Texture shift;      ///< horizontal shift of the same
    Texture ground;     ///< heights of a pond's ground or of a bed
    Texture paint;      ///< its colours
    Texture lit;        ///< its fine normals, and the sun on it
    Texture caustics;   ///< sunlight under the water
    Texture velocity;   ///< for the view modes, and to carry the pattern of foam
    Texture colours;    ///< tables for the view modes
    Texture bodies;     ///< four texels per body: see bodies.glsl
    Texture foam;       ///< shares of the surface that is white, of light that bubbles scatter
    Texture foam_tile;  ///< the pattern of foam: see scenery/foam.hpp
    Texture spray;      ///< optical depth of drops along the sun: see spray.glsl

    VolumeTexture fill;   ///< of water in a volume: see volume.glsl
    VolumeTexture mixed;  ///< blocks of it that the surface may pass through
    VolumeTexture dye;    ///< its concentration in the cells
    VolumeTexture cells;  ///< its fill and speed as given, for the view modes
};

struct PassResources {
    SceneBlock block = {};
    BufferName block_buffer;
    Maps maps;
    Buffers buffers;
    Texture nothing;  ///< stands in for maps that a place does not have
    Quality quality;
    PlaceSizes sizes;
    scenery::Sky sky;

    void upload_block();
    /// Uses a program and names all maps to it.
    void use(const Program& program) const;
    /// What programs are compiled for at this moment: place, ground, bodies, an eye under water,
    /// water in a volume.
    std::vector<std::string> variant() const;
    bool is_device_shared = false;  ///< CUDA and OpenGL are on one GPU
    bool is_eye_under = false;
    bool is_volume = false;
    /// Colour of undiluted dye, and how much light it takes per m; 0: there is none.
    std::array<float, 4> dyed = {};
    bool has_foam = false;  ///< the frame has a field of it
    Place place = Place::Pool;
    GroundKind ground = GroundKind::Level;
};

/// Tables of colours for the view modes: sequential below, diverging above.
Texture colour_tables();

/// A program that is compiled for each variant (PassResources::variant) when it is first needed.
class Variants {
public:
    Variants() = default;
    /// `draws_foam`: there is a variant for water with a field of foam.
    Variants(std::string fragment, std::string vertex, bool draws_foam = false)
        : fragment_(std::move(fragment)), vertex_(std::move(vertex)), draws_foam_(draws_foam) {}

    /// Uses the program for the current variant and binds all maps to it.
    Result<const Program*> use(const PassResources& resources);

private:
    std::string fragment_, vertex_;
    bool draws_foam_ = false;
    std::map<std::vector<std::string>, Program> made_;
};

}  // namespace tarn::render
