// Pass: sunlight that the waves gather under water, by a grid of photons.
#pragma once

#include "render/stage.hpp"

namespace tarn::render {

class CausticsPass {
public:
    Result<void> draw(const Frame& frame, Stage& stage);

private:
    Variants program_{"caustics", "caustics"};
    Mesh photons_;
    int photons_per_side_ = 0;
    Target target_;
};

}  // namespace tarn::render
