// Structures of the C API that may grow: struct_size says how much of them the caller has. Older
// callers have less than this library knows, newer ones more.
#pragma once

#include <tarn/result.hpp>
#include <tarn/tarn.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace tarn::c {

/// More can only be memory that was never set.
inline constexpr std::size_t kMaxStructBytes = 4096;

/// The size of every version of a structure is a multiple of its alignment, so that no number in it
/// is cut in two.
template <class S>
Result<void> check_struct(const S* given, const char* type, const char* name) {
    if (!given)
        return Error{ErrorCode::InvalidArgument, std::string(name) + " is null; pass a pointer"};
    const std::size_t size = given->struct_size;
    if (size >= sizeof(std::size_t) && size <= kMaxStructBytes && size % alignof(S) == 0) return {};
    return Error{ErrorCode::InvalidArgument, std::string(type) + ".struct_size is " +
                                                 std::to_string(size) + "; start from " + type +
                                                 "_default()"};
}

/// What the caller gives, over `result` where he gives less.
template <class S>
Result<S> read_struct(const S* given, const char* type, const char* name, S result) {
    if (const auto good = check_struct(given, type, name); !good) return good.error();
    const std::size_t size = given->struct_size, known = std::min(size, sizeof(S));
    const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
    for (std::size_t k = known; k < size; ++k)
        if (bytes[k] != 0)
            return Error{ErrorCode::InvalidArgument,
                         std::string(type) + " has a field at byte " + std::to_string(k) +
                             " that version " + tarn_version() +
                             " does not know; leave it zero, or use a newer library"};
    std::memcpy(&result, bytes, known);
    result.struct_size = sizeof(S);
    return result;
}

/// Writes as much as the caller has room for. `out` has passed check_struct().
template <class S>
void write_struct(S value, S* out) {
    const std::size_t size = out->struct_size, known = std::min(size, sizeof(S));
    auto* const bytes = reinterpret_cast<unsigned char*>(out);
    value.struct_size = size;
    std::memcpy(bytes, &value, known);
    std::fill(bytes + known, bytes + size, static_cast<unsigned char>(0));
}

/// A text into an array of a structure, cut between two characters of UTF-8 where it is too long.
template <std::size_t N>
void write_text(std::string_view text, char (&out)[N]) {
    std::size_t length = std::min(text.size(), N - 1);
    if (length < text.size())
        while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) --length;
    std::fill(out, out + N, '\0');
    std::copy_n(text.data(), length, out);
}

}  // namespace tarn::c
