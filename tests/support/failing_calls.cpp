// A library to be preloaded into the tarn program: of the calls that change files below a folder,
// one fails, or ends the program. So a test can walk through all of them, n = 1, 2, 3, ..., and
// through those of every library in the process at once, without a hook in any.
//
// TARN_FAIL_UNDER  the folder
// TARN_FAIL_AT     which call, counted from 1
// TARN_FAIL_BY     "error": it fails as on a full disk; "kill": the program is killed before it
// TARN_NO_LINKS    set: the folder is on a disk that knows no hard links
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace {

struct Plan {
    std::string under;
    int at = 0;
    bool kills = false, has_links = true;

    Plan() {
        const auto text = [](const char* name) {
            const char* const value = std::getenv(name);
            return std::string(value ? value : "");
        };
        under = text("TARN_FAIL_UNDER");
        at = std::atoi(text("TARN_FAIL_AT").c_str());
        kills = text("TARN_FAIL_BY") == "kill";
        has_links = text("TARN_NO_LINKS").empty();
        unsetenv("LD_PRELOAD");  // programs that are started from here are not of interest
    }
};

const Plan& plan() {
    static const Plan the_plan;
    return the_plan;
}

/// Whether this call is the one; it does not come back where the program is to be killed.
bool is_chosen(std::string_view path) {
    static std::atomic<int> count = 0;
    if (plan().under.empty() || !path.starts_with(plan().under)) return false;
    if (++count != plan().at) return false;
    if (plan().kills) raise(SIGKILL);
    return true;
}

bool is_chosen(int descriptor) {
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    std::array<char, 4096> path;
    const ssize_t length = readlink(link.c_str(), path.data(), path.size());
    return length > 0 && is_chosen(std::string_view(path.data(), std::size_t(length)));
}

int failed_with(int error) {
    errno = error;
    return -1;
}

template <class Function>
Function* real(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t count) {
    static auto* const call = real<ssize_t(int, const void*, size_t)>("write");
    return is_chosen(descriptor) ? failed_with(ENOSPC) : call(descriptor, bytes, count);
}

int fsync(int descriptor) {
    static auto* const call = real<int(int)>("fsync");
    return is_chosen(descriptor) ? failed_with(EIO) : call(descriptor);
}

int rename(const char* from, const char* to) noexcept {
    static auto* const call = real<int(const char*, const char*)>("rename");
    return is_chosen(to) ? failed_with(ENOSPC) : call(from, to);
}

int link(const char* from, const char* to) noexcept {
    static auto* const call = real<int(const char*, const char*)>("link");
    if (is_chosen(to)) return failed_with(ENOSPC);
    const bool is_under = !plan().under.empty() && std::string_view(to).starts_with(plan().under);
    return is_under && !plan().has_links ? failed_with(EPERM) : call(from, to);
}

int mkdir(const char* path, mode_t mode) noexcept {
    static auto* const call = real<int(const char*, mode_t)>("mkdir");
    return is_chosen(path) ? failed_with(ENOSPC) : call(path, mode);
}

int unlink(const char* path) noexcept {
    static auto* const call = real<int(const char*)>("unlink");
    // Removing never fails for want of space; a kill may come before it.
    return plan().kills && is_chosen(path) ? failed_with(EIO) : call(path);
}

int open(const char* path, int flags, ...) {
    static auto* const call = real<int(const char*, int, ...)>("open");
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    if ((flags & O_CREAT) != 0 && is_chosen(path)) return failed_with(ENOSPC);
    return call(path, flags, mode);
}
}
