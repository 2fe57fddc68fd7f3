// Pass: sunlight that the waves gather under water, by a grid of photons.
#pragma once

#include "render/pass_resources.hpp"

namespace tarn::render {

class CausticsPass {
public:
    Result<void> draw(const Frame& frame, PassResources& resources);

private:
    Variants program_{"caustics", "caustics"};
    Mesh photons_;
    int photons_per_side_ = 0;
    Target target_;
};

}  // namespace tarn::render
