// Pass: drops of water in the air and bubbles of foam, over the finished light of solids and water.
#pragma once

#include "render/pass_resources.hpp"

#include <vector>

namespace tarn::render {

/// A drop as the shaders read it.
struct PackedDrop {
    float x_m, y_m, z_m, radius_m;
    float u_m_per_s, v_m_per_s, w_m_per_s;
};

class DropsPass {
public:
    static Result<DropsPass> make();
    Result<void> draw(const Frame& frame, const PassResources& resources);

private:
    /// Drops that show an image and drops that do not, which are drawn in different ways.
    struct Parts {
        GLsizei balls = 0;
        GLsizei mist = 0;     ///< behind the balls in the buffer
        float merged = 1.0f;  ///< drops that each of the mist stands for
    };
    Parts upload(std::span<const DropView> drops, const PassResources& resources);
    void copy_picture(const PassResources& resources);
    Result<void> draw_balls(const Parts& parts, bool is_foam, const PassResources& resources);
    Result<void> draw_mist(const Parts& parts, bool is_foam, const PassResources& resources);
    void draw_instances(GLsizei first, GLsizei count) const;

    Variants balls_{"ball", "drops"}, mist_{"mist", "drops"};
    Name<free_vertex_array> array_;
    BufferName buffer_;
    std::vector<PackedDrop> packed_;
    Texture picture_;  ///< that balls refract and mirror
    Target picture_target_;
};

}  // namespace tarn::render
