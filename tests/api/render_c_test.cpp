// The renderer from C: a picture, its quality, and what a stranger may pass.
#include "support/public_headers.hpp"
#include "support/stranger.hpp"
#include <tarn/tarn_render.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace tarn {
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
    EXPECT_EQ(tarn_renderer_measure_total_ms(renderer, &frame, 0, 2, 2, &ms),
              TARN_INVALID_ARGUMENT);
    for (const int size : {0, -1, std::numeric_limits<int>::max()})
        EXPECT_EQ(tarn_renderer_measure_total_ms(renderer, &frame, 1, 16, size, &ms),
                  TARN_INVALID_ARGUMENT)
            << size;
    EXPECT_EQ(tarn_renderer_info_get(renderer, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_renderer_create(nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_offscreen_create(nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_offscreen_make_current({0, 0}), TARN_BAD_HANDLE);
    tarn_renderer_destroy({0, 0});
    tarn_offscreen_destroy({3, 4});
}

/// Calls with a renderer, a frame and a context that are there, or are not.
StrangersCalls calls_of(Stranger& s, tarn_renderer renderer, tarn_frame frame,
                        tarn_offscreen context) {
    const auto size = [&s] { return s.side(); };
    StrangersCalls calls = {
        {"tarn_offscreen_create", [] { return tarn_offscreen_create(nullptr); }},
        {"tarn_offscreen_make_current",
         [&s, context] { return tarn_offscreen_make_current(s.maybe_stale(context)); }},
        {"tarn_renderer_create", [] { return tarn_renderer_create(nullptr); }},
        {"tarn_renderer_draw",
         [=, &s] {
             return tarn_renderer_draw(s.maybe_stale(renderer), s.maybe_stale(frame),
                                       std::uint32_t(s.whole()), size(), size());
         }},
        {"tarn_renderer_draw_picture",
         [=, &s] {
             std::uint8_t rgb[3 * 16 * 16];
             return tarn_renderer_draw_picture(s.maybe_stale(renderer), s.maybe_stale(frame),
                                               size(), size(), s.maybe(rgb),
                                               s.coin() ? sizeof rgb : s.below(100));
         }},
        {"tarn_renderer_set_target_ms",
         [=, &s] { return tarn_renderer_set_target_ms(s.maybe_stale(renderer), s.number()); }},
        {"tarn_renderer_measure",
         [=, &s] {
             tarn_pass_time passes[32];
             std::size_t count = 0;
             return tarn_renderer_measure(s.maybe_stale(renderer), s.maybe_stale(frame), size(),
                                          size(), s.maybe(passes), s.below(33), s.maybe(&count));
         }},
        {"tarn_renderer_measure_total_ms",
         [=, &s] {
             const tarn_frame frames[2] = {frame, s.maybe_stale(frame)};
             double ms = 0.0;
             return tarn_renderer_measure_total_ms(s.maybe_stale(renderer), s.maybe(frames),
                                                   s.below(3), size(), size(), s.maybe(&ms));
         }},
        {"tarn_renderer_info_get",
         [=, &s] {
             Given info(s, tarn_renderer_info_default());
             return tarn_renderer_info_get(s.maybe_stale(renderer), s.maybe(&info.value));
         }},
        {"tarn_quality_of",
         [&s] {
             Given quality(s, tarn_quality_default());
             return tarn_quality_of(s.whole(), s.maybe(&quality.value));
         }},
        {"tarn_renderer_quality",
         [=, &s] {
             Given quality(s, tarn_quality_default());
             return tarn_renderer_quality(s.maybe_stale(renderer), s.maybe(&quality.value));
         }},
        {"tarn_renderer_set_quality", [=, &s] {
             Given quality(s, tarn_quality_default());
             quality.value.photons = s.whole();
             quality.value.detail_cells = s.whole();
             quality.value.supersample = s.number();
             return tarn_renderer_set_quality(s.maybe_stale(renderer), s.maybe(&quality.value));
         }}};
    const auto add_quality = [&](const char* name, tarn_status (*function)(tarn_quality*)) {
        calls.push_back({name, [&s, function] {
                             Given quality(s, tarn_quality_default());
                             return function(s.maybe(&quality.value));
                         }});
    };
    add_quality("tarn_quality_low", tarn_quality_low);
    add_quality("tarn_quality_high", tarn_quality_high);
    return calls;
}

TEST_F(RenderC, AnswersAStrangerWithAStatusAndASentence) {
    Stranger stranger(3);
    const StrangersCalls calls = calls_of(stranger, renderer, frame, context);
    expect_answers(calls, stranger, 200);
    tarn_quality quality = tarn_quality_default();
    ASSERT_EQ(tarn_quality_low(&quality), TARN_OK);
    EXPECT_EQ(tarn_renderer_set_quality(renderer, &quality), TARN_OK) << tarn_last_error();
    std::uint8_t rgb[3 * 16 * 16];
    EXPECT_EQ(tarn_renderer_draw_picture(renderer, frame, 16, 16, rgb, sizeof rgb), TARN_OK)
        << tarn_last_error();
    // Those that only destroy answer no status.
    std::set<std::string> met = {"tarn_offscreen_destroy", "tarn_renderer_destroy"};
    for (const StrangersCall& call : calls) met.insert(call.name);
    EXPECT_EQ(met, c_functions("tarn_render.h"));
}

}  // namespace
}  // namespace tarn
