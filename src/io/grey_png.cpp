#include "io/grey_png.hpp"

#include "io/parse_file.hpp"

// Of this only the inflation of zlib streams is used: into a buffer of known size, so that a small
// file cannot grow without end.
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>

namespace tarn::io {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;
constexpr std::uint64_t kMaxRawBytes = std::uint64_t{1} << 30;  // the decoder counts in int
constexpr const char* kResave = "save it as a grey picture of 8 or 16 bits, not interlaced";
constexpr const char* kRemedy = "use a smaller picture";
constexpr const char* kDamaged = "is damaged or cut short; copy or save the file again";

std::uint32_t big_endian(std::string_view bytes) {
    std::uint32_t word = 0;
    for (int k = 0; k < 4; ++k)
        word = word << 8 | static_cast<unsigned char>(bytes[std::size_t(k)]);
    return word;
}

/// The check sum that ends a chunk, of its type and data [png2003, annex D].
std::uint32_t crc_of(std::string_view bytes) {
    static constexpr auto kTable = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t n = 0; n < 256; ++n) {
            std::uint32_t c = n;
            for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
            table[n] = c;
        }
        return table;
    }();
    std::uint32_t crc = 0xffffffffu;
    for (const char byte : bytes)
        crc = kTable[(crc ^ static_cast<unsigned char>(byte)) & 0xff] ^ (crc >> 8);
    return ~crc;
}

struct Header {
    std::size_t columns = 0, rows = 0;
    std::size_t bytes_per_value = 0;
    std::size_t row_bytes() const { return columns * bytes_per_value; }
    std::size_t raw_bytes() const { return rows * (row_bytes() + 1); }
};

Result<Header> parse_header(std::string_view data, const std::string& name,
                            std::size_t max_pixels) {
    if (data.size() != 13) return invalid(name, kDamaged);
    const std::uint32_t columns = big_endian(data), rows = big_endian(data.substr(4));
    const int bits = data[8], colour = data[9], interlace = data[12];
    if (colour != 0)
        return invalid(name,
                       std::string("is a picture in colour or with transparency; ") + kResave);
    if (bits != 8 && bits != 16)
        return invalid(name, "has " + std::to_string(bits) + " bits per pixel; " + kResave);
    if (interlace != 0) return invalid(name, std::string("is interlaced; ") + kResave);
    const Header header = {columns, rows, std::size_t(bits) / 8};
    if (columns == 0 || rows == 0 || columns > kMaxRawBytes || rows > kMaxRawBytes ||
        (header.row_bytes() + 1) > kMaxRawBytes / rows)
        return invalid(name, "has " + std::to_string(columns) + " by " + std::to_string(rows) +
                                 " pixels; use a picture of 1 byte to 1 GiB");
    if (header.columns > max_pixels / header.rows)
        return invalid(name, "has " + std::to_string(columns) + " by " + std::to_string(rows) +
                                 " pixels where at most " + std::to_string(max_pixels) +
                                 " are of use here; use a smaller picture");
    return header;
}

struct Parts {
    Header header;
    std::string deflated;
};

/// The header and the joined data of a file whose chunks are whole.
Result<Parts> split(std::string_view bytes, const std::string& name, std::size_t max_pixels) {
    if (!bytes.starts_with(kSignature))
        return invalid(name, std::string("is not a PNG file; ") + kResave);
    bytes.remove_prefix(kSignature.size());
    Parts parts;
    for (bool is_first = true;; is_first = false) {
        if (bytes.size() < 12) return invalid(name, kDamaged);
        const std::size_t length = big_endian(bytes);
        if (length > bytes.size() - 12) return invalid(name, kDamaged);
        const std::string_view type = bytes.substr(4, 4), data = bytes.substr(8, length);
        if (crc_of(bytes.substr(4, 4 + length)) != big_endian(bytes.substr(8 + length)))
            return invalid(name, kDamaged);
        bytes.remove_prefix(12 + length);
        if (is_first != (type == "IHDR")) return invalid(name, kDamaged);
        if (is_first) {
            const auto header = parse_header(data, name, max_pixels);
            if (!header) return header.error();
            parts.header = header.value();
        }
        if (type == "IDAT") parts.deflated += data;
        if (type == "IEND") return parts;
    }
}

/// Paeth's predictor: of left, above and upper left the one nearest to left + above - upper left.
int paeth(int left, int above, int corner) {
    const int guess = left + above - corner;
    const int of_left = std::abs(guess - left), of_above = std::abs(guess - above),
              of_corner = std::abs(guess - corner);
    if (of_left <= of_above && of_left <= of_corner) return left;
    return of_above <= of_corner ? above : corner;
}

/// Undoes the filter of one row in place; false if there is none of that number.
bool unfilter(int filter, std::span<unsigned char> row, std::span<const unsigned char> above,
              std::size_t bytes_per_value) {
    if (filter < 0 || filter > 4) return false;
    for (std::size_t k = 0; k < row.size(); ++k) {
        const bool has_left = k >= bytes_per_value;
        const int left = has_left ? row[k - bytes_per_value] : 0;
        const int up = above.empty() ? 0 : above[k];
        const int corner = has_left && !above.empty() ? above[k - bytes_per_value] : 0;
        const int predicted[] = {0, left, up, (left + up) / 2, paeth(left, up, corner)};
        row[k] = static_cast<unsigned char>(row[k] + predicted[filter]);
    }
    return true;
}

Result<Raster> parse(std::string_view bytes, const std::string& name, std::size_t max_pixels) {
    const auto parts = split(bytes, name, max_pixels);
    if (!parts) return parts.error();
    const Header& header = parts.value().header;
    std::string raw(header.raw_bytes(), '\0');
    const std::string& deflated = parts.value().deflated;
    const int got =
        stbi_zlib_decode_buffer(raw.data(), int(raw.size()), deflated.data(), int(deflated.size()));
    if (got < 0 || std::size_t(got) != raw.size()) return invalid(name, kDamaged);

    Raster raster{header.columns, header.rows, std::vector<double>(header.columns * header.rows)};
    std::span<const unsigned char> above;
    for (std::size_t k = 0; k < header.rows; ++k) {
        auto* const begin =
            reinterpret_cast<unsigned char*>(raw.data()) + k * (header.row_bytes() + 1);
        const std::span<unsigned char> row(begin + 1, header.row_bytes());
        if (!unfilter(*begin, row, above, header.bytes_per_value)) return invalid(name, kDamaged);
        for (std::size_t i = 0; i < header.columns; ++i)
            raster.at(i, header.rows - 1 - k) = header.bytes_per_value == 1
                                                    ? row[i] / 255.0
                                                    : (row[2 * i] * 256 + row[2 * i + 1]) / 65535.0;
        above = row;
    }
    return raster;
}

}  // namespace

Result<Raster> parse_grey_png(std::string_view bytes, const std::string& name,
                              std::size_t max_pixels) {
    return within_memory(name, kRemedy, [&] { return parse(bytes, name, max_pixels); });
}

Result<Raster> read_grey_png(const std::filesystem::path& path, std::size_t max_pixels) {
    return parse_file(path, kMaxFileBytes, kRemedy,
                      [&](std::string_view bytes, const std::string& name) {
                          return parse(bytes, name, max_pixels);
                      });
}

}  // namespace tarn::io
