// A sheet of pixels for figures: filled rectangles and small crisp text. Origin at the top left.
#pragma once

#include "base/colour.hpp"
#include "io/png.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tarn::io {

struct PixelBox {
    int x = 0, y = 0, width = 0, height = 0;
    int right() const { return x + width; }
    int bottom() const { return y + height; }
};

enum class TextTurn { Level, Upwards };  ///< Upwards reads from bottom to top

/// What is drawn outside the sheet is cut off.
class Canvas {
public:
    Canvas(int width_px, int height_px, Rgb background);

    void fill(PixelBox box, Rgb colour);

    /// One pixel wide, just outside `box`.
    void frame(PixelBox box, Rgb colour);

    /// Draws one line of text; (x, y) is the top left corner of its box, turned or not.
    void text(int x, int y, std::string_view line, TextTurn turn = TextTurn::Level);

    RgbView view() const;

private:
    int width_px_, height_px_;
    std::vector<std::uint8_t> bytes_;
};

/// Height of the box of a line: capitals and digits fill it, tails hang below.
inline constexpr int kTextHeight_px = 14;
int text_width_px(std::string_view line);

}  // namespace tarn::io
