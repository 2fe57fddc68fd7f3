#include "base/file_set.hpp"

#include "base/staged_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>

namespace tarn {

namespace fs = std::filesystem;

Result<FileSet> FileSet::create(const fs::path& folder) {
    constexpr int kMostAttempts = 100;
    for (int attempt = 0;; ++attempt) {
        const fs::path part = unique_part_name(folder, attempt);
        if (mkdir(part.c_str(), 0700) == 0) {
            Descriptor lock(open(part.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
            flock(lock.get(), LOCK_EX | LOCK_NB);
            return FileSet(folder, part, std::move(lock));
        }
        if (errno != EEXIST || attempt == kMostAttempts) return file_error(folder, "write");
    }
}

fs::path FileSet::add(const std::string& name) {
    names_.push_back(name);
    return part_ / name;
}

Error FileSet::named(const Error& error) const {
    return with_name(error, part_, folder_);
}

/// Hands all files over to the disk, with the permissions of those that they will replace.
Result<void> FileSet::prepare() const {
    for (const std::string& name : names_) {
        const fs::path target = folder_ / name;
        const Descriptor file(open((part_ / name).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
        if (!file || fsync(file.get()) != 0) return file_error(target, "flush to the disk");
        struct stat before = {};
        if (stat(target.c_str(), &before) == 0 && fchmod(file.get(), before.st_mode & 0777) != 0)
            return file_error(target, "give it the permissions of the file before");
    }
    return {};
}

Result<void> FileSet::place(const std::function<bool(const std::string& name)>& belongs) {
    if (const auto ready = prepare(); !ready) return ready;
    // The last one goes first: without it, what is there is no set.
    if (!names_.empty() && unlink((folder_ / names_.back()).c_str()) != 0 && errno != ENOENT)
        return file_error(folder_ / names_.back(), "remove");
    if (const auto removed = remove_files(folder_, belongs); !removed) return removed;
    for (const std::string& name : names_)
        if (rename((part_ / name).c_str(), (folder_ / name).c_str()) != 0)
            return file_error(folder_ / name, "write");
    return names_.empty() ? Result<void>() : flush_name(folder_ / names_.back());
}

FileSet::FileSet(FileSet&& other) noexcept
    : folder_(std::move(other.folder_)),
      part_(std::exchange(other.part_, {})),
      lock_(std::move(other.lock_)),
      names_(std::move(other.names_)) {}

FileSet::~FileSet() {
    std::error_code ignored;
    if (!part_.empty()) fs::remove_all(part_, ignored);
}

Result<void> remove_files(const fs::path& folder,
                          const std::function<bool(const std::string& name)>& belongs) {
    std::vector<fs::path> found;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end;
         entry.increment(code))
        if (belongs(entry->path().filename().string()) && !entry->is_directory())
            found.push_back(entry->path());
    for (const fs::path& path : found)
        if (unlink(path.c_str()) != 0 && errno != ENOENT) return file_error(path, "remove");
    return {};
}

}  // namespace tarn
