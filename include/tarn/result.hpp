// How Tarn says no: an Error with a code and a sentence, or a Result that holds a value or an
// Error. Vocabulary: every room of the house may include this header.
#pragma once

#include <tarn/export.hpp>

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tarn {

enum class ErrorCode {
    InvalidArgument,  ///< the caller asked for something that has no meaning
    InvalidScene,     ///< a scene, or a file it names, is missing or wrong
    NotFound,         ///< a file, a field or a name that does not exist
    Io,               ///< reading or writing failed
    OutOfMemory,
    Diverged,     ///< the water is no longer physical; the last good state is kept
    Unsupported,  ///< known, but not in this build or on this machine
    Busy,         ///< an asynchronous step is still running, or another thread is in a call
    BadHandle,    ///< C API: a handle that is null, stale or foreign
    DiskFull,
    DeviceLost,  ///< a GPU no longer answers; its water is gone
};

/// What went wrong: names the field or file, the value and the remedy, in one or two sentences.
struct Error {
    ErrorCode code = ErrorCode::InvalidArgument;
    std::string message;
};

/// The program is at fault where it reads a Result without looking: these print what happened to
/// stderr and abort. From any thread.
[[noreturn]] TARN_API void misread_value(const Error& error) noexcept;
[[noreturn]] TARN_API void misread_error() noexcept;

/// Either a value or an Error. Check with `if (!result)`, then read `value()` or `error()`; the one
/// that it does not hold ends the program with a message, here and in Result<void>.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return state_.index() == 0; }
    T& value() {
        if (T* const value = std::get_if<0>(&state_)) return *value;
        misread_value(*std::get_if<1>(&state_));
    }
    const T& value() const {
        if (const T* const value = std::get_if<0>(&state_)) return *value;
        misread_value(*std::get_if<1>(&state_));
    }
    const Error& error() const {
        if (const Error* const error = std::get_if<1>(&state_)) return *error;
        misread_error();
    }

private:
    std::variant<T, Error> state_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return !error_; }
    const Error& error() const {
        if (!error_) misread_error();
        return *error_;
    }

private:
    std::optional<Error> error_;
};

}  // namespace tarn
