// Pass: the map of the sky, painted again when the light changes.
#pragma once

#include "render/pass_resources.hpp"

#include <optional>

namespace tarn::render {

class SkyPass {
public:
    static Result<SkyPass> make();

    /// Computes the clear sky first: the block of the frame needs it.
    void compute(const Frame& frame, PassResources& resources);
    void draw(const Frame& frame, PassResources& resources);
    /// Draws this sky from now on, whatever the light of a frame says.
    void set(const scenery::Sky& sky);

private:
    Program program_;
    Texture air_;
    Target target_;
    std::optional<Light> light_;
    std::optional<scenery::Sky> given_;
    bool is_painted_ = false;
    bool had_land_ = false;
};

}  // namespace tarn::render
