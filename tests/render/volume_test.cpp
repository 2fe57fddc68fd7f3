// Pictures of water in a volume: against Fresnel's and Snell's laws, smooth where the water is, and
// with numbers in every pixel.
#include "render/frame_check.hpp"
#include "render/splats.hpp"
#include "render/volume_field.hpp"
#include "scenery/liquids.hpp"
#include "support/drawing.hpp"
#include "support/volume_shapes.hpp"

namespace tarn::render {
namespace {

constexpr double kIndex = 1.333;  // of water

/// Share of unpolarised light that is mirrored where air meets water.
double reflectance(double angle_rad) {
    const double ci = std::cos(angle_rad), ct = std::cos(std::asin(std::sin(angle_rad) / kIndex));
    const double s = (ci - kIndex * ct) / (ci + kIndex * ct);
    const double p = (kIndex * ci - ct) / (kIndex * ci + ct);
    return 0.5 * (s * s + p * p);
}

double lost_per_m() {
    const auto optics = scenery::optics_of(Liquid::Water);
    return double(optics.absorbed[1] + optics.scattered[1]);
}

double light_in_the_middle(Easel& easel, const Frame& frame) {
    return double(easel.light(frame, {9, 9}).at(4, 4)[1]);
}

/// A box of 20 m by 20 m by 10 m, half full and still.
VolumeForPicture half_full() {
    VolumeForPicture water{.nx = 40, .ny = 40, .nz = 20, .cell_m = 0.5};
    water.fill([](double, double, double z) { return z - 5.0; });
    return water;
}

Camera camera_on(Vec3 at_m, double angle_rad, double away_m, double fov_deg) {
    return {{at_m.x - away_m * std::sin(angle_rad), at_m.y, at_m.z + away_m * std::cos(angle_rad)},
            at_m,
            fov_deg};
}

TEST(VolumePicture, StillWaterMirrorsTheShareOfTheSkyThatFresnelsFormulaGives) {
    Easel easel;
    easel.painter().set_sky(even_sky(1.0f));
    const VolumeForPicture water = half_full();
    // The floor has no light, so that the mirrored sky is all there is.
    for (const double angle_deg : {0.0, 45.0, 70.0}) {
        Frame frame = water.frame();
        frame.camera = camera_on({10.0, 10.0, 5.0}, angle_deg * kDegree, 2.0, 1.0);
        const double expected = reflectance(angle_deg * kDegree);
        const double seen = light_in_the_middle(easel, frame);
        std::printf("%2.0f degrees: %.5f, exact %.5f\n", angle_deg, seen, expected);
        // Half precision of the picture rounds by 0.05 %; the surface is found within 1/500 of a
        // cell and is level, so the angle is exact.
        EXPECT_NEAR(seen, expected, 0.01 * expected) << angle_deg << " degrees";
    }
}

TEST(VolumePicture, ASlabOfWaterLetsThroughWhatAllItsBouncesAddUpTo) {
    // A wall of water, 2 m thick, seen through at an upward slant: of a sky of radiance 1 come the
    // mirrored share and, after any number of bounces between the panes, the rest.
    Easel easel;
    easel.painter().set_sky(even_sky(1.0f));
    VolumeForPicture water{.nx = 8, .ny = 80, .nz = 80, .cell_m = 0.25};
    water.values.assign(std::size_t(8 * 80 * 80), 1.0f);
    Frame frame = water.frame();
    easel.painter().set_quality(Quality::high());
    for (const double angle_deg : {25.0, 40.0}) {
        const double angle = angle_deg * kDegree;
        frame.camera = {
            {-3.0 * std::cos(angle), 10.0, 5.0 - 3.0 * std::sin(angle)}, {0.0, 10.0, 5.0}, 1.0};
        const double mirrored = reflectance(angle);
        const double way_m = 2.0 / std::cos(std::asin(std::sin(angle) / kIndex));
        const double passes = std::exp(-lost_per_m() * way_m);
        const double expected =
            mirrored + (1.0 - mirrored) * (1.0 - mirrored) * passes / (1.0 - mirrored * passes);
        const double seen = light_in_the_middle(easel, frame);
        std::printf("%2.0f degrees: %.5f, exact %.5f\n", angle_deg, seen, expected);
        // Bounces of less than 1 % of the light go with the others, unabsorbed.
        EXPECT_NEAR(seen, expected, 0.01) << angle_deg << " degrees";
        EXPECT_LT(seen, 1.0);
    }
}

/// Where a ray from the eye to a point below passes the surface, as way along x from the eye; by
/// halving, from Snell's law alone.
double passes_at(double height_m, double depth_m, double way_m) {
    double near = 0.0, far = way_m;
    for (int k = 0; k < 60; ++k) {
        const double s = 0.5 * (near + far);
        const double above = std::atan2(s, height_m), below = std::atan2(way_m - s, depth_m);
        (std::sin(above) < kIndex * std::sin(below) ? near : far) = s;
    }
    return 0.5 * (near + far);
}

TEST(VolumePicture, ShowsTheEdgeOfABodyWhereSnellsLawPutsIt) {
    Easel easel;
    easel.painter().set_sky(even_sky(0.0f, {0.0, 0.0, 1.0}, {}, {1.0f, 1.0f, 1.0f}));
    const VolumeForPicture water = half_full();
    constexpr double kTop_m = 1.0, kEdge_m = 12.0;
    const BodyView slab{.shape = BodyView::Shape::Box,
                        .at_m = {kEdge_m + 3.0, 10.0, 0.5 * kTop_m},
                        .size_m = {6.0, 8.0, kTop_m},
                        .colour = {0.02f, 0.9f, 0.02f}};
    Frame frame = water.frame();
    frame.bodies = std::span(&slab, 1);
    constexpr PictureSize kSize = {9, 360};
    for (const double angle_deg : {20.0, 45.0}) {
        const double angle = angle_deg * kDegree;
        const double way_m = 4.0 * std::tan(std::asin(std::sin(angle) / kIndex));
        frame.camera = camera_on({kEdge_m - way_m - 0.02, 10.0, 5.0}, angle, 3.0, 8.0);
        const Camera& camera = frame.camera;
        const double at_m =
            camera.eye_m.x + passes_at(camera.eye_m.z - 5.0, 4.0, kEdge_m - camera.eye_m.x);
        const double forward =
            std::atan2(camera.target_m.z - camera.eye_m.z, camera.target_m.x - camera.eye_m.x);
        const double toward = std::atan2(5.0 - camera.eye_m.z, at_m - camera.eye_m.x);
        const double up = std::tan(toward - forward) / std::tan(0.5 * camera.fov_deg * kDegree);
        const double expected = 0.5 * (1.0 + up) * kSize.height_px - 0.5;
        const Pixels light = easel.light(frame, kSize);
        // The top of the slab is seven eighths green; its shaded side is less so.
        int row = 0;
        while (row < kSize.height_px - 1 && light.at(4, row)[1] < 4.5f * light.at(4, row)[2]) ++row;
        std::printf("%2.0f degrees: edge at row %.1f, by Snell's law %.2f\n", angle_deg, row - 0.5,
                    expected);
        EXPECT_NEAR(row - 0.5, expected, 1.0) << angle_deg << " degrees";
    }
}

/// Sunlight of the map summed over its area, for an irradiance of 1 from straight above.
double light_on_the_floor(Easel& easel, const Frame& frame, double& area_m2) {
    const Pixels map = easel.caustics(frame);
    const Float4 rect = easel.painter().resources().block.caustic_rect;
    area_m2 = double(rect[2] - rect[0]) * double(rect[3] - rect[1]);
    double sum = 0.0;
    for (const auto& texel : map.rgba) sum += double(texel[1]);
    return sum * area_m2 / double(map.rgba.size());
}

TEST(VolumePicture, TheFloorGetsTheLightThatTheWaterDoesNotKeep) {
    Easel easel;
    easel.painter().set_sky(even_sky(0.0f, {0.0, 0.0, 1.0}, {1.0f, 1.0f, 1.0f}));
    VolumeForPicture water = half_full();
    double area_m2 = 0.0;
    const double still = light_on_the_floor(easel, water.frame(), area_m2);
    const double enters = (1.0 - reflectance(0.0)) * std::exp(-5.0 * lost_per_m());
    const double expected = area_m2 - 400.0 * (1.0 - enters);
    std::printf("still water: %.1f of %.1f m2, exact %.1f\n", still, area_m2, expected);
    // Triangles across the border of the water take a mean of both sides: some 1 % of the area.
    EXPECT_NEAR(still, expected, 0.02 * area_m2);
    // A lens moves light, but takes no more away than it absorbs and mirrors; what is mirrored
    // inside and leaves again is lost to the floor.
    water.fill([](double x, double y, double z) { return ball(x - 10, y - 10, z - 5, 4.0); });
    const double lens = light_on_the_floor(easel, water.frame(), area_m2);
    std::printf("a ball: %.1f of %.1f m2\n", lens, area_m2);
    EXPECT_LT(lens, area_m2);
    EXPECT_GT(lens, area_m2 - 0.6 * std::numbers::pi * 16.0);
}

TEST(VolumePicture, ABallOfWaterHasASmoothOutline) {
    // Milk in the light of the sky alone, before a black sky.
    Easel easel;
    easel.painter().set_sky(even_sky(0.0f, {0.0, 0.0, 1.0}, {}, {1.0f, 1.0f, 1.0f}));
    VolumeForPicture water{.nz = 64};
    constexpr double kRadius_m = 0.3;
    water.fill(
        [](double x, double y, double z) { return ball(x - 0.51, y - 0.49, z - 1.5, kRadius_m); });
    Frame frame = water.frame();
    frame.look.liquid = Liquid::Milk;
    frame.camera = {{0.51, -3.0, 0.05}, {0.51, 0.49, 1.5}, 12.0};
    constexpr PictureSize kSize = {240, 240};
    const Pixels light = easel.light(frame, kSize);
    const double away_m = length(frame.camera.target_m - frame.camera.eye_m);
    const double px_per_m = 0.5 * kSize.height_px / std::tan(0.5 * 12.0 * kDegree);
    const double expected_px = px_per_m * std::tan(std::asin(kRadius_m / away_m));
    const double cell_px = px_per_m * water.cell_m / away_m;
    double least = 1e9, most = 0.0;
    for (int angle = 0; angle < 360; ++angle) {
        const double c = std::cos(angle * kDegree), s = std::sin(angle * kDegree);
        double r = 60.0;
        for (; r < 119.0; r += 0.25)
            if (light.at(int(120.0 + r * c), int(120.0 + r * s))[1] < 0.04f) break;
        least = std::min(least, r);
        most = std::max(most, r);
    }
    std::printf("radius %.2f to %.2f pixels, exact %.2f; a cell has %.2f\n", least, most,
                expected_px, cell_px);
    // A pixel, and 0.15 of a cell: 0.04 is what the smoothed shares of a plane may be off
    // (volume_field.cpp), the rest the curvature that smoothing takes away.
    EXPECT_NEAR(least, expected_px, 1.0 + 0.15 * cell_px);
    EXPECT_NEAR(most, expected_px, 1.0 + 0.15 * cell_px);
}

TEST(VolumePicture, EveryPixelHasALightOfTheDay) {
    Easel easel;
    VolumeForPicture water;
    const VolumeForPicture::Shape shapes[] = {falling_ball, dam_tongue, thin_sheet};
    for (const Place place : {Place::Tank, Place::Pool})
        for (const auto& shape : shapes) {
            water.fill(shape);
            Frame frame = water.frame();
            frame.look.place = place;
            if (place == Place::Pool) frame.camera.eye_m.z = 2.5;
            const Pixels light = easel.light(frame, {160, 90});
            ASSERT_TRUE(light.is_finite());
            int dark = 0, glaring = 0;
            for (const auto& pixel : light.rgba) {
                const float least = std::min({pixel[0], pixel[1], pixel[2]});
                dark += least < 1e-3f;
                // The sun in a mirror has some 180 times its irradiance, which is below 10.
                glaring += std::max({pixel[0], pixel[1], pixel[2]}) > 2000.0f;
            }
            EXPECT_EQ(dark, 0);
            EXPECT_EQ(glaring, 0);
        }
}

TEST(VolumePicture, EmptyAndFullBoxesAreDrawn) {
    Easel easel;
    VolumeForPicture water{.nx = 5, .ny = 7, .nz = 6};
    const DropView drop{.at_m = {0.08, -0.05, 0.1}, .radius_m = 0.02};
    for (const float fill : {0.0f, 1.0f, std::nanf("")}) {
        water.values.assign(5 * 7 * 6, fill);
        Frame frame = water.frame();
        const Pixels without = easel.light(frame, {64, 36});
        EXPECT_TRUE(without.is_finite());
        frame.drops = {&drop, 1};
        const Pixels with = easel.light(frame, {64, 36});
        EXPECT_TRUE(with.is_finite());
        EXPECT_NE(with.rgba, without.rgba) << "a drop before the box is seen";
    }
}

TEST(VolumePicture, AnEyeInTheWaterSeesTheSkyOverIt) {
    Easel easel;
    easel.painter().set_sky(even_sky(1.0f));
    const VolumeForPicture water = half_full();
    Frame frame = water.frame();
    frame.camera = {{10.0, 10.0, 4.0}, {10.0, 10.001, 5.0}, 1.0};
    const double expected = (1.0 - reflectance(0.0)) * std::exp(-lost_per_m());
    EXPECT_NEAR(light_in_the_middle(easel, frame), expected, 0.01 * expected);
}

// Dye in the western half, as dense as it gets, next to clear water.
TEST(VolumePicture, DyeDarkensItsPartOfTheWaterInItsColour) {
    Easel easel;
    easel.painter().set_sky(
        even_sky(0.0f, {0.0, 0.6, 0.8}, {1.0f, 1.0f, 1.0f}, {1.0f, 1.0f, 1.0f}));
    VolumeForPicture water{.nx = 32, .ny = 16, .nz = 16};
    water.fill([](double, double, double z) { return z - 0.6; });
    std::vector<float> dye(water.values.size());
    for (std::size_t n = 0; n < dye.size(); ++n) dye[n] = n % 32 < 16 ? 1.0f : 0.0f;
    Frame frame = water.frame();
    const VolumeView& box = frame.water.volume;
    const double width_m = box.nx * box.cell_m,
                 middle_m = box.origin_m.y + 0.5 * box.ny * box.cell_m;
    frame.camera = {{box.origin_m.x + 0.5 * width_m, middle_m, 8.0},
                    {box.origin_m.x + 0.5 * width_m, middle_m + 0.001, 0.0},
                    12.0};
    constexpr PictureSize kSize = {96, 54};
    const Pixels clear = easel.light(frame, kSize);
    frame.water.volume.dye = dye;
    frame.water.volume.dye_colour = {0.5, 0.02, 0.02};
    const Pixels dyed = easel.light(frame, kSize);
    const auto west = dyed.at(44, 27), east = dyed.at(52, 27), was_west = clear.at(44, 27),
               was_east = clear.at(52, 27);
    EXPECT_LT(west[1], 0.6f * was_west[1]) << "it takes green";
    EXPECT_GT(west[0], 2.0f * west[1]) << "and is red";
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(east[k], was_east[k], 0.02f * was_east[k]) << k;
    // What is no number is no dye.
    std::ranges::fill(dye, std::nanf(""));
    EXPECT_EQ(easel.light(frame, kSize).rgba, clear.rgba);
    frame.water.volume.dye = std::span(dye).first(10);
    const auto refused = check_picture(frame, kSize);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("dye"), std::string::npos) << refused.error().message;
}

TEST(VolumePicture, ViewsShowCellsAndSpeeds) {
    Easel easel;
    VolumeForPicture water;
    water.fill(falling_ball);
    Frame frame = water.frame();
    frame.camera = {{0.5, -2.0, 0.5}, {0.5, 0.5, 0.5}, 30.0};
    constexpr PictureSize kSize = {120, 120};
    frame.look.view = ViewMode::Cells;
    const auto in_the_pool = easel.light(frame, kSize).at(60, 22);
    EXPECT_GT(in_the_pool[2], 3.0f * in_the_pool[0]) << "full cells are blue";
    // Slow in the west, fast in the east.
    std::vector<float> speed(water.values.size());
    for (std::size_t n = 0; n < speed.size(); ++n) speed[n] = n % 32 < 16 ? 0.0f : 1.0f;
    frame.look.view = ViewMode::Speed;
    frame.look.view_range = {0.0, 1.0};
    frame.water.volume.speed = speed;
    const Pixels slice = easel.light(frame, kSize);
    const auto slow = slice.at(40, 25), fast = slice.at(80, 25);
    EXPECT_GT(fast[0] + fast[1], 2.0f * (slow[0] + slow[1])) << "fast water is bright";
    // Air over the pool is not coloured: it shows the same as without speeds.
    frame.water.volume.speed = {};
    EXPECT_EQ(slice.at(20, 90), easel.light(frame, kSize).at(20, 90));
}

TEST(Splats, StandWhereALevelSurfaceEndsAndPointUp) {
    // Four layers of water, the top one half full, under air.
    VolumeForPicture water{.nx = 6, .ny = 5, .nz = 8, .cell_m = 0.1};
    for (int k = 0; k < 8; ++k)
        water.values.insert(water.values.end(), 30, k < 3 ? 1.0f : k == 3 ? 0.6f : 0.0f);
    const auto surface = make_splats(water.view(), SplatCells::Surface);
    ASSERT_EQ(surface.size(), 30u) << "the top layer has air beside it, the others do not";
    for (const Splat& splat : surface) {
        // A gradient along z alone, to rounding of sums of 26 floats.
        EXPECT_NEAR(splat.out_z, 1.0f, 1e-6f);
        EXPECT_NEAR(splat.z_m, 0.36f, 1e-6f) << "three cells and six tenths of one";
    }
    EXPECT_EQ(make_splats(water.view(), SplatCells::Water).size(), 120u);
    // A cell that holds a fifth or less is air.
    for (float& fill : water.values)
        if (fill == 0.6f) fill = 0.2f;
    EXPECT_EQ(make_splats(water.view(), SplatCells::Water).size(), 90u);
}

TEST(Splats, KnowNoAirInSolids) {
    VolumeForPicture water{.nx = 3, .ny = 3, .nz = 3, .cell_m = 1.0};
    water.values.assign(27, 1.0f);
    water.values[13] = 0.0f;
    EXPECT_EQ(make_splats(water.view(), SplatCells::Surface).size(), 26u);
    std::vector<std::uint8_t> solid(27, 0);
    solid[13] = 1;
    VolumeView view = water.view();
    view.solid = solid;
    EXPECT_TRUE(make_splats(view, SplatCells::Surface).empty());
    EXPECT_EQ(make_splats(view, SplatCells::Water).size(), 26u);
}

TEST(VolumePicture, SplatsCoverTheWaterAndNothingElse) {
    Easel easel;
    VolumeForPicture water;
    water.fill(falling_ball);
    Frame frame = water.frame();
    frame.camera = {{0.5, -2.0, 0.5}, {0.5, 0.5, 0.5}, 30.0};
    constexpr PictureSize kSize = {120, 120};
    const VolumeForPicture dry{.values = std::vector<float>(water.values.size(), 0.0f)};
    Frame empty = dry.frame();
    empty.camera = frame.camera;
    for (const ViewMode view : {ViewMode::Splats, ViewMode::SurfaceSplats}) {
        frame.look.view = empty.look.view = view;
        const Pixels with = easel.light(frame, kSize), without = easel.light(empty, kSize);
        EXPECT_TRUE(with.is_finite());
        const auto in_the_ball = with.at(60, 74);
        EXPECT_GT(in_the_ball[2], 1.2f * in_the_ball[0]) << "discs are blue";
        // Air beside the ball shows what is behind it.
        EXPECT_EQ(with.at(20, 90), without.at(20, 90));
    }
}

TEST(VolumePicture, RefusesFieldsOfAnotherSizeByName) {
    Easel easel;
    VolumeForPicture water{.nx = 4, .ny = 4, .nz = 4};
    water.values.assign(64, 1.0f);
    const std::vector<float> few(63, 0.0f);
    const std::vector<std::uint8_t> marks(63, 0);
    const auto message = [&](const auto& change) {
        Frame frame = water.frame();
        change(frame.water.volume);
        const auto drawn = easel.painter().draw(frame, 0, {8, 8}, [](const char*) {});
        EXPECT_FALSE(drawn);
        return drawn ? std::string() : drawn.error().message;
    };
    EXPECT_EQ(message([&](VolumeView& v) { v.fill = few; }),
              "Frame::water.volume.fill has 63 values; the volume has 4 by 4 by 4 cells and needs "
              "64");
    EXPECT_NE(message([&](VolumeView& v) { v.speed = few; }).find("volume.speed has 63"),
              std::string::npos);
    EXPECT_NE(message([&](VolumeView& v) { v.solid = marks; }).find("volume.solid has 63"),
              std::string::npos);
    EXPECT_NE(message([&](VolumeView& v) { v.nz = 1; }).find("at least 2"), std::string::npos);
    EXPECT_NE(message([&](VolumeView& v) { v.cell_m = 0.0; }).find("cell_m is 0"),
              std::string::npos);
}

/// Height of the surface over the floor in cells, along a column of the field.
double surface_cells(const VolumeField& field, int nx, int ny, int nz, int i, int j) {
    const auto at = [&](int k) {
        return double(to_float(field.shape()[std::size_t((k * ny + j) * nx + i)]));
    };
    for (int k = nz; k > 0; --k)
        if (at(k - 1) > 0.5 && at(k) <= 0.5)
            return k - 1.5 + (at(k - 1) - 0.5) / (at(k - 1) - at(k));
    return -1.0;
}

TEST(VolumeField, KeepsTheHeightOfFilmsAndPools) {
    VolumeForPicture water{.nx = 8, .ny = 8, .nz = 8, .cell_m = 1.0};
    VolumeField field;
    for (const double height : {0.4, 0.7, 1.0, 2.25, 2.5, 2.75, 6.0}) {
        water.fill([&](double, double, double z) { return z - height; }, 20);
        field.make(water.view(), {});
        // By weights of 1/4, 1/2, 1/4 a level is off by 0.04 of a cell at most.
        EXPECT_NEAR(surface_cells(field, 8, 8, 8, 3, 3), height, 0.05);
    }
}

TEST(VolumeField, KeepsDropsAndSheetsOfOneCell) {
    VolumeForPicture water{.nx = 9, .ny = 9, .nz = 9, .cell_m = 1.0};
    water.values.assign(9 * 9 * 9, 0.0f);
    water.values[(4 * 9 + 4) * 9 + 4] = 1.0f;
    VolumeField field;
    field.make(water.view(), {});
    EXPECT_GT(surface_cells(field, 9, 9, 9, 4, 4), 4.5);
    for (std::size_t n = 0; n < 81; ++n) water.values[4 * 81 + n] = 0.5f;
    water.values[4 * 81 + 40] = 0.5f;
    field.make(water.view(), {});
    EXPECT_GT(surface_cells(field, 9, 9, 9, 4, 4), 4.5);
    EXPECT_LT(surface_cells(field, 9, 9, 9, 4, 4), 5.5);
}

TEST(VolumeField, ContinuesWaterIntoSolids) {
    VolumeForPicture water{.nx = 12, .ny = 12, .nz = 12, .cell_m = 1.0};
    water.fill([](double, double, double z) { return z - 6.0; });
    const BodyView post{
        .shape = BodyView::Shape::Box, .at_m = {6.0, 6.0, 6.0}, .size_m = {2.0, 2.0, 12.0}};
    VolumeField field;
    field.make(water.view(), {});
    const double without = surface_cells(field, 12, 12, 12, 4, 5);
    // As a solver leaves it: no water in the cells of the solid.
    for (int k = 0; k < 12; ++k)
        for (const int n : {5 * 12 + 5, 5 * 12 + 6, 6 * 12 + 5, 6 * 12 + 6})
            water.values[std::size_t(k * 144 + n)] = 0.0f;
    field.make(water.view(), std::span(&post, 1));
    EXPECT_NEAR(surface_cells(field, 12, 12, 12, 4, 5), without, 0.01);
    EXPECT_NEAR(surface_cells(field, 12, 12, 12, 5, 5), without, 0.35);
    // The same by a mask.
    std::vector<std::uint8_t> solid(water.values.size(), 0);
    for (std::size_t n = 0; n < solid.size(); ++n) {
        const std::size_t i = n % 12, j = n / 12 % 12;
        solid[n] = (i == 5 || i == 6) && (j == 5 || j == 6);
    }
    const std::vector<Half> by_bodies(field.shape().begin(), field.shape().end());
    VolumeView view = water.view();
    view.solid = solid;
    field.make(view, {});
    for (std::size_t n = 0; n < by_bodies.size(); ++n)
        ASSERT_EQ(field.shape()[n].bits, by_bodies[n].bits);
    // A mask knows the solids of the water; bodies move, and are marked besides.
    BodyView afloat = post;
    afloat.number = 0;
    std::ranges::fill(solid, std::uint8_t(0));
    field.make(view, std::span(&afloat, 1));
    for (std::size_t n = 0; n < by_bodies.size(); ++n)
        ASSERT_EQ(field.shape()[n].bits, by_bodies[n].bits);
}

}  // namespace
}  // namespace tarn::render
