#include "base/folder_claim.hpp"

#include "base/staged_file.hpp"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>

namespace tarn {

namespace fs = std::filesystem;

namespace {

/// The open file `lock`, locked; none: another process has it.
Result<Descriptor> locked(const fs::path& lock) {
    Descriptor file(open(lock.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!file) return file_error(lock, "write");
    // A file system without locks cannot tell; two runs are then the user's business.
    if (flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return Descriptor();
    // The process before removes its lock file at its end, perhaps just now.
    struct stat mine = {}, there = {};
    const bool is_there = fstat(file.get(), &mine) == 0 && stat(lock.c_str(), &there) == 0 &&
                          mine.st_ino == there.st_ino;
    return is_there ? std::move(file) : Descriptor();
}

}  // namespace

Result<FolderClaim> FolderClaim::take(const fs::path& folder, const std::string& purpose,
                                      double patience_s) {
    // So often at least: a lock that is given back counts as taken for a moment.
    constexpr int kLeastAttempts = 5;
    constexpr auto kPause = std::chrono::milliseconds(5);
    const fs::path lock = folder / (".tarn-" + purpose + ".lock");
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience_s);
    for (int k = 0; k < kLeastAttempts || std::chrono::steady_clock::now() < end; ++k) {
        auto file = locked(lock);
        if (!file) return file.error();
        if (file.value()) return FolderClaim(lock, std::move(file.value()));
        std::this_thread::sleep_for(kPause);
    }
    return Error{ErrorCode::Busy, folder.string() + ": another run is writing its " + purpose +
                                      " there; wait for its end or give another folder"};
}

FolderClaim::FolderClaim(FolderClaim&& other) noexcept
    : lock_(std::exchange(other.lock_, {})), file_(std::move(other.file_)) {}

FolderClaim::~FolderClaim() {
    if (!lock_.empty()) unlink(lock_.c_str());
}

}  // namespace tarn
