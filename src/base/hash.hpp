// Checksums that do not depend on the order in which cells are visited: each word is mixed with its
// place and the mixtures are added, so threads and backends may go about it as they like.
#pragma once

#include "base/platform.hpp"

#include <cstdint>

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

/// Uniform number in [0, 1) from a seed and a counter: the same for any order of asking.
constexpr double uniform01(std::uint64_t seed, std::uint64_t counter) {
    return double(mix64(mix64(seed) + counter * 0x9e3779b97f4a7c15ull) >> 11) * 0x1p-53;
}

}  // namespace tarn
