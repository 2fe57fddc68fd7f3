// Foam on the water and bubbles below its surface: how much is white, what moves the pattern, and
// that a field of nothing changes nothing.
#include "support/pool_from_above.hpp"

namespace tarn::render {
namespace {

constexpr PictureSize kSize = {200, 200};
constexpr double kLevel_m = kPoolLevel_m, kSide_m = kPoolSide_m, kMiddle_m = kPoolMiddle_m;
constexpr int kCells = 64;

/// A still pool from straight above, its sides as long as the picture.
class FoamPicture : public SharedEasel {
protected:
    Frame frame() {
        Frame frame = water_.frame(Place::Pool);
        frame.camera = render::from_above();
        return frame;
    }
    static std::vector<float> even(float value) {
        return std::vector<float>(std::size_t(kCells) * kCells, value);
    }
    static FieldView view(const std::vector<float>& field) {
        return {field.data(), kCells, kCells, kCells};
    }
    /// Away from the walls and their shadows.
    template <class Use>
    static void each_pixel(const Use& use) {
        for (int y = 40; y < 160; ++y)
            for (int x = 40; x < 160; ++x) use(x, y);
    }

    WaterForPicture water_;
};

TEST_F(FoamPicture, FieldsOfNothingChangeNoBit) {
    Frame picture = frame();
    const Pixels without = easel().light(picture, kSize);
    const std::vector<float> none = even(0.0f);
    picture.foam.cover = view(none);
    EXPECT_EQ(easel().light(picture, kSize).rgba, without.rgba);
    picture.foam.aerated = view(none);
    EXPECT_EQ(easel().light(picture, kSize).rgba, without.rgba);
    picture.foam.cover = {};
    EXPECT_EQ(easel().light(picture, kSize).rgba, without.rgba);
}

TEST_F(FoamPicture, FullCoverIsWhiteAllOver) {
    Frame picture = frame();
    const std::vector<float> all = even(1.0f);
    picture.foam.cover = view(all);
    const Pixels light = easel().light(picture, kSize);
    const scenery::Sky& sky = easel().painter().resources().sky;
    double lit = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
        lit += (double(sky.sun_irradiance[k]) * sky.to_sun.z + double(sky.sky_irradiance[k])) /
               std::numbers::pi;
    each_pixel([&](int x, int y) {
        // A white thing gives back 0.5 to 0.85 of the light; its relief turns it towards the sun
        // and away.
        EXPECT_GT(brightness(light.at(x, y)), 0.35 * lit);
        EXPECT_LT(brightness(light.at(x, y)), 1.0 * lit);
        EXPECT_LT(light.at(x, y)[0], 1.5f * light.at(x, y)[2]);
        EXPECT_LT(light.at(x, y)[2], 1.5f * light.at(x, y)[0]);
    });
}

TEST_F(FoamPicture, LiesWhereTheFieldSays) {
    std::vector<float> west = even(0.0f);
    for (int j = 0; j < kCells; ++j) std::fill_n(west.begin() + j * kCells, kCells / 2, 1.0f);
    Frame picture = frame();
    const std::vector<float> none = even(0.0f);
    picture.foam.cover = view(none);
    const Pixels without = easel().light(picture, kSize);
    picture.foam.cover = view(west);
    const Pixels light = easel().light(picture, kSize);
    double more = 0.0;
    each_pixel([&](int x, int y) {
        if (x < 90) more += brightness(light.at(x, y)) / brightness(without.at(x, y));
    });
    EXPECT_GT(more / (50 * 120), 1.3);
    // Light that foam keeps away from the floor arrives a little to the side, within the depth.
    for (int y = 40; y < 160; ++y) EXPECT_EQ(light.at(180, y), without.at(180, y));
}

TEST_F(FoamPicture, BubblesBelowTheSurfaceMakeTheWaterMilky) {
    Frame picture = frame();
    const Pixels without = easel().light(picture, kSize);
    const std::vector<float> all = even(1.0f);
    picture.foam.aerated = view(all);
    const Pixels light = easel().light(picture, kSize);
    double most = 0.0, least = 1e9, red = 0.0, blue = 0.0;
    each_pixel([&](int x, int y) {
        most = std::max(most, brightness(light.at(x, y)));
        least = std::min(least, brightness(light.at(x, y)));
        red += double(light.at(x, y)[0]);
        blue += double(light.at(x, y)[2]);
    });
    EXPECT_GT(least, 0.9 * most);  // no tile of the floor is seen
    EXPECT_GT(blue, 1.1 * red);
}

TEST_F(FoamPicture, ThePatternGoesWithTheWater) {
    Frame picture = frame();
    const std::vector<float> some = even(0.5f), u = even(0.4f), v = even(0.0f);
    picture.foam.cover = view(some);
    picture.water.u = view(u);
    picture.water.v = view(v);
    picture.time_s = 0.70;
    const Pixels before = easel().light(picture, kSize);
    picture.time_s = 0.80;
    const Pixels after = easel().light(picture, kSize);
    // 4 cm in a tenth of a second: 2.5 pixels.
    const auto unlike = [&](int shift) {
        double sum = 0.0;
        each_pixel([&](int x, int y) {
            sum += std::abs(brightness(after.at(x + shift, y)) - brightness(before.at(x, y)));
        });
        return sum;
    };
    EXPECT_LT(std::min(unlike(2), unlike(3)), 0.6 * unlike(0));
    EXPECT_LT(std::min(unlike(2), unlike(3)), 0.5 * unlike(-2));
}

TEST_F(FoamPicture, RefusesFieldsOfAnotherSize) {
    const std::vector<float> some = even(0.5f);
    for (FieldView FoamView::*const field : {&FoamView::cover, &FoamView::aerated}) {
        Frame picture = frame();
        picture.foam.*field = {some.data(), kCells / 2, kCells, kCells};
        const auto drawn = easel().painter().draw(picture, 0, kSize, [](const char*) {});
        ASSERT_FALSE(drawn);
        EXPECT_EQ(drawn.error().code, ErrorCode::InvalidArgument);
        const char* const name =
            field == &FoamView::cover ? "Frame::foam.cover" : "Frame::foam.aerated";
        EXPECT_NE(drawn.error().message.find(name), std::string::npos) << drawn.error().message;
    }
}

TEST_F(FoamPicture, TheShareOfWhiteIsTheCover) {
    // Without a sun, of which foam takes some from the floor that is seen between it.
    easel().painter().set_sky(even_sky(0.1f, {0.0, 0.0, 1.0}, {}, {3.0f, 3.0f, 3.0f}));
    Frame picture = frame();
    const Pixels without = easel().light(picture, kSize);
    const std::vector<float> all = even(1.0f);
    picture.foam.cover = view(all);
    const Pixels white = easel().light(picture, kSize);
    for (const float cover : {0.15f, 0.5f, 0.85f}) {
        const std::vector<float> some = even(cover);
        picture.foam.cover = view(some);
        const Pixels light = easel().light(picture, kSize);
        int foamy = 0, all_pixels = 0;
        each_pixel([&](int x, int y) {
            const double water = brightness(without.at(x, y)), foam = brightness(white.at(x, y));
            foamy += brightness(light.at(x, y)) > water + 0.3 * (foam - water);
            ++all_pixels;
        });
        // Edges of patches are soft and may count or not, and the picture holds a little more than
        // one tile of the pattern.
        EXPECT_NEAR(double(foamy) / all_pixels, double(cover), 0.08);
    }
}

}  // namespace
}  // namespace tarn::render
