// The doors of Renderer: sizes, errors, quality, moments between two steps, contexts, framebuffers.
#include "render/quality.hpp"
#include "support/drawing.hpp"

#include <optional>

namespace tarn::render {
namespace {

constexpr PictureSize kSmall = {64, 36};

/// Heights that are exact in single precision, and so are their means.
double stepped_wave(double x_m, double y_m) {
    return std::round(30.0 * std::sin(2.0 * x_m) * std::cos(3.0 * y_m)) / 1024.0;
}

struct Studio {
    Offscreen context = got(Offscreen::create());
    Renderer renderer = got(Renderer::create());
};

Picture picture_of(Renderer& renderer, const Frame& frame, PictureSize size = kSmall) {
    return got(renderer.draw_picture(frame, size));
}

bool is_black(const Picture& picture) {
    return std::ranges::all_of(picture.rgb, [](std::uint8_t value) { return value == 0; });
}

class RendererDraws : public testing::Test {
protected:
    RendererDraws() { water.fill(stepped_wave); }
    Studio studio;
    Renderer& renderer = studio.renderer;
    WaterForPicture water;
};

TEST_F(RendererDraws, PicturesOfAnySize) {
    for (const PictureSize size : {PictureSize{1, 1}, {3, 5000}, {4096, 16}, {37, 23}}) {
        const Picture picture = picture_of(renderer, water.frame(Place::Pool), size);
        EXPECT_EQ(picture.size.width_px, size.width_px);
        EXPECT_EQ(picture.size.height_px, size.height_px);
        EXPECT_EQ(picture.rgb.size(), std::size_t(size.width_px * size.height_px) * 3);
        EXPECT_FALSE(is_black(picture));
    }
}

TEST_F(RendererDraws, AnErrorWhereNothingCanBeDrawnAndAPictureAfterIt) {
    const Frame good = water.frame(Place::Pool);
    const Picture before = picture_of(renderer, good);
    Frame dry = good;
    dry.water.level = {};
    Frame empty = good;
    empty.water.nx = 0;
    Frame no_cells = good;
    no_cells.water.cell_m = 0.0;
    for (const Frame& frame : {Frame{}, dry, empty, no_cells}) {
        const auto drawn = renderer.draw_picture(frame, kSmall);
        ASSERT_FALSE(drawn);
        EXPECT_EQ(drawn.error().code, ErrorCode::InvalidArgument);
        EXPECT_NE(drawn.error().message.find("Frame::water"), std::string::npos);
        EXPECT_FALSE(renderer.draw(frame, 0, kSmall));
        EXPECT_FALSE(renderer.measure(frame, kSmall));
    }
    for (const PictureSize size : {PictureSize{0, 10}, {10, -1}, {20000, 10}}) {
        const auto drawn = renderer.draw_picture(good, size);
        ASSERT_FALSE(drawn);
        EXPECT_EQ(drawn.error().code, ErrorCode::InvalidArgument);
        EXPECT_FALSE(renderer.measure(good, size));
    }
    EXPECT_EQ(picture_of(renderer, good).rgb, before.rgb);
}

TEST_F(RendererDraws, TheSameFrameTheSameWay) {
    for (const Place place : {Place::Pool, Place::Pond, Place::Ocean, Place::Tank, Place::Shore}) {
        Frame frame = water.frame(place);
        frame.look.detail = Detail::Ocean;
        const Picture first = picture_of(renderer, frame);
        EXPECT_EQ(picture_of(renderer, frame).rgb, first.rgb) << "place " << int(place);
        // What another place left behind changes nothing.
        picture_of(renderer, water.frame(Place::Tank), {20, 20});
        EXPECT_EQ(picture_of(renderer, frame).rgb, first.rgb) << "place " << int(place);
    }
}

TEST_F(RendererDraws, AMomentBetweenTwoStepsAsTheLevelBetween) {
    std::vector<float> later = water.level, middle = water.level;
    for (std::size_t k = 0; k < later.size(); ++k) {
        later[k] += float(int(k % 7) - 3) / 512.0f;
        middle[k] = 0.5f * (water.level[k] + later[k]);
    }
    const Frame still = water.frame(Place::Pool);
    const auto with_level = [&](const std::vector<float>& level) {
        Frame frame = still;
        frame.water.level.data = level.data();
        return frame;
    };
    Frame between = with_level(later);
    between.water.level_before = still.water.level;
    between.water.blend = 0.5;
    const Picture expected = picture_of(renderer, with_level(middle));
    EXPECT_EQ(picture_of(renderer, between).rgb, expected.rgb);
    EXPECT_NE(picture_of(renderer, still).rgb, expected.rgb);
    between.water.blend = 0.0;
    EXPECT_EQ(picture_of(renderer, between).rgb, picture_of(renderer, still).rgb);
    between.water.blend = 1.0;
    EXPECT_EQ(picture_of(renderer, between).rgb, picture_of(renderer, with_level(later)).rgb);
}

TEST_F(RendererDraws, WaterThatMovedIsDrawnWhereItIs) {
    // The camera moves along, by a distance that is exact in single precision: the same picture.
    Frame here = water.frame(Place::Ocean);
    here.look.view = ViewMode::Level;
    here.look.view_range = {-0.03, 0.03};
    const Picture expected = picture_of(renderer, here);
    Frame moved = here;
    moved.water.origin_m = {64.0, -32.0};
    const Picture left_behind = picture_of(renderer, moved);
    for (Vec3* point : {&moved.camera.eye_m, &moved.camera.target_m}) {
        point->x += 64.0;
        point->y -= 32.0;
    }
    const Picture with_camera = picture_of(renderer, moved);
    // Places are rounded to 4e-6 m there: some pixels differ by a shade.
    const auto difference = [&](const Picture& picture) {
        double sum = 0.0;
        for (std::size_t k = 0; k < picture.rgb.size(); ++k)
            sum += std::abs(double(picture.rgb[k]) - double(expected.rgb[k]));
        return sum / double(picture.rgb.size());
    };
    const double rounding = difference(with_camera), elsewhere = difference(left_behind);
    EXPECT_LT(rounding, 0.1);
    EXPECT_GT(elsewhere, 2.0);
}

TEST_F(RendererDraws, IntoTheFramebufferOfTheHostAndLeavesTheBoundOneBound) {
    const Frame frame = water.frame(Place::Pool);
    const Picture expected = picture_of(renderer, frame);
    const Texture mine({.width = kSmall.width_px, .height = kSmall.height_px, .format = GL_RGBA8});
    const Texture other({.width = 8, .height = 8, .format = GL_RGBA8});
    const Texture* const mine_colours[] = {&mine};
    const Texture* const other_colours[] = {&other};
    const Target target(mine_colours, nullptr), bound(other_colours, nullptr);
    const auto is_bound = [&] {
        GLint draws = 0, reads = 0;
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draws);
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &reads);
        return GLuint(draws) == bound.get() && GLuint(reads) == bound.get();
    };
    bound.bind();
    done(renderer.draw(frame, target.get(), kSmall));
    EXPECT_TRUE(is_bound()) << "after draw";
    got(renderer.draw_picture(frame, kSmall));
    EXPECT_TRUE(is_bound()) << "after draw_picture";
    got(renderer.measure(frame, kSmall));
    EXPECT_TRUE(is_bound()) << "after measure";
    EXPECT_FALSE(renderer.draw(Frame{}, target.get(), kSmall));
    EXPECT_TRUE(is_bound()) << "after an error";
    const Pixels drawn = pixels_of(mine);
    for (int y = 0; y < kSmall.height_px; ++y)
        for (int x = 0; x < kSmall.width_px; ++x)
            for (int c = 0; c < 3; ++c) {
                const int row = kSmall.height_px - 1 - y;
                const auto at = std::size_t((row * kSmall.width_px + x) * 3 + c);
                ASSERT_EQ(std::lround(255.0f * drawn.at(x, y)[std::size_t(c)]), expected.rgb[at]);
            }
}

TEST_F(RendererDraws, CoarserStepByStepUntilATargetHolds) {
    const Frame frame = water.frame(Place::Pool);
    const Quality wanted = renderer.quality();
    renderer.set_target_ms(1e-3);
    int steps = 0;
    for (int k = 0; k < 8 * kCoarsest && steps < kCoarsest; ++k) {
        EXPECT_FALSE(is_black(picture_of(renderer, frame)));
        const Quality now = renderer.quality(), next = coarser(wanted, steps + 1);
        const bool has_stepped = now.photons == next.photons && now.supersample == next.supersample;
        if (has_stepped)
            ++steps;
        else
            EXPECT_EQ(now.photons, coarser(wanted, steps).photons) << "picture " << k;
    }
    EXPECT_EQ(steps, kCoarsest);
    EXPECT_EQ(renderer.quality().supersample, 0.5);
    EXPECT_FALSE(is_black(picture_of(renderer, frame)));
    renderer.set_target_ms(0.0);
    EXPECT_EQ(renderer.quality().photons, wanted.photons);
}

TEST_F(RendererDraws, AtTheWantedQualityWhileThereIsTime) {
    const Frame frame = water.frame(Place::Pool);
    const Quality wanted = renderer.quality();
    renderer.set_target_ms(1e6);
    for (int k = 0; k < 20; ++k) picture_of(renderer, frame, {16, 9});
    EXPECT_EQ(renderer.quality().photons, wanted.photons);
    EXPECT_EQ(renderer.quality().supersample, wanted.supersample);
}

TEST_F(RendererDraws, PassesThatCanBeTimed) {
    const auto times = got(renderer.measure(water.frame(Place::Pool), kSmall));
    EXPECT_GE(times.size(), 5u);
    for (const PassTime& time : times) {
        EXPECT_FALSE(time.name.empty());
        EXPECT_GE(time.ms, 0.0) << time.name;
    }
}

TEST(RendererContexts, TwoAreIndependentAndEndInAnyOrder) {
    WaterForPicture water;
    water.fill(stepped_wave);
    const Frame frame = water.frame(Place::Pool);
    for (const bool is_first_first : {true, false}) {
        std::optional<Studio> first(std::in_place), second(std::in_place);
        const Picture on_second = picture_of(second->renderer, frame);
        first->context.make_current();
        EXPECT_EQ(picture_of(first->renderer, frame).rgb, on_second.rgb);
        auto& ends = is_first_first ? first : second;
        auto& stays = is_first_first ? second : first;
        ends->context.make_current();
        ends.reset();
        stays->context.make_current();
        EXPECT_EQ(picture_of(stays->renderer, frame).rgb, on_second.rgb);
        Renderer moved = std::move(stays->renderer);
        EXPECT_EQ(picture_of(moved, frame).rgb, on_second.rgb);
    }
}

TEST(RendererContexts, OneThatIsNotCurrentMayEnd) {
    auto unused = std::optional<Offscreen>(got(Offscreen::create()));
    Studio studio;
    unused.reset();
    WaterForPicture water;
    EXPECT_FALSE(is_black(picture_of(studio.renderer, water.frame(Place::Pond))));
    EXPECT_FALSE(studio.renderer.info().device.empty());
    EXPECT_FALSE(studio.renderer.info().version.empty());
}

}  // namespace
}  // namespace tarn::render
