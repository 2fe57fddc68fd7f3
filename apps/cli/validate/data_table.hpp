// Tables of measured data as others publish them: numbers in columns, words on top.
#pragma once

#include <tarn/result.hpp>

#include <filesystem>
#include <vector>

namespace tarn::cli::validate {

/// Rows of numbers, separated by blanks or tabs; "NaN" is one. Lines that do not begin with a
/// number are headings. Rows may be shorter than others; each has `least` numbers or more.
Result<std::vector<std::vector<double>>> read_table(const std::filesystem::path& path,
                                                    std::size_t least);

}  // namespace tarn::cli::validate
