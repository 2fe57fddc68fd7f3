#include "scene/schema.hpp"

#include "scene/describe.hpp"
#include "scene/json.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tarn::scene {
namespace {

using Kind = Value::Kind;

Value list_of(std::span<const std::string_view> words) {
    Value list(Kind::List);
    for (const std::string_view word : words) list.items.emplace_back(std::string(word));
    return list;
}

Value list_of(std::span<const double> numbers) {
    Value list(Kind::List);
    list.items.assign(numbers.begin(), numbers.end());
    return list;
}

Value of_type(const char* type) {
    Value schema(Kind::Object);
    schema.set("type", type);
    return schema;
}

Value number_schema(Range range, Digits digits) {
    Value schema = of_type(digits == Digits::Whole ? "integer" : "number");
    schema.set(range.is_open ? "exclusiveMinimum" : "minimum", range.min);
    schema.set("maximum", range.max);
    return schema;
}

Value list_schema(Value items, std::size_t min_count) {
    Value schema = of_type("array");
    schema.set("items", std::move(items));
    if (min_count > 0) schema.set("minItems", static_cast<double>(min_count));
    return schema;
}

Value tuple_schema(Range range, Digits digits, std::size_t count) {
    Value schema = list_schema(number_schema(range, digits), count);
    schema.set("maxItems", static_cast<double>(count));
    return schema;
}

Value required(const Value& keys) {
    Value schema(Kind::Object);
    schema.set("required", keys);
    return schema;
}

Value choice_of(Value first, Value second) {
    Value list(Kind::List);
    list.items = {std::move(first), std::move(second)};
    Value schema(Kind::Object);
    schema.set("oneOf", std::move(list));
    return schema;
}

/// The visitor that collects the properties of one object.
class SchemaWriter {
public:
    void number(const Field& field, double value, Range range) {
        add(field, number_schema(range, Digits::Any), value);
    }
    void number(const Field& field, const std::optional<double>&, Range range) {
        add(field, number_schema(range, Digits::Any));
    }
    void whole(const Field& field, std::uint64_t value, Range range) {
        add(field, number_schema(range, Digits::Whole), static_cast<double>(value));
    }
    void numbers(const Field& field, std::span<const double> values, Range range) {
        add(field, tuple_schema(range, Digits::Any, values.size()), list_of(values));
    }
    template <std::size_t N>
    void numbers(const Field& field, const std::optional<std::array<double, N>>&, Range range) {
        add(field, tuple_schema(range, Digits::Any, N));
    }
    void wholes(const Field& field, std::span<const int> values, Range range) {
        const std::vector<double> numbers(values.begin(), values.end());
        add(field, tuple_schema(range, Digits::Whole, values.size()), list_of(numbers));
    }
    void points(const Field& field, const std::vector<Point>&, Range range) {
        add(field, list_schema(tuple_schema(range, Digits::Any, 2), 2));
    }
    void flag(const Field& field, bool value) { add(field, of_type("boolean"), value); }
    void text(const Field& field, const std::string& value) {
        add(field, of_type("string"), value);
    }
    void name(const Field& field, const std::string& value, Spelling spelling) {
        Value schema = of_type("string");
        schema.set("pattern", std::string("^[") + spelling.characters + "]{1," +
                                  std::to_string(spelling.max_length) + "}$");
        add(field, std::move(schema), value.empty() ? Value() : Value(value));
    }
    void file(const Field& field, const std::string&) { add(field, of_type("string")); }
    void texts(const Field& field, std::span<const std::string> values) {
        Value schema = list_schema(of_type("string"), values.size());
        schema.set("maxItems", static_cast<double>(values.size()));
        add(field, std::move(schema));
    }
    template <class Object>
    void number_or(const Field& field, double value, Range range, const std::optional<Object>&) {
        add(field, choice_of(number_schema(range, Digits::Any), schema_of<Object>()), value);
    }
    template <class Object>
    void numbers_or(const Field& field, std::span<const double> values, Range range,
                    const std::optional<Object>&) {
        add(field, choice_of(tuple_schema(range, Digits::Any, values.size()), schema_of<Object>()),
            list_of(values));
    }
    void at_most_one(const char* key, const char* other) {
        const std::array<std::string_view, 2> both = {key, other};
        rules_.set("not", required(list_of(both)));
    }
    void together(const char* key, const char* other) {
        const std::array<std::string_view, 2> both = {key, other};
        Value needs(Kind::Object);
        needs.set(key, list_of(std::span(&both[1], 1)));
        needs.set(other, list_of(std::span(&both[0], 1)));
        rules_.set("dependentRequired", std::move(needs));
    }

    void foreign(const ForeignKey&) {}
    template <class... Describe>
    void either(const Field& field, const std::string& value, const KeysOf<Describe>&... cases) {
        const auto add_case = [&](const auto& keys) {
            SchemaWriter inner;
            Field word = field;
            if (keys.word != value) word.need = Need::Required;
            inner.word(word, std::string(keys.word), {.now = {keys.word}});
            keys.describe(inner);
            cases_.items.push_back(inner.schema());
        };
        (add_case(cases), ...);
    }
    template <class E>
    void word(const Field& field, const std::optional<E>&, const Words& words) {
        word(field, std::string(words.now.front()), words);
    }
    template <class T>
    void word(const Field& field, const T& value, const Words& words) {
        Value schema(Kind::Object);
        schema.set("enum", list_of(words.now));
        if constexpr (std::is_enum_v<T>)
            add(field, std::move(schema), std::string(words.now[static_cast<std::size_t>(value)]));
        else
            add(field, std::move(schema), value);
    }
    template <class E, class Object>
    void word_or(const Field& field, E value, const Words& words, const std::optional<Object>&) {
        Value schema(Kind::Object);
        schema.set("enum", list_of(words.now));
        add(field, choice_of(std::move(schema), schema_of<Object>()),
            std::string(words.now[static_cast<std::size_t>(value)]));
    }
    template <class Describe>
    void group(const Field& field, Describe describe_inner) {
        SchemaWriter inner;
        describe_inner(inner);
        add(field, inner.schema());
    }
    template <class T>
    void maybe(const Field& field, const std::optional<T>&) {
        group(field, [](auto& inner) { describe_default<T>(inner); });
    }
    template <class T>
    void list(const Field& field, const std::vector<T>&, std::size_t min_count = 0) {
        add(field, list_schema(schema_of<T>(), min_count));
    }
    template <class... T>
    void one_of(const std::variant<T...>&, const std::array<const char*, sizeof...(T)>& keys) {
        std::tuple<T...> defaults;
        std::size_t i = 0;
        Value cases(Kind::List);
        const Value always_required = required_;
        const auto add_case = [&](auto& of_variant) {
            required_ = Value(Kind::List);
            required_.items.emplace_back(keys[i]);
            describe_as(*this, keys[i], of_variant);
            cases.items.push_back(required(required_));
            ++i;
        };
        is_choice_ = true;
        std::apply([&](auto&... of_variant) { (add_case(of_variant), ...); }, defaults);
        is_choice_ = false;
        required_ = always_required;
        rules_.set("oneOf", std::move(cases));
    }

    Value schema() const {
        if (!cases_.items.empty()) {
            Value choice(Kind::Object);
            choice.set("oneOf", cases_);
            return choice;
        }
        Value schema = of_type("object");
        schema.set("properties", properties_);
        if (!required_.items.empty()) schema.set("required", required_);
        schema.set("additionalProperties", false);
        for (std::size_t i = 0; i < rules_.keys.size(); ++i)
            schema.set(rules_.keys[i], rules_.items[i]);
        return schema;
    }

private:
    template <class T>
    static Value schema_of() {
        SchemaWriter writer;
        describe_default<T>(writer);
        return writer.schema();
    }

    template <class T>
    static void describe_default(SchemaWriter& writer) {
        T value;
        describe(writer, value);
    }

    void add(const Field& field, Value schema, Value default_value = {}) {
        const std::string unit = field.unit;
        schema.set("description", field.doc + (unit.empty() ? "" : " Unit: " + unit + "."));
        if (field.need == Need::Required)
            required_.items.emplace_back(field.name);
        else if (default_value.kind != Kind::Null && !is_choice_)
            schema.set("default", std::move(default_value));
        properties_.set(field.name, std::move(schema));
    }

    Value properties_ = Value(Kind::Object);
    Value required_ = Value(Kind::List);
    Value rules_ = Value(Kind::Object);
    Value cases_ = Value(Kind::List);  ///< whole objects, one of which it is
    bool is_choice_ = false;           ///< the cases of a choice have no default
};

}  // namespace

std::string json_schema() {
    SchemaWriter writer;
    Scene scene;
    describe(writer, scene);
    Value schema(Kind::Object);
    schema.set("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.set("title", "Tarn scene");
    const Value body = writer.schema();
    for (std::size_t i = 0; i < body.keys.size(); ++i) schema.set(body.keys[i], body.items[i]);
    return pretty_json(schema);
}

}  // namespace tarn::scene
