// A table that grows while a run goes on: commas without spaces, one header line, rows of numbers.
#pragma once

#include "base/growing_file.hpp"
#include <tarn/result.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <utility>

namespace tarn::io {

/// Every row reaches the file as one whole line before `row` returns, so the file is valid after
/// Ctrl-C or a kill; after a full disk it ends with the last row that fitted.
///
///     auto csv = CsvWriter::create("gauges.csv", columns);
///     if (!csv) return csv.error();
///     if (auto wrote = csv.value().row(values); !wrote) return wrote.error();
class CsvWriter {
public:
    /// Replaces the file by a new one with the header; another run that still writes to the file
    /// before does not reach it.
    static Result<CsvWriter> create(const std::filesystem::path& path,
                                    std::span<const std::string> columns);

    /// One value per column. The first, time, keeps all digits of a double; a value that came
    /// from a float is written with the digits of a float.
    Result<void> row(std::span<const double> values);

private:
    CsvWriter(std::filesystem::path path, GrowingFile file, std::size_t columns)
        : path_(std::move(path)), file_(std::move(file)), columns_(columns) {}

    std::filesystem::path path_;
    GrowingFile file_;
    std::size_t columns_ = 0;
};

}  // namespace tarn::io
