#include "io/csv.hpp"

#include "io/number_text.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace tarn::io {
namespace {

/// Quotes a name as RFC 4180 does, where it needs quotes.
std::string cell_text(const std::string& name) {
    if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
    std::string quoted = "\"";
    for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string cell_text(double value) {
    constexpr double kMax = std::numeric_limits<float>::max();
    if (!std::isfinite(value) || std::abs(value) > kMax) return shortest_text(value);
    const auto narrow = static_cast<float>(value);
    return static_cast<double>(narrow) == value ? shortest_text(narrow) : shortest_text(value);
}

}  // namespace

Result<CsvWriter> CsvWriter::create(const std::filesystem::path& path,
                                    std::span<const std::string> columns) {
    std::string line;
    for (const std::string& name : columns) line += (line.empty() ? "" : ",") + cell_text(name);
    auto file = GrowingFile::create(path, line + '\n');
    if (!file) return file.error();
    return CsvWriter(path, std::move(file.value()), columns.size());
}

Result<void> CsvWriter::row(std::span<const double> values) {
    if (values.size() != columns_)
        return Error{ErrorCode::InvalidArgument, path_.string() + ": a row of " +
                                                     std::to_string(values.size()) +
                                                     " values for " + std::to_string(columns_) +
                                                     " columns; pass one value per column"};
    std::string line;
    for (std::size_t i = 0; i < values.size(); ++i)
        line += i == 0 ? shortest_text(values[i]) : "," + cell_text(values[i]);
    return file_.append(line + '\n');
}

}  // namespace tarn::io
