#include "base/staged_file.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>

namespace tarn {
namespace {

namespace fs = std::filesystem;

const char* remedy(int error) {
    switch (error) {
        case ENOSPC:
        case EDQUOT:
            return "; free some space on the disk";
        case EACCES:
        case EPERM:
        case EROFS:
            return "; choose a place you can write to";
        case ENOENT:
        case ENOTDIR:
            return "; make its folder first, or choose another";
        case EISDIR:
            return "; name a file inside it";
        default:
            return "";
    }
}

bool is_part_name(const std::string& name) {
    return name.starts_with(".tarn-") && name.ends_with(".part");
}

/// Such as "1234-5678". Words only have to differ: O_EXCL refuses the rest, and the caller tries
/// again.
std::string unique_word(int attempt) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    return std::to_string(getpid()) + "-" + std::to_string(now + attempt);
}

fs::path visible_part_name(const fs::path& path, int attempt) {
    return path.parent_path() /
           (path.stem().string() + ".part-" + unique_word(attempt) + path.extension().string());
}

}  // namespace

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

Error file_error(const fs::path& path, const char* verb) {
    const int error = errno ? errno : EIO;
    return {error == ENOSPC || error == EDQUOT ? ErrorCode::DiskFull : ErrorCode::Io,
            path.string() + ": cannot " + verb + ": " + std::strerror(error) + remedy(error)};
}

Error with_name(Error error, const fs::path& part, const fs::path& path) {
    const std::string name = part.string();
    if (const std::size_t at = error.message.find(name); at != std::string::npos)
        error.message.replace(at, name.size(), path.string());
    return error;
}

bool write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t wrote = ::write(descriptor, bytes.data(), bytes.size());
        if (wrote >= 0)
            bytes.remove_prefix(std::size_t(wrote));
        else if (errno != EINTR)
            return false;
    }
    return true;
}

bool is_written_directly(const fs::path& path) {
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (!fs::exists(status) || fs::is_directory(status)) return false;
    if (!fs::is_regular_file(status)) return true;
    return fs::canonical(path, code).empty();
}

fs::path file_behind(const fs::path& path) {
    std::error_code code;
    if (!fs::is_symlink(path, code)) return path;
    const fs::path target = fs::canonical(path, code);
    return code ? path : target;
}

fs::path unique_part_name(const fs::path& folder, int attempt) {
    return folder / (".tarn-" + unique_word(attempt) + ".part");
}

void remove_abandoned_parts(const fs::path& folder) {
    // Between its creation and its lock a file looks abandoned; an hour later it does not.
    constexpr auto kOldEnough = std::chrono::hours(1);
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end;
         entry.increment(code)) {
        if (!is_part_name(entry->path().filename().string())) continue;
        std::error_code gone;
        if (fs::file_time_type::clock::now() - entry->last_write_time(gone) < kOldEnough || gone)
            continue;
        const Descriptor part(
            open(entry->path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        if (part && flock(part.get(), LOCK_EX | LOCK_NB) == 0) fs::remove_all(entry->path(), gone);
    }
}

Result<void> flush_name(const fs::path& path) {
    const Descriptor folder(open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // A file system that cannot flush a folder keeps its names in another way.
    if (folder && fsync(folder.get()) != 0 && errno != EINVAL && errno != ENOTSUP)
        return file_error(path, "flush to the disk");
    return {};
}

Result<StagedFile> StagedFile::create(const fs::path& path, PartName name) {
    StagedFile file(path, file_behind(path));
    struct stat before = {};
    const bool replaces = stat(file.target_.c_str(), &before) == 0;
    // Renaming would not ask whether the file may be written.
    if (replaces && access(file.target_.c_str(), W_OK) != 0) return file_error(path, "write");
    // From its first moment on, nobody may read it who may not read the one before.
    const mode_t mode = replaces ? before.st_mode & 0777 : 0666;
    constexpr int kMostAttempts = 100;
    for (int attempt = 0; !file.file_; ++attempt) {
        const fs::path part = name == PartName::Visible
                                  ? visible_part_name(file.target_, attempt)
                                  : unique_part_name(folder_of(file.target_), attempt);
        file.file_ = Descriptor(
            open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
        if (file.file_)
            file.part_ = part;
        else if (errno != EEXIST || attempt == kMostAttempts)
            return file_error(path, "write");
    }
    flock(file.file_.get(), LOCK_EX | LOCK_NB);  // tells remove_abandoned_parts() that we live
    if (replaces && fchmod(file.file_.get(), mode) != 0)
        return file_error(path, "give it the permissions of the file before");
    return file;
}

Result<void> StagedFile::write(std::string_view bytes) {
    return write_all(file_.get(), bytes) ? Result<void>() : file_error(path_, "write");
}

Result<void> StagedFile::flush() {
    return fsync(file_.get()) == 0 ? Result<void>() : file_error(path_, "flush to the disk");
}

Result<void> StagedFile::place_as(const fs::path& target) {
    if (rename(part_.c_str(), target.c_str()) != 0) return file_error(path_, "write");
    part_.clear();
    return {};
}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      part_(std::exchange(other.part_, {})),
      file_(std::move(other.file_)) {}

StagedFile::~StagedFile() {
    if (!part_.empty()) unlink(part_.c_str());
}

}  // namespace tarn
