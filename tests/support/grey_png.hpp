// Grey PNG files made by hand, with any header and any filter, right or wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tarn {

inline std::string big_endian(std::uint32_t word) {
    return {char(word >> 24), char(word >> 16), char(word >> 8), char(word)};
}

inline std::string png_chunk(const std::string& type, const std::string& data) {
    std::uint32_t crc = 0xffffffffu;
    for (const char c : type + data) {
        crc ^= static_cast<unsigned char>(c);
        for (int k = 0; k < 8; ++k) crc = crc & 1 ? 0xedb88320u ^ (crc >> 1) : crc >> 1;
    }
    return big_endian(std::uint32_t(data.size())) + type + data + big_endian(~crc);
}

/// A zlib stream that stores its bytes: header, stored blocks, check sum.
inline std::string zlib_stored(const std::string& bytes) {
    std::string out = "\x78\x01";
    for (std::size_t at = 0; at < bytes.size() || at == 0; at += 65535) {
        const std::string block = bytes.substr(at, 65535);
        const auto size = std::uint16_t(block.size());
        out += char(at + 65535 >= bytes.size());
        out += {char(size & 0xff), char(size >> 8), char(~size & 0xff), char((~size >> 8) & 0xff)};
        out += block;
    }
    std::uint32_t a = 1, b = 0;
    for (const char c : bytes) {
        a = (a + static_cast<unsigned char>(c)) % 65521;
        b = (b + a) % 65521;
    }
    return out + big_endian(b << 16 | a);
}

struct GreyPng {
    std::uint32_t columns = 0, rows = 0;
    char bits = 8, colour = 0, interlace = 0;
    std::string raw = {};  ///< per row: number of its filter, then its bytes

    std::string bytes() const {
        const std::string header = big_endian(columns) + big_endian(rows) +
                                   std::string({bits, colour, '\0', '\0', interlace});
        return "\x89PNG\r\n\x1a\n" + png_chunk("IHDR", header) +
               png_chunk("IDAT", zlib_stored(raw)) + png_chunk("IEND", "");
    }
};

/// Rows from the upper to the lower one, unfiltered.
inline GreyPng grey_png_8(std::uint32_t columns, const std::vector<int>& greys) {
    GreyPng png{.columns = columns, .rows = std::uint32_t(greys.size()) / columns};
    for (std::size_t k = 0; k < greys.size(); ++k) {
        if (k % columns == 0) png.raw += '\0';
        png.raw += char(greys[k]);
    }
    return png;
}

inline GreyPng grey_png_16(std::uint32_t columns, const std::vector<int>& greys) {
    GreyPng png{.columns = columns, .rows = std::uint32_t(greys.size()) / columns, .bits = 16};
    for (std::size_t k = 0; k < greys.size(); ++k) {
        if (k % columns == 0) png.raw += '\0';
        png.raw += {char(greys[k] >> 8), char(greys[k])};
    }
    return png;
}

}  // namespace tarn
