// Light at the drawn surface against Fresnel's and Snell's laws, written here a second time.
#include "base/vector.hpp"
#include "scenery/liquids.hpp"
#include "support/drawing.hpp"

namespace tarn::render {
namespace {

constexpr double kIndex = 1.333;  // of water

double refracted(double angle_rad, double from_index, double to_index) {
    return std::asin(std::sin(angle_rad) * from_index / to_index);
}

/// Share of unpolarised light that is mirrored where media of two indices meet.
double reflectance(double angle_rad, double from_index, double to_index) {
    const double sine = std::sin(angle_rad) * from_index / to_index;
    if (sine >= 1.0) return 1.0;
    const double ci = std::cos(angle_rad), ct = std::cos(std::asin(sine));
    const double s = (from_index * ci - to_index * ct) / (from_index * ci + to_index * ct);
    const double p = (to_index * ci - from_index * ct) / (to_index * ci + from_index * ct);
    return 0.5 * (s * s + p * p);
}

/// Looks at a point of the surface from `away_m`, at `angle_rad` from the vertical; from below
/// where `away_m` is negative.
Camera camera_on(Vec3 at_m, double angle_rad, double away_m) {
    const Vec3 back = {-std::abs(away_m) * std::sin(angle_rad), 0.0, away_m * std::cos(angle_rad)};
    return {at_m + back, at_m, 1.0};
}

/// 40 m of still water, so that no wall is in the way of a mirrored ray.
WaterForPicture wide_water() {
    return {.nx = 80, .ny = 80, .cell_m = 0.5, .still_level_m = 2.0};
}

double light_in_the_middle(Easel& easel, const Frame& frame) {
    const Pixels light = easel.light(frame, {9, 9});
    return double(light.at(4, 4)[1]);
}

// Half precision of the picture rounds by 0.05 %, air over 0.1 m adds 0.05 % of what is seen
// straight down; the formula itself is exact.
constexpr double kFresnelTolerance = 0.01;

TEST(Optics, MirrorsTheShareOfTheSkyThatFresnelsFormulaGives) {
    Easel easel;
    easel.painter().set_sky(even_sky(1.0f));
    WaterForPicture water = wide_water();
    for (const Place place : {Place::Ocean, Place::Pool})
        for (const double angle_deg : {0.0, 45.0, 80.0}) {
            Frame frame = water.frame(place);
            frame.camera = camera_on({20.0, 20.0, 2.0}, angle_deg * kDegree, 0.1);
            const double expected = reflectance(angle_deg * kDegree, 1.0, kIndex);
            const double seen = light_in_the_middle(easel, frame);
            std::printf("place %d, %2.0f degrees: %.5f, exact %.5f\n", int(place), angle_deg, seen,
                        expected);
            EXPECT_NEAR(seen, expected, kFresnelTolerance * expected)
                << "place " << int(place) << ", " << angle_deg << " degrees";
        }
}

TEST(Optics, FromBelowShowsTheSkyInTheWindowAndNoneOfItBeyond) {
    Easel easel;
    easel.painter().set_sky(even_sky(1.0f));
    WaterForPicture water = wide_water();
    const auto optics = scenery::optics_of(Liquid::Water);
    const double lost_per_m = double(optics.absorbed[1] + optics.scattered[1]);
    const double critical_deg = std::asin(1.0 / kIndex) / kDegree;
    constexpr double kAway_m = 0.1;
    for (const Place place : {Place::Ocean, Place::Pool})
        for (const double angle_deg :
             {0.0, 30.0, 45.0, critical_deg - 0.5, critical_deg + 0.5, 60.0, 80.0}) {
            Frame frame = water.frame(place);
            frame.camera = camera_on({20.0, 20.0, 2.0}, angle_deg * kDegree, -kAway_m);
            frame.camera.fov_deg = 0.2;
            const double expected = (1.0 - reflectance(angle_deg * kDegree, kIndex, 1.0)) *
                                    std::exp(-lost_per_m * kAway_m);
            const double seen = light_in_the_middle(easel, frame);
            std::printf("place %d, from below %4.1f degrees: %.5f, exact %.5f\n", int(place),
                        angle_deg, seen, expected);
            // Within a degree of the critical angle the share changes by 1 % in 0.004 degrees, and
            // a pool's sky has hills at the horizon.
            if (std::abs(angle_deg - critical_deg) > 1.0) {
                EXPECT_NEAR(seen, expected, 0.01 * expected) << angle_deg << " degrees";
            } else if (angle_deg < critical_deg && place == Place::Ocean) {
                EXPECT_NEAR(seen, expected, 0.05) << angle_deg << " degrees";
            }
            if (angle_deg > critical_deg) {
                EXPECT_EQ(seen, 0.0) << angle_deg << " degrees";
            }
        }
}

/// Where a ray from the eye to a point of the bed passes the surface, as way along x from the eye;
/// by halving, from Snell's law alone.
double passes_at(double height_m, double depth_m, double way_m) {
    double near = 0.0, far = way_m;
    for (int k = 0; k < 60; ++k) {
        const double s = 0.5 * (near + far);
        const double above = std::atan2(s, height_m), below = std::atan2(way_m - s, depth_m);
        (std::sin(above) < kIndex * std::sin(below) ? near : far) = s;
    }
    return 0.5 * (near + far);
}

constexpr PictureSize kZoomed = {640, 360};

/// Row of a picture, counted from the lower edge in pixel centres, that shows a point straight
/// before the camera, which looks along x.
double row_of(const Camera& camera, double x_m, double z_m) {
    const double forward =
        std::atan2(camera.target_m.z - camera.eye_m.z, camera.target_m.x - camera.eye_m.x);
    const double toward = std::atan2(z_m - camera.eye_m.z, x_m - camera.eye_m.x);
    const double up = std::tan(toward - forward) / std::tan(0.5 * camera.fov_deg * kDegree);
    return 0.5 * (1.0 + up) * kZoomed.height_px - 0.5;
}

double dot3(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// One column of a picture, and how far a line across it reaches.
struct Column {
    const Pixels& pixels;
    int x;

    std::array<double, 3> colour(int row) const {
        const auto& c = pixels.at(x, std::clamp(row, 0, pixels.height - 1));
        return {double(c[0]), double(c[1]), double(c[2])};
    }
    /// From the line at `row` on by `step` rows at a time: where its colour is halfway to that of
    /// the tile, which is seen at `tile_row`.
    double edge(int row, int step, int tile_row) const {
        const auto line = colour(row), tile = colour(tile_row);
        const std::array<double, 3> way = {line[0] - tile[0], line[1] - tile[1], line[2] - tile[2]};
        const auto share = [&](int r) {
            const auto c = colour(r);
            return dot3({c[0] - tile[0], c[1] - tile[1], c[2] - tile[2]}, way) / dot3(way, way);
        };
        int r = row;
        while (share(r) > 0.5 && r > 0 && r < pixels.height - 1) r += step;
        const double inner = share(r - step), outer = share(r);
        return r - step * (0.5 - outer) / (inner - outer);
    }
};

TEST(Optics, ShowsTheBedWhereSnellsLawPutsIt) {
    Easel easel;
    easel.painter().set_sky(even_sky(0.0f, {0.0, 0.0, 1.0}, {}, {1.0f, 1.0f, 1.0f}));
    WaterForPicture water{.nx = 120, .ny = 80, .cell_m = 0.05, .still_level_m = 1.0};
    Frame frame = water.frame(Place::Pool);
    const double tile_m = place_sizes(frame).tile_m;
    const double line_m = 20.0 * tile_m, across_m = 13.5 * tile_m;
    constexpr double kDepth_m = 1.0, kAway_m = 2.0;
    for (const double angle_deg : {20.0, 45.0, 65.0}) {
        const double angle = angle_deg * kDegree;
        // The line stands a little under the middle of the picture.
        const double middle_m = line_m - kDepth_m * std::tan(refracted(angle, 1.0, kIndex)) + 0.008;
        frame.camera = camera_on({middle_m, across_m, kDepth_m}, angle, kAway_m);
        frame.camera.fov_deg = 4.0;
        const Camera& camera = frame.camera;
        const auto expected_row = [&](double x_m) {
            return row_of(camera,
                          camera.eye_m.x +
                              passes_at(camera.eye_m.z - kDepth_m, kDepth_m, x_m - camera.eye_m.x),
                          kDepth_m);
        };
        const double expected = expected_row(line_m);
        const double tile_px = expected_row(line_m + tile_m) - expected;
        const Pixels light = easel.light(frame, kZoomed);
        const Column column{light, kZoomed.width_px / 2};
        const int row = int(std::lround(expected)), aside = int(0.35 * tile_px);
        const double seen =
            0.5 * (column.edge(row, 1, row + aside) + column.edge(row, -1, row - aside));
        std::printf("%2.0f degrees: line at row %.2f, by Snell's law %.2f; a tile has %.0f rows\n",
                    angle_deg, seen, expected, tile_px);
        EXPECT_GT(tile_px, 40.0);
        EXPECT_NEAR(seen, expected, 1.0) << angle_deg << " degrees";
    }
}

}  // namespace
}  // namespace tarn::render
