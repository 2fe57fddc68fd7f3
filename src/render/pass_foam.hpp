// Pass: brings the fields of foam to the GPU, and the pattern in which it is drawn.
#pragma once

#include "render/pass_resources.hpp"

#include <optional>

namespace tarn::render {

class FoamPass {
public:
    void draw(const Frame& frame, PassResources& resources);

private:
    void make_tile(std::uint64_t seed, PassResources& resources);

    std::vector<float> pairs_;
    std::optional<std::uint64_t> seed_;  ///< of the tile
};

}  // namespace tarn::render
