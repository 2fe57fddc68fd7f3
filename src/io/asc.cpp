#include "io/asc.hpp"

#include "io/parse_file.hpp"
#include "io/text.hpp"
#include "io/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace tarn::io {
namespace {

// 4 GiB, or what a platform of 32 bits can address.
constexpr std::size_t kMaxFileBytes = sizeof(std::size_t) > 4 ? std::size_t(std::uint64_t{1} << 32)
                                                              : std::size_t(-1);
constexpr std::size_t kMaxValues = std::size_t{1} << 28;
constexpr const char* kRemedy = "use a coarser grid";

std::string lower_case(std::string_view text) {
    std::string out(text.substr(0, 24));
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return out;
}

struct Header {
    std::size_t columns = 0, rows = 0;
    double cell_m = 0.0;
    double nodata = -9999.0;  ///< ESRI's, where the file does not say
};

/// What is wrong with an entry, from the verb on; nothing if it is good.
std::optional<std::string> take_entry(const std::string& key, std::string_view text,
                                      Header& header) {
    if (key == "ncols" || key == "nrows") {
        const auto count = number_of<std::size_t>(text);
        if (!count || *count == 0 || *count > kMaxValues)
            return "has " + key + " " + in_quotes(text) +
                   "; it must be a whole number from 1 to 2^28";
        (key == "ncols" ? header.columns : header.rows) = *count;
        return {};
    }
    if (key == "dx" || key == "dy")
        return "gives its cells as dx and dy; write a grid of square cells with cellsize";
    const auto value = number_of<double>(text);
    if (!value || (key != "nodata_value" && !std::isfinite(*value)))
        return "has " + key + " " + in_quotes(text) + "; it must be a number";
    if (key == "cellsize") {
        if (!(*value > 0.0)) return "has cellsize " + in_quotes(text) + "; it must be above 0";
        header.cell_m = *value;
    }
    if (key == "nodata_value") header.nodata = *value;
    return {};
}

bool is_key(const std::string& word) {
    constexpr std::array<std::string_view, 10> kKeys = {
        "ncols",     "nrows",    "xllcorner",    "yllcorner", "xllcenter",
        "yllcenter", "cellsize", "nodata_value", "dx",        "dy"};
    return std::ranges::find(kKeys, word) != kKeys.end();
}

Result<Header> take_header(Words& words, const std::string& name) {
    Header header;
    for (std::string key = lower_case(words.peek()); !number_of<double>(key);
         key = lower_case(words.peek())) {
        if (key.empty()) break;
        if (!is_key(key))
            return invalid(name, "begins with " + in_quotes(words.peek()) +
                                     "; write an ESRI ASCII grid: ncols, nrows, xllcorner, "
                                     "yllcorner, cellsize, NODATA_value, then rows of numbers");
        words.next();
        if (const auto wrong = take_entry(key, words.next(), header)) return invalid(name, *wrong);
    }
    for (const auto& [key, is_there] : {std::pair{"ncols", header.columns > 0},
                                        {"nrows", header.rows > 0},
                                        {"cellsize", header.cell_m > 0.0}})
        if (!is_there)
            return invalid(name, std::string("has no ") + key + "; add it to the header");
    if (header.columns > kMaxValues / header.rows)
        return invalid(name, "has more than 2^28 values; use a coarser grid");
    return header;
}

Result<AscGrid> parse(std::string_view text, const std::string& name) {
    Words words(text);
    const auto header = take_header(words, name);
    if (!header) return header.error();
    const std::size_t columns = header.value().columns, rows = header.value().rows;
    const std::size_t count = columns * rows;
    const auto wrong_count = [&](const std::string& found) {
        return invalid(name, "has " + found + " values where " + std::to_string(columns) + " by " +
                                 std::to_string(rows) + " cells need " + std::to_string(count) +
                                 "; save the file again");
    };
    // A value takes two bytes at least: a small file cannot ask for much memory.
    if (words.bytes_left() + 1 < 2 * count) return wrong_count("too few");
    AscGrid grid{{columns, rows, std::vector<double>(count)}, header.value().cell_m};
    for (std::size_t k = 0; k < count; ++k) {
        const std::string_view word = words.next();
        if (word.empty()) return wrong_count(std::to_string(k));
        const auto value = number_of<double>(word);
        if (!value)
            return invalid(name, "has " + in_quotes(word) + " in row " +
                                     std::to_string(k / columns + 1) + ", column " +
                                     std::to_string(k % columns + 1) + "; it must be a number");
        const bool is_missing = *value == header.value().nodata || std::isnan(*value);
        grid.raster.at(k % columns, rows - 1 - k / columns) =
            is_missing ? std::numeric_limits<double>::quiet_NaN() : *value;
    }
    if (!words.next().empty()) return wrong_count("more");
    return grid;
}

}  // namespace

Result<AscGrid> parse_asc(std::string_view text, const std::string& name) {
    return within_memory(name, kRemedy, [&] { return parse(text, name); });
}

Result<AscGrid> read_asc(const std::filesystem::path& path) {
    return parse_file(path, kMaxFileBytes, kRemedy, parse);
}

}  // namespace tarn::io
