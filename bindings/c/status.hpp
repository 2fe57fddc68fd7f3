// From Results and exceptions to statuses; nothing escapes. The text of the last failure is kept in
// libtarn alone (tarn_fail), for libtarn_render too.
#pragma once

#include "handles.hpp"
#include <tarn/result.hpp>
#include <tarn/tarn.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace tarn::c {

inline tarn_status fail(const Error& error) noexcept {
    constexpr tarn_status by_code[] = {
        TARN_INVALID_ARGUMENT, TARN_INVALID_SCENE, TARN_NOT_FOUND,   TARN_IO,
        TARN_OUT_OF_MEMORY,    TARN_DIVERGED,      TARN_UNSUPPORTED, TARN_BUSY,
        TARN_BAD_HANDLE,       TARN_DISK_FULL,     TARN_DEVICE_LOST};
    return tarn_fail(by_code[int(error.code)], error.message.c_str());
}

inline tarn_status invalid(const std::string& message) {
    return tarn_fail(TARN_INVALID_ARGUMENT, message.c_str());
}

inline tarn_status null_argument(const char* name) {
    return invalid(std::string(name) + " is null; pass a pointer");
}

inline tarn_status status_of(const Result<void>& result) {
    return result ? TARN_OK : fail(result.error());
}

/// Runs a body that returns a status; exceptions become statuses.
template <class Body>
tarn_status guarded(Body&& body) noexcept {
    try {
        tarn_fail(TARN_OK, nullptr);
        return body();
    } catch (const std::bad_alloc&) {
        return tarn_fail(TARN_OUT_OF_MEMORY, "not enough memory");
    } catch (const std::length_error&) {
        return tarn_fail(TARN_OUT_OF_MEMORY, "not enough memory: a count is too large");
    } catch (const std::exception& error) {
        return tarn_fail(TARN_INVALID_ARGUMENT, error.what());
    } catch (...) {
        return tarn_fail(TARN_INVALID_ARGUMENT, "unknown failure");
    }
}

/// Ends the thing behind a handle; a bad one is ignored. The last failure stays, so that a program
/// may clean up before it tells about it.
template <class Thing, class Handle>
void destroy(Handle handle) noexcept {
    try {
        handles<Handle, Thing>().take(handle);
    } catch (...) {  // a lock that fails: the thing stays
    }
}

/// Runs a body with the thing behind a handle; `what` names it to people, such as "world".
template <class Thing, class Handle, class Body>
tarn_status with(Handle handle, const char* what, Body&& body) noexcept {
    return guarded([&] {
        const std::shared_ptr<Thing> thing = handles<Handle, Thing>().find(handle);
        if (thing) return body(*thing);
        const std::string message = std::string("the ") + what +
                                    " handle is null, stale or foreign; create a " + what +
                                    " first";
        return tarn_fail(TARN_BAD_HANDLE, message.c_str());
    });
}

}  // namespace tarn::c
