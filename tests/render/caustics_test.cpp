// Sunlight under water: none is lost or made, and waves gather it where lenses of their shape
// would.
#include "base/vector.hpp"
#include "scenery/liquids.hpp"
#include "support/drawing.hpp"

#include <optional>

namespace tarn::render {
namespace {

constexpr double kIndex = 1.333;
constexpr scenery::Colour kSun = {10.0f, 9.0f, 8.0f};

struct Slope {
    double x = 0.0, y = 0.0;
};

/// A surface by formula: level over the still one, and its slope.
struct Waves {
    std::function<double(double, double)> level_m = [](double, double) { return 0.0; };
    std::function<Slope(double, double)> slope = [](double, double) { return Slope{}; };
};

/// Two crossing sine waves, 16 cells or more long where cells are 0.04 m or less.
Waves crossing_waves() {
    constexpr double kA = 0.012, kB = 0.008;
    constexpr double kKx = 7.0, kKy = 3.0, kLx = -4.0, kLy = 8.0;
    return {[](double x, double y) {
                return kA * std::sin(kKx * x + kKy * y) + kB * std::sin(kLx * x + kLy * y);
            },
            [](double x, double y) {
                const double a = kA * std::cos(kKx * x + kKy * y);
                const double b = kB * std::cos(kLx * x + kLy * y);
                return Slope{kKx * a + kLx * b, kKy * a + kLy * b};
            }};
}

struct Sphere {
    Vec3 at_m;
    double radius_m;
};

/// The basin as a photon meets it: upright walls, a bed at 0, perhaps a ball.
struct Basin {
    double width_m, height_m, still_m, rim_m;
    std::optional<Sphere> ball = {};

    /// Way to a wall from inside, along a direction.
    double to_wall_m(Vec3 from, Vec3 dir) const {
        double way = 1e9;
        if (dir.x != 0.0) way = std::min(way, ((dir.x > 0.0 ? width_m : 0.0) - from.x) / dir.x);
        if (dir.y != 0.0) way = std::min(way, ((dir.y > 0.0 ? height_m : 0.0) - from.y) / dir.y);
        return way;
    }
    bool sees_sun(Vec3 from, Vec3 to_sun) const {
        return from.z + to_wall_m(from, to_sun) * to_sun.z > rim_m;
    }
    /// Way of light under water until it lands, and whether it lands on the bed.
    double way_m(Vec3 from, Vec3 dir, bool& is_bed) const {
        const double down = -from.z / dir.z, side = to_wall_m(from, dir);
        is_bed = down <= side;
        const double way = std::min(down, side);
        if (!ball) return way;
        const Vec3 o = from - ball->at_m;
        const double b = dot(o, dir), root = b * b - dot(o, o) + ball->radius_m * ball->radius_m;
        if (root < 0.0 || -b - std::sqrt(root) < 0.0) return way;
        is_bed = false;
        return std::min(way, -b - std::sqrt(root));
    }
};

/// Light on the water and where it stays, in units of the sun's irradiance times m2.
struct Balance {
    double came = 0.0, mirrored = 0.0;
    std::array<double, 3> absorbed = {};
    double on_bed = 0.0;  ///< share of the light in the water that lands there
};

double mirrored_share(double cos_in) {
    const double cos_out = std::sqrt(1.0 - (1.0 - cos_in * cos_in) / (kIndex * kIndex));
    const double s = (cos_in - kIndex * cos_out) / (cos_in + kIndex * cos_out);
    const double p = (kIndex * cos_in - cos_out) / (kIndex * cos_in + cos_out);
    return 0.5 * (s * s + p * p);
}

/// Snell's law for light that comes from `to_sun`.
Vec3 bent(Vec3 to_sun, Vec3 normal) {
    const Vec3 along = dot(to_sun, normal) * normal - to_sun;  // part in the surface, as it goes on
    const Vec3 below = (1.0 / kIndex) * along;
    return below - std::sqrt(1.0 - dot(below, below)) * normal;
}

std::array<double, 3> lost_per_m() {
    const auto optics = scenery::optics_of(Liquid::Water);
    std::array<double, 3> lost;
    for (std::size_t c = 0; c < 3; ++c) lost[c] = double(optics.absorbed[c] + optics.scattered[c]);
    return lost;
}

/// Adds up light over the surface, point by point.
Balance balance_of(const Basin& basin, const Waves& waves, Vec3 to_sun) {
    constexpr int kPoints = 400;
    const double area_m2 = basin.width_m * basin.height_m / (kPoints * kPoints);
    const auto lost = lost_per_m();
    Balance sum;
    double entered = 0.0;
    for (int j = 0; j < kPoints; ++j)
        for (int i = 0; i < kPoints; ++i) {
            const double x = (i + 0.5) / kPoints * basin.width_m;
            const double y = (j + 0.5) / kPoints * basin.height_m;
            const Vec3 from = {x, y, basin.still_m + waves.level_m(x, y)};
            if (!basin.sees_sun(from, to_sun)) continue;
            const Slope slope = waves.slope(x, y);
            const Vec3 up = {-slope.x, -slope.y, 1.0};
            const double falls = std::max(0.0, dot(up, to_sun)) * area_m2;
            const Vec3 normal = normalized(up);
            const double mirrored = mirrored_share(dot(normal, to_sun));
            bool is_bed = false;
            const double way_m = basin.way_m(from, bent(to_sun, normal), is_bed);
            sum.came += falls;
            sum.mirrored += falls * mirrored;
            entered += falls * (1.0 - mirrored);
            if (is_bed) sum.on_bed += falls * (1.0 - mirrored);
            for (std::size_t c = 0; c < 3; ++c)
                sum.absorbed[c] += falls * (1.0 - mirrored) * (1.0 - std::exp(-lost[c] * way_m));
        }
    sum.on_bed /= entered;
    return sum;
}

/// Light in the map, of red, green and blue under a sun of strength 1, and without absorption.
std::array<double, 4> landed(const Pixels& map, const Float4& rect) {
    const double texel_m2 = double(rect[2] - rect[0]) * double(rect[3] - rect[1]) /
                            (double(map.width) * double(map.height));
    std::array<double, 4> sum = {};
    for (const auto& texel : map.rgba)
        for (std::size_t c = 0; c < 4; ++c) sum[c] += double(texel[c]) * texel_m2;
    for (std::size_t c = 0; c < 3; ++c) sum[c] /= double(kSun[c]);
    return sum;
}

// The map holds half precision, its texels sample triangles of light, and slopes come from cells.
constexpr double kBalanceTolerance = 0.02;

class CausticEnergy : public SharedEasel {
protected:
    /// Draws a pool of 3 m by 2 m and 1 m deep, and compares.
    void expect_balance(const char* name, const Waves& waves, Vec3 to_sun,
                        std::optional<Sphere> ball = {}) {
        easel().painter().set_sky(even_sky(0.0f, to_sun, kSun));
        easel().painter().set_quality({.photons = 128});
        WaterForPicture water{.nx = 120, .ny = 80, .cell_m = 0.025, .still_level_m = 1.0};
        water.fill(waves.level_m);
        Frame frame = water.frame(Place::Pool);
        std::vector<BodyView> bodies;
        if (ball)
            bodies.push_back({.at_m = ball->at_m, .size_m = 2.0 * ball->radius_m * Vec3{1, 1, 1}});
        frame.bodies = bodies;
        const auto got =
            landed(easel().caustics(frame), easel().painter().resources().block.caustic_rect);
        const Basin basin{3.0, 2.0, 1.0, place_sizes(frame).rim_m, ball};
        const Balance due = balance_of(basin, waves, to_sun);
        std::printf("%-28s came %.4f, mirrored %.4f, landed %.4f: %+.2f %%;", name, due.came,
                    due.mirrored, got[3], 100.0 * ((got[3] + due.mirrored) / due.came - 1.0));
        EXPECT_NEAR(got[3] + due.mirrored, due.came, kBalanceTolerance * due.came) << name;
        for (std::size_t c = 0; c < 3; ++c) {
            const double sum = got[c] + due.mirrored + due.absorbed[c];
            std::printf(" %+.2f %%", 100.0 * (sum / due.came - 1.0));
            EXPECT_NEAR(sum, due.came, kBalanceTolerance * due.came) << name << ", colour " << c;
        }
        std::printf(" with absorption; %.0f %% on the bed\n", 100.0 * due.on_bed);
        on_bed = due.on_bed;
    }

    double on_bed = 0.0;
};

TEST_F(CausticEnergy, OfAPoolIsThatOfTheSunOnItsWater) {
    expect_balance("flat, sun overhead", {}, sun_at(90.0, 0.0));
    expect_balance("flat, 42 degrees", {}, sun_at(42.0, 60.0));
    expect_balance("waves, sun overhead", crossing_waves(), sun_at(90.0, 0.0));
    expect_balance("waves, 42 degrees", crossing_waves(), sun_at(42.0, 60.0));
    expect_balance("flat, 20 degrees", {}, sun_at(20.0, 30.0));
    EXPECT_LT(on_bed, 0.6) << "too little light meets walls for this test";
    expect_balance("waves, 20 degrees", crossing_waves(), sun_at(20.0, 30.0));
    EXPECT_LT(on_bed, 0.6);
}

TEST_F(CausticEnergy, IsKeptWhenABallStandsInIt) {
    const Sphere ball = {{1.6, 0.9, 0.5}, 0.35};
    expect_balance("ball, flat, sun overhead", {}, sun_at(90.0, 0.0), ball);
    expect_balance("ball, waves, 42 degrees", crossing_waves(), sun_at(42.0, 60.0), ball);
    expect_balance("ball, waves, 25 degrees", crossing_waves(), sun_at(25.0, 200.0), ball);
}

/// Height of the ground over the bed's map, between its cells.
double height_at(const scenery::GroundMap& map, double x_m, double y_m) {
    const double u = (x_m - map.x0_m) / map.width_m * map.cells - 0.5;
    const double v = (y_m - map.y0_m) / map.height_m * map.cells - 0.5;
    const int i = int(u), j = int(v);
    const auto cell = [&](int a, int b) {
        return double(map.cells_xy[std::size_t(b) * std::size_t(map.cells) + std::size_t(a)][0]);
    };
    return std::lerp(std::lerp(cell(i, j), cell(i + 1, j), u - i),
                     std::lerp(cell(i, j + 1), cell(i + 1, j + 1), u - i), v - j);
}

// Under a sun overhead no bank takes light away, and in flat water light goes straight down.
TEST_F(CausticEnergy, OfAPondIsThatOfTheSunOnItsWater) {
    const Vec3 to_sun = {0.0, 0.0, 1.0};
    easel().painter().set_sky(even_sky(0.0f, to_sun, kSun));
    easel().painter().set_quality({.photons = 128});
    WaterForPicture water{.nx = 100, .ny = 80, .cell_m = 0.05, .still_level_m = 0.5};
    const double mirrored = mirrored_share(1.0), area_m2 = 5.0 * 4.0;
    const Frame frame = water.frame(Place::Pond);
    const auto flat =
        landed(easel().caustics(frame), easel().painter().resources().block.caustic_rect);
    EXPECT_NEAR(flat[3] / area_m2 + mirrored, 1.0, kBalanceTolerance);
    const auto map = scenery::pond_ground(frame.water, frame.ground, frame.look.seed, 512);
    const auto lost = lost_per_m();
    constexpr int kPoints = 500;
    for (std::size_t c = 0; c < 3; ++c) {
        double stays = 0.0;
        for (int j = 0; j < kPoints; ++j)
            for (int i = 0; i < kPoints; ++i) {
                const double depth =
                    0.5 - height_at(map, (i + 0.5) / kPoints * 5.0, (j + 0.5) / kPoints * 4.0);
                stays += 1.0 - std::exp(-lost[c] * std::max(depth, 0.0));
            }
        const double absorbed = (1.0 - mirrored) * stays / (kPoints * kPoints);
        std::printf("pond, flat, colour %zu: %+.2f %%\n", c,
                    100.0 * (flat[c] / area_m2 + mirrored + absorbed - 1.0));
        EXPECT_NEAR(flat[c] / area_m2 + mirrored + absorbed, 1.0, kBalanceTolerance);
    }
    const Waves waves = crossing_waves();
    water.fill(waves.level_m);
    const auto wavy = landed(easel().caustics(water.frame(Place::Pond)),
                             easel().painter().resources().block.caustic_rect);
    const Balance due = balance_of({5.0, 4.0, 0.5, 0.5}, waves, to_sun);
    std::printf("pond, waves: %+.2f %%\n", 100.0 * ((wavy[3] + due.mirrored) / due.came - 1.0));
    EXPECT_NEAR(wavy[3] + due.mirrored, due.came, kBalanceTolerance * due.came);
}

/// Light under the crest of a wave, for beds at shares of its focal length under it.
class CausticFocus : public SharedEasel {
protected:
    static constexpr double kLength_m = 2.0, kSteepness = 0.1, kHeight_m = 0.5;
    const double k = 2.0 * std::numbers::pi / kLength_m, amplitude_m = kSteepness / k;
    const double radius_m = 1.0 / (amplitude_m * k * k);
    const double focal_m = kIndex * radius_m / (kIndex - 1.0);
    // The crest runs a little aslant: each row of the map then samples its line of light at another
    // place within a texel, and the mean over rows is free of the steps of the map.
    const double turn_rad = 0.1;

    CausticFocus() {
        easel().painter().set_sky(even_sky(0.0f, {0.0, 0.0, 1.0}, kSun));
        water.fill([&](double x, double y) {
            const double from_crest = (x - crest_x_m(y)) * std::cos(turn_rad);
            return amplitude_m * std::cos(k * from_crest);
        });
    }
    double crest_x_m(double y_m) const {
        return 0.5 * kLength_m - (y_m - 0.5 * kHeight_m) * std::tan(turn_rad);
    }
    /// Times that of flat water without loss: mean over a stripe of `width` texels under the crest.
    double under_crest(double share, int photons, double width) {
        easel().painter().set_quality({.photons = photons});
        Frame frame = water.frame(Place::Pool);
        frame.ground.bed_m = amplitude_m - share * focal_m;
        const Pixels map = easel().caustics(frame);
        const Float4& rect = easel().painter().resources().block.caustic_rect;
        double sum = 0.0;
        const int from = map.height / 5, to = 4 * map.height / 5;
        for (int row = from; row < to; ++row) {
            const double y_m =
                double(rect[1]) + (row + 0.5) / map.height * double(rect[3] - rect[1]);
            const double middle =
                (crest_x_m(y_m) - double(rect[0])) / double(rect[2] - rect[0]) * map.width;
            const double left = middle - 0.5 * width, right = middle + 0.5 * width;
            for (int x = int(left); x <= int(right); ++x)
                sum += double(map.at(x, row)[3]) *
                       (std::min(right, x + 1.0) - std::max(left, double(x)));
        }
        return sum / (width * (to - from));
    }

    WaterForPicture water{.nx = 256, .ny = 64, .cell_m = kLength_m / 256.0, .still_level_m = 0.0};
};

// A crest is a lens: rays near its axis meet f = n R/(n - 1) under it, R = 1/(a k^2). Rays farther
// out cross the axis deeper, and a stripe of width w gathers the most light where their fold just
// fills it, deeper than f by (3 k w/(4 sqrt 2))^(2/3): 2.2 % with 966 texels to a wave. Add half of
// the 2 % between the beds that are tried, and 1 % because the wave is not infinitely flat.
TEST_F(CausticFocus, OfACrestLiesAtItsFocalLength) {
    double best = 0.0, best_share = 0.0;
    for (double share = 0.86; share < 1.15; share += 0.02) {
        const double bright = under_crest(share, 256, 1.0);
        std::printf("bed at %.2f f under the crest: %.2f times the light\n", share, bright);
        if (bright > best) best = bright, best_share = share;
    }
    std::printf("focus at %.4f m, geometric optics %.4f m\n", best_share * focal_m, focal_m);
    EXPECT_NEAR(best_share, 1.0, 0.05);
    EXPECT_GT(best, 50.0);
}

// Above the focus the light on the axis is (1 - R)/(1 - d/f): its inverse falls along a line that
// meets 0 at f. Over the stripe of 4 of 483 texels to a wave it grows by (k w)^2 / 24, less than
// 0.1 %, divided by 1 - d/f; cells 1/256 of a wave long and the steepness of the wave do the rest.
TEST_F(CausticFocus, IsWhereTheLightOnTheAxisGrowsWithoutEnd) {
    double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (const double share : {0.4, 0.5, 0.6, 0.7, 0.8}) {
        const double inverse = 1.0 / under_crest(share, 128, 4.0);
        n += 1.0, sx += share, sy += inverse, sxx += share * share, sxy += share * inverse;
    }
    const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    const double meets = (sx - sy / slope) / n;
    std::printf("the line meets 0 at %.4f f with slope %.4f, due %.4f\n", meets, slope,
                -1.0 / (1.0 - mirrored_share(1.0)));
    EXPECT_NEAR(meets, 1.0, 0.01);
    EXPECT_NEAR(-slope, 1.0 / (1.0 - mirrored_share(1.0)), 0.02);
}

}  // namespace
}  // namespace tarn::render
