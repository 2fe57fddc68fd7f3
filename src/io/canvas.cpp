#include "io/canvas.hpp"

#include <stb/stb_easy_font.h>

#include <algorithm>
#include <cstring>

namespace tarn::io {
namespace {

constexpr int kScale = 2;  // pixels of the sheet per pixel of the font
constexpr Rgb kInk{30, 30, 30};

/// The font knows printable ASCII only, and reads outside its tables for anything else.
std::string font_text(std::string_view line) {
    std::string text(line);
    const auto is_tail = [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; };
    std::erase_if(text, is_tail);  // one mark per UTF-8 character, not per byte
    std::ranges::replace_if(
        text, [](char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

/// Rectangles that make up the line, in pixels of the font, relative to its top left corner.
std::vector<PixelBox> glyph_boxes(std::string_view line) {
    struct Corner {
        float x, y, z;
        unsigned char colour[4];
    };
    constexpr std::size_t kMaxQuadsPerGlyph = 16;
    std::string text = font_text(line);
    std::vector<Corner> corners(4 * kMaxQuadsPerGlyph * text.size() + 4);
    const int quads = stb_easy_font_print(0, 0, text.data(), nullptr, corners.data(),
                                          static_cast<int>(corners.size() * sizeof(Corner)));
    std::vector<PixelBox> boxes;
    for (std::size_t i = 0; i < static_cast<std::size_t>(quads); ++i) {
        const Corner from = corners[4 * i];
        const Corner to = corners[4 * i + 2];
        boxes.push_back({static_cast<int>(from.x), static_cast<int>(from.y),
                         static_cast<int>(to.x - from.x), static_cast<int>(to.y - from.y)});
    }
    return boxes;
}

}  // namespace

Canvas::Canvas(int width_px, int height_px, Rgb background)
    : width_px_(width_px),
      height_px_(height_px),
      bytes_(3 * static_cast<std::size_t>(width_px) * static_cast<std::size_t>(height_px)) {
    fill({0, 0, width_px, height_px}, background);
}

void Canvas::fill(PixelBox box, Rgb colour) {
    const int x0 = std::max(0, box.x), x1 = std::min(width_px_, box.right());
    const int y0 = std::max(0, box.y), y1 = std::min(height_px_, box.bottom());
    for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x) {
            const auto pixel = static_cast<std::size_t>(y) * static_cast<std::size_t>(width_px_) +
                               static_cast<std::size_t>(x);
            std::memcpy(&bytes_[3 * pixel], &colour, 3);
        }
}

void Canvas::frame(PixelBox box, Rgb colour) {
    fill({box.x - 1, box.y - 1, box.width + 2, 1}, colour);
    fill({box.x - 1, box.bottom(), box.width + 2, 1}, colour);
    fill({box.x - 1, box.y, 1, box.height}, colour);
    fill({box.right(), box.y, 1, box.height}, colour);
}

void Canvas::text(int x, int y, std::string_view line, TextTurn turn) {
    const int length_px = text_width_px(line);
    for (const PixelBox& box : glyph_boxes(line)) {
        const PixelBox level{kScale * box.x, kScale * box.y, kScale * box.width,
                             kScale * box.height};
        if (turn == TextTurn::Level)
            fill({x + level.x, y + level.y, level.width, level.height}, kInk);
        else
            fill({x + level.y, y + length_px - level.right(), level.height, level.width}, kInk);
    }
}

RgbView Canvas::view() const {
    return {bytes_, width_px_, height_px_};
}

int text_width_px(std::string_view line) {
    int right = 0;
    for (const PixelBox& box : glyph_boxes(line)) right = std::max(right, kScale * box.right());
    return right;
}

}  // namespace tarn::io
