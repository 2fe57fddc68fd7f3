// A table that grows while a run goes on: commas without spaces, one header line, rows of numbers.
#pragma once

#include <tarn/result.hpp>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace tarn::io {

/// Every row reaches the file as one whole line before `row` returns, so the file is valid after
/// Ctrl-C or a kill; after a full disk it ends with the last row that fitted.
///
///     auto csv = CsvWriter::create("gauges.csv", columns);
///     if (!csv) return csv.error();
///     if (auto wrote = csv.value().row(values); !wrote) return wrote.error();
class CsvWriter {
public:
    /// Replaces the file and writes the header.
    static Result<CsvWriter> create(const std::filesystem::path& path,
                                    std::span<const std::string> columns);

    /// One value per column. The first, time, keeps all digits of a double; a value that came
    /// from a float is written with the digits of a float.
    Result<void> row(std::span<const double> values);

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    CsvWriter(std::filesystem::path path, std::FILE* file, std::size_t columns);
    Result<void> write_line(const std::string& line);

    std::filesystem::path path_;
    std::unique_ptr<std::FILE, Close> file_;
    std::size_t columns_ = 0;
    std::uintmax_t bytes_ = 0;  ///< whole lines so far
};

}  // namespace tarn::io
