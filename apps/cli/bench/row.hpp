// A bench row as it is printed and written, whatever it measures; and a median with its spread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tarn::cli {

struct BenchRow {
    std::string name;
    double value = 0.0;
    std::string unit;
    double spread = 0.0;   ///< between the quartiles, over the median
    double of_peak = 0.0;  ///< of the bandwidth, at bytes_per_cell; 0: has no meaning
    double bytes_per_cell = 0.0;
    std::string checksum = "0";
    std::string note = {};        ///< printed, not written
    std::string same_water = {};  ///< rows with the same text here must have the same checksum
};

struct Timing {
    double median = 0.0;
    double spread = 0.0;  ///< between the quartiles, over the median
};
Timing timing_of(std::vector<double> values);

/// 16 hexadecimal digits.
std::string checksum_text(std::uint64_t sum);

std::string header_line();
std::string printed_line(const BenchRow& row);
std::string json_text(const std::vector<BenchRow>& rows, int threads);
std::string csv_text(const std::vector<BenchRow>& rows);

}  // namespace tarn::cli
