// The Markdown half of schema.hpp.
#include "scene/describe.hpp"
#include "scene/message.hpp"
#include "scene/schema.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tarn::scene {
namespace {

std::string code(const std::string& text) {
    return text.empty() ? "" : "`" + text + "`";
}

std::string codes(std::span<const std::string_view> words) {
    std::string out;
    for (const std::string_view word : words)
        out += (out.empty() ? "" : ", ") + code(std::string(word));
    return out;
}

std::string list_text(std::span<const double> numbers) {
    std::string out = "[";
    for (const double number : numbers) out += (out.size() > 1 ? ", " : "") + number_text(number);
    return out + "]";
}

/// "2 numbers".
std::string counted(const char* noun, std::size_t count) {
    return std::to_string(count) + " " + noun + "s";
}

/// The visitor that writes one table per object; tables of inner objects follow their parent's.
class TableWriter {
public:
    /// `shown` holds the names of objects that have their table already.
    TableWriter(std::string path, std::set<std::string>& shown)
        : path_(std::move(path)), shown_(shown) {}

    void number(const Field& field, double value, Range range) {
        add(field, "number", number_text(value), range_text(range));
    }
    void number(const Field& field, const std::optional<double>&, Range range) {
        add(field, "number", "", range_text(range));
    }
    void whole(const Field& field, std::uint64_t value, Range range) {
        add(field, "whole number", number_text(static_cast<double>(value)),
            range.min == range.max ? number_text(range.min) : range_text(range));
    }
    void numbers(const Field& field, std::span<const double> values, Range range) {
        add(field, counted("number", values.size()), list_text(values), range_text(range));
    }
    template <std::size_t N>
    void numbers(const Field& field, const std::optional<std::array<double, N>>&, Range range) {
        add(field, counted("number", N), "", range_text(range));
    }
    void wholes(const Field& field, std::span<const int> values, Range range) {
        const std::vector<double> numbers(values.begin(), values.end());
        add(field, counted("whole number", values.size()), list_text(numbers), range_text(range));
    }
    void points(const Field& field, const std::vector<Point>&, Range range) {
        add(field, "list of 2 numbers", "", range_text(range));
    }
    void flag(const Field& field, bool value) {
        add(field, "true or false", value ? "true" : "false", "");
    }
    void text(const Field& field, const std::string& value) { add(field, "text", value, ""); }
    void name(const Field& field, const std::string& value, Spelling spelling) {
        add(field, "name", value,
            "1 to " + std::to_string(spelling.max_length) + " of " + code(spelling.characters));
    }
    void file(const Field& field, const std::string&) { add(field, "file name", "", ""); }
    void texts(const Field& field, std::span<const std::string> values) {
        add(field, counted("text", values.size()), "", "");
    }
    template <class Object>
    void number_or(const Field& field, double value, Range range, const std::optional<Object>&) {
        add(field, "number or " + link_to<Object>(), number_text(value), range_text(range));
    }
    template <class Object>
    void numbers_or(const Field& field, std::span<const double> values, Range range,
                    const std::optional<Object>&) {
        add(field, counted("number", values.size()) + " or " + link_to<Object>(), list_text(values),
            range_text(range));
    }
    void at_most_one(const char* key, const char* other) {
        notes_ += "Give " + code(key) + " or " + code(other) + ", not both.\n";
    }

    void together(const char* key, const char* other) {
        notes_ += "Give both " + code(key) + " and " + code(other) + ", or none.\n";
    }

    void foreign(const ForeignKey&) {}
    /// The keys of the word that is the default stand here, those of others in tables of their own.
    template <class... Describe>
    void either(const Field& field, const std::string& value, const KeysOf<Describe>&... cases) {
        word(field, value, {.now = {cases.word...}});
        const auto add_case = [&](const auto& keys) {
            if (keys.word == value) return keys.describe(*this);
            TableWriter inner(path_ + " (" + keys.word + ")", shown_);
            keys.describe(inner);
            inner_ += "\n" + inner.markdown();
            notes_ += "Where " + code(field.name) + " is " + code(keys.word) +
                      ", the keys are those of " + code(path_ + " (" + keys.word + ")") +
                      " below.\n";
        };
        (add_case(cases), ...);
    }
    template <class E>
    void word(const Field& field, const std::optional<E>&, const Words& words) {
        word(field, std::string(words.now.front()), words);
    }
    template <class T>
    void word(const Field& field, const T& value, const Words& words) {
        if constexpr (std::is_enum_v<T>)
            add(field, "word", std::string(words.now[static_cast<std::size_t>(value)]),
                codes(words.now));
        else
            add(field, "word", value, codes(words.now));
    }
    template <class E, class Object>
    void word_or(const Field& field, E value, const Words& words, const std::optional<Object>&) {
        add(field, "word or " + link_to<Object>(),
            std::string(words.now[static_cast<std::size_t>(value)]), codes(words.now));
    }
    template <class Describe>
    void group(const Field& field, Describe describe_inner) {
        add(field, "object", "", "");
        nest(field, "", describe_inner);
    }
    template <class T>
    void maybe(const Field& field, const std::optional<T>&) {
        group(field, [](TableWriter& inner) { describe_default<T>(inner); });
    }
    template <class T>
    void list(const Field& field, const std::vector<T>&, std::size_t min_count = 0) {
        const bool may_be_empty = min_count == 0;
        add(field, "list of objects", may_be_empty ? "[]" : "",
            may_be_empty ? "" : std::to_string(min_count) + " or more");
        nest(field, "[]", [](TableWriter& inner) { describe_default<T>(inner); });
    }
    template <class... T>
    void one_of(const std::variant<T...>&, const std::array<const char*, sizeof...(T)>& keys) {
        std::tuple<T...> defaults;
        std::size_t i = 0;
        is_choice_ = true;
        std::apply([&](auto&... cases) { (describe_as(*this, keys[i++], cases), ...); }, defaults);
        is_choice_ = false;
        notes_ += "Give exactly one of";
        for (const char* key : keys) notes_ += (key == keys[0] ? " " : ", ") + code(key);
        notes_ += ".\n";
    }

    std::string markdown() const {
        return "### " + (path_.empty() ? "The scene" : code(path_)) +
               "\n\n| key | type | unit | default | allowed | meaning "
               "|\n|---|---|---|---|---|---|\n" +
               rows_ + (notes_.empty() ? "" : "\n" + notes_) + inner_;
    }

private:
    template <class T>
    static void describe_default(TableWriter& writer) {
        T value;
        describe(writer, value);
    }

    template <class Describe>
    void nest(const Field& field, const char* suffix, Describe describe_inner) {
        TableWriter inner((path_.empty() ? "" : path_ + ".") + field.name + suffix, shown_);
        describe_inner(inner);
        inner_ += "\n" + inner.markdown();
    }

    /// The name of an object that several keys take; its table follows where it is named first.
    template <class Object>
    std::string link_to() {
        const std::string name = Spoken<Object>::name;
        if (shown_.insert(name).second) {
            TableWriter inner(name, shown_);
            describe_default<Object>(inner);
            inner_ += "\n" + inner.markdown();
        }
        std::string anchor = name;
        std::ranges::replace(anchor, ' ', '-');
        return "[" + name + "](#" + anchor + ")";
    }

    void add(const Field& field, const std::string& type, const std::string& default_text,
             const std::string& allowed) {
        // Cases of a choice may share keys.
        if (is_choice_ && !cases_.insert(field.name).second) return;
        const std::string shown = field.need == Need::Required ? "required"
                                  : is_choice_                 ? ""
                                                               : code(default_text);
        rows_ += "| " + code(field.name) + " | " + type + " | " + field.unit + " | " + shown +
                 " | " + allowed + " | " + field.doc + " |\n";
    }

    std::string path_;
    std::set<std::string>& shown_;
    std::set<std::string> cases_;  ///< keys of a choice that have their row
    std::string rows_, notes_, inner_;
    bool is_choice_ = false;  ///< the cases of a choice have no default
};

}  // namespace

std::string field_table_markdown() {
    std::set<std::string> shown;
    TableWriter writer("", shown);
    Scene scene;
    describe(writer, scene);
    return writer.markdown();
}

}  // namespace tarn::scene
