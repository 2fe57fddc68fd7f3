#include "scene/json.hpp"

#include "scene/message.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace tarn::scene {
namespace {

using Kind = Value::Kind;

std::string line_and_column(std::string_view text, std::size_t position) {
    const std::string_view before = text.substr(0, std::min(position, text.size()));
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    return "line " + std::to_string(lines + 1) + ", column " +
           std::to_string(std::max<std::size_t>(before.size() - line_start, 1));
}

/// Position after the bracket that opens one level too many. Looked for before parsing, so that
/// ten megabytes of brackets cost nothing and no recursion runs deep.
std::optional<std::size_t> too_deep_at(std::string_view text) {
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > kMaxJsonDepth) return i + 1;
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        }
    }
    return {};
}

/// The parser's own words for a syntax error, without its number and position.
std::string reason(const std::string& what) {
    const auto column = what.find("column ");
    const auto colon = what.find(": ", column == std::string::npos ? 0 : column);
    return printable(colon == std::string::npos ? what : what.substr(colon + 2), 200);
}

/// Builds the tree from the parser's events; stops at the first fault.
class TreeBuilder final : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit TreeBuilder(std::string_view text) : text_(text) {}

    bool null() override { return add(Value()); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(std::int64_t value) override { return add(static_cast<double>(value)); }
    bool number_unsigned(std::uint64_t value) override { return add(static_cast<double>(value)); }
    bool number_float(double value, const std::string&) override { return add(value); }
    bool string(std::string& value) override { return add(std::move(value)); }
    bool binary(nlohmann::json::binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open(Kind::Object); }
    bool start_array(std::size_t) override { return open(Kind::List); }
    bool end_array() override { return close(); }
    bool end_object() override { return has_unique_keys() && close(); }
    bool key(std::string& name) override {
        open_.back()->keys.push_back(std::move(name));
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::json::exception& exception) override {
        constexpr int kNumberOverflow = 406;
        fault_ = exception.id == kNumberOverflow
                     ? printable(next_pointer(), 200) + " is " + printable(token, 40) +
                           "; it must be a finite number"
                     : line_and_column(text_, position) +
                           ": not valid JSON: " + reason(exception.what());
        return false;
    }

    Value root;
    const std::string& fault() const { return fault_; }

private:
    bool add(Value value) {
        if (++value_count_ > kMaxJsonValues) {
            fault_ = "has more than " + std::to_string(kMaxJsonValues) +
                     " values; put large fields into .npy files";
            return false;
        }
        if (open_.empty())
            root = std::move(value);
        else
            open_.back()->items.push_back(std::move(value));
        return true;
    }

    bool open(Kind kind) {
        if (!add(Value(kind))) return false;
        // Stays valid: a parent gets no new item while its child is open.
        open_.push_back(open_.empty() ? &root : &open_.back()->items.back());
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    bool has_unique_keys() {
        const std::vector<std::string>& keys = open_.back()->keys;
        std::vector<std::string_view> sorted(keys.begin(), keys.end());
        std::sort(sorted.begin(), sorted.end());
        const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
        if (twice == sorted.end()) return true;
        fault_ = printable(child_pointer(container_pointer(), *twice), 200) +
                 " is given twice; keep one";
        return false;
    }

    /// Of the innermost list or object that is still open.
    std::string container_pointer() const {
        std::string out;
        for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
            const Value& parent = *open_[i];
            out = child_pointer(out, parent.kind == Kind::Object
                                         ? parent.keys.back()
                                         : std::to_string(parent.items.size() - 1));
        }
        return out;
    }

    /// Of the value that comes next.
    std::string next_pointer() const {
        if (open_.empty()) return "the scene";
        const Value& parent = *open_.back();
        return child_pointer(container_pointer(), parent.kind == Kind::Object
                                                      ? parent.keys.back()
                                                      : std::to_string(parent.items.size()));
    }

    std::string_view text_;
    std::vector<Value*> open_;
    std::size_t value_count_ = 0;
    std::string fault_;
};

void write_text(std::string& out, std::string_view text) {
    constexpr char kHex[] = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += "\\u00";
            out += kHex[c >> 4];
            out += kHex[c & 15];
        } else {
            out += c;
        }
    }
    out += '"';
}

void write_scalar(std::string& out, const Value& value) {
    switch (value.kind) {
        case Kind::Bool:
            out += value.boolean ? "true" : "false";
            break;
        case Kind::Number:
            out += number_text(value.number);
            break;
        case Kind::Text:
            write_text(out, value.text);
            break;
        default:
            out += "null";
    }
}

bool is_container(const Value& value) {
    return value.kind == Kind::List || value.kind == Kind::Object;
}

void write_compact(std::string& out, const Value& value, std::size_t max_length) {
    if (!is_container(value)) return write_scalar(out, value);
    const bool is_object = value.kind == Kind::Object;
    out += is_object ? '{' : '[';
    for (std::size_t i = 0; i < value.items.size() && out.size() <= max_length; ++i) {
        if (i > 0) out += ", ";
        if (is_object) {
            write_text(out, value.keys[i]);
            out += ": ";
        }
        write_compact(out, value.items[i], max_length);
    }
    out += is_object ? '}' : ']';
}

void write_pretty(std::string& out, const Value& value, std::size_t indent) {
    const bool has_containers = std::any_of(value.items.begin(), value.items.end(), is_container);
    const bool is_object = value.kind == Kind::Object;
    if (value.items.empty() || !(is_object || has_containers))
        return write_compact(out, value, std::string::npos);
    out += is_object ? "{" : "[";
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        out += (i > 0 ? ",\n" : "\n") + std::string(indent + 2, ' ');
        if (is_object) {
            write_text(out, value.keys[i]);
            out += ": ";
        }
        write_pretty(out, value.items[i], indent + 2);
    }
    out += "\n" + std::string(indent, ' ') + (is_object ? "}" : "]");
}

}  // namespace

const Value* Value::find(std::string_view key) const {
    const auto found = std::find(keys.begin(), keys.end(), key);
    return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

Value* Value::find(std::string_view key) {
    return const_cast<Value*>(std::as_const(*this).find(key));
}

Value& Value::set(std::string_view key, Value value) {
    if (Value* present = find(key)) return *present = std::move(value);
    keys.emplace_back(key);
    return items.emplace_back(std::move(value));
}

void Value::erase(std::string_view key) {
    const auto found = std::find(keys.begin(), keys.end(), key);
    if (found == keys.end()) return;
    items.erase(items.begin() + (found - keys.begin()));
    keys.erase(found);
}

Result<Value> parse_json(std::string_view text) {
    if (text.size() > kMaxSceneBytes)
        return Error{ErrorCode::InvalidScene, "has " + std::to_string(text.size() >> 20) +
                                                  " MiB; a scene has at most " +
                                                  std::to_string(kMaxSceneBytes >> 20)};
    if (const auto position = too_deep_at(text))
        return Error{ErrorCode::InvalidScene, line_and_column(text, *position) +
                                                  ": nested deeper than " +
                                                  std::to_string(kMaxJsonDepth) + " levels"};
    TreeBuilder builder(text);
    if (!nlohmann::json::sax_parse(text, &builder))
        return Error{ErrorCode::InvalidScene, builder.fault()};
    return std::move(builder.root);
}

std::string compact_json(const Value& value, std::size_t max_length) {
    std::string out;
    write_compact(out, value, max_length);
    return out;
}

std::string pretty_json(const Value& value) {
    std::string out;
    write_pretty(out, value, 0);
    return out + "\n";
}

}  // namespace tarn::scene
