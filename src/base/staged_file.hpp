// A file that is written beside its place and renamed into it, so that nobody ever sees a part of
// it. Whole files at once are in file.hpp.
#pragma once

#include "base/descriptor.hpp"
#include <tarn/result.hpp>

#include <filesystem>
#include <string_view>

namespace tarn {

/// What the system says about the last call that failed (errno), with the file and a remedy.
Error file_error(const std::filesystem::path& path, const char* verb);

/// An error about a file `part`, told of the file `path` that it stands for.
Error with_name(Error error, const std::filesystem::path& part, const std::filesystem::path& path);

/// Writes all bytes to an open file; false with errno set.
bool write_all(int descriptor, std::string_view bytes);

/// Whether `path` is there and cannot be replaced by renaming: a device, a pipe, or a file that has
/// no name any more, as /dev/stdout may lead to. It is written to as it is.
bool is_written_directly(const std::filesystem::path& path);

/// Where a file of this name is written: links are followed, so that a link stays a link.
std::filesystem::path file_behind(const std::filesystem::path& path);

/// A name in a folder that no other file has: ".tarn-<process>-<number>.part".
std::filesystem::path unique_part_name(const std::filesystem::path& folder, int attempt);

/// Removes what runs that were killed left in a folder under such names. A run that is still alive
/// holds a lock on its own.
void remove_abandoned_parts(const std::filesystem::path& folder);

/// The folder in which `path` lies.
std::filesystem::path folder_of(const std::filesystem::path& path);

/// Hands the name of a file over to the disk, as its folder has it.
Result<void> flush_name(const std::filesystem::path& path);

/// How a file is called until it is whole.
enum class PartName {
    Hidden,   ///< as unique_part_name(); what a killed run leaves is removed by a later one
    Visible,  ///< NAME.part-<process>-<number>.EXT: what a killed run leaves is of use
};

/// The file has a name of its own until place(), and no other process writes to it: it is created
/// anew, and no link is followed. It gets the permissions of the file that it will replace. Without
/// place() it is removed.
class StagedFile {
public:
    static Result<StagedFile> create(const std::filesystem::path& path,
                                     PartName name = PartName::Hidden);

    StagedFile(StagedFile&& other) noexcept;
    StagedFile& operator=(StagedFile&&) = delete;
    ~StagedFile();

    const std::filesystem::path& part() const { return part_; }
    const std::filesystem::path& target() const { return target_; }

    Result<void> write(std::string_view bytes);
    /// Hands what was written over to the disk.
    Result<void> flush();
    /// Gives the file its name; what had it before is gone from then on.
    Result<void> place() { return place_as(target_); }
    /// Or another one.
    Result<void> place_as(const std::filesystem::path& target);
    /// The open file, after place(), for one who writes on.
    Descriptor take_descriptor() { return std::move(file_); }

private:
    StagedFile(std::filesystem::path path, std::filesystem::path target)
        : path_(std::move(path)), target_(std::move(target)) {}

    std::filesystem::path path_;    ///< as it was asked for, for messages
    std::filesystem::path target_;  ///< without links
    std::filesystem::path part_;    ///< empty: there is none any more
    Descriptor file_;
};

}  // namespace tarn
