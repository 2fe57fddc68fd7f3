// The version of the library and the text of the last failure.
#include <tarn/tarn.h>

#include <string>

namespace {

thread_local std::string last_error;

}  // namespace

extern "C" {

const char* tarn_version(void) {
    return TARN_VERSION_TEXT;
}

const char* tarn_last_error(void) {
    return last_error.c_str();
}

tarn_status tarn_fail(tarn_status status, const char* message) {
    try {
        last_error = message ? message : "";
    } catch (...) {
        last_error.clear();
    }
    return status;
}

}  // extern "C"
