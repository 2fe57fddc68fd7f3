#include "io/csv_table.hpp"

#include "io/parse_file.hpp"
#include "io/text.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::io {
namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{1} << 28;
constexpr std::size_t kMaxColumns = 1000;
constexpr const char* kRemedy = "use a shorter table";

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Takes the text before the next `mark`, and the mark.
std::string_view take_until(std::string_view& text, char mark) {
    const std::size_t end = std::min(text.find(mark), text.size());
    const std::string_view piece = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return piece;
}

std::vector<std::string_view> cells_of(std::string_view line) {
    std::vector<std::string_view> cells = {trimmed(take_until(line, ','))};
    while (!line.empty() && cells.size() <= kMaxColumns)
        cells.push_back(trimmed(take_until(line, ',')));
    return cells;
}

Result<void> take_row(std::string_view line, std::size_t number, const std::string& name,
                      CsvTable& table) {
    const std::vector<std::string_view> cells = cells_of(line);
    const std::string where = "line " + std::to_string(number);
    if (cells.size() != table.columns.size())
        return invalid(name, where + " has " + std::to_string(cells.size()) +
                                 " values where the header has " +
                                 std::to_string(table.columns.size()) + "; give one per column");
    for (std::size_t k = 0; k < cells.size(); ++k) {
        const auto value = number_of<double>(cells[k]);
        if (!value || !std::isfinite(*value))
            return invalid(name, where + " has " + in_quotes(cells[k]) + " for " +
                                     in_quotes(table.columns[k]) + "; give a finite number");
        table.values.push_back(*value);
    }
    return {};
}

Result<CsvTable> parse(std::string_view text, const std::string& name) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    CsvTable table;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::string_view line = take_until(text, '\n');
        if (trimmed(line).empty()) continue;
        if (!table.columns.empty()) {
            if (const auto taken = take_row(line, number, name, table); !taken)
                return taken.error();
            continue;
        }
        for (const std::string_view cell : cells_of(line)) table.columns.emplace_back(cell);
        if (table.columns.size() > kMaxColumns)
            return invalid(name, "has more than 1000 columns; give a table of few");
    }
    if (table.columns.empty()) return invalid(name, "is empty; give a header and rows of numbers");
    return table;
}

}  // namespace

Result<CsvTable> parse_csv(std::string_view text, const std::string& name) {
    return within_memory(name, kRemedy, [&] { return parse(text, name); });
}

Result<CsvTable> read_csv(const std::filesystem::path& path) {
    return parse_file(path, kMaxFileBytes, kRemedy, parse);
}

}  // namespace tarn::io
