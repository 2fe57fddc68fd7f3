// Writes SVG text: the few shapes that figures need, escaped and in every locale the same.
#pragma once

#include "base/colour.hpp"

#include <string>
#include <string_view>

namespace tarn::io {

struct SvgPoint {
    double x = 0.0, y = 0.0;
};

struct SvgBox {
    double x = 0.0, y = 0.0, width = 0.0, height = 0.0;
    double right() const { return x + width; }
    double bottom() const { return y + height; }
};

enum class SvgAnchor { Start, Middle, End };

struct SvgTextStyle {
    SvgAnchor anchor = SvgAnchor::Start;
    double size_px = 12.0;
    Rgb colour = {40, 40, 40};
    bool is_bold = false;
    bool reads_upwards = false;
};

struct SvgStroke {
    Rgb colour = {40, 40, 40};
    double width_px = 1.0;
    bool is_dashed = false;
};

/// A picture on white, complete in itself: no styles, fonts or ids that could clash in a page.
class SvgWriter {
public:
    SvgWriter(double width_px, double height_px, std::string_view title);

    void fill(SvgBox box, Rgb colour);
    void outline(SvgBox box, SvgStroke stroke);
    void line(SvgPoint from, SvgPoint to, SvgStroke stroke);

    /// `commands` is the d attribute of a path.
    void path(std::string_view commands, SvgStroke stroke);
    void filled_path(std::string_view commands, Rgb colour);

    /// `at` is on the baseline. A power such as "m^2" or "10^-3" is raised.
    void text(SvgPoint at, std::string_view line, SvgTextStyle style);

    /// What follows until `end_clip` is cut off outside `box`; coordinates stay the same.
    void begin_clip(SvgBox box);
    void end_clip();

    std::string finish() &&;

private:
    std::string out_;
};

std::string escape_xml(std::string_view text);

/// A coordinate: a tenth of a pixel is finer than anyone sees.
std::string px_text(double px);

/// An estimate for a common sans-serif font; SVG cannot be asked.
double svg_text_width_px(std::string_view line, double size_px);

}  // namespace tarn::io
