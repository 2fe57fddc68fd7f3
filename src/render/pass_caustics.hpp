// Pass: caustics, the sunlight that waves focus under water, as a photon map.
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
