// The renderer from C: a picture, its quality, and what a stranger may pass.
#include <tarn/tarn_render.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

namespace {

class RenderC : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(tarn_offscreen_create(&context), TARN_OK) << tarn_last_error();
        ASSERT_EQ(tarn_renderer_create(&renderer), TARN_OK) << tarn_last_error();
        ASSERT_EQ(tarn_pond_create(0.8f, 40, 30, 0.5f, &world), TARN_OK) << tarn_last_error();
        ASSERT_EQ(tarn_world_frame(world, &frame), TARN_OK) << tarn_last_error();
    }
    void TearDown() override {
        tarn_frame_destroy(frame);
        tarn_world_destroy(world);
        tarn_renderer_destroy(renderer);
        tarn_offscreen_destroy(context);
    }

    tarn_offscreen context = {};
    tarn_renderer renderer = {};
    tarn_world world = {};
    tarn_frame frame = {};
};

TEST_F(RenderC, DrawsAPicture) {
    std::vector<std::uint8_t> rgb(64 * 48 * 3 + 1, 0x5a);
    ASSERT_EQ(
        tarn_renderer_draw_picture(renderer, frame, 64, 48, rgb.data(), std::size_t{64 * 48 * 3}),
        TARN_OK)
        << tarn_last_error();
    EXPECT_EQ(rgb.back(), 0x5a);  // not a byte more
    rgb.pop_back();
    const auto [least, most] = std::minmax_element(rgb.begin(), rgb.end());
    EXPECT_GT(*most - *least, 30);  // of 255: sky, water and walls are not one colour
    tarn_renderer_info info = tarn_renderer_info_default();
    ASSERT_EQ(tarn_renderer_info_get(renderer, &info), TARN_OK);
    EXPECT_STRNE(info.device, "");
    tarn_pass_time passes[32];
    std::size_t count = 0;
    EXPECT_EQ(tarn_renderer_measure(renderer, frame, 64, 48, passes, 0, &count),
              TARN_INVALID_ARGUMENT);
    ASSERT_EQ(tarn_renderer_measure(renderer, frame, 64, 48, passes, 32, &count), TARN_OK)
        << tarn_last_error();
    EXPECT_GT(count, 0u);
    double ms = 0.0;
    const tarn_frame frames[2] = {frame, frame};
    ASSERT_EQ(tarn_renderer_measure_total_ms(renderer, frames, 2, 64, 48, &ms), TARN_OK);
    EXPECT_GT(ms, 0.0);
    EXPECT_EQ(tarn_offscreen_make_current(context), TARN_OK);
}

TEST_F(RenderC, TakesAndTellsTheQuality) {
    tarn_quality quality = tarn_quality_default(), high = tarn_quality_default();
    ASSERT_EQ(tarn_quality_low(&quality), TARN_OK);
    ASSERT_EQ(tarn_quality_high(&high), TARN_OK);
    EXPECT_LT(quality.photons, high.photons);
    ASSERT_EQ(tarn_renderer_set_quality(renderer, &quality), TARN_OK) << tarn_last_error();
    tarn_quality told = tarn_quality_default();
    ASSERT_EQ(tarn_renderer_quality(renderer, &told), TARN_OK);
    EXPECT_EQ(std::memcmp(&told, &quality, sizeof told), 0);
    EXPECT_EQ(tarn_quality_of(0, &quality), TARN_OK);
    EXPECT_EQ(tarn_renderer_set_target_ms(renderer, 0.0), TARN_OK);
    for (const double ms : {-1.0, std::numeric_limits<double>::quiet_NaN()})
        EXPECT_EQ(tarn_renderer_set_target_ms(renderer, ms), TARN_INVALID_ARGUMENT);
    for (const int mesh : {-1, 0, 5000, std::numeric_limits<int>::max()}) {
        quality = told;
        quality.water_mesh = mesh;
        EXPECT_EQ(tarn_renderer_set_quality(renderer, &quality), TARN_INVALID_ARGUMENT) << mesh;
    }
    for (const double more : {0.0, 9.0, std::numeric_limits<double>::quiet_NaN()}) {
        quality = told;
        quality.supersample = more;
        EXPECT_EQ(tarn_renderer_set_quality(renderer, &quality), TARN_INVALID_ARGUMENT) << more;
    }
    quality = told;
    quality.detail_cells = 100;  // no power of two
    EXPECT_EQ(tarn_renderer_set_quality(renderer, &quality), TARN_INVALID_ARGUMENT);
    quality.struct_size = 0;
    EXPECT_EQ(tarn_renderer_set_quality(renderer, &quality), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_renderer_quality(renderer, &quality), TARN_INVALID_ARGUMENT);
}

TEST_F(RenderC, SaysSoWhereNoContextIsCurrent) {
    std::uint8_t rgb[12] = {};
    tarn_offscreen_destroy(context);
    EXPECT_EQ(tarn_renderer_draw_picture(renderer, frame, 2, 2, rgb, 12), TARN_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(tarn_last_error(), "context"), nullptr) << tarn_last_error();
    tarn_renderer other = {};
    EXPECT_EQ(tarn_renderer_create(&other), TARN_UNSUPPORTED);
    tarn_renderer_destroy(renderer);  // does not end the program
    EXPECT_EQ(tarn_renderer_set_target_ms(renderer, 0.0), TARN_BAD_HANDLE);
}

TEST_F(RenderC, RefusesBadHandlesSizesAndNulls) {
    std::uint8_t rgb[12] = {};
    double ms = 0.0;
    EXPECT_EQ(tarn_renderer_draw_picture({0, 0}, frame, 2, 2, rgb, 12), TARN_BAD_HANDLE);
    EXPECT_NE(std::strstr(tarn_last_error(), "renderer handle"), nullptr);
    EXPECT_EQ(tarn_renderer_draw_picture(renderer, {9, 9}, 2, 2, rgb, 12), TARN_BAD_HANDLE);
    EXPECT_NE(std::strstr(tarn_last_error(), "frame handle"), nullptr);
    EXPECT_EQ(tarn_renderer_draw({7, 7}, frame, 0, 2, 2), TARN_BAD_HANDLE);
    EXPECT_EQ(tarn_renderer_draw_picture(renderer, frame, 2, 2, nullptr, 12),
              TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_renderer_draw_picture(renderer, frame, 2, 2, rgb, 11), TARN_INVALID_ARGUMENT);
    for (const int size : {0, -1, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()})
        EXPECT_EQ(tarn_renderer_draw_picture(renderer, frame, size, 2, rgb, 12),
                  TARN_INVALID_ARGUMENT)
            << size;
    EXPECT_EQ(tarn_renderer_draw(renderer, frame, 0, -3, 2), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_renderer_measure(renderer, frame, 2, 2, nullptr, 0, nullptr),
              TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_renderer_measure_total_ms(renderer, nullptr, 1, 2, 2, &ms),
              TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_renderer_info_get(renderer, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_renderer_create(nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_offscreen_create(nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_offscreen_make_current({0, 0}), TARN_BAD_HANDLE);
    tarn_renderer_destroy({0, 0});
    tarn_offscreen_destroy({3, 4});
}

}  // namespace
