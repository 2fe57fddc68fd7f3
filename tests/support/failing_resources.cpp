#include "support/failing_resources.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <dlfcn.h>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

struct Plan {
    std::atomic<bool> is_armed = false;
    std::atomic<int> resource = 0, calls_left = 0;
    std::atomic<bool> goes_on = false, has_failed = false;
};

Plan& plan() {
    static Plan the_plan;
    return the_plan;
}

/// Whether this call is to fail.
bool is_chosen(tarn::Resource resource) {
    Plan& p = plan();
    if (!p.is_armed.load() || p.resource.load() != int(resource)) return false;
    const int left = p.calls_left.fetch_sub(1);
    const bool fails = p.goes_on.load() ? left <= 1 : left == 1;
    if (fails) p.has_failed.store(true);
    return fails;
}

void* allocate(std::size_t bytes, std::size_t alignment) {
    if (is_chosen(tarn::Resource::Heap)) return nullptr;
    if (alignment <= alignof(std::max_align_t)) return std::malloc(bytes > 0 ? bytes : 1);
    return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
    void* const memory = allocate(bytes, alignment);
    if (!memory) throw std::bad_alloc();
    return memory;
}

}  // namespace

namespace tarn {

FailingResource::FailingResource(Resource resource, int at, Failing failing) {
    Plan& p = plan();
    p.resource.store(int(resource));
    p.calls_left.store(at);
    p.goes_on.store(failing == Failing::FromThenOn);
    p.has_failed.store(false);
    p.is_armed.store(true);
}

FailingResource::~FailingResource() {
    plan().is_armed.store(false);
}

bool FailingResource::stop() {
    plan().is_armed.store(false);
    return plan().has_failed.load();
}

}  // namespace tarn

void* operator new(std::size_t bytes) {
    return allocate_or_throw(bytes, 1);
}
void* operator new[](std::size_t bytes) {
    return allocate_or_throw(bytes, 1);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate_or_throw(bytes, std::size_t(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
    return allocate_or_throw(bytes, std::size_t(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return allocate(bytes, 1);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
    return allocate(bytes, 1);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

extern "C" {

void* mmap(void* address, size_t bytes, int protection, int flags, int descriptor,
           off_t offset) noexcept {
    if (is_chosen(tarn::Resource::Pages)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return reinterpret_cast<void*>(
        syscall(SYS_mmap, address, bytes, protection, flags, descriptor, offset));
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) noexcept {
    using Create = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static auto* const create = reinterpret_cast<Create*>(dlsym(RTLD_NEXT, "pthread_create"));
    return is_chosen(tarn::Resource::Thread) ? EAGAIN : create(thread, attributes, work, argument);
}
}
