#include "scenery/sky.hpp"

#include "base/vector.hpp"

#include <cmath>
#include <numbers>

namespace tarn::scenery {
namespace {

constexpr double kEarth_m = 6'360'000.0, kTop_m = 6'420'000.0;
constexpr double kRayleighHeight_m = 8'000.0, kMieHeight_m = 1'200.0;
constexpr std::array<double, 3> kRayleigh_per_m = {5.8e-6, 13.5e-6, 33.1e-6};
constexpr double kMie_per_m = 6.0e-6;    ///< at haze 1
constexpr double kMieAbsorbed = 1.1;     ///< extinction over scattering
constexpr double kMieForward = 0.76;     ///< mean cosine of haze
constexpr double kSunOutside = 20.0;     ///< irradiance above the air, in units of the picture
constexpr double kScatteredAgain = 1.1;  ///< share of light scattered more than once, evenly
constexpr int kViewSteps = 16, kSunSteps = 6;
constexpr double kPi = std::numbers::pi;

struct Depths {
    double rayleigh = 0.0, mie = 0.0;
};

double to_sphere(Vec3 from, Vec3 direction, double radius_m) {
    const double b = dot(from, direction), c = dot(from, from) - radius_m * radius_m;
    const double root = b * b - c;
    return root < 0.0 ? -1.0 : -b + std::sqrt(root);
}

bool meets_earth(Vec3 from, Vec3 direction) {
    const double b = dot(from, direction), c = dot(from, from) - kEarth_m * kEarth_m;
    return b < 0.0 && b * b - c > 0.0;
}

Depths depths_at(Vec3 point, double length_m) {
    const double height_m = length(point) - kEarth_m;
    return {length_m * std::exp(-height_m / kRayleighHeight_m),
            length_m * std::exp(-height_m / kMieHeight_m)};
}

Depths depths_to_sun(Vec3 from, Vec3 to_sun) {
    const double step_m = to_sphere(from, to_sun, kTop_m) / kSunSteps;
    Depths sum;
    for (int k = 0; k < kSunSteps; ++k) {
        const Depths d = depths_at(from + ((k + 0.5) * step_m) * to_sun, step_m);
        sum.rayleigh += d.rayleigh;
        sum.mie += d.mie;
    }
    return sum;
}

std::array<double, 3> transmitted(Depths d, double haze) {
    std::array<double, 3> share;
    for (std::size_t c = 0; c < 3; ++c)
        share[c] =
            std::exp(-kRayleigh_per_m[c] * d.rayleigh - kMieAbsorbed * haze * kMie_per_m * d.mie);
    return share;
}

double rayleigh_phase(double cosine) {
    return 3.0 / (16.0 * kPi) * (1.0 + cosine * cosine);
}

double mie_phase(double cosine) {
    const double g = kMieForward, g2 = g * g;
    return 3.0 / (8.0 * kPi) * (1.0 - g2) * (1.0 + cosine * cosine) /
           ((2.0 + g2) * std::pow(1.0 + g2 - 2.0 * g * cosine, 1.5));
}

Colour radiance(Vec3 direction, Vec3 to_sun, const Light& light) {
    const Vec3 eye = {0.0, 0.0, kEarth_m + 50.0};
    const double step_m = to_sphere(eye, direction, kTop_m) / kViewSteps;
    const double cosine = dot(direction, to_sun);
    const double evenly = kScatteredAgain / (4.0 * kPi);
    Depths seen;
    Colour sum = {};
    for (int k = 0; k < kViewSteps; ++k) {
        const Vec3 point = eye + ((k + 0.5) * step_m) * direction;
        const Depths here = depths_at(point, step_m);
        seen.rayleigh += here.rayleigh;
        seen.mie += here.mie;
        if (meets_earth(point, to_sun)) continue;
        const Depths sunward = depths_to_sun(point, to_sun);
        const auto share =
            transmitted({seen.rayleigh + sunward.rayleigh, seen.mie + sunward.mie}, light.haze);
        // Light scattered again comes from all sides, and less of it is lost on the way.
        const auto share_again = transmitted({0.45 * seen.rayleigh, 0.45 * seen.mie}, light.haze);
        for (std::size_t c = 0; c < 3; ++c) {
            const double rayleigh = kRayleigh_per_m[c] * here.rayleigh;
            const double mie = light.haze * kMie_per_m * here.mie;
            sum[c] +=
                float(share[c] * (rayleigh * rayleigh_phase(cosine) + mie * mie_phase(cosine)) +
                      share_again[c] * std::max(0.0, to_sun.z) * evenly * (rayleigh + mie));
        }
    }
    for (float& value : sum) value *= float(kSunOutside * light.strength);
    return sum;
}

}  // namespace

double sky_elevation(double v) {
    const double t = 2.0 * v - 1.0;
    return 0.5 * kPi * (t < 0.0 ? -t * t : t * t);
}

Sky make_sky(const Light& light) {
    const double height = light.height_deg * kPi / 180.0, azimuth = light.azimuth_deg * kPi / 180.0;
    Sky sky;
    sky.to_sun = {std::cos(height) * std::cos(azimuth), std::cos(height) * std::sin(azimuth),
                  std::sin(height)};
    sky.radiance.resize(std::size_t(Sky::width) * Sky::height);
    for (int row = 0; row < Sky::height; ++row) {
        // Below the horizon the sky goes on as it is there; the ground is drawn over it.
        const double elevation = std::max(0.004, sky_elevation((row + 0.5) / Sky::height));
        const double from = sky_elevation(double(row) / Sky::height);
        const double to = sky_elevation(double(row + 1) / Sky::height);
        for (int column = 0; column < Sky::width; ++column) {
            const double around = 2.0 * kPi * (column + 0.5) / Sky::width;
            const Vec3 direction = {std::cos(elevation) * std::cos(around),
                                    std::cos(elevation) * std::sin(around), std::sin(elevation)};
            const Colour c = radiance(direction, sky.to_sun, light);
            sky.radiance[std::size_t(row * Sky::width + column)] = {c[0], c[1], c[2], 1.0f};
            if (from < 0.0) continue;
            // Solid angle times the cosine to the zenith, exact for the band.
            const double weight =
                kPi / Sky::width * (std::pow(std::sin(to), 2) - std::pow(std::sin(from), 2));
            for (std::size_t k = 0; k < 3; ++k) sky.sky_irradiance[k] += float(weight) * c[k];
        }
    }
    const Vec3 ground = {0.0, 0.0, kEarth_m + 50.0};
    if (!meets_earth(ground, sky.to_sun)) {
        const auto share = transmitted(depths_to_sun(ground, sky.to_sun), light.haze);
        for (std::size_t c = 0; c < 3; ++c)
            sky.sun_irradiance[c] = float(kSunOutside * light.strength * share[c]);
    }
    return sky;
}

}  // namespace tarn::scenery
