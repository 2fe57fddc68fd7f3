// The visitor that fills a scene from JSON. Stops at the first problem and keeps it.
#pragma once

#include "scene/describe.hpp"
#include "scene/json.hpp"
#include "scene/message.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tarn::scene {

/// Reads the members of one object. After the fields are visited, finish() looks for keys that
/// nobody asked for and for required ones that are missing.
class Reader {
public:
    using Keys = std::vector<std::string_view>;

    /// What all readers of one document share.
    struct Document {
        std::filesystem::path base_dir;
        std::optional<Problem> problem;
        std::vector<std::string> files = {};  ///< that the scene names, resolved
    };

    Reader(const Value& object, std::string pointer, Document& document)
        : object_(object), pointer_(std::move(pointer)), document_(document) {}

    void number(const Field& field, double& out, Range range);
    void number(const Field& field, std::optional<double>& out, Range range);
    void whole(const Field& field, std::uint64_t& out, Range range);
    void numbers(const Field& field, std::span<double> out, Range range);
    template <std::size_t N>
    void numbers(const Field& field, std::optional<std::array<double, N>>& out, Range range) {
        if (object_.find(field.name)) out.emplace();
        numbers(field, out ? std::span<double>(*out) : std::span<double>(), range);
    }
    void wholes(const Field& field, std::span<int> out, Range range);
    void points(const Field& field, std::vector<Point>& out, Range range);
    void flag(const Field& field, bool& out);
    void text(const Field& field, std::string& out);
    void name(const Field& field, std::string& out, Spelling spelling);
    void file(const Field& field, std::string& out);
    void texts(const Field& field, std::span<std::string> out);
    void at_most_one(const char* key, const char* other);
    void together(const char* key, const char* other);
    void foreign(const ForeignKey& key) { foreign_.push_back(key); }

    /// A word that decides which keys the object has.
    template <class... Describe>
    void either(const Field& field, std::string& out, const KeysOf<Describe>&... cases) {
        word(field, out, {.now = {cases.word...}});
        const auto visit = [&](const auto& keys) {
            if (out == keys.word) return keys.describe(*this);
            // Reads nothing: it only learns the keys.
            const Value nothing(Value::Kind::Object);
            Document aside;
            Reader learner(nothing, pointer_, aside);
            keys.describe(learner);
            for (const std::string_view key : learner.known_)
                foreign_.push_back({key.data(), keys.word});
        };
        (visit(cases), ...);
    }

    template <class T>
    void word(const Field& field, T& out, const Words& words) {
        const std::optional<std::size_t> index = word_index(field, words);
        if (!index) return;
        if constexpr (std::is_enum_v<T>)
            out = static_cast<T>(*index);
        else
            out = words.now[*index];
    }

    template <class E>
    void word(const Field& field, std::optional<E>& out, const Words& words) {
        const std::optional<std::size_t> index = word_index(field, words);
        if (index && *index > 0) out = static_cast<E>(*index - 1);
    }

    /// A plain number, or an object in its place.
    template <class Object>
    void number_or(const Field& field, double& out, Range range, std::optional<Object>& other) {
        const Value* value = take(field);
        if (!value || object_instead(*value, field, other)) return;
        if (value->kind == Value::Kind::Number)
            read_number(*value, pointer_to(field), range, Digits::Any, out);
        else
            fail_value(*value, pointer_to(field),
                       number_noun(range, Digits::Any) + ", " + Spoken<Object>::forms);
    }

    template <class Object>
    void numbers_or(const Field& field, std::span<double> out, Range range,
                    std::optional<Object>& other) {
        const Value* value = take(field);
        if (!value || object_instead(*value, field, other)) return;
        if (value->kind == Value::Kind::List)
            read_numbers(*value, pointer_to(field), range, Digits::Any, out);
        else
            fail_value(
                *value, pointer_to(field),
                "a list of " + std::to_string(out.size()) + " numbers, " + Spoken<Object>::forms);
    }

    template <class E, class Object>
    void word_or(const Field& field, E& out, Words words, std::optional<Object>& other) {
        const Value* value = take(field);
        if (value && object_instead(*value, field, other)) return;
        words.objects = Spoken<Object>::forms;
        word(field, out, words);
    }

    template <class Describe>
    void group(const Field& field, Describe describe_inner) {
        if (const Value* value = take(field)) object(*value, pointer_to(field), describe_inner);
    }

    template <class T>
    void maybe(const Field& field, std::optional<T>& out) {
        if (const Value* value = take(field))
            object(*value, pointer_to(field),
                   [&](Reader& inner) { describe(inner, out.emplace()); });
    }

    template <class T>
    void list(const Field& field, std::vector<T>& out, std::size_t min_count = 0) {
        const Value* value = take(field);
        if (!value || !expect_list(*value, pointer_to(field), "objects", min_count)) return;
        out.resize(value->items.size());
        for (std::size_t i = 0; i < out.size() && !document_.problem; ++i)
            object(value->items[i], child_pointer(pointer_to(field), std::to_string(i)),
                   [&](Reader& inner) { describe(inner, out[i]); });
    }

    template <class... T>
    void one_of(std::variant<T...>& out, const std::array<const char*, sizeof...(T)>& keys) {
        const std::optional<std::size_t> chosen = exactly_one({keys.begin(), keys.end()});
        if (!chosen) return;
        std::size_t i = 0;
        const auto read_chosen = [&]<class Case>(std::type_identity<Case>) {
            if (i == *chosen) describe_as(*this, keys[i], out.template emplace<Case>());
            ++i;
        };
        (read_chosen(std::type_identity<T>()), ...);
    }

    void finish();

private:
    template <class Describe>
    void object(const Value& value, const std::string& pointer, Describe describe_inner) {
        if (!expect(value, Value::Kind::Object, pointer, "an object")) return;
        Reader inner(value, pointer, document_);
        describe_inner(inner);
        inner.finish();
    }

    template <class Object>
    bool object_instead(const Value& value, const Field& field, std::optional<Object>& out) {
        if (value.kind != Value::Kind::Object) return false;
        object(value, pointer_to(field), [&](Reader& inner) { describe(inner, out.emplace()); });
        return true;
    }

    /// The value of a field, or null where it is absent or a problem was found before.
    const Value* take(const Field& field);
    std::string pointer_to(const Field& field) const { return child_pointer(pointer_, field.name); }

    static std::string number_noun(Range range, Digits digits);
    void fail(std::string pointer, std::string text);
    void fail_value(const Value& value, const std::string& pointer, const std::string& expected);
    bool expect(const Value& value, Value::Kind kind, const std::string& pointer,
                const std::string& expected);
    bool expect_list(const Value& value, const std::string& pointer, const std::string& of,
                     std::size_t min_count = 0);

    void read_number(const Value& value, const std::string& pointer, Range range, Digits digits,
                     double& out);
    void read_numbers(const Value& value, const std::string& pointer, Range range, Digits digits,
                      std::span<double> out);
    void read_text(const Value& value, const std::string& pointer, std::string& out);
    std::optional<std::size_t> word_index(const Field& field, const Words& words);
    std::optional<std::size_t> exactly_one(const Keys& keys);

    const Value& object_;
    std::string pointer_;
    Document& document_;
    Keys known_;
    std::vector<ForeignKey> foreign_;
    std::string missing_;  ///< what finish() says of a required key that is absent
};

}  // namespace tarn::scene
