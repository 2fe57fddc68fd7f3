#include "io/utf8.hpp"

#include <cstddef>
#include <cstdint>

namespace tarn::io {
namespace {

/// Smallest code point that may be written with 2, 3 or 4 bytes; a longer form is an attack.
constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};

/// Bytes of the sequence that `text` starts with, or 0 when it is not valid.
std::size_t sequence_bytes(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t count = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc0 || first >= 0xf8 || text.size() < count) return 0;
    std::uint32_t point = first & (0x7fu >> count);
    for (std::size_t i = 1; i < count; ++i) {
        if ((byte(i) & 0xc0u) != 0x80u) return 0;
        point = point << 6 | (byte(i) & 0x3fu);
    }
    const bool is_surrogate = point >= 0xd800 && point < 0xe000;
    return point < kSmallest[count] || point > 0x10ffff || is_surrogate ? 0 : count;
}

void add_escaped(char c, std::string& out) {
    constexpr char kHex[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    out += "\\x";
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
}

}  // namespace

std::string without_controls(std::string_view text) {
    std::string out;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const auto byte = static_cast<unsigned char>(text[k]);
        // U+0080 to U+009F are controls too, and some terminals obey them.
        const bool is_c1 =
            byte == 0xc2 && k + 1 < text.size() && static_cast<unsigned char>(text[k + 1]) < 0xa0;
        if (byte < 0x20 || byte == 0x7f || is_c1)
            add_escaped(text[k], out);
        else
            out += text[k];
        if (is_c1) add_escaped(text[++k], out);
    }
    return out;
}

std::string valid_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t count = sequence_bytes(text);
        if (count == 0)
            out += "\xef\xbf\xbd";
        else
            out += text.substr(0, count);
        text.remove_prefix(count == 0 ? 1 : count);
    }
    return out;
}

}  // namespace tarn::io
