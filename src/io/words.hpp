// The words of a text file, one after the other.
#pragma once

#include <cstddef>
#include <string_view>

namespace tarn::io {

/// Words between white space.
class Words {
public:
    explicit Words(std::string_view text) : left_(text) {}

    /// The next word, or an empty one at the end.
    std::string_view next() {
        skip_space();
        std::size_t length = 0;
        while (length < left_.size() && !is_space(left_[length])) ++length;
        const std::string_view word = left_.substr(0, length);
        left_.remove_prefix(length);
        return word;
    }
    std::string_view peek() {
        const Words here = *this;
        const std::string_view word = next();
        *this = here;
        return word;
    }
    std::size_t bytes_left() const { return left_.size(); }

private:
    static bool is_space(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
    }
    void skip_space() {
        std::size_t length = 0;
        while (length < left_.size() && is_space(left_[length])) ++length;
        left_.remove_prefix(length);
    }

    std::string_view left_;
};

}  // namespace tarn::io
