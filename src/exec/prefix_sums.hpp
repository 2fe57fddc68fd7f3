// How prefix sums over long lists of counts are cut into blocks on a GPU. Sums of whole numbers are
// exact, so the cut changes no bits.
#pragma once

#include <cstddef>

namespace tarn::exec {

inline constexpr int kSumBlock = 1024;

/// Blocks that a list of so many counts has: the room that sum_up() of a device asks for.
constexpr std::size_t block_sums_of(int size) {
    return std::size_t(size) / kSumBlock + 1;
}

}  // namespace tarn::exec
