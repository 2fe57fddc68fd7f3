// Any bytes given to parse_csv end in a whole table of finite numbers, or in a short InvalidScene
// error. What was accepted is written again and must come back as the same table.
// Run: fuzz_csv -max_total_time=60 tests/fuzz/corpus/csv
#include "io/csv_table.hpp"
#include "io/number_text.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace {

std::string text_of(const tarn::io::CsvTable& table) {
    std::string text = "\xef\xbb\xbf";  // the mark that readers skip: a name may begin with another
    const std::size_t columns = table.columns.size();
    for (std::size_t k = 0; k < columns; ++k) text += (k ? "," : "") + table.columns[k];
    text += '\n';
    for (std::size_t k = 0; k < table.values.size(); ++k)
        text += tarn::io::shortest_text(table.values[k]) + (k % columns + 1 < columns ? ',' : '\n');
    return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto table = tarn::io::parse_csv(input, "fuzz.csv");
    if (!table) {
        if (table.error().code != tarn::ErrorCode::InvalidScene) std::abort();
        if (table.error().message.size() > 300) std::abort();
        return 0;
    }
    const tarn::io::CsvTable& read = table.value();
    if (read.rows() * read.columns.size() != read.values.size()) std::abort();
    for (const double value : read.values)
        if (!std::isfinite(value)) std::abort();
    const auto again = tarn::io::parse_csv(text_of(read), "again.csv");
    // A header whose last name is empty loses its comma, so there is nothing to compare.
    if (read.columns.back().empty() || read.columns.front().empty()) return 0;
    if (!again || again.value().columns != read.columns || again.value().values != read.values)
        std::abort();
    return 0;
}
