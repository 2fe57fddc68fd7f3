#include "base/lies_below.hpp"

#include <algorithm>
#include <system_error>

namespace tarn {
namespace {

namespace fs = std::filesystem;

/// Absolute, without links as far as the path is there; empty after an error.
fs::path real_path(const fs::path& path) {
    std::error_code code;
    const fs::path absolute = path.empty() ? fs::current_path(code) : fs::absolute(path, code);
    if (code) return {};
    fs::path real = fs::weakly_canonical(absolute, code);
    if (code) return {};
    // A folder may be given with a slash at its end.
    return real.has_filename() ? real : real.parent_path();
}

}  // namespace

bool lies_below(const fs::path& file, const fs::path& folder) {
    const fs::path inner = real_path(file), outer = real_path(folder);
    if (inner.empty() || outer.empty()) return false;
    const auto [folder_end, rest] = std::ranges::mismatch(outer, inner);
    return folder_end == outer.end() && rest != inner.end();
}

}  // namespace tarn
