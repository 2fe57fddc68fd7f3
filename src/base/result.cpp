// Where a Result ends the program that reads what it does not hold. The only place in the library
// that prints: the caller's mistake leaves nobody to return an error to.
#include <tarn/result.hpp>

#include <cstdio>
#include <cstdlib>

namespace tarn {

void misread_value(const Error& error) noexcept {
    std::fprintf(stderr, "tarn: Result::value() was taken after an error: %s\n",
                 error.message.c_str());
    std::abort();
}

void misread_error() noexcept {
    std::fputs("tarn: Result::error() was taken after a success\n", stderr);
    std::abort();
}

}  // namespace tarn
