// Files that belong together, such as the fields of one run: all of them appear, or none.
#pragma once

#include "base/descriptor.hpp"
#include <tarn/result.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tarn {

/// They are written into a hidden folder inside the one they are for, by whoever knows how, and
/// flushed to the disk and moved from there by place(). Without it nothing of them stays.
///
///     auto set = FileSet::create(folder);
///     if (!set) return set.error();
///     if (auto wrote = write_npy(set.value().add("depth.npy"), ...); !wrote)
///         return set.value().named(wrote.error());
///     return set.value().place(is_field);
class FileSet {
public:
    static Result<FileSet> create(const std::filesystem::path& folder);

    FileSet(FileSet&& other) noexcept;
    FileSet& operator=(FileSet&&) = delete;
    ~FileSet();

    /// Where the file that will be called `name` is to be written.
    std::filesystem::path add(const std::string& name);
    /// The error of one who wrote there, with the name that the file was to get.
    Error named(const Error& error) const;

    /// Removes those files of the folder that `belongs` says are of such a set, then moves the new
    /// ones in the order in which they were added: who finds the last one finds all, and all of
    /// this set. The caller has claimed the folder (folder_claim.hpp).
    Result<void> place(const std::function<bool(const std::string& name)>& belongs);

private:
    FileSet(std::filesystem::path folder, std::filesystem::path part, Descriptor lock)
        : folder_(std::move(folder)), part_(std::move(part)), lock_(std::move(lock)) {}

    Result<void> prepare() const;

    std::filesystem::path folder_, part_;
    Descriptor lock_;  ///< on the hidden folder: this process lives
    std::vector<std::string> names_;
};

/// Removes the files of a folder whose names `belongs` picks.
Result<void> remove_files(const std::filesystem::path& folder,
                          const std::function<bool(const std::string& name)>& belongs);

}  // namespace tarn
