// A file that grows piece by piece while others may read it.
#pragma once

#include "base/descriptor.hpp"
#include <tarn/result.hpp>

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace tarn {

/// Every piece is in the file, whole, before append() returns: also after a kill. A piece that does
/// not fit is cut off again.
class GrowingFile {
public:
    /// Replaces the file by one that holds `first`, as write_file() does. Another process that
    /// still writes to the file before does not reach this one.
    static Result<GrowingFile> create(const std::filesystem::path& path, std::string_view first);

    Result<void> append(std::string_view piece);

private:
    GrowingFile(std::filesystem::path path, Descriptor file, std::int64_t bytes)
        : path_(std::move(path)), file_(std::move(file)), bytes_(bytes) {}

    std::filesystem::path path_;
    Descriptor file_;
    std::int64_t bytes_ = 0;  ///< whole pieces so far
};

}  // namespace tarn
