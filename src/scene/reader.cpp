#include "scene/reader.hpp"

#include "base/spelling.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tarn::scene {
namespace {

using Kind = Value::Kind;

constexpr std::size_t kShownValue = 60;      // characters of a value in a message
constexpr std::size_t kMaxTextBytes = 4096;  // expressions, file names, notes

/// "-5", "the text "abc"", "the list [1, 2]".
std::string shown(const Value& value) {
    const char* kind = value.kind == Kind::Text     ? "the text "
                       : value.kind == Kind::List   ? "the list "
                       : value.kind == Kind::Object ? "the object "
                                                    : "";
    return kind + printable(compact_json(value, kShownValue), kShownValue);
}

std::string in_quotes(std::string_view text) {
    return "\"" + printable(text, 60) + "\"";
}

bool is_spelled(std::string_view text, const Spelling& spelling) {
    const std::string_view allowed = spelling.characters;
    const auto is_allowed = [&](char c) {
        for (std::size_t i = 0; i < allowed.size(); ++i) {
            const bool is_span = i + 2 < allowed.size() && allowed[i + 1] == '-';
            if (is_span ? allowed[i] <= c && c <= allowed[i + 2] : allowed[i] == c) return true;
            if (is_span) i += 2;
        }
        return false;
    };
    return !text.empty() && text.size() <= spelling.max_length &&
           std::all_of(text.begin(), text.end(), is_allowed);
}

}  // namespace

std::string Reader::number_noun(Range range, Digits digits) {
    if (range.min == range.max) return number_text(range.min);
    return (digits == Digits::Whole ? "a whole number " : "a number ") + range_text(range);
}

const Value* Reader::take(const Field& field) {
    if (std::find(known_.begin(), known_.end(), field.name) == known_.end())
        known_.push_back(field.name);
    if (document_.problem) return nullptr;
    const Value* value = object_.find(field.name);
    if (!value && field.need == Need::Required && missing_.empty())
        missing_ = "has no " + in_quotes(field.name) + ", which is required: " + field.doc;
    return value;
}

void Reader::fail(std::string pointer, std::string text) {
    if (!document_.problem) document_.problem = Problem{std::move(pointer), std::move(text)};
}

void Reader::fail_value(const Value& value, const std::string& pointer,
                        const std::string& expected) {
    fail(pointer, "is " + shown(value) + "; it must be " + expected);
}

bool Reader::expect(const Value& value, Kind kind, const std::string& pointer,
                    const std::string& expected) {
    if (value.kind == kind) return true;
    fail_value(value, pointer, expected);
    return false;
}

bool Reader::expect_list(const Value& value, const std::string& pointer, const std::string& of,
                         std::size_t min_count) {
    if (value.kind == Kind::List && value.items.size() >= min_count) return true;
    const std::string least = min_count > 0 ? std::to_string(min_count) + " or more " : "";
    fail_value(value, pointer, "a list of " + least + of);
    return false;
}

void Reader::finish() {
    for (const std::string& key : object_.keys) {
        if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
        const auto other = std::ranges::find_if(
            foreign_, [&](const ForeignKey& foreign) { return foreign.name == key; });
        if (other != foreign_.end())
            fail(child_pointer(pointer_, key), "is for water of model " + in_quotes(other->model) +
                                                   "; remove it, or change /water/model");
        const auto guess = nearest(key, known_);
        fail(child_pointer(pointer_, key),
             guess ? "is not a known key; did you mean " + in_quotes(*guess) + "?"
                   : "is not a known key; known here: " + joined(known_, "and"));
    }
    if (!missing_.empty()) fail(pointer_, missing_);
}

void Reader::read_number(const Value& value, const std::string& pointer, Range range, Digits digits,
                         double& out) {
    const bool is_right = value.kind == Kind::Number && contains(range, value.number) &&
                          (digits == Digits::Any || std::floor(value.number) == value.number);
    if (is_right)
        out = value.number;
    else
        fail_value(value, pointer, number_noun(range, digits));
}

void Reader::read_numbers(const Value& value, const std::string& pointer, Range range,
                          Digits digits, std::span<double> out) {
    const std::string noun = digits == Digits::Whole ? " whole numbers" : " numbers";
    if (value.kind != Kind::List || value.items.size() != out.size())
        return fail_value(value, pointer, "a list of " + std::to_string(out.size()) + noun);
    for (std::size_t i = 0; i < out.size(); ++i)
        read_number(value.items[i], child_pointer(pointer, std::to_string(i)), range, digits,
                    out[i]);
}

void Reader::read_text(const Value& value, const std::string& pointer, std::string& out) {
    if (!expect(value, Kind::Text, pointer, "a text")) return;
    if (value.text.size() > kMaxTextBytes)
        return fail(pointer, "has " + std::to_string(value.text.size()) +
                                 " bytes; it must have at most " + std::to_string(kMaxTextBytes));
    out = value.text;
}

void Reader::number(const Field& field, double& out, Range range) {
    if (const Value* value = take(field))
        read_number(*value, pointer_to(field), range, Digits::Any, out);
}

void Reader::number(const Field& field, std::optional<double>& out, Range range) {
    if (const Value* value = take(field))
        read_number(*value, pointer_to(field), range, Digits::Any, out.emplace());
}

void Reader::whole(const Field& field, std::uint64_t& out, Range range) {
    double number = static_cast<double>(out);
    if (const Value* value = take(field))
        read_number(*value, pointer_to(field), range, Digits::Whole, number);
    out = static_cast<std::uint64_t>(number);
}

void Reader::numbers(const Field& field, std::span<double> out, Range range) {
    if (const Value* value = take(field))
        read_numbers(*value, pointer_to(field), range, Digits::Any, out);
}

void Reader::wholes(const Field& field, std::span<int> out, Range range) {
    std::vector<double> numbers(out.begin(), out.end());
    if (const Value* value = take(field))
        read_numbers(*value, pointer_to(field), range, Digits::Whole, numbers);
    std::transform(numbers.begin(), numbers.end(), out.begin(),
                   [](double number) { return static_cast<int>(number); });
}

void Reader::points(const Field& field, std::vector<Point>& out, Range range) {
    const Value* value = take(field);
    const std::string pointer = pointer_to(field);
    if (!value || !expect_list(*value, pointer, "[x, y] points")) return;
    out.resize(value->items.size());
    for (std::size_t i = 0; i < out.size() && !document_.problem; ++i)
        read_numbers(value->items[i], child_pointer(pointer, std::to_string(i)), range, Digits::Any,
                     out[i]);
}

void Reader::flag(const Field& field, bool& out) {
    const Value* value = take(field);
    if (value && expect(*value, Kind::Bool, pointer_to(field), "true or false"))
        out = value->boolean;
}

void Reader::text(const Field& field, std::string& out) {
    if (const Value* value = take(field)) read_text(*value, pointer_to(field), out);
}

void Reader::texts(const Field& field, std::span<std::string> out) {
    const Value* value = take(field);
    if (!value) return;
    const std::string pointer = pointer_to(field);
    if (value->kind != Kind::List || value->items.size() != out.size())
        return fail_value(*value, pointer, "a list of " + std::to_string(out.size()) + " texts");
    for (std::size_t i = 0; i < out.size(); ++i)
        read_text(value->items[i], child_pointer(pointer, std::to_string(i)), out[i]);
}

void Reader::name(const Field& field, std::string& out, Spelling spelling) {
    const Value* value = take(field);
    if (!value) return;
    if (value->kind != Kind::Text || !is_spelled(value->text, spelling))
        return fail_value(*value, pointer_to(field),
                          "a name of 1 to " + std::to_string(spelling.max_length) +
                              " characters out of " + spelling.characters);
    out = value->text;
}

void Reader::file(const Field& field, std::string& out) {
    const Value* value = take(field);
    if (!value) return;
    const std::string pointer = pointer_to(field);
    std::string file;
    read_text(*value, pointer, file);
    const bool has_control = std::any_of(
        file.begin(), file.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    if (file.empty() || has_control) return fail_value(*value, pointer, "the name of a file");
    if (file.starts_with(kBuiltInFile)) {
        out = file;
        return;
    }
    out = (document_.base_dir / file).lexically_normal().string();
    document_.files.push_back(out);
}

void Reader::at_most_one(const char* key, const char* other) {
    if (object_.find(key) && object_.find(other))
        fail(child_pointer(pointer_, other),
             "is given as well as " + in_quotes(key) + "; keep one");
}

void Reader::together(const char* key, const char* other) {
    const bool has_key = object_.find(key), has_other = object_.find(other);
    if (has_key != has_other)
        fail(pointer_, "has " + in_quotes(has_key ? key : other) + " but no " +
                           in_quotes(has_key ? other : key) + "; give both or none");
}

std::optional<std::size_t> Reader::word_index(const Field& field, const Words& words) {
    const Value* value = take(field);
    if (!value) return {};
    const std::string pointer = pointer_to(field);
    if (value->kind == Kind::Text) {
        const auto found = std::find(words.now.begin(), words.now.end(), value->text);
        if (found != words.now.end()) return static_cast<std::size_t>(found - words.now.begin());
    }
    const std::string objects = words.objects.empty() ? "" : ", " + std::string(words.objects);
    fail_value(*value, pointer, joined(words.now, "or") + objects);
    return {};
}

std::optional<std::size_t> Reader::exactly_one(const Keys& keys) {
    known_.insert(known_.end(), keys.begin(), keys.end());
    std::optional<std::size_t> chosen;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (!object_.find(keys[i])) continue;
        if (chosen)
            fail(pointer_, "has both " + in_quotes(keys[*chosen]) + " and " + in_quotes(keys[i]) +
                               "; keep one");
        chosen = i;
    }
    if (!chosen) missing_ = "has none of the keys " + joined(keys, "and") + "; give exactly one";
    return document_.problem ? std::nullopt : chosen;
}

}  // namespace tarn::scene
