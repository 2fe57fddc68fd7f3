#include "support/image_difference.hpp"

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

#include <array>
#include <cmath>
#include <memory>
#include <vector>

namespace tarn {
namespace {

/// One number per pixel.
struct Plane {
    int width, height;
    std::vector<double> values;

    double at(int x, int y) const {
        // Edges mirror, so that the window is full everywhere.
        const auto inside = [](int k, int count) {
            if (k < 0) k = -1 - k;
            if (k >= count) k = 2 * count - 1 - k;
            return std::min(std::max(k, 0), count - 1);
        };
        return values[std::size_t(inside(y, height) * width + inside(x, width))];
    }
};

/// Weighed mean around each pixel: a bell of 1.5 pixels, 11 wide.
Plane smoothed(const Plane& plane) {
    constexpr int kReach = 5;
    std::array<double, 2 * kReach + 1> bell;
    double sum = 0.0;
    for (int k = -kReach; k <= kReach; ++k)
        sum += bell[std::size_t(k + kReach)] = std::exp(-0.5 * k * k / (1.5 * 1.5));
    Plane across = plane, result = plane;
    const auto pass = [&](const Plane& from, Plane& to, int dx, int dy) {
        for (int y = 0; y < plane.height; ++y)
            for (int x = 0; x < plane.width; ++x) {
                double value = 0.0;
                for (int k = -kReach; k <= kReach; ++k)
                    value += bell[std::size_t(k + kReach)] * from.at(x + k * dx, y + k * dy);
                to.values[std::size_t(y * plane.width + x)] = value / sum;
            }
    };
    pass(plane, across, 1, 0);
    pass(across, result, 0, 1);
    return result;
}

Plane product(const Plane& a, const Plane& b) {
    Plane result = a;
    for (std::size_t k = 0; k < a.values.size(); ++k) result.values[k] *= b.values[k];
    return result;
}

double linear(std::uint8_t value) {
    const double v = value / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

/// Lightness and the two axes of hue, in Oklab [oklab].
std::array<Plane, 3> oklab(const Picture& picture) {
    const int width = picture.size.width_px, height = picture.size.height_px;
    const Plane empty{width, height, std::vector<double>(std::size_t(width) * std::size_t(height))};
    std::array<Plane, 3> planes = {empty, empty, empty};
    for (std::size_t k = 0; k < empty.values.size(); ++k) {
        const double r = linear(picture.rgb[3 * k]), g = linear(picture.rgb[3 * k + 1]),
                     b = linear(picture.rgb[3 * k + 2]);
        const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
        const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
        const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
        planes[0].values[k] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
        planes[1].values[k] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
        planes[2].values[k] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
    }
    return planes;
}

/// Mean structural similarity [wang2004, eq. 13 and 17], for values from 0 to 1.
double similarity(const Plane& a, const Plane& b) {
    constexpr double kC1 = 0.01 * 0.01, kC2 = 0.03 * 0.03;
    const Plane mean_a = smoothed(a), mean_b = smoothed(b);
    const Plane aa = smoothed(product(a, a)), bb = smoothed(product(b, b)),
                ab = smoothed(product(a, b));
    double sum = 0.0;
    for (std::size_t k = 0; k < a.values.size(); ++k) {
        const double ma = mean_a.values[k], mb = mean_b.values[k];
        const double va = aa.values[k] - ma * ma, vb = bb.values[k] - mb * mb;
        const double both = ab.values[k] - ma * mb;
        sum += (2.0 * ma * mb + kC1) * (2.0 * both + kC2) /
               ((ma * ma + mb * mb + kC1) * (va + vb + kC2));
    }
    return sum / double(a.values.size());
}

}  // namespace

PictureDifference difference(const Picture& a, const Picture& b) {
    // Opposite colours are about this far apart in Oklab.
    constexpr double kFarApart = 0.5;
    auto of_a = oklab(a), of_b = oklab(b);
    PictureDifference result;
    result.structure = 1.0 - similarity(of_a[0], of_b[0]);
    for (std::size_t c = 1; c < 3; ++c) {
        of_a[c] = smoothed(of_a[c]);
        of_b[c] = smoothed(of_b[c]);
    }
    const std::size_t count = of_a[0].values.size();
    for (std::size_t k = 0; k < count; ++k)
        result.colour += std::hypot(of_a[1].values[k] - of_b[1].values[k],
                                    of_a[2].values[k] - of_b[2].values[k]);
    result.colour /= kFarApart * double(count);
    return result;
}

Result<Picture> read_png(const std::string& path) {
    Picture picture;
    int channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
        stbi_load(path.c_str(), &picture.size.width_px, &picture.size.height_px, &channels, 3),
        stbi_image_free);
    if (!pixels) return Error{ErrorCode::Io, path + ": " + stbi_failure_reason()};
    const auto count = std::size_t(picture.size.width_px) * std::size_t(picture.size.height_px) * 3;
    picture.rgb.assign(pixels.get(), pixels.get() + count);
    return picture;
}

}  // namespace tarn
