// Colours for figures, chosen to be told apart by colour-blind eyes.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace tarn {

struct Rgb {
    std::uint8_t r = 0, g = 0, b = 0;
    bool operator==(const Rgb&) const = default;
};

enum class ColourMap {
    Sequential,  ///< dark violet over teal to yellow: lightness rises evenly
    Diverging,   ///< blue over near white to red: lightness is the same on both sides
};

/// Evenly spaced colours from the low end of the map to the high end.
using ColourTable = std::array<Rgb, 256>;
ColourTable colour_table(ColourMap map);

/// The entry for `share`, 0 low to 1 high; outside values take the end colours.
Rgb colour_at(const ColourTable& table, double share);

/// Distinct colours for lines and categories [okabe-ito]; repeats after `kPaletteSize`.
inline constexpr int kPaletteSize = 7;
Rgb palette_colour(int index);

/// "#rrggbb".
std::string hex_text(Rgb colour);

/// Black or white, whichever reads better on `background`.
Rgb text_colour_on(Rgb background);

}  // namespace tarn
