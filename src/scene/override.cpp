#include "scene/override.hpp"

#include "scene/message.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace tarn::scene {
namespace {

using Kind = Value::Kind;

Error refused(std::string_view who, const std::string& why) {
    return {ErrorCode::InvalidScene, std::string(who) + ": " + why};
}

std::vector<std::string_view> split(std::string_view path) {
    std::vector<std::string_view> keys;
    for (std::size_t dot = 0; dot != std::string_view::npos; path.remove_prefix(dot + 1)) {
        dot = path.find('.');
        keys.push_back(path.substr(0, dot));
        if (dot == std::string_view::npos) break;
    }
    return keys;
}

/// Position in a list of `size`, or one past it; `size + 1` for anything else.
std::size_t list_index(std::string_view key, std::size_t size) {
    std::size_t index = 0;
    const auto [end, fault] = std::from_chars(key.data(), key.data() + key.size(), index);
    const bool is_index = fault == std::errc() && end == key.data() + key.size();
    return is_index ? std::min(index, size + 1) : size + 1;
}

/// The member or item of that name, made if it can be; null where it cannot.
Value* step_into(Value& parent, std::string_view key) {
    // A path such as probes.0.at means a list, should there be none yet: no object of a scene has
    // a key that is a number.
    if (parent.kind == Kind::Null) parent.kind = key == "0" ? Kind::List : Kind::Object;
    if (parent.kind == Kind::Object) {
        Value* member = parent.find(key);
        return member ? member : &parent.set(key, Value());
    }
    if (parent.kind != Kind::List) return nullptr;
    const std::size_t index = list_index(key, parent.items.size());
    if (index > parent.items.size()) return nullptr;
    if (index == parent.items.size()) parent.items.emplace_back();
    return &parent.items[index];
}

void remove_rival(Value& scene, const std::string& pointer) {
    if (Value* water = scene.find("water")) {
        if (pointer == "/water/tau") water->erase("viscosity");
        if (pointer == "/water/viscosity") water->erase("tau");
    }
    if (Value* camera = scene.find("camera")) {
        if (pointer == "/camera/at") camera->erase("path");
        if (pointer != "/camera/path") return;
        camera->erase("at");
        camera->erase("look_at");
    }
}

Value json_or_text(std::string_view text) {
    Result<Value> parsed = parse_json(text);
    return parsed ? std::move(parsed.value()) : Value(std::string(text));
}

/// Where a path leads, made on the way where there is nothing yet.
struct Place {
    Value* value;
    std::string pointer;
};

Result<Place> find_or_make(Value& scene, std::string_view path, std::string_view who) {
    const std::vector<std::string_view> keys = split(path);
    if (std::find(keys.begin(), keys.end(), "") != keys.end())
        return refused(who, "has an empty name in its path; write it like water.tau=0.6");
    if (keys.size() > kMaxJsonDepth)
        return refused(who, "has more than " + std::to_string(kMaxJsonDepth) + " names");
    Place place = {&scene, ""};
    for (const std::string_view key : keys) {
        Value* child = step_into(*place.value, key);
        if (!child)
            return refused(who,
                           (place.pointer.empty() ? "the scene" : printable(place.pointer, 200)) +
                               " is " + printable(compact_json(*place.value, 60), 60) +
                               ", which has no " + printable(key, 60));
        place = {child, child_pointer(place.pointer, key)};
    }
    return place;
}

}  // namespace

Result<std::string> set_value(Value& scene, std::string_view path, Value value,
                              std::string_view who) {
    auto place = find_or_make(scene, path, who);
    if (!place) return place.error();
    *place.value().value = std::move(value);
    remove_rival(scene, place.value().pointer);
    return place.value().pointer;
}

Result<void> add_value(Value& scene, std::string_view path, Value value, std::string_view who) {
    const auto place = find_or_make(scene, path, who);
    if (!place) return place.error();
    Value& list = *place.value().value;
    if (list.kind == Kind::Null) list.kind = Kind::List;
    if (list.kind != Kind::List)
        return refused(who, printable(place.value().pointer, 200) + " is " +
                                printable(compact_json(list, 60), 60) + ", which is no list");
    list.items.push_back(std::move(value));
    return {};
}

Result<std::string> apply_override(Value& scene, std::string_view text) {
    const std::string who = "--set " + printable(text, 100);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos)
        return refused(who, "has no \"=\"; write path=value, such as water.tau=0.6");
    return set_value(scene, text.substr(0, equals), json_or_text(text.substr(equals + 1)), who);
}

}  // namespace tarn::scene
