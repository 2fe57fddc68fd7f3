#include "render/pass_foam.hpp"

#include "scenery/foam.hpp"

namespace tarn::render {
namespace {

constexpr int kTileCells = 512;

float value(const FieldView& field, int i, int j) {
    return field.data ? field.data[j * field.row_stride + i] : 0.0f;
}

}  // namespace

void FoamPass::make_tile(std::uint64_t seed, PassResources& resources) {
    if (seed_ == seed) return;
    const scenery::FoamTile tile = scenery::foam_tile(kTileCells, seed);
    resources.maps.foam_tile = Texture({.width = tile.cells,
                                        .height = tile.cells,
                                        .format = GL_RGBA8,
                                        .filter = Filter::Mipmaps,
                                        .wrap = Wrap::Repeat});
    resources.maps.foam_tile.upload(tile.bubbles.data());
    resources.maps.foam_tile.make_mipmaps();
    seed_ = seed;
}

void FoamPass::draw(const Frame& frame, PassResources& resources) {
    if (!resources.has_foam) return;
    make_tile(frame.look.seed, resources);
    const int nx = frame.water.nx, ny = frame.water.ny;
    Texture& map = resources.maps.foam;
    if (!map.is_made() || map.desc().width != nx || map.desc().height != ny)
        map = Texture({.width = nx, .height = ny, .format = GL_RG16F});
    pairs_.clear();
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            pairs_.push_back(value(frame.foam.cover, i, j));
            pairs_.push_back(value(frame.foam.aerated, i, j));
        }
    map.upload(pairs_.data());
}

}  // namespace tarn::render
