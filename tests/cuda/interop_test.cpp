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

/// Draws moments between two levels from the GPU and from the host.
void expect_same_blends(World& world) {
    auto painter = Painter::make();
    ASSERT_TRUE(painter) << painter.error().message;
    DeviceFieldView kept[2];
    std::vector<float> host[2];
    for (const int slot : {0, 1}) {
        ASSERT_TRUE(world.step(0.4));
        const auto view = world.device_snapshot("level", slot);
        ASSERT_TRUE(view) << view.error().message;
        kept[slot] = view.value();
        const FieldView level = world.field("level").value();
        host[slot].assign(level.data, level.data + std::ptrdiff_t(level.nx) * level.ny);
    }
    const auto frame = world.frame();
    ASSERT_TRUE(frame) << frame.error().message;
    Frame on_gpu = frame.value(), on_host = frame.value();
    on_gpu.water.device_level = kept[1];
    on_gpu.water.device_level_before = kept[0];
    on_host.water.device_level = {};
    on_host.water.level = {host[1].data(), kept[1].nx, kept[1].ny, kept[1].nx};
    on_host.water.level_before = {host[0].data(), kept[0].nx, kept[0].ny, kept[0].nx};
    std::vector<std::uint8_t> last;
    for (const double blend : {0.0, 0.3, 1.0}) {
        on_gpu.water.blend = on_host.water.blend = blend;
        const auto expected = picture_of(painter.value(), on_host, {640, 360});
        EXPECT_NE(expected, last) << "the blend shows nothing";
        last = expected;
        painter.value().set_device_shared(false);
        EXPECT_EQ(picture_of(painter.value(), on_gpu, {640, 360}), expected) << blend;
        if (!DeviceLevel::is_shared()) continue;
        painter.value().set_device_shared(true);
        EXPECT_EQ(picture_of(painter.value(), on_gpu, {640, 360}), expected) << blend;
    }
}

TEST(Interop, BlendsTwoLevelsOfTheGpuAsTwoOfTheHost) {
    if (machine_info().gpus.empty()) GTEST_SKIP() << "no GPU: " << machine_info().why_no_gpu;
    auto context = Offscreen::create();
    ASSERT_TRUE(context) << context.error().message;
    const std::string island = R"(water.bed={"expr": "exp(-(x - 3)^2 - (y - 2)^2) * 1.3"})";
    for (const auto& set : {std::vector<std::string>{}, {island, "look.place=shore"}}) {
        auto made = World::from_scene("pool", {.backend = Backend::Cuda, .set = set});
        ASSERT_TRUE(made) << made.error().message;
        expect_same_blends(made.value());
    }
}

}  // namespace
}  // namespace tarn::render
