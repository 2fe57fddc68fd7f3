#include "io/csv.hpp"

#include "io/number_text.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>

namespace tarn::io {
namespace {

Error io_error(const std::filesystem::path& path, const char* verb, const char* remedy) {
    return {errno == ENOSPC ? ErrorCode::DiskFull : ErrorCode::Io,
            path.string() + ": cannot " + verb + ": " + std::strerror(errno ? errno : EIO) + "; " +
                remedy};
}

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

CsvWriter::CsvWriter(std::filesystem::path path, std::FILE* file, std::size_t columns)
    : path_(std::move(path)), file_(file), columns_(columns) {}

Result<CsvWriter> CsvWriter::create(const std::filesystem::path& path,
                                    std::span<const std::string> columns) {
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    if (!file) return io_error(path, "write", "choose a file you can write to");
    CsvWriter writer(path, file, columns.size());
    // Without a buffer a line is handed over in one piece, never as a part and a remainder.
    std::setvbuf(file, nullptr, _IONBF, 0);
    std::string line;
    for (const std::string& name : columns) line += (line.empty() ? "" : ",") + cell_text(name);
    if (const Result<void> wrote = writer.write_line(line); !wrote) return wrote.error();
    return writer;
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
    return write_line(line);
}

Result<void> CsvWriter::write_line(const std::string& line) {
    const std::string bytes = line + '\n';
    errno = 0;
    const bool wrote = std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size();
    if (wrote && std::fflush(file_.get()) == 0) {
        bytes_ += bytes.size();
        return {};
    }
    const Error error = io_error(path_, "write", "free some space on the disk");
    std::error_code ignored;  // a device has no size to cut
    if (std::filesystem::is_regular_file(path_, ignored)) {
        std::filesystem::resize_file(path_, bytes_, ignored);
        std::fseek(file_.get(), 0, SEEK_END);
    }
    return error;
}

}  // namespace tarn::io
