#include "io/json_text.hpp"

#include "io/number_text.hpp"
#include "io/utf8.hpp"

#include <cmath>

namespace tarn::io {
namespace {

std::string quoted(std::string_view text) {
    constexpr const char* kHex = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : valid_utf8(text)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += {'\\', c};
        else if (c == '\n')
            out += "\\n";
        else if (byte < 0x20)
            out += {'\\', 'u', '0', '0', kHex[byte >> 4], kHex[byte & 15]};
        else
            out += c;
    }
    return out + '"';
}

}  // namespace

JsonWriter& JsonWriter::key(std::string_view name) {
    before_value();
    text_ += quoted(name) + ": ";
    is_after_key_ = true;
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    return std::isfinite(number) ? token(shortest_text(number)) : null();
}

JsonWriter& JsonWriter::value(float number) {
    return std::isfinite(number) ? token(shortest_text(number)) : null();
}

JsonWriter& JsonWriter::value(std::string_view text) {
    return token(quoted(text));
}

JsonWriter& JsonWriter::open(char bracket) {
    before_value();
    text_ += bracket;
    has_items_.push_back(false);
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    if (has_items_.empty()) return *this;
    const bool had_items = has_items_.back();
    has_items_.pop_back();
    if (had_items) new_line();
    text_ += bracket;
    if (has_items_.empty()) text_ += '\n';
    return *this;
}

JsonWriter& JsonWriter::token(std::string_view text) {
    before_value();
    text_ += text;
    return *this;
}

void JsonWriter::before_value() {
    const bool continues_line = is_after_key_ || has_items_.empty();
    is_after_key_ = false;
    if (continues_line) return;
    if (has_items_.back()) text_ += ',';
    has_items_.back() = true;
    new_line();
}

void JsonWriter::new_line() {
    text_ += '\n' + std::string(2 * has_items_.size(), ' ');
}

}  // namespace tarn::io
