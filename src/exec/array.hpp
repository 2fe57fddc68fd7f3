// An array that lives on a device. On the CPU it is page memory, zeroed and 2 MiB aligned.
#pragma once

#include "base/memory.hpp"
#include <tarn/result.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace tarn::exec {

template <class T>
class Array {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Array() = default;
    Array(Array&& other) noexcept { swap(other); }
    Array& operator=(Array&& other) noexcept {
        Array old(std::move(other));
        swap(old);
        return *this;
    }
    ~Array() { release_pages(data_, size_ * sizeof(T)); }

    /// Zeroed elements. Fails with the number of bytes that could not be had.
    static Result<Array> create(std::size_t size) {
        Array array;
        array.data_ = static_cast<T*>(allocate_pages(size * sizeof(T)));
        if (!array.data_)
            return Error{
                ErrorCode::OutOfMemory,
                "cannot allocate " + std::to_string(size * sizeof(T)) + " bytes; use fewer cells"};
        array.size_ = size;
        return Result<Array>(std::move(array));
    }

    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return size_ * sizeof(T); }
    std::span<T> span() { return {data_, size_}; }
    std::span<const T> span() const { return {data_, size_}; }

    void swap(Array& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
    }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace tarn::exec
