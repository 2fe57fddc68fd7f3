// NumPy's .npy files: float32, float64 and whole numbers in, float32 out, C order. Row 0 is the
// south row.
#pragma once

#include <tarn/result.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::io {

struct NpyArray {
    std::vector<std::size_t> shape;
    std::vector<double> values;  ///< C order
};

/// Parses the bytes of an .npy file. `name` is used in messages only.
Result<NpyArray> parse_npy(std::string_view bytes, const std::string& name);

/// As many values as an array may have, so that its bytes can be counted on a platform of 32 bits
/// too; a caller that needs fewer says so.
inline constexpr int kMaxNpyValuesLog2 = sizeof(std::size_t) > 4 ? 31 : 28;
inline constexpr std::size_t kMaxNpyValues = std::size_t{1} << kMaxNpyValuesLog2;

/// A file that is larger than `max_values` numbers can be is refused before it is read.
Result<NpyArray> read_npy(const std::filesystem::path& path,
                          std::size_t max_values = kMaxNpyValues);

/// The bytes of a float32 .npy file, version 1.0.
std::string npy_bytes(std::span<const float> values, std::span<const std::size_t> shape);

Result<void> write_npy(const std::filesystem::path& path, std::span<const float> values,
                       std::span<const std::size_t> shape);
/// The same in float64, for fields that a scene is to read with all their digits.
Result<void> write_npy(const std::filesystem::path& path, std::span<const double> values,
                       std::span<const std::size_t> shape);

/// The same for words of 32 bits.
Result<void> write_npy(const std::filesystem::path& path, std::span<const std::uint32_t> values,
                       std::span<const std::size_t> shape);

}  // namespace tarn::io
