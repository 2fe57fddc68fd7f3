#include "io/svg.hpp"

#include "io/number_text.hpp"
#include "io/utf8.hpp"

#include <algorithm>
#include <utility>

namespace tarn::io {
namespace {

std::string attribute(std::string_view name, std::string_view value) {
    return " " + std::string(name) + "=\"" + std::string(value) + '"';
}

std::string attribute(std::string_view name, double px) {
    return attribute(name, px_text(px));
}

std::string box_attributes(SvgBox box) {
    return attribute("x", box.x) + attribute("y", box.y) + attribute("width", box.width) +
           attribute("height", box.height);
}

std::string stroke_attributes(SvgStroke stroke) {
    return attribute("fill", "none") + attribute("stroke", hex_text(stroke.colour)) +
           attribute("stroke-width", stroke.width_px) +
           (stroke.is_dashed ? attribute("stroke-dasharray", "6 4") : "");
}

const char* anchor_text(SvgAnchor anchor) {
    switch (anchor) {
        case SvgAnchor::Start:
            return "start";
        case SvgAnchor::Middle:
            return "middle";
        case SvgAnchor::End:
            return "end";
    }
    return "start";
}

/// Escapes the line and raises the digits after each '^'.
std::string with_powers(std::string_view line, double size_px) {
    constexpr std::string_view kPower = "-0123456789";
    const std::string rise = px_text(0.4 * size_px);
    const std::string small = px_text(0.75 * size_px);
    std::string out;
    while (true) {
        const std::size_t caret = line.find('^');
        out += escape_xml(line.substr(0, caret));
        if (caret == std::string_view::npos) return out;
        line.remove_prefix(caret + 1);
        const std::size_t digits = std::min(line.find_first_not_of(kPower), line.size());
        if (digits == 0) {
            out += '^';
            continue;
        }
        const std::string_view power = line.substr(0, digits);
        line.remove_prefix(digits);
        out += "<tspan dy=\"-" + rise + "\" font-size=\"" + small + "\">" + std::string(power) +
               "</tspan>";
        // The shift holds for all that follows in the line, so it is taken back.
        if (!line.empty()) out += "<tspan dy=\"" + rise + "\">&#8203;</tspan>";
    }
}

}  // namespace

SvgWriter::SvgWriter(double width_px, double height_px, std::string_view title) {
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"" + attribute("width", width_px) +
           attribute("height", height_px) +
           attribute("viewBox", "0 0 " + px_text(width_px) + " " + px_text(height_px)) +
           attribute("font-family", "Helvetica, Arial, sans-serif") + ">\n<title>" +
           escape_xml(title) + "</title>\n";
    fill({0, 0, width_px, height_px}, {255, 255, 255});
}

void SvgWriter::fill(SvgBox box, Rgb colour) {
    out_ += "<rect" + box_attributes(box) + attribute("fill", hex_text(colour)) + "/>\n";
}

void SvgWriter::outline(SvgBox box, SvgStroke stroke) {
    out_ += "<rect" + box_attributes(box) + stroke_attributes(stroke) + "/>\n";
}

void SvgWriter::line(SvgPoint from, SvgPoint to, SvgStroke stroke) {
    out_ += "<line" + attribute("x1", from.x) + attribute("y1", from.y) + attribute("x2", to.x) +
            attribute("y2", to.y) + stroke_attributes(stroke) + "/>\n";
}

void SvgWriter::path(std::string_view commands, SvgStroke stroke) {
    out_ += "<path" + attribute("d", commands) + stroke_attributes(stroke) +
            attribute("stroke-linejoin", "round") + "/>\n";
}

void SvgWriter::filled_path(std::string_view commands, Rgb colour) {
    out_ += "<path" + attribute("d", commands) + attribute("fill", hex_text(colour)) + "/>\n";
}

void SvgWriter::text(SvgPoint at, std::string_view line, SvgTextStyle style) {
    if (line.empty()) return;
    out_ += "<text" + attribute("x", at.x) + attribute("y", at.y) +
            attribute("text-anchor", anchor_text(style.anchor)) +
            attribute("font-size", style.size_px) + attribute("fill", hex_text(style.colour)) +
            (style.is_bold ? attribute("font-weight", "bold") : "");
    if (style.reads_upwards)
        out_ += attribute("transform", "rotate(-90 " + px_text(at.x) + " " + px_text(at.y) + ")");
    out_ += ">" + with_powers(line, style.size_px) + "</text>\n";
}

void SvgWriter::begin_clip(SvgBox box) {
    // A nested svg clips without an id, and ids of two figures in one page would clash.
    out_ += "<svg" + box_attributes(box) +
            attribute("viewBox", px_text(box.x) + " " + px_text(box.y) + " " + px_text(box.width) +
                                     " " + px_text(box.height)) +
            ">\n";
}

void SvgWriter::end_clip() {
    out_ += "</svg>\n";
}

std::string SvgWriter::finish() && {
    out_ += "</svg>\n";
    return std::move(out_);
}

std::string escape_xml(std::string_view text) {
    std::string out;
    for (const char c : valid_utf8(text)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else if (c == '\'')
            out += "&#39;";
        else
            out += byte < 0x20 ? ' ' : c;  // XML 1.0 forbids most control characters
    }
    return out;
}

std::string px_text(double px) {
    std::string text = fixed_text(px, 1);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
}

double svg_text_width_px(std::string_view line, double size_px) {
    const auto is_tail = [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; };
    const auto tails = std::ranges::count_if(line, is_tail);
    const auto letters = static_cast<double>(line.size()) - static_cast<double>(tails);
    return 0.6 * size_px * letters;
}

}  // namespace tarn::io
