#include "scene/message.hpp"

#include <charconv>
#include <cmath>

namespace tarn::scene {
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
