#include "base/system.hpp"

#include <dlfcn.h>
#include <fstream>
#include <limits>
#include <unistd.h>

namespace tarn {

std::string cpu_model() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name")) {
            const std::size_t colon = line.find(": ");
            if (colon != std::string::npos) return line.substr(colon + 2);
        }
    return "unknown";
}

std::size_t last_level_cache_bytes() {
    // Virtual machines report nonsense through sysconf; what the kernel found is in sysfs.
    constexpr std::size_t kUnknown = std::size_t{16} << 20;
    std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index3/size");
    std::size_t size = 0;
    char unit = 'K';
    if (!(file >> size)) return kUnknown;
    file >> unit;
    return unit == 'M' ? size << 20 : size << 10;
}

std::size_t total_memory_bytes() {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return 0;
    // A process of 32 bits may run on a machine that has more than it can address.
    constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
    return std::size_t(pages) > kMost / std::size_t(page) ? kMost
                                                          : std::size_t(pages) * std::size_t(page);
}

bool has_library(const char* file) {
    void* const library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    if (library) dlclose(library);
    return library != nullptr;
}

}  // namespace tarn
