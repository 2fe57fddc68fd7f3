// Checkpoints as a forger has them: changed at will, with a hash that is right again.
#pragma once

#include "base/hash.hpp"
#include <tarn/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace tarn {

/// The bytes of a checkpoint without its hash.
inline std::string content_of(const std::vector<std::byte>& checkpoint) {
    return {reinterpret_cast<const char*>(checkpoint.data()),
            checkpoint.size() - sizeof(std::uint64_t)};
}

/// As a checkpoint ends: with a hash of all before.
inline std::vector<std::byte> with_hash(const std::string& content) {
    const std::uint64_t hash = hash_bytes(content);
    std::vector<std::byte> bytes(content.size() + sizeof hash);
    std::memcpy(bytes.data(), content.data(), content.size());
    std::memcpy(bytes.data() + content.size(), &hash, sizeof hash);
    return bytes;
}

template <class T>
std::string with_value(std::string content, std::size_t at, T value) {
    std::memcpy(content.data() + at, &value, sizeof value);
    return content;
}

/// Whether depth, level, velocity and, in space, shares of water are numbers everywhere.
inline bool has_finite_fields(const World& world) {
    std::vector<const char*> names = {"depth", "level", "u", "v"};
    if (world.info().model != "shallow") names.insert(names.end(), {"w", "fill", "pressure"});
    for (const char* name : names) {
        const auto field = world.field(name);
        if (!field) return false;
        const FieldView& view = field.value();
        for (int row = 0; row < view.ny * view.nz; ++row)
            for (int i = 0; i < view.nx; ++i)
                if (!std::isfinite(view.data[row / view.ny * view.layer_stride +
                                             row % view.ny * view.row_stride + i]))
                    return false;
    }
    return true;
}

}  // namespace tarn
