#include "base/file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

namespace tarn {
namespace {

namespace fs = std::filesystem;

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

Error io_error(const fs::path& path, const char* verb) {
    return {errno == ENOSPC ? ErrorCode::DiskFull : ErrorCode::Io,
            path.string() + ": cannot " + verb + ": " + std::strerror(errno ? errno : EIO)};
}

}  // namespace

Result<std::string> read_file(const fs::path& path, std::size_t max_bytes) {
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (!fs::exists(status))
        return Error{ErrorCode::NotFound, path.string() + ": no such file; check the path"};
    if (fs::is_directory(status))
        return Error{ErrorCode::InvalidArgument,
                     path.string() + ": is a folder; name a file inside it"};
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return io_error(path, "open");
    std::string bytes;
    char chunk[1 << 16];
    while (const std::size_t got = std::fread(chunk, 1, sizeof chunk, file.get())) {
        if (bytes.size() + got > max_bytes)
            return Error{ErrorCode::InvalidArgument, path.string() + ": is larger than " +
                                                         std::to_string(max_bytes) + " bytes"};
        bytes.append(chunk, got);
    }
    if (std::ferror(file.get())) return io_error(path, "read");
    return bytes;
}

Result<void> write_file(const fs::path& path, std::string_view bytes) {
    std::error_code code;
    if (fs::is_directory(path, code))
        return Error{ErrorCode::Io, path.string() + ": is a folder; name a file"};
    // A device or a pipe cannot be replaced by renaming; it is written directly.
    const bool is_special = fs::exists(path, code) && !fs::is_regular_file(path, code);
    const fs::path target = is_special ? path : fs::path(path.string() + ".part");
    File file(std::fopen(target.c_str(), "wb"));
    if (!file) return io_error(path, "write");
    const bool wrote = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
    const bool flushed = std::fclose(file.release()) == 0;
    if (!wrote || !flushed) {
        const Error error = io_error(path, "write");
        if (!is_special) fs::remove(target, code);
        return error;
    }
    if (is_special) return {};
    fs::rename(target, path, code);
    if (code) return Error{ErrorCode::Io, path.string() + ": cannot write: " + code.message()};
    return {};
}

Result<void> make_writable_folder(const fs::path& folder) {
    std::error_code code;
    fs::create_directories(folder, code);
    if (!fs::is_directory(folder))
        return Error{ErrorCode::Io, folder.string() + ": cannot make this folder" +
                                        (code ? ": " + code.message() : "") +
                                        "; choose a folder you can write to"};
    const fs::path probe = folder / ".tarn-write-test";
    const Result<void> wrote = write_file(probe, "x");
    fs::remove(probe, code);
    if (!wrote)
        return Error{ErrorCode::Io,
                     folder.string() + ": cannot write here; choose a folder you can write to"};
    return {};
}

}  // namespace tarn
