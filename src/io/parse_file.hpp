// What readers of files share: a file is read whole and then parsed, trouble names the file, and a
// file for which there is no memory is trouble too.
#pragma once

#include "base/file.hpp"
#include <tarn/result.hpp>

#include <cstddef>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>

namespace tarn::io {

inline Error invalid(const std::string& name, const std::string& what_and_remedy) {
    return {ErrorCode::InvalidScene, name + ": " + what_and_remedy};
}

/// What `work` answers; where memory runs out, an error that names the file and the remedy.
template <class Work>
auto within_memory(const std::string& name, const char* remedy, const Work& work)
    -> decltype(work()) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, name + ": does not fit in memory; " + remedy};
    }
}

/// What `parse(bytes, name)` makes of a file of at most `max_bytes`.
template <class Parse>
auto parse_file(const std::filesystem::path& path, std::size_t max_bytes, const char* remedy,
                const Parse& parse) {
    const std::string name = path.string();
    return within_memory(name, remedy, [&]() -> decltype(parse(std::string_view(), name)) {
        const Result<std::string> bytes = read_regular_file(path, max_bytes);
        if (!bytes) return bytes.error();
        return parse(bytes.value(), name);
    });
}

}  // namespace tarn::io
