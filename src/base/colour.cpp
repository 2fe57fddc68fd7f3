#include "base/colour.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

namespace tarn {
namespace {

/// Lightness 0 to 1, chroma and hue in the OKLab space [oklab], where equal steps look equal.
struct Oklch {
    double lightness, chroma, hue_deg;
};

// Equal steps of lightness, so the map also reads in grey.
constexpr Oklch kSequential[] = {{0.26, 0.115, 305},
                                 {0.42, 0.115, 268},
                                 {0.58, 0.090, 215},
                                 {0.74, 0.140, 155},
                                 {0.90, 0.175, 106}};

constexpr Oklch kDiverging[] = {{0.36, 0.130, 260}, {0.55, 0.135, 252}, {0.77, 0.090, 242},
                                {0.97, 0.000, 0},   {0.77, 0.100, 45},  {0.55, 0.160, 33},
                                {0.36, 0.130, 25}};

struct Oklab {
    double lightness, a, b;
};

Oklab to_oklab(Oklch colour) {
    const double hue = colour.hue_deg * std::numbers::pi / 180.0;
    return {colour.lightness, colour.chroma * std::cos(hue), colour.chroma * std::sin(hue)};
}

std::uint8_t encode_srgb(double linear) {
    const double v = std::clamp(linear, 0.0, 1.0);
    const double encoded = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1.0 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(255.0 * encoded));
}

/// The two matrices of [oklab].
Rgb to_rgb(Oklab c) {
    const double l = std::pow(c.lightness + 0.3963377774 * c.a + 0.2158037573 * c.b, 3);
    const double m = std::pow(c.lightness - 0.1055613458 * c.a - 0.0638541728 * c.b, 3);
    const double s = std::pow(c.lightness - 0.0894841775 * c.a - 1.2914855480 * c.b, 3);
    return {encode_srgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            encode_srgb(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            encode_srgb(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

Rgb interpolate(std::span<const Oklch> points, double share) {
    const double place = share * static_cast<double>(points.size() - 1);
    const std::size_t i = std::min(static_cast<std::size_t>(place), points.size() - 2);
    const double t = place - static_cast<double>(i);
    const Oklab from = to_oklab(points[i]);
    const Oklab to = to_oklab(points[i + 1]);
    return to_rgb({std::lerp(from.lightness, to.lightness, t), std::lerp(from.a, to.a, t),
                   std::lerp(from.b, to.b, t)});
}

}  // namespace

ColourTable colour_table(ColourMap map) {
    const std::span<const Oklch> points =
        map == ColourMap::Diverging ? std::span<const Oklch>(kDiverging) : kSequential;
    ColourTable table;
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = interpolate(points, static_cast<double>(i) / (table.size() - 1.0));
    return table;
}

Rgb colour_at(const ColourTable& table, double share) {
    const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(table.size() - 1);
    return table[static_cast<std::size_t>(std::lround(place))];
}

Rgb palette_colour(int index) {
    // The eighth, yellow, is left out: too pale for a line on white.
    constexpr Rgb kPalette[kPaletteSize] = {{0, 114, 178},   {213, 94, 0},  {0, 158, 115},
                                            {204, 121, 167}, {230, 159, 0}, {86, 180, 233},
                                            {40, 40, 40}};
    const int wrapped = index % kPaletteSize;
    return kPalette[wrapped < 0 ? wrapped + kPaletteSize : wrapped];
}

std::string hex_text(Rgb colour) {
    constexpr const char* kHex = "0123456789abcdef";
    std::string text = "#";
    for (const int part : {colour.r, colour.g, colour.b})
        text += {kHex[part >> 4], kHex[part & 15]};
    return text;
}

Rgb text_colour_on(Rgb background) {
    const double luma = 0.299 * background.r + 0.587 * background.g + 0.114 * background.b;
    return luma > 140.0 ? Rgb{0, 0, 0} : Rgb{255, 255, 255};
}

}  // namespace tarn
