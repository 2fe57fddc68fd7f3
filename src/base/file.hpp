// Files, whole: read with a size limit, write so that a reader never sees half a file.
#pragma once

#include <tarn/result.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace tarn {

/// Reads a whole file. Fails on a missing file, a folder, or more than `max_bytes`.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes);

/// Writes through a temporary file beside `path` and renames it: after a full disk or a kill the
/// old file, or none, is there; never a part of the new one.
Result<void> write_file(const std::filesystem::path& path, std::string_view bytes);

/// Creates `folder` (and parents) and proves that a file can be written into it.
Result<void> make_writable_folder(const std::filesystem::path& folder);

}  // namespace tarn
