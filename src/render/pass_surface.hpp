// Pass: brings the fields of the water to the GPU and makes level and slopes of the shown moment.
#pragma once

#include "render/device_level.hpp"
#include "render/pass_resources.hpp"

namespace tarn::render {

class SurfacePass {
public:
    static Result<SurfacePass> make();
    Result<void> draw(const Frame& frame, PassResources& resources);

private:
    Result<void> make_maps(const WaterView& water, PassResources& resources);
    void draw_map(const Frame& frame, const PassResources& resources, bool is_between);
    void upload_solid(const Frame& frame);
    void upload_velocity(const WaterView& water, PassResources& resources);

    /// A level, uploaded to a texture from the host or from a GPU.
    struct Level {
        Texture texture;
        DeviceLevel device;
        Result<void> upload(const FieldView& from, const DeviceFieldView& from_device,
                            const PassResources& resources);
    };

    Program program_, program_on_bed_;
    Level level_, level_before_;
    Texture solid_;
    Target target_;
    std::vector<float> pairs_;
    std::uint64_t solid_revision_ = 0;
    bool has_solid_ = false;  ///< the mask was uploaded
    bool has_obstacle_ = false;
};

}  // namespace tarn::render
