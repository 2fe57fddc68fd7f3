#include "scene/message.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <vector>

namespace tarn::scene {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string printable(std::string_view text, std::size_t max_length) {
    constexpr char kHex[] = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
        if (out.size() >= max_length) return out + "...";
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) {
            out += c;
        } else {
            out += "\\x";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        }
    }
    return out;
}

std::string number_text(double number) {
    constexpr double kLargestPlain = 1e6;  // beyond it 1e7 reads better than 10000000
    char buffer[64];
    const bool is_plain = std::abs(number) <= kLargestPlain && std::floor(number) == number;
    const auto end =
        is_plain ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<long long>(number))
                 : std::to_chars(buffer, buffer + sizeof buffer, number);
    std::string text(buffer, end.ptr);
    if (const auto plus = text.find("e+"); plus != std::string::npos) text.erase(plus + 1, 1);
    for (const char* padded : {"e0", "e-0"})  // 1e7 and 1e-6, not 1e+07 and 1e-06
        if (const auto zero = text.find(padded); zero != std::string::npos)
            text.erase(text.find('0', zero), 1);
    return text;
}

std::string joined(std::span<const std::string_view> words, std::string_view last_word) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) {
            const bool is_last = i + 1 == words.size() && !last_word.empty();
            out += is_last ? " " + std::string(last_word) + " " : ", ";
        }
        out += words[i];
    }
    return out;
}

std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates) {
    constexpr std::size_t kLongestWord = 64;  // longer ones are no slip, and would cost time
    if (word.size() > kLongestWord) return {};
    std::size_t best = word.size() <= 3 ? 1 : word.size() <= 8 ? 2 : 3;
    std::optional<std::string_view> found;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance > best || (found && distance == best)) continue;
        best = distance;
        found = candidate;
    }
    return found;
}

std::string child_pointer(std::string_view pointer, std::string_view key) {
    std::string out(pointer);
    out += '/';
    for (const char c : key) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

}  // namespace tarn::scene
