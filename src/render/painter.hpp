// All passes of a picture in their order. Renderer is the public door; tests look in here.
#pragma once

#include "render/frame_check.hpp"
#include "render/pass_bodies.hpp"
#include "render/pass_caustics.hpp"
#include "render/pass_detail.hpp"
#include "render/pass_drops.hpp"
#include "render/pass_finish.hpp"
#include "render/pass_foam.hpp"
#include "render/pass_ground.hpp"
#include "render/pass_sky.hpp"
#include "render/pass_solids.hpp"
#include "render/pass_surface.hpp"
#include "render/pass_volume.hpp"
#include "render/pass_water.hpp"

#include <functional>

namespace tarn::render {

class Painter {
public:
    /// In the current OpenGL context.
    static Result<Painter> make();

    /// Called after each pass with its name.
    using AfterPass = std::function<void(const char* pass)>;
    Result<void> draw(const Frame& frame, unsigned framebuffer, PictureSize size,
                      const AfterPass& after);

    void set_quality(const Quality& quality) { resources_.quality = quality; }
    /// A sky to use in place of that of the frame's light, for measurements.
    void set_sky(const scenery::Sky& sky) { sky_.set(sky); }
    /// False: a level on a GPU is drawn by way of the host, as where CUDA and OpenGL do not meet.
    void set_device_shared(bool is_shared) { resources_.is_device_shared = is_shared; }
    const PassResources& resources() const { return resources_; }
    /// The last picture as light, before exposure.
    const Texture& light() const { return resources_.buffers.light; }

private:
    Painter() = default;

    PassResources resources_;
    ScreenArray screen_;
    SkyPass sky_;
    GroundPass ground_;
    DetailPass detail_;
    SurfacePass surface_;
    FoamPass foam_;
    CausticsPass caustics_;
    SolidsPass solids_;
    BodiesPass bodies_;
    DropsPass drops_;
    WaterPass water_;
    VolumePass volume_;
    FinishPass finish_;
};

}  // namespace tarn::render
