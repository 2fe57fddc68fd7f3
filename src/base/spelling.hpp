// Suggestions for words that were mistyped.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace tarn {

/// How many characters to insert, delete or replace, or neighbours to swap (optimal string
/// alignment), until one word is the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate that a typing slip away from `word` would be, if there is one.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates);

}  // namespace tarn
