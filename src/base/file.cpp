#include "base/file.hpp"

#include "base/staged_file.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <system_error>

namespace tarn {
namespace {

namespace fs = std::filesystem;

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

Error is_a_folder(const fs::path& path) {
    return {ErrorCode::Io, path.string() + ": is a folder; name a file"};
}

Error too_large(const fs::path& path, std::size_t max_bytes) {
    return {ErrorCode::InvalidArgument, path.string() + ": is larger than " +
                                            std::to_string(max_bytes) +
                                            " bytes; use a smaller file"};
}

/// There is something of that name that is no folder.
Result<void> check_is_file(const fs::path& path) {
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (!fs::exists(status))
        return Error{ErrorCode::NotFound, path.string() + ": no such file; check the path"};
    if (fs::is_directory(status))
        return Error{ErrorCode::InvalidArgument,
                     path.string() + ": is a folder; name a file inside it"};
    return {};
}

Result<std::string> read_to_end(const File& file, const fs::path& path, std::size_t max_bytes) {
    std::string bytes;
    char chunk[1 << 16];
    while (const std::size_t got = std::fread(chunk, 1, sizeof chunk, file.get())) {
        if (bytes.size() + got > max_bytes) return too_large(path, max_bytes);
        bytes.append(chunk, got);
    }
    if (std::ferror(file.get())) return file_error(path, "read");
    return bytes;
}

/// Makes `older` another name of the file `path`, if there is one; what `older` was is gone. At any
/// moment `path` is there.
Result<void> keep_as(const fs::path& older, const fs::path& path) {
    const fs::path part = unique_part_name(folder_of(path), 0);
    if (link(path.c_str(), part.c_str()) != 0) {
        if (errno == ENOENT) return {};
        // Without hard links there is a moment in which `path` is missing and `older` is not.
        return rename(path.c_str(), older.c_str()) == 0 ? Result<void>()
                                                        : file_error(older, "write");
    }
    const bool is_renamed = rename(part.c_str(), older.c_str()) == 0;
    const Result<void> kept = is_renamed ? Result<void>() : file_error(older, "write");
    unlink(part.c_str());  // it is there still where renaming failed, or both were one file
    return kept;
}

}  // namespace

Result<std::string> read_file(const fs::path& path, std::size_t max_bytes) {
    if (const auto ok = check_is_file(path); !ok) return ok.error();
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return file_error(path, "open");
    return read_to_end(file, path, max_bytes);
}

Result<std::string> read_regular_file(const fs::path& path, std::size_t max_bytes) {
    if (const auto ok = check_is_file(path); !ok) return ok.error();
    const auto is_no_file = [&] {
        return Error{ErrorCode::InvalidArgument,
                     path.string() + ": is a device, a pipe or a socket; name a regular file"};
    };
    std::error_code code;
    if (!fs::is_regular_file(path, code)) return is_no_file();
    // A pipe that has come in its place since is not waited for.
    Descriptor descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status = {};
    if (!descriptor || fstat(descriptor.get(), &status) != 0) return file_error(path, "open");
    if (!S_ISREG(status.st_mode)) return is_no_file();
    if (std::uintmax_t(status.st_size) > max_bytes) return too_large(path, max_bytes);
    const File file(fdopen(descriptor.get(), "rb"));
    if (!file) return file_error(path, "open");
    descriptor.release();
    return read_to_end(file, path, max_bytes);
}

Result<void> write_file(const fs::path& path, std::string_view bytes, Durability durability) {
    std::error_code code;
    if (fs::is_directory(path, code)) return is_a_folder(path);
    if (is_written_directly(path)) {
        const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
        return file && write_all(file.get(), bytes) ? Result<void>() : file_error(path, "write");
    }
    auto file = StagedFile::create(path);
    if (!file) return file.error();
    if (const auto wrote = file.value().write(bytes); !wrote) return wrote;
    if (durability == Durability::Process) return file.value().place();
    if (const auto flushed = file.value().flush(); !flushed) return flushed;
    if (const auto placed = file.value().place(); !placed) return placed;
    return flush_name(file.value().target());
}

Result<void> make_writable_folder(const fs::path& folder) {
    std::error_code code, ignored;
    fs::create_directories(folder, code);
    if (!fs::is_directory(folder, ignored))
        return Error{ErrorCode::Io, folder.string() + ": cannot make this folder" +
                                        (code ? ": " + code.message() : "") +
                                        "; choose a folder you can write to"};
    remove_abandoned_parts(folder);
    const fs::path name = folder / "probe";
    auto probe = StagedFile::create(name);
    if (!probe) return with_name(probe.error(), name, folder);
    const auto wrote = probe.value().write("x");
    return wrote ? wrote : with_name(wrote.error(), name, folder);
}

Result<void> check_can_write(const fs::path& path) {
    std::error_code code;
    if (fs::is_directory(path, code)) return is_a_folder(path);
    if (is_written_directly(path)) return {};
    if (const auto made = make_writable_folder(folder_of(path)); !made) return made;
    const auto file = StagedFile::create(path);
    return file ? Result<void>() : file.error();
}

Result<void> write_and_keep(const fs::path& path, const fs::path& older,
                            const std::function<Result<void>(const fs::path& part)>& write) {
    std::error_code code;
    if (fs::is_directory(path, code)) return is_a_folder(path);
    if (is_written_directly(path)) return write(path);
    auto file = StagedFile::create(path);
    if (!file) return file.error();
    if (const auto wrote = write(file.value().part()); !wrote)
        return with_name(wrote.error(), file.value().part(), path);
    if (!older.empty())
        if (const auto kept = keep_as(older, file.value().target()); !kept) return kept;
    if (const auto placed = file.value().place(); !placed) return placed;
    return flush_name(file.value().target());
}

}  // namespace tarn
