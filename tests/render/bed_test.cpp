// Water over a bed that varies: it is drawn where it is, up to where its level meets the land, and
// nowhere else.
#include "support/drawing.hpp"

namespace tarn::render {
namespace {

constexpr PictureSize kSize = {320, 200};

/// Water over a bed, both by formulas of x and y in m; 12 m by 12 m unless told.
struct WaterOnBed {
    using Height = std::function<double(double x_m, double y_m)>;
    int cells = 120;
    double cell_m = 0.1;
    std::vector<float> bed = {}, level = {};
    std::uint64_t revision = 0;  ///< another one for each bed of this program

    void fill(const Height& bed_m, const Height& level_m) {
        static std::uint64_t beds = 0;
        revision = ++beds;
        bed.clear();
        level.clear();
        for (int j = 0; j < cells; ++j)
            for (int i = 0; i < cells; ++i) {
                const double x_m = (i + 0.5) * cell_m, y_m = (j + 0.5) * cell_m;
                bed.push_back(float(bed_m(x_m, y_m)));
                level.push_back(std::max(bed.back(), float(level_m(x_m, y_m))));
            }
    }
    Frame frame(Place place) const {
        Frame frame;
        frame.water.level = {level.data(), cells, cells, cells};
        frame.water.nx = frame.water.ny = cells;
        frame.water.cell_m = cell_m;
        frame.ground.bed = {bed.data(), cells, cells, cells};
        frame.ground.bed_m = double(std::ranges::min(bed));
        frame.ground.revision = revision;
        frame.look.place = place;
        frame.look.detail = Detail::None;
        frame.light.clouds = 0.0;
        // From the south-west, where the deep water is in these tests.
        frame.camera = {{-3.0, -4.0, 7.0}, {6.0, 6.0, 0.0}, 40.0};
        return frame;
    }
};

double still(double, double) {
    return 0.0;
}

double rough_bed(double x_m, double y_m) {
    return -0.5 + 0.6 * std::sin(1.3 * x_m) * std::cos(1.1 * y_m + 0.4 * x_m) +
           0.2 * std::sin(5.1 * x_m + y_m) * std::sin(4.3 * y_m);
}

/// Which pixels are water: those whose colour follows the range of the colours of a view mode.
std::vector<bool> water_pixels(Easel& easel, Frame frame) {
    frame.look.view = ViewMode::Level;
    frame.look.view_range = {-3.0, 3.0};
    const Pixels one = easel.light(frame, kSize);
    frame.look.view_range = {-30.0, 3.0};
    const Pixels other = easel.light(frame, kSize);
    std::vector<bool> is_water;
    for (std::size_t k = 0; k < one.rgba.size(); ++k)
        is_water.push_back(one.rgba[k] != other.rgba[k]);
    return is_water;
}

/// Where the ray through a point of the picture, in pixels from its lower left corner, meets z = 0.
Vec2 at_still_level(const Camera& camera, double px, double py) {
    const Vec3 forward = normalized(camera.target_m - camera.eye_m);
    const Vec3 right = normalized(cross(forward, {0.0, 0.0, 1.0})), up = cross(right, forward);
    const double scale = 2.0 * std::tan(0.5 * camera.fov_deg * kDegree) / kSize.height_px;
    const Vec3 dir = forward + (px - 0.5 * kSize.width_px) * scale * right +
                     (py - 0.5 * kSize.height_px) * scale * up;
    const Vec3 at = camera.eye_m + (-camera.eye_m.z / dir.z) * dir;
    return {at.x, at.y};
}

struct ShoreErrors {
    int missing = 0, too_much = 0, judged = 0;
};

/// Compares the pixels inside the water's rectangle with the bed, more than `slack_px` away from
/// where it crosses the level 0.
ShoreErrors shore_errors(Easel& easel, const Frame& frame, const WaterOnBed::Height& bed_m,
                         double slack_px) {
    const std::vector<bool> is_water = water_pixels(easel, frame);
    const double size_m = frame.water.nx * frame.water.cell_m;
    ShoreErrors errors;
    for (int y = 0; y < kSize.height_px; ++y)
        for (int x = 0; x < kSize.width_px; ++x) {
            double lowest = HUGE_VAL, highest = -HUGE_VAL;
            bool is_inside = true;
            for (int k = 0; k < 9; ++k) {
                const Vec2 at = at_still_level(frame.camera, x + 0.5 + slack_px * (k % 3 - 1),
                                               y + 0.5 + slack_px * (k / 3 - 1));
                is_inside = is_inside && at.x > 0.0 && at.y > 0.0 && at.x < size_m && at.y < size_m;
                lowest = std::min(lowest, bed_m(at.x, at.y));
                highest = std::max(highest, bed_m(at.x, at.y));
            }
            if (!is_inside || (lowest <= 0.0 && highest >= 0.0)) continue;
            ++errors.judged;
            const bool has = is_water[std::size_t(y * kSize.width_px + x)];
            if (highest < 0.0 && !has) ++errors.missing;
            if (lowest > 0.0 && has) ++errors.too_much;
        }
    return errors;
}

class BedPicture : public SharedEasel {
protected:
    BedPicture() { easel().painter().set_quality({}); }
    WaterOnBed water;
};

// Beaches are planes, which cells hold exactly: what is left is the rounding of a pixel and of the
// mesh, one pixel and a half together. At every quality: the shore does not follow the mesh.
TEST_F(BedPicture, TheShoreIsWhereLevelAndBedMeet) {
    for (const double lean : {0.0, 0.06, -0.1}) {
        const auto beach = [&](double x_m, double y_m) {
            return 0.15 * (x_m - 7.03) + lean * (y_m - 6.0);
        };
        water.fill(beach, still);
        for (const Place place : {Place::Shore, Place::Tank, Place::Ocean})
            for (const Quality& quality : {Quality::low(), Quality{}}) {
                easel().painter().set_quality(quality);
                const ShoreErrors errors = shore_errors(easel(), water.frame(place), beach, 1.5);
                EXPECT_GT(errors.judged, 10'000);
                EXPECT_EQ(errors.missing, 0) << "place " << int(place) << ", lean " << lean;
                EXPECT_EQ(errors.too_much, 0) << "place " << int(place) << ", lean " << lean;
            }
    }
}

TEST_F(BedPicture, LandWithoutWaterHasNone) {
    water.fill([](double, double) { return 0.0; }, still);
    for (const Place place : {Place::Shore, Place::Pond, Place::Pool, Place::Tank})
        EXPECT_EQ(std::ranges::count(water_pixels(easel(), water.frame(place)), true), 0)
            << "place " << int(place);
}

// A step of water on a level bed ends in the first dry cell.
TEST_F(BedPicture, AFrontEndsInTheFirstDryCell) {
    constexpr double kFront_m = 5.0;
    water.fill(still, [](double x_m, double) { return x_m < kFront_m ? 0.5 : 0.0; });
    const Frame frame = water.frame(Place::Shore);
    const std::vector<bool> is_water = water_pixels(easel(), frame);
    int before = 0, beyond = 0;
    for (int y = 0; y < kSize.height_px; ++y)
        for (int x = 0; x < kSize.width_px; ++x) {
            if (!is_water[std::size_t(y * kSize.width_px + x)]) continue;
            const Vec2 at = at_still_level(frame.camera, x + 1.0, y);
            // Over the bed, behind which nothing of the water can be.
            (at.x < kFront_m + water.cell_m ? before : beyond) += 1;
        }
    EXPECT_GT(before, 3'000);
    // The front seen against the land behind it: 0.5 m high, which is some 30 rows of each column.
    EXPECT_LT(beyond, before / 3);
}

// To the bit: no cell of still water slopes, and beside land its level goes on.
TEST_F(BedPicture, StillWaterIsLevelUpToTheShore) {
    water.fill(rough_bed, still);
    easel().draw(water.frame(Place::Shore), {1, 1});
    const Pixels surface = pixels_of(easel().painter().resources().maps.surface);
    int wet = 0, beside = 0;
    for (int j = 1; j + 1 < water.cells; ++j)
        for (int i = 1; i + 1 < water.cells; ++i) {
            const auto bed_m = [&](int di, int dj) {
                return water.bed[std::size_t((j + dj) * water.cells + i + di)];
            };
            // A film thinner than a millimetre counts as land.
            const bool is_beside = bed_m(1, 0) < -1e-3f || bed_m(0, 1) < -1e-3f ||
                                   bed_m(-1, 0) < -1e-3f || bed_m(0, -1) < -1e-3f;
            const auto [level, slope_x, slope_y, depth] = surface.at(i, j);
            if (bed_m(0, 0) < -1e-3f) {
                ++wet;
                ASSERT_EQ(level, 0.0f);
                ASSERT_EQ(slope_x, 0.0f);
                ASSERT_EQ(slope_y, 0.0f);
                ASSERT_EQ(depth, -bed_m(0, 0));
            } else if (bed_m(0, 0) > 0.0f && is_beside) {
                ++beside;
                ASSERT_EQ(level, 0.0f);
                ASSERT_EQ(depth, -bed_m(0, 0));
            }
        }
    EXPECT_GT(wet, 5'000);
    EXPECT_GT(beside, 300);
}

Pixels drawn_alone(const Frame& frame, PictureSize size) {
    Easel easel;
    return easel.light(frame, size);
}

TEST(BedPictures, RepeatToTheBit) {
    WaterOnBed water;
    water.fill(rough_bed, still);
    constexpr Place kPlaces[] = {Place::Pool, Place::Pond, Place::Ocean, Place::Tank, Place::Shore};
    const auto wavy = [&](Place place) {
        Frame frame = water.frame(place);
        frame.look.detail = Detail::Ocean;
        return frame;
    };
    std::vector<Pixels> alone;
    for (const Place place : kPlaces) {
        alone.push_back(drawn_alone(wavy(place), {96, 54}));
        EXPECT_TRUE(alone.back().is_finite());
    }
    Easel easel;
    WaterForPicture flat;
    for (std::size_t k = 0; k < std::size(kPlaces); ++k) {
        // What other places and a level floor left behind changes nothing.
        easel.draw(flat.frame(Place::Pond), {20, 20});
        easel.draw(flat.frame(kPlaces[k]), {20, 20});
        for (int again = 0; again < 2; ++again)
            EXPECT_EQ(easel.light(wavy(kPlaces[k]), {96, 54}).rgba, alone[k].rgba)
                << "place " << int(kPlaces[k]);
    }
}

TEST(BedPictures, OfANewRevisionShowTheNewBed) {
    WaterOnBed water, moved;
    water.fill(rough_bed, still);
    moved.fill([](double x_m, double y_m) { return rough_bed(x_m + 2.0, y_m); }, still);
    const Frame after = moved.frame(Place::Shore);
    const Pixels alone = drawn_alone(after, {64, 36});
    Easel easel;
    EXPECT_NE(easel.light(water.frame(Place::Shore), {64, 36}).rgba, alone.rgba);
    EXPECT_EQ(easel.light(after, {64, 36}).rgba, alone.rgba);
}

TEST_F(BedPicture, ABedOfOtherCellsThanTheWaterIsRefused) {
    water.fill(rough_bed, still);
    Frame frame = water.frame(Place::Shore);
    frame.ground.bed.nx = 60;
    const auto good = check_picture(frame, kSize);
    ASSERT_FALSE(good);
    EXPECT_EQ(good.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(good.error().message.find("Frame::ground.bed"), std::string::npos);
}

// From a basin on a desk to a valley: the same land, another scale, much the same picture.
TEST_F(BedPicture, FitsAnyScale) {
    for (const double scale : {0.01, 1.0, 1000.0}) {
        water.cell_m = 0.1 * scale;
        water.fill([&](double x, double y) { return scale * rough_bed(x / scale, y / scale); },
                   still);
        Frame frame = water.frame(Place::Shore);
        for (Vec3* const point : {&frame.camera.eye_m, &frame.camera.target_m})
            *point = scale * *point;
        const std::vector<bool> is_water = water_pixels(easel(), frame);
        const double share = double(std::ranges::count(is_water, true)) / double(is_water.size());
        EXPECT_NEAR(share, 0.47, 0.05) << "scale " << scale;
        EXPECT_TRUE(easel().light(frame, kSize).is_finite());
    }
}

}  // namespace
}  // namespace tarn::render
