// Faults that a look at a finished picture found, each as a number that was far off while it
// showed.
#include "support/drawing.hpp"
#include <tarn/world.hpp>

namespace tarn::render {
namespace {

int channel(const Picture& picture, int x, int y, int c) {
    return picture.rgb[std::size_t(3 * (y * picture.size.width_px + x) + c)];
}

/// How far a pixel is from blue towards yellow and green.
int yellow(const Picture& picture, int x, int y) {
    return std::min(channel(picture, x, y, 0), channel(picture, x, y, 1)) -
           channel(picture, x, y, 2);
}

double brightness(const std::array<float, 4>& light) {
    return double(light[0]) + double(light[1]) + double(light[2]);
}

TEST(Artefacts, ThePondHasNoYellowDashesOnItsCrests) {
    const Offscreen context = got(Offscreen::create());
    Renderer renderer = got(Renderer::create());
    World world = got(World::from_scene("pond", {.backend = Backend::Cpu}));
    got(world.step(0.9));
    const Frame frame = got(world.frame());
    constexpr PictureSize kSize = {640, 360};
    for (const Quality& quality : {Quality::low(), Quality{}}) {
        renderer.set_quality(quality);
        const Picture picture = got(renderer.draw_picture(frame, kSize));
        int dashes = 0;
        // Below the far shore: a dash differs in hue from what is two pixels above and below it.
        for (int y = 162; y < kSize.height_px - 2; ++y)
            for (int x = 0; x < kSize.width_px; ++x)
                dashes += yellow(picture, x, y) - 35 >
                          std::max(yellow(picture, x, y - 2), yellow(picture, x, y + 2));
        std::printf("%d pixels of dashes\n", dashes);
        // Stones under water leave up to 10; thin mirrored rays made more than 200.
        EXPECT_LT(dashes, 40);
    }
}

/// A cliff over all of the water: its height grows with the distance along `uphill`. Water lies on
/// it as a film up to the height `wet_m`.
struct Cliff {
    int cells = 100;
    double cell_m = 0.1, slope = 1.5;
    Vec2 uphill = {1.0, 0.0};
    double wet_m = 0.0, film_m = 0.004;
    std::vector<float> bed = {}, level = {};

    Frame frame() {
        for (int j = 0; j < cells; ++j)
            for (int i = 0; i < cells; ++i) {
                const double x_m = (i + 0.5 - 0.5 * cells) * cell_m;
                const double y_m = (j + 0.5 - 0.5 * cells) * cell_m;
                const double z_m = slope * (uphill.x * x_m + uphill.y * y_m);
                bed.push_back(float(z_m));
                level.push_back(float(z_m < wet_m ? z_m + film_m : z_m));
            }
        Frame frame;
        frame.water.level = {level.data(), cells, cells, cells};
        frame.water.nx = frame.water.ny = cells;
        frame.water.cell_m = cell_m;
        frame.water.still_level_m = -0.5 * slope * cell_m * cells;
        frame.ground.bed = {bed.data(), cells, cells, cells};
        frame.ground.bed_m = double(std::ranges::min(bed));
        static std::uint64_t cliffs = 0;
        frame.ground.revision = ++cliffs;
        frame.look.place = Place::Shore;
        frame.look.detail = Detail::None;
        frame.light.clouds = 0.0;
        frame.light.height_deg = 80.0;
        // Straight towards the face, from far away: nearly a parallel projection.
        const double middle_m = 0.5 * cells * cell_m, away_m = 60.0;
        const double norm = std::sqrt(1.0 + slope * slope);
        const Vec3 normal = {-slope * uphill.x / norm, -slope * uphill.y / norm, 1.0 / norm};
        frame.camera = {
            {middle_m + away_m * normal.x, middle_m + away_m * normal.y, away_m * normal.z},
            {middle_m, middle_m, 0.0},
            4.0};
        return frame;
    }
};

/// Shortest over longest change of brightness in any direction, from the structure tensor: 1 for a
/// pattern that is the same all around, near 0 for streaks.
double evenness(const Pixels& face) {
    double xx = 0.0, yy = 0.0, xy = 0.0;
    for (int y = 20; y < face.height - 20; ++y)
        for (int x = 20; x < face.width - 20; ++x) {
            const double gx = brightness(face.at(x + 2, y)) - brightness(face.at(x - 2, y));
            const double gy = brightness(face.at(x, y + 2)) - brightness(face.at(x, y - 2));
            xx += gx * gx;
            yy += gy * gy;
            xy += gx * gy;
        }
    const double middle = 0.5 * (xx + yy), apart = std::hypot(0.5 * (xx - yy), xy);
    return std::sqrt((middle - apart) / (middle + apart));
}

TEST(Artefacts, RockIsNotStretchedOnCliffs) {
    Easel easel;
    for (const Vec2 uphill : {Vec2{1.0, 0.0}, Vec2{0.0, 1.0}, Vec2{0.8, -0.6}}) {
        Cliff cliff = {.slope = 2.5, .uphill = uphill, .wet_m = -1e3};
        const double even = evenness(easel.light(cliff.frame(), {160, 160}));
        std::printf("cliff towards %.1f %.1f: %.2f even\n", uphill.x, uphill.y, even);
        EXPECT_GT(even, 0.6);
    }
}

TEST(Artefacts, TheEdgeOfAFilmOnACliffIsSmootherThanTheCells) {
    // Aslant to the cells: each row of them ends at another place.
    Cliff wet = {.uphill = {0.9285, 0.3714}}, dry = wet;
    dry.wet_m = -1e3;
    Easel easel;
    const Pixels wet_face = easel.light(wet.frame(), {200, 200});
    const Pixels dry_face = easel.light(dry.frame(), {200, 200});
    // Per column, how much of it is wet. The edge is a level line across the picture.
    std::vector<double> wet_px;
    for (int x = 20; x < 180; ++x) {
        double sum = 0.0;
        for (int y = 50; y < 150; ++y)
            sum += 1.0 - brightness(wet_face.at(x, y)) / brightness(dry_face.at(x, y));
        wet_px.push_back(sum / 0.34);
    }
    double rough_px = 0.0;
    for (std::size_t k = 1; k < wet_px.size(); ++k) rough_px += std::abs(wet_px[k] - wet_px[k - 1]);
    const double apart_px = std::ranges::max(wet_px) - std::ranges::min(wet_px);
    std::printf("the edge wanders by %.1f pixels, %.0f in all\n", apart_px, rough_px);
    // A cell is 8.6 pixels high. The spline leaves 0.43 of a stair that goes up a cell in 2.5
    // cells; drawn cell by cell it wandered by 11 pixels, 190 in all.
    EXPECT_LT(apart_px, 8.6);
    EXPECT_LT(rough_px, 120.0);
}

TEST(Artefacts, NoWhiteWaterRunsDownACliff) {
    // Thick enough to be white on a gentle bed of the same water.
    Cliff cliff = {.wet_m = 1e3, .film_m = 0.03};
    Easel easel;
    const Pixels wet = easel.light(cliff.frame(), {100, 100});
    double darkest = 1e9, brightest = 0.0;
    for (const auto& light : wet.rgba) {
        darkest = std::min(darkest, brightness(light));
        brightest = std::max(brightest, brightness(light));
    }
    // White water gave five times the light of the rock.
    std::printf("light from %.3f to %.3f\n", darkest, brightest);
    EXPECT_LT(brightest, 2.0);
}

TEST(Artefacts, NoJointOfThePavingCrossesTheCornersOfAPool) {
    WaterForPicture water = {.nx = 96};  // ten and a half slabs of the coping, by seven
    Frame frame = water.frame(Place::Pool);
    const double tile_m = place_sizes(frame).tile_m, rim_m = place_sizes(frame).rim_m;
    // Straight down at the middle of the corner piece, which is two tiles wide.
    const Vec2 middle = {4.8 + tile_m, 3.2 + tile_m};
    constexpr double kHeight_m = 5.0;
    frame.camera = {{middle.x, middle.y, rim_m + kHeight_m},
                    {middle.x, middle.y, rim_m},
                    2.0 * std::atan(tile_m / kHeight_m) / kDegree};
    Easel easel;
    const Pixels corner = easel.light(frame, {100, 100});
    double darkest = 1e9, brightest = 0.0;
    for (int y = 10; y < 90; ++y)
        for (int x = 10; x < 90; ++x) {
            if (std::abs(x - y) < 8) continue;  // the mitre
            darkest = std::min(darkest, brightness(corner.at(x, y)));
            brightest = std::max(brightest, brightness(corner.at(x, y)));
        }
    std::printf("light from %.3f to %.3f\n", darkest, brightest);
    // Stones differ by up to 0.2 of their brightness, a joint by half of it.
    EXPECT_GT(darkest, 0.7 * brightest);
}

}  // namespace
}  // namespace tarn::render
