// A JSON document as a plain tree. The parser behind it is nlohmann-json, in json.cpp alone.
#pragma once

#include <tarn/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tarn::scene {

inline constexpr std::size_t kMaxSceneBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxJsonDepth = 64;
inline constexpr std::size_t kMaxJsonValues = 1'000'000;

/// One JSON value. Members of an object keep their order. Numbers are doubles, always finite.
struct Value {
    enum class Kind { Null, Bool, Number, Text, List, Object };
    Kind kind = Kind::Null;
    bool boolean = false;
    double number = 0.0;
    std::string text;
    std::vector<std::string> keys;  ///< of an object: one for each item
    std::vector<Value> items;       ///< of a list or an object

    Value() = default;
    explicit Value(Kind of_kind) : kind(of_kind) {}
    Value(bool value) : kind(Kind::Bool), boolean(value) {}
    Value(double value) : kind(Kind::Number), number(value) {}
    Value(std::string value) : kind(Kind::Text), text(std::move(value)) {}
    Value(const char* value) : kind(Kind::Text), text(value) {}

    /// The member of that name, or null.
    const Value* find(std::string_view key) const;
    Value* find(std::string_view key);

    /// Adds or replaces a member and returns it.
    Value& set(std::string_view key, Value value);
    void erase(std::string_view key);
};

/// Parses one document. Refuses what is too large, too deep, has a key twice or a number that is
/// not finite. The message gives line and column, or a JSON pointer, but not the source.
Result<Value> parse_json(std::string_view text);

/// One line; items that begin after `max_length` characters are left out.
std::string compact_json(const Value& value, std::size_t max_length);

/// Indented by two spaces; short lists stay on one line. Ends with a line break.
std::string pretty_json(const Value& value);

}  // namespace tarn::scene
