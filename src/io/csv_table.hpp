// A table of numbers with one header line, read whole. Tables that grow are written in csv.hpp.
#pragma once

#include <tarn/result.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::io {

struct CsvTable {
    std::vector<std::string> columns;
    std::vector<double> values = {};  ///< row by row, one per column, all finite

    std::size_t rows() const { return values.size() / columns.size(); }
    double at(std::size_t row, std::size_t column) const {
        return values[row * columns.size() + column];
    }
};

/// Parses commas, one line per row; spaces around values and empty lines are allowed. `name` is
/// used in messages only.
Result<CsvTable> parse_csv(std::string_view text, const std::string& name);

Result<CsvTable> read_csv(const std::filesystem::path& path);

}  // namespace tarn::io
