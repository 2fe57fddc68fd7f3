// The text header of an .npy file: a Python dict literal with three known keys.
#pragma once

#include <tarn/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::io {

struct NpyHeader {
    std::string descr = {};  ///< NumPy's type string, such as "<f4"
    bool is_fortran_order = false;
    std::vector<std::size_t> shape = {};
};

/// Parses the dict in any key order. `name` is used in messages only. The values are well formed
/// but not judged: an unknown type or a huge shape is the caller's to refuse.
Result<NpyHeader> parse_npy_header(std::string_view text, const std::string& name);

}  // namespace tarn::io
