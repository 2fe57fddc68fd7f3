// Drops in the air: where they are, how much of the picture they cover however small or fast they
// are, what hides them, how they are lit, and the shadow they cast.
#include "support/pool_from_above.hpp"

namespace tarn::render {
namespace {

constexpr PictureSize kSize = {160, 160};
constexpr double kLevel_m = kPoolLevel_m, kSide_m = kPoolSide_m, kMiddle_m = kPoolMiddle_m;

class DropsPicture : public SharedEasel {
protected:
    /// A still pool from straight above, its sides as long as the picture.
    Frame from_above() {
        Frame frame = water_.frame(Place::Pool);
        frame.camera = render::from_above();
        return frame;
    }
    /// An even sky, and drops before it in a plane kFar_m away, where a pixel is 1 cm wide.
    Frame before_the_sky(std::span<const DropView> drops) {
        Frame frame = water_.frame(Place::Pool);
        frame.camera = {{kMiddle_m, kMiddle_m, 3.0},
                        {kMiddle_m, kMiddle_m + kFar_m * 0.8, 3.0 + kFar_m * 0.6},
                        2.0 * std::atan(0.005 * kSize.height_px / kFar_m) / kDegree};
        frame.drops = drops;
        return frame;
    }
    static constexpr double kFar_m = 20.0, kPixel_m = 0.01;
    /// Right and up in the picture before the sky, from its middle.
    static Vec3 at_px(double right, double up) {
        return {kMiddle_m + kPixel_m * right, kMiddle_m + kFar_m * 0.8 - kPixel_m * 0.6 * up,
                3.0 + kFar_m * 0.6 + kPixel_m * 0.8 * up};
    }
    /// What drops take from an even sky, summed over the picture.
    double taken(std::span<const DropView> drops) {
        easel().painter().set_sky(even_sky(1.0f));
        const Pixels light = easel().light(before_the_sky(drops), kSize);
        EXPECT_TRUE(light.is_finite());
        double sum = 0.0;
        for (const auto& pixel : light.rgba) sum += 3.0 - brightness(pixel);
        return sum;
    }
    int changed(const Frame& frame, const Pixels& without) {
        const Pixels light = easel().light(frame, kSize);
        EXPECT_TRUE(light.is_finite());
        int count = 0;
        for (std::size_t k = 0; k < light.rgba.size(); ++k)
            count += std::abs(brightness(light.rgba[k]) - brightness(without.rgba[k])) > 0.01;
        return count;
    }

    WaterForPicture water_;
};

/// Drops in rows, at all sorts of places within their pixels.
std::vector<DropView> spread(double radius_m, Vec3 (*at_px)(double, double)) {
    std::vector<DropView> drops;
    for (int k = 0; k < 400; ++k)
        drops.push_back({at_px(-70.0 + 7.13 * (k % 20), -70.0 + 7.07 * int(k / 20)), radius_m, {}});
    return drops;
}

TEST_F(DropsPicture, DropsAndBubblesAreDrawnWhereTheyAre) {
    // Without a sun, whose shadows would change more of the picture than the drops.
    easel().painter().set_sky(even_sky(1.0f, {0.0, 0.0, 1.0}, {}, {3.0f, 3.0f, 3.0f}));
    std::vector<DropView> drops;
    for (int k = 0; k < 40; ++k)
        drops.push_back({{0.4 * (k % 7 + 1), 0.4 * int(k / 7 + 1), kLevel_m + 0.2}, 0.06});
    Frame picture = from_above();
    const Pixels without = easel().light(picture, kSize);
    // Discs of 3 pixels radius: 28 pixels each and those of the edge, some as bright as the water.
    picture.drops = drops;
    EXPECT_NEAR(changed(picture, without), 40 * 32, 40 * 6);
    picture.drops = {};
    picture.foam.bubbles = drops;
    EXPECT_NEAR(changed(picture, without), 40 * 32, 40 * 6);
    // Under the water, they are hidden by it.
    for (DropView& drop : drops) drop.at_m.z = 0.5;
    EXPECT_EQ(changed(picture, without), 0);
}

TEST_F(DropsPicture, OpacityFollowsTheAreaOfTheDiscBelowAPixel) {
    const double one = taken(spread(0.9 * kPixel_m, at_px));
    ASSERT_GT(one, 100.0);
    // The light is kept in halves, of which thin mist needs few: 3 % at a third of a pixel.
    for (const double share : {0.7, 0.5, 0.33}) {
        const double expected = one * share * share;
        EXPECT_NEAR(taken(spread(0.9 * share * kPixel_m, at_px)), expected, 0.03 * expected);
    }
}

TEST_F(DropsPicture, AStreakIsAsLongAsItsWayAndCoversAsMuchAsTheDropAtRest) {
    std::vector<DropView> drop = {{at_px(0.0, 0.0), 0.9 * kPixel_m, {}}};
    const double at_rest = taken(drop);
    for (const double way_px : {10.0, 40.0}) {
        // While the shutter is open, for 1/120 s, it goes across the picture.
        drop[0].velocity_m_per_s = {120.0 * way_px * kPixel_m, 0.0, 0.0};
        const Pixels light = easel().light(before_the_sky(drop), kSize);
        int first = kSize.width_px, last = -1;
        for (int x = 0; x < kSize.width_px; ++x)
            if (brightness(light.at(x, kSize.height_px / 2)) < 2.999)
                first = std::min(first, x), last = std::max(last, x);
        EXPECT_NEAR(last - first + 1, way_px + 2.0 * 1.3, 1.6);
        EXPECT_NEAR(taken(drop), at_rest, 0.03 * at_rest);
    }
}

TEST_F(DropsPicture, ABodyHidesWhatIsBehindIt) {
    easel().painter().set_sky(even_sky(1.0f, {0.0, 0.0, 1.0}, {}, {3.0f, 3.0f, 3.0f}));
    const BodyView box = {.shape = BodyView::Shape::Box,
                          .at_m = {kMiddle_m, kMiddle_m, kLevel_m + 0.5},
                          .size_m = {1.0, 1.0, 0.2}};
    // One that is large enough for an image, one of mist, one that is fast.
    std::vector<DropView> drops = {{{1.4, 1.6, 0.0}, 0.08, {}},
                                   {{1.6, 1.6, 0.0}, 0.01, {}},
                                   {{1.8, 1.6, 0.0}, 0.02, {0.0, 20.0, 0.0}}};
    Frame picture = from_above();
    picture.bodies = {&box, 1};
    const Pixels without = easel().light(picture, kSize);
    picture.drops = drops;
    for (DropView& drop : drops) drop.at_m.z = kLevel_m + 0.2;
    EXPECT_EQ(changed(picture, without), 0);
    for (DropView& drop : drops) drop.at_m.z = kLevel_m + 0.9;
    EXPECT_GT(changed(picture, without), 40);
}

TEST_F(DropsPicture, MistBeforeTheSunIsBrighterThanBesideIt) {
    const std::vector<DropView> drops = spread(0.5 * kPixel_m, at_px);
    const auto light_with_sun = [&](Vec3 to_sun) {
        easel().painter().set_sky(even_sky(0.0f, to_sun, {10.0f, 10.0f, 10.0f}));
        const Pixels light = easel().light(before_the_sky(drops), kSize);
        double sum = 0.0;
        for (const auto& pixel : light.rgba) sum += std::min(brightness(pixel), 30.0);
        return sum;
    };
    // 10 degrees beside the line of sight, and from behind the eye.
    EXPECT_GT(light_with_sun(sun_at(47.0, 90.0)), 3.0 * light_with_sun(sun_at(37.0, 270.0)));
}

TEST_F(DropsPicture, SprayCastsASoftShadow) {
    easel().painter().set_sky(even_sky(0.5f, sun_at(45.0, 0.0), {8.0f, 8.0f, 8.0f}));
    Frame picture = from_above();
    const Pixels without = easel().light(picture, kSize);
    // A metre above the water: the shadow falls a metre to the west.
    std::vector<DropView> drops;
    for (int k = 0; k < 900; ++k)
        drops.push_back({{2.2 + 0.02 * (k % 30), 1.3 + 0.02 * int(k / 30), kLevel_m + 1.0}, 0.006});
    picture.drops = drops;
    const Pixels light = easel().light(picture, kSize);
    // The floor, a metre deeper, is seen where the refracted light arrives.
    double before = 0.0, after = 0.0;
    for (int y = 70; y < 90; ++y)
        for (int x = 35; x < 55; ++x) {
            before += brightness(without.at(x, y));
            after += brightness(light.at(x, y));
        }
    EXPECT_LT(after, 0.95 * before);
    EXPECT_GT(after, 0.5 * before);
    EXPECT_EQ(light.at(150, 20), without.at(150, 20));
}

TEST_F(DropsPicture, ManyDropsInSeveralBatchesCoverAsMuchAsFew) {
    // 400 places with as many drops each as have the area of one.
    constexpr int kEach = 350;
    const std::vector<DropView> few = spread(0.9 * kPixel_m, at_px);
    std::vector<DropView> many;
    for (int k = 0; k < kEach; ++k)
        for (DropView drop : few) {
            drop.radius_m /= std::sqrt(double(kEach));
            many.push_back(drop);
        }
    // A spot's opacity is spread evenly from 0 to 2 (0.9/1.3)^2 = 0.96 over its area. Layers hide
    // each other, so the mean of 1 - exp(-opacity) is left, 0.74 of that of the opacity. Some sixty
    // layers, each rounded to halves, are within 0.12 of it.
    const double one = taken(few);
    EXPECT_NEAR(taken(many), 0.74 * one, 0.12 * one);
    many.back().velocity_m_per_s.z = HUGE_VAL;
    const auto drawn = easel().painter().draw(before_the_sky(many), 0, kSize, [](const char*) {});
    ASSERT_FALSE(drawn);
    const std::string name = "Frame::drops[" + std::to_string(many.size() - 1) + "].velocity";
    EXPECT_NE(drawn.error().message.find(name), std::string::npos) << drawn.error().message;
}

TEST_F(DropsPicture, DropsOfAnySpeedSizeAndPlaceGiveAFinitePicture) {
    easel().painter().set_sky(even_sky(1.0f));
    const std::vector<DropView> drops = {{at_px(0, 0), 0.01, {1e30, 0.0, -1e30}},
                                         {at_px(5, 0), 0.0, {1.0, 0.0, 0.0}},
                                         {at_px(9, 0), 1e300, {}},
                                         {{1e300, -1e300, 0.0}, 0.01, {}},
                                         {{kMiddle_m, kMiddle_m, 3.0}, 0.01, {}}};
    for (const DropView& drop : drops)
        EXPECT_TRUE(easel().light(before_the_sky({&drop, 1}), kSize).is_finite());
}

}  // namespace
}  // namespace tarn::render
