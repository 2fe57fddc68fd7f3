// Pass: drops of water in the air and bubbles of foam, over the finished light of solids and water.
#pragma once

#include "render/pass_resources.hpp"

#include <vector>

namespace tarn::render {

class DropsPass {
public:
    static Result<DropsPass> make();
    Result<void> draw(const Frame& frame, const PassResources& resources);

private:
    void draw_discs(std::span<const DropView> drops);

    Variants program_{"drops", "drops"};
    Name<free_vertex_array> array_;
    BufferName buffer_;
    std::vector<Float4> discs_;  ///< centre and radius
};

}  // namespace tarn::render
