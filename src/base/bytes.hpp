// Plain values into bytes and back, for checkpoints. Little-endian machines only, like .npy.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tarn {

class ByteWriter {
public:
    template <class T>
    void put(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void put_block(std::string_view block) {
        put(std::uint64_t(block.size()));
        bytes_.append(block);
    }
    void put_values(const std::vector<double>& values) {
        put_block({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)});
    }
    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

/// Reads what ByteWriter wrote. After any read beyond the end, ok() stays false.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

    template <class T>
    T get() {
        static_assert(std::is_trivially_copyable_v<T>);
        T value = {};
        if (!has(sizeof value)) return value;
        std::memcpy(&value, rest_.data(), sizeof value);
        rest_.remove_prefix(sizeof value);
        return value;
    }
    std::string_view get_block() {
        const auto stored = get<std::uint64_t>();
        if (!has(stored)) return {};
        const auto size = std::size_t(stored);  // no longer than what is there
        const std::string_view block = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return block;
    }
    std::vector<double> get_values() {
        const std::string_view block = get_block();
        std::vector<double> values(block.size() / sizeof(double));
        if (!values.empty())
            std::memcpy(values.data(), block.data(), values.size() * sizeof(double));
        return values;
    }
    bool ok() const { return ok_; }
    bool at_end() const { return rest_.empty(); }

private:
    bool has(std::uint64_t size) { return ok_ = ok_ && size <= rest_.size(); }

    std::string_view rest_;
    bool ok_ = true;
};

}  // namespace tarn
