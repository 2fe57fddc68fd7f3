#include "row.hpp"

#include "io/json_text.hpp"
#include "machine_json.hpp"

#include <algorithm>
#include <cstdio>

namespace tarn::cli {
namespace {

constexpr const char* kColumns = "name,value,unit,spread,of_peak,bytes_per_cell,checksum";

double quantile(const std::vector<double>& sorted, double q) {
    const double at = q * double(sorted.size() - 1);
    const std::size_t k = std::size_t(at);
    const double t = at - double(k);
    return k + 1 < sorted.size() ? (1.0 - t) * sorted[k] + t * sorted[k + 1] : sorted[k];
}

/// Four digits or so: small numbers are not rounded to nothing, large ones stay whole.
int decimals_of(double value) {
    return value < 10.0 ? 3 : value < 100.0 ? 2 : value < 1000.0 ? 1 : 0;
}

}  // namespace

Timing timing_of(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    const double median = quantile(values, 0.5);
    const double between = quantile(values, 0.75) - quantile(values, 0.25);
    return {median, median > 0.0 ? between / median : 0.0};
}

std::string checksum_text(std::uint64_t sum) {
    char hex[24];
    std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(sum));
    return hex;
}

std::string header_line() {
    char line[256];
    std::snprintf(line, sizeof line, "%-56s %15s %7s %8s  %-16s  %s\n", "row", "value", "spread",
                  "of peak", "checksum", "more");
    return line;
}

std::string printed_line(const BenchRow& row) {
    char of_peak[16] = "", line[512];
    if (row.of_peak > 0.0) std::snprintf(of_peak, sizeof of_peak, "%.0f%%", 100.0 * row.of_peak);
    std::snprintf(line, sizeof line, "%-56s %9.*f %-5s %6.1f%% %8s  %-16s  %s\n", row.name.c_str(),
                  decimals_of(row.value), row.value, row.unit.c_str(), 100.0 * row.spread, of_peak,
                  row.checksum.c_str(), row.note.c_str());
    return line;
}

std::string json_text(const std::vector<BenchRow>& rows, int threads) {
    io::JsonWriter json;
    json.begin_object();
    write_machine(json, threads);
    json.key("rows").begin_array();
    for (const BenchRow& row : rows) {
        json.begin_object().member("name", row.name).member("value", row.value);
        json.member("unit", row.unit).member("spread", row.spread);
        json.member("of_peak", row.of_peak).member("bytes_per_cell", row.bytes_per_cell);
        json.member("checksum", row.checksum);
        json.end_object();
    }
    json.end_array().end_object();
    return json.text();
}

std::string csv_text(const std::vector<BenchRow>& rows) {
    std::string text = std::string(kColumns) + "\n";
    for (const BenchRow& row : rows) {
        char line[256];
        std::snprintf(line, sizeof line, "%s,%.6g,%s,%.3f,%.3f,%.0f,%s\n", row.name.c_str(),
                      row.value, row.unit.c_str(), row.spread, row.of_peak, row.bytes_per_cell,
                      row.checksum.c_str());
        text += line;
    }
    return text;
}

}  // namespace tarn::cli
