#include "base/memory.hpp"

#include "base/cgroup.hpp"
#include "base/sanitizer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sys/mman.h>
#include <unistd.h>

namespace tarn {
namespace {

[[maybe_unused]] constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

// The address sanitizer watches the heap, not mapped pages, and a browser cannot give back a part
// of what was mapped.
#if defined(TARN_HEAP_IS_WATCHED) || defined(__EMSCRIPTEN__)

void* allocate_pages(std::size_t bytes) {
    void* const pages = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (pages) std::memset(pages, 0, bytes);
    return pages;
}

void release_pages(void* pages, std::size_t) {
    std::free(pages);
}

#else

void* allocate_pages(std::size_t bytes) {
    const std::size_t span = bytes + kHugePage;
    void* const raw =
        mmap(nullptr, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (raw == MAP_FAILED) return nullptr;
    const auto start = reinterpret_cast<std::uintptr_t>(raw);
    const std::uintptr_t aligned = (start + kHugePage - 1) & ~(kHugePage - 1);
    // Give back what alignment left over on both sides.
    if (aligned > start) munmap(raw, aligned - start);
    const std::size_t tail = start + span - (aligned + bytes);
    const long page = sysconf(_SC_PAGESIZE);
    const std::size_t kept =
        (bytes + std::size_t(page) - 1) / std::size_t(page) * std::size_t(page);
    if (tail > kept - bytes) munmap(reinterpret_cast<void*>(aligned + kept), tail - (kept - bytes));
    void* const pages = reinterpret_cast<void*>(aligned);
    if (bytes >= kHugePage) madvise(pages, bytes, MADV_HUGEPAGE);
    return pages;
}

void release_pages(void* pages, std::size_t bytes) {
    if (pages) munmap(pages, bytes);
}

#endif

std::size_t available_memory_bytes(const std::filesystem::path& root) {
    std::FILE* const file = std::fopen((root.string() + "/proc/meminfo").c_str(), "r");
    if (!file) return 0;
    char line[128];
    unsigned long long kib = 0;
    while (std::fgets(line, sizeof line, file))
        if (std::sscanf(line, "MemAvailable: %llu", &kib) == 1) break;
    std::fclose(file);
    constexpr unsigned long long kMost = std::numeric_limits<std::size_t>::max() / 1024;
    const std::size_t of_machine = std::size_t(kib < kMost ? kib : kMost) * 1024;
    const auto of_container = cgroup_memory_left_bytes(root);
    if (!of_container) return of_machine;
    // 0 would say that nothing is known.
    return std::max(std::min(of_machine, *of_container), std::size_t{1});
}

std::size_t available_memory_bytes() {
    return available_memory_bytes("/");
}

}  // namespace tarn
