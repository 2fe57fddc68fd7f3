// The error of a call that found no memory.
#pragma once

#include <tarn/result.hpp>

#include <new>
#include <stdexcept>

namespace tarn {

/// With `text`, or with a shorter one where there is no memory for that either: strings of up to
/// 15 characters need none.
inline Error no_memory_error(const char* text) noexcept {
    try {
        return {ErrorCode::OutOfMemory, text};
    } catch (const std::bad_alloc&) {
        return {ErrorCode::OutOfMemory, "out of memory"};
    }
}

/// Runs a body that gives a Result; where it finds no memory that is the answer.
template <class Body>
auto with_memory(const char* text, Body&& body) -> decltype(body()) {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return no_memory_error(text);
    } catch (const std::length_error&) {
        return no_memory_error(text);
    }
}

}  // namespace tarn
