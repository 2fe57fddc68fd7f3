// Writes JSON text, indented by two spaces. Reading JSON is elsewhere (scene).
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::io {

/// Builds one JSON document. The caller keeps the order right: `key` before each value in an
/// object, as many ends as begins.
///
///     JsonWriter json;
///     json.begin_object().member("time", 2.5).key("rows").begin_array().end_array().end_object();
///     write_file(path, json.text());
class JsonWriter {
public:
    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }
    JsonWriter& key(std::string_view name);

    /// Numbers read back to the same bits; NaN and infinities become null.
    JsonWriter& value(double number);
    JsonWriter& value(float number);
    JsonWriter& value(bool is_true) { return token(is_true ? "true" : "false"); }
    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(std::integral auto number) { return token(std::to_string(number)); }
    JsonWriter& null() { return token("null"); }

    template <class T>
    JsonWriter& member(std::string_view name, const T& content) {
        return key(name).value(content);
    }

    /// The document so far; complete, with a final newline, once everything is closed.
    const std::string& text() const { return text_; }

private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    JsonWriter& token(std::string_view text);
    void before_value();
    void new_line();

    std::string text_;
    std::vector<bool> has_items_;  ///< one per open bracket
    bool is_after_key_ = false;
};

}  // namespace tarn::io
