#include "base/growing_file.hpp"

#include "base/staged_file.hpp"

#include <fcntl.h>

namespace tarn {

namespace fs = std::filesystem;

Result<GrowingFile> GrowingFile::create(const fs::path& path, std::string_view first) {
    if (is_written_directly(path)) {
        Descriptor device(open(path.c_str(), O_WRONLY | O_CLOEXEC));
        if (!device) return file_error(path, "write");
        GrowingFile file(path, std::move(device), 0);
        if (const auto wrote = file.append(first); !wrote) return wrote.error();
        return file;
    }
    auto staged = StagedFile::create(path);
    if (!staged) return staged.error();
    if (const auto wrote = staged.value().write(first); !wrote) return wrote.error();
    if (const auto placed = staged.value().place(); !placed) return placed.error();
    return GrowingFile(path, staged.value().take_descriptor(), std::int64_t(first.size()));
}

Result<void> GrowingFile::append(std::string_view piece) {
    if (write_all(file_.get(), piece)) {
        bytes_ += std::int64_t(piece.size());
        return {};
    }
    const Error error = file_error(path_, "write");
    // A device has no size to cut, which is no trouble of its own.
    if (ftruncate(file_.get(), bytes_) == 0) lseek(file_.get(), bytes_, SEEK_SET);
    return error;
}

}  // namespace tarn
