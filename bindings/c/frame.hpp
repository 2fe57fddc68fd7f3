// What stands behind a tarn_frame.
#pragma once

#include <tarn/frame.hpp>
#include <tarn/world.hpp>

#include <memory>

namespace tarn::c {

struct HeldFrame {
    Frame frame;
    std::shared_ptr<World> world;  ///< whose memory the frame shows
};

}  // namespace tarn::c
