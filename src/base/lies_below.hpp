// Where a file really is, symbolic links followed.
#pragma once

#include <filesystem>

namespace tarn {

/// Whether `file`, which need not be there, is below `folder` when all links are followed. An empty
/// folder is the current one. False where the system does not let us look.
bool lies_below(const std::filesystem::path& file, const std::filesystem::path& folder);

}  // namespace tarn
