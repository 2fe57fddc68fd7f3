// The clear sky: what everybody knows about it, at several hours.
#include "scenery/sky.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tarn::scenery {
namespace {

constexpr double kPi = std::numbers::pi;

Sky sky_at(double height_deg, double azimuth_deg = 90.0) {
    return make_sky({.height_deg = height_deg, .azimuth_deg = azimuth_deg});
}

/// Radiance of the cell of the sky in a direction, in degrees.
Colour seen(const Sky& sky, double elevation_deg, double azimuth_deg) {
    int row = 0;
    while (row + 1 < Sky::height &&
           sky_elevation((row + 1.0) / Sky::height) * 180.0 / kPi < elevation_deg)
        ++row;
    const double around = azimuth_deg / 360.0 - std::floor(azimuth_deg / 360.0);
    const auto& c = sky.radiance[std::size_t(row * Sky::width + int(around * Sky::width))];
    return {c[0], c[1], c[2]};
}

float green(const Sky& sky, double elevation_deg, double azimuth_deg) {
    return seen(sky, elevation_deg, azimuth_deg)[1];
}

TEST(Sky, IsPositiveAndFiniteAtEveryHour) {
    for (const double height_deg : {-10.0, -2.0, 0.0, 3.0, 20.0, 60.0, 90.0}) {
        const Sky sky = sky_at(height_deg);
        ASSERT_EQ(sky.radiance.size(), std::size_t(Sky::width) * Sky::height);
        for (const auto& cell : sky.radiance)
            for (std::size_t c = 0; c < 3; ++c) {
                ASSERT_TRUE(std::isfinite(cell[c])) << height_deg;
                ASSERT_GE(cell[c], 0.0f) << height_deg;
                if (height_deg >= 0.0) {
                    ASSERT_GT(cell[c], 0.0f) << height_deg;
                }
            }
    }
}

TEST(Sky, IsBrighterTowardsTheSun) {
    for (const double height_deg : {10.0, 30.0, 50.0}) {
        const Sky sky = sky_at(height_deg, 90.0);
        float before = green(sky, height_deg, 90.0);
        for (const double aside_deg : {15.0, 30.0, 60.0}) {
            const float here = green(sky, height_deg, 90.0 + aside_deg);
            EXPECT_LT(here, before) << height_deg << ", " << aside_deg;
            before = here;
        }
    }
}

TEST(Sky, IsBluerAtTheZenithThanAtTheHorizonAtNoon) {
    const Sky sky = sky_at(60.0, 90.0);
    const Colour zenith = seen(sky, 88.0, 270.0), horizon = seen(sky, 1.0, 270.0);
    EXPECT_GT(zenith[2] / zenith[0], 1.5f * horizon[2] / horizon[0]);
    EXPECT_GT(zenith[2], zenith[1]);
    EXPECT_GT(zenith[1], zenith[0]);
}

TEST(Sky, HasARedderAndWeakerSunNearTheHorizon) {
    Colour before = sky_at(90.0).sun_irradiance;
    for (const double height_deg : {50.0, 20.0, 8.0, 2.0}) {
        const Colour sun = sky_at(height_deg).sun_irradiance;
        EXPECT_GT(sun[0] / sun[2], before[0] / before[2]) << height_deg;
        EXPECT_LT(sun[0], before[0]) << height_deg;
        before = sun;
    }
}

TEST(Sky, IsDarkTenDegreesAfterSunset) {
    const Sky noon = sky_at(60.0), night = sky_at(-10.0);
    for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_EQ(night.sun_irradiance[c], 0.0f);
        EXPECT_LT(night.sky_irradiance[c], 1e-3f * noon.sky_irradiance[c]);
    }
}

// Columns at equal angles from the sun's see the same air; single precision sums differ a little.
TEST(Sky, IsTheSameOnBothSidesOfTheSun) {
    const double column_deg = 360.0 / Sky::width;
    const Sky sky = sky_at(25.0, 40.0 * column_deg);  // the sun stands between columns 39 and 40
    for (int row = Sky::height / 2; row < Sky::height; ++row)
        for (int k = 0; k < Sky::width / 2; ++k) {
            const auto cell = [&](int column) {
                const int around = (column + Sky::width) % Sky::width;
                return sky.radiance[std::size_t(row * Sky::width + around)][1];
            };
            ASSERT_NEAR(cell(40 + k), cell(39 - k), 1e-5f * cell(40 + k)) << row << ", " << k;
        }
}

TEST(Sky, SendsAsMuchLightDownAsItsCellsAddUpTo) {
    const Sky sky = sky_at(35.0);
    std::array<double, 3> sum = {};
    for (int row = Sky::height / 2; row < Sky::height; ++row) {
        const double low = sky_elevation(double(row) / Sky::height);
        const double high = sky_elevation((row + 1.0) / Sky::height), middle = 0.5 * (low + high);
        // Radiance times cosine to the zenith times solid angle; the middle of a row stands for it.
        const double weight =
            std::sin(middle) * std::cos(middle) * (high - low) * 2.0 * kPi / Sky::width;
        for (int column = 0; column < Sky::width; ++column)
            for (std::size_t c = 0; c < 3; ++c)
                sum[c] += weight * double(sky.radiance[std::size_t(row * Sky::width + column)][c]);
    }
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(double(sky.sky_irradiance[c]), sum[c], 2e-3 * sum[c]);
}

TEST(Sky, GrowsWithTheStrengthOfItsLightAndPalesWithHaze) {
    const Sky clear = make_sky({.height_deg = 50.0, .haze = 0.0});
    const Sky misty = make_sky({.height_deg = 50.0, .haze = 8.0});
    EXPECT_LT(misty.sun_irradiance[1], clear.sun_irradiance[1]);
    const Colour blue = seen(clear, 80.0, 270.0), pale = seen(misty, 80.0, 270.0);
    EXPECT_LT(pale[2] / pale[0], blue[2] / blue[0]);
    const Sky twice = make_sky({.height_deg = 50.0, .strength = 2.0, .haze = 0.0});
    EXPECT_FLOAT_EQ(twice.sun_irradiance[1], 2.0f * clear.sun_irradiance[1]);
    EXPECT_FLOAT_EQ(twice.sky_irradiance[1], 2.0f * clear.sky_irradiance[1]);
}

}  // namespace
}  // namespace tarn::scenery
