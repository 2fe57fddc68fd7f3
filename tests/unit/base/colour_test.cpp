#include "base/colour.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tarn {
namespace {

/// Relative luminance of sRGB, as WCAG 2 defines it: an independent measure of lightness.
double luminance(Rgb colour) {
    const auto linear = [](int part) {
        const double v = part / 255.0;
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b);
}

TEST(ColourTable, SequentialRisesInLightnessFromEndToEnd) {
    const ColourTable table = colour_table(ColourMap::Sequential);
    // Eight-bit rounding may cost a step of luminance between neighbours, never between eighths.
    for (std::size_t i = 8; i < table.size(); i += 8)
        EXPECT_GT(luminance(table[i]), luminance(table[i - 8])) << i;
    EXPECT_LT(luminance(table.front()), 0.03);
    EXPECT_GT(luminance(table.back()), 0.6);
}

TEST(ColourTable, DivergingIsBlueBelowPaleInTheMiddleAndRedAbove) {
    const ColourTable table = colour_table(ColourMap::Diverging);
    EXPECT_GT(table.front().b, table.front().r + 50);
    EXPECT_GT(table.back().r, table.back().b + 50);
    EXPECT_GT(luminance(table[128]), 0.85);
    // Ends equal in OKLab lightness, which differs from luminance by the hue.
    EXPECT_NEAR(luminance(table.front()), luminance(table.back()), 0.03);
}

TEST(ColourAt, ValuesOutsideTakeTheEndColours) {
    const ColourTable table = colour_table(ColourMap::Sequential);
    EXPECT_EQ(colour_at(table, -5.0), table.front());
    EXPECT_EQ(colour_at(table, 1.5), table.back());
}

TEST(Palette, RepeatsAndTakesAnyIndex) {
    EXPECT_EQ(palette_colour(0), palette_colour(kPaletteSize));
    EXPECT_EQ(palette_colour(-1), palette_colour(kPaletteSize - 1));
    EXPECT_EQ(hex_text(palette_colour(0)), "#0072b2");
}

TEST(TextColourOn, IsTheReadableOne) {
    EXPECT_EQ(text_colour_on({255, 255, 255}), (Rgb{0, 0, 0}));
    EXPECT_EQ(text_colour_on({0, 114, 178}), (Rgb{255, 255, 255}));
}

}  // namespace
}  // namespace tarn
