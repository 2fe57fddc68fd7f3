// What the calls with worlds, frames and scene builders share.
#pragma once

#include "growing.hpp"
#include "status.hpp"
#include <tarn/world.hpp>

#include <cstring>
#include <span>

namespace tarn::c {

template <class Body>
tarn_status with_world(tarn_world handle, Body&& body) noexcept {
    return with<World>(handle, "world", std::forward<Body>(body));
}

/// Looks at where an output goes, then runs the body, which gives a Result of that structure.
template <class S, class Body>
tarn_status fill_struct(S* out, const char* type, Body&& body) {
    if (const auto good = check_struct(out, type, "out"); !good) return fail(good.error());
    Result<S> value = body();
    if (!value) return fail(value.error());
    write_struct(value.value(), out);
    return TARN_OK;
}

/// Bytes into memory of the caller: the size alone if there is none.
inline tarn_status copy_out(std::span<const std::byte> bytes, void* out, std::size_t capacity,
                            std::size_t* size) {
    if (!size) return null_argument("size");
    *size = bytes.size();
    if (!out) return TARN_OK;
    if (capacity < bytes.size())
        return invalid("capacity is " + std::to_string(capacity) + "; " +
                       std::to_string(bytes.size()) + " bytes are needed");
    if (!bytes.empty()) std::memcpy(out, bytes.data(), bytes.size());
    return TARN_OK;
}

/// A text with its zero byte.
inline tarn_status copy_text(const std::string& text, char* out, std::size_t capacity,
                             std::size_t* size) {
    return copy_out(std::as_bytes(std::span(text.c_str(), text.size() + 1)), out, capacity, size);
}

}  // namespace tarn::c
