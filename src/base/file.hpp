// Files, whole: read with a size limit, write so that a reader never sees half a file. Files that
// grow are in growing_file.hpp, files that belong together in file_set.hpp.
#pragma once

#include <tarn/result.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace tarn {

/// Reads a whole file. Fails on a missing file, a folder, or more than `max_bytes`.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes);
/// The same, but refuses devices, pipes and sockets, which may never end, and looks at the size
/// before anything is read.
Result<std::string> read_regular_file(const std::filesystem::path& path, std::size_t max_bytes);

/// What a file that was written outlives.
enum class Durability {
    Process,  ///< the end of this process, however it comes
    Machine,  ///< and that of the machine: file and folder are flushed to the disk (fsync)
};

/// Writes through a temporary file beside `path` and renames it: after a full disk or a kill the
/// old file, or none, is there; never a part of the new one. The new file has the permissions of
/// the old one. A link is followed to the file that is to be replaced; a device or a pipe is
/// written to directly.
Result<void> write_file(const std::filesystem::path& path, std::string_view bytes,
                        Durability durability = Durability::Machine);

/// Creates `folder` (and parents) and proves that a file can be written into it. What runs that
/// were killed left there under temporary names is removed.
Result<void> make_writable_folder(const std::filesystem::path& folder);

/// Whether write_file() to `path` will find a place: makes its folder as above, and refuses a
/// folder or a file that may not be written. What is there stays as it is.
Result<void> check_can_write(const std::filesystem::path& path);

/// Lets `write` write a file of the name that it is given, beside `path`, and puts that in the
/// place of `path`. What was there is called `older` from then on (empty: it is gone). At any
/// moment `path` is a whole file, if it was one.
Result<void> write_and_keep(
    const std::filesystem::path& path, const std::filesystem::path& older,
    const std::function<Result<void>(const std::filesystem::path& part)>& write);

}  // namespace tarn
