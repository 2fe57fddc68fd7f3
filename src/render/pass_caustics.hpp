// Pass: caustics, the sunlight that waves focus under water, as a photon map.
#pragma once

#include "render/pass_resources.hpp"

namespace tarn::render {

class CausticsPass {
public:
    Result<void> draw(const Frame& frame, PassResources& resources);

private:
    Result<void> trace_volume(const PassResources& resources);

    Variants program_{"caustics", "caustics", true}, volume_program_{"caustics", "volume_photons"},
        volume_tracing_{"volume_photons", "screen"};
    Texture landing_, share_;  ///< of the photons through a volume of water
    Target traced_;
    Mesh photons_;
    int photons_per_side_ = 0;
    Target target_;
};

}  // namespace tarn::render
