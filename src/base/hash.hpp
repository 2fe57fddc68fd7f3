// Checksums that do not depend on the order in which cells are visited: each word is mixed with its
// place and the mixtures are added, so threads and backends may go about it as they like.
#pragma once

#include "base/platform.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tarn {

/// Scrambles 64 bits (finaliser of SplitMix64 [steele2014]).
TARN_HD constexpr std::uint64_t mix64(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

/// The contribution of `word` standing at place `index`.
TARN_HD constexpr std::uint64_t hashed_word(std::uint64_t index, std::uint64_t word) {
    return mix64(mix64(index + 0x9e3779b97f4a7c15ull) ^ word);
}

/// Of a row of bytes, with its length.
inline std::uint64_t hash_bytes(std::string_view bytes) {
    std::uint64_t sum = hashed_word(0, bytes.size());
    for (std::size_t k = 0; k + 8 <= bytes.size(); k += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + k, 8);
        sum += hashed_word(k + 1, word);
    }
    for (std::size_t k = bytes.size() / 8 * 8; k < bytes.size(); ++k)
        sum += hashed_word(k + 1, std::uint64_t(static_cast<unsigned char>(bytes[k])));
    return sum;
}

/// Uniform number in [0, 1) from a seed and a counter: the same for any order of asking.
constexpr double uniform01(std::uint64_t seed, std::uint64_t counter) {
    return double(mix64(mix64(seed) + counter * 0x9e3779b97f4a7c15ull) >> 11) * 0x1p-53;
}

}  // namespace tarn
