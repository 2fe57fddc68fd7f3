// Water and picture on one GPU: the level goes from CUDA to OpenGL within the GPU, and the picture
// is the one that the way through the host gives.
#include "render/painter.hpp"
#include <tarn/machine.hpp>
#include <tarn/world.hpp>

#include <gtest/gtest.h>

namespace tarn::render {
namespace {

std::vector<std::uint8_t> picture_of(Painter& painter, const Frame& frame, PictureSize size) {
    const Texture colour({.width = size.width_px, .height = size.height_px, .format = GL_RGBA8});
    const Texture* const colours[] = {&colour};
    const Target target(colours, nullptr);
    const auto drawn = painter.draw(frame, target.get(), size, [](const char*) {});
    EXPECT_TRUE(drawn) << drawn.error().message;
    std::vector<std::uint8_t> rgba(std::size_t(size.width_px) * std::size_t(size.height_px) * 4);
    glBindFramebuffer(GL_FRAMEBUFFER, target.get());
    glReadPixels(0, 0, size.width_px, size.height_px, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    return rgba;
}

TEST(Interop, DrawsTheSamePictureWithinTheGpuAndThroughTheHost) {
    if (machine_info().gpus.empty()) GTEST_SKIP() << "no GPU: " << machine_info().why_no_gpu;
    auto context = Offscreen::create();
    ASSERT_TRUE(context) << context.error().message;
    if (!DeviceLevel::is_shared()) GTEST_SKIP() << "OpenGL does not draw on the GPU of CUDA";
    auto world = World::from_scene("pool", {.backend = Backend::Cuda});
    ASSERT_TRUE(world) << world.error().message;
    auto painter = Painter::make();
    ASSERT_TRUE(painter) << painter.error().message;
    for (int k = 0; k < 3; ++k) {
        ASSERT_TRUE(world.value().step(0.4));
        const auto frame = world.value().frame();
        ASSERT_TRUE(frame) << frame.error().message;
        ASSERT_NE(frame.value().water.device_level.data, nullptr);
        painter.value().set_device_shared(true);
        const auto within = picture_of(painter.value(), frame.value(), {640, 360});
        painter.value().set_device_shared(false);
        const auto through = picture_of(painter.value(), frame.value(), {640, 360});
        EXPECT_EQ(within, through) << "at " << frame.value().time_s << " s";
    }
}

}  // namespace
}  // namespace tarn::render
