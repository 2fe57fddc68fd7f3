// Small words for error messages: escaping and numbers. The nearest known spelling is in
// base/spelling.hpp.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tarn::scene {

/// Where in the scene (a JSON pointer, empty: the whole) and what, from the verb on:
/// {"/water/tau", "is 0.4; it must be ..."}.
struct Problem {
    std::string pointer;
    std::string text;
};

/// Printable ASCII of at most about `max_length` characters; other bytes become \xNN, a cut "...".
std::string printable(std::string_view text, std::size_t max_length);

/// The shortest text that reads back as the same number.
std::string number_text(double number);

/// "a, b and c".
std::string joined(std::span<const std::string_view> words, std::string_view last_word);

/// `pointer` one key further down, with the key escaped as RFC 6901 asks.
std::string child_pointer(std::string_view pointer, std::string_view key);

}  // namespace tarn::scene
