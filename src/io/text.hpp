// What readers of text files share: numbers, and pieces of a hostile file for messages.
#pragma once

#include "base/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tarn::io {

/// The whole text as a number, or nothing. A leading plus is allowed.
template <class Number>
std::optional<Number> number_of(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    if constexpr (std::same_as<Number, double>) return parse_decimal(text);
    Number number{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || end != text.data() + text.size()) return {};
    return number;
}

/// The beginning of a text, fit for a terminal.
inline std::string excerpt(std::string_view text, std::size_t max_length = 24) {
    std::string out(text.substr(0, max_length));
    std::ranges::replace_if(
        out, [](char c) { return c < ' ' || c > '~'; }, '?');
    return text.size() > out.size() ? out + "..." : out;
}

inline std::string in_quotes(std::string_view text) {
    return '"' + excerpt(text) + '"';
}

}  // namespace tarn::io
