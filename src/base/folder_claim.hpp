// A folder for one run at a time: a series of files must not be written by two.
#pragma once

#include "base/descriptor.hpp"
#include <tarn/result.hpp>

#include <filesystem>
#include <string>

namespace tarn {

/// While it lives, nobody else can claim the same folder for the same purpose. It ends with the
/// process, however that ends.
class FolderClaim {
public:
    /// `purpose` is a word for messages and for the name of the lock: "frames". Waits for
    /// `patience_s` while another run has claimed it; ErrorCode::Busy after that.
    static Result<FolderClaim> take(const std::filesystem::path& folder, const std::string& purpose,
                                    double patience_s = 0.0);

    FolderClaim(FolderClaim&& other) noexcept;
    FolderClaim& operator=(FolderClaim&&) = delete;
    ~FolderClaim();

private:
    FolderClaim(std::filesystem::path lock, Descriptor file)
        : lock_(std::move(lock)), file_(std::move(file)) {}

    std::filesystem::path lock_;  ///< empty: handed on
    Descriptor file_;
};

}  // namespace tarn
