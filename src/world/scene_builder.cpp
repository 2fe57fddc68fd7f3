// A scene built in code: values by their paths in the JSON tree.
#include "scene/message.hpp"
#include "scene/override.hpp"
#include <tarn/scene.hpp>

#include <cmath>
#include <new>

namespace tarn {

struct SceneBuilder::Impl {
    scene::Value root{scene::Value::Kind::Object};
};

namespace {

using scene::Value;

std::string caller(const char* call, std::string_view path) {
    return std::string("SceneBuilder::") + call + " " + scene::printable(path, 100);
}

Error refused(const std::string& who, const std::string& why) {
    return {ErrorCode::InvalidScene, who + ": " + why};
}

/// Whether JSON can hold a text: reads it back, since the parser knows UTF-8.
bool is_utf8(std::string_view text) {
    const Value value{std::string(text)};
    return bool(scene::parse_json(scene::compact_json(value, std::string::npos)));
}

/// A change at a path that leaves the tree as it was after an error.
template <class Change>
Result<void> change_or_keep(Value& root, std::string_view path, const std::string& who,
                            Change&& change) try {
    if (!is_utf8(path)) return refused(who, "the path is not valid UTF-8");
    Value changed = root;
    const auto done = change(changed);
    if (!done) return done.error();
    root = std::move(changed);
    return {};
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "no memory to build the scene"};
}

Result<void> set_at(Value& root, std::string_view path, Value value) {
    const std::string who = caller("set", path);
    return change_or_keep(root, path, who, [&](Value& changed) {
        return scene::set_value(changed, path, std::move(value), who);
    });
}

Result<void> check_finite(std::string_view path, std::span<const double> values) {
    for (const double value : values)
        if (!std::isfinite(value))
            return refused(caller("set", path), "the value is " + scene::number_text(value) +
                                                    "; it must be a finite number");
    return {};
}

Result<Value> parsed(const char* call, std::string_view path, std::string_view json) {
    Result<Value> value = scene::parse_json(json);
    if (!value) return refused(caller(call, path), value.error().message);
    return value;
}

}  // namespace

SceneBuilder::SceneBuilder() : impl_(std::make_unique<Impl>()) {}
SceneBuilder::SceneBuilder(SceneBuilder&&) noexcept = default;
SceneBuilder& SceneBuilder::operator=(SceneBuilder&&) noexcept = default;
SceneBuilder::~SceneBuilder() = default;

Result<void> SceneBuilder::set(std::string_view path, double value) {
    if (const auto good = check_finite(path, {&value, 1}); !good) return good.error();
    return set_at(impl_->root, path, Value(value));
}

Result<void> SceneBuilder::set(std::string_view path, bool value) {
    return set_at(impl_->root, path, Value(value));
}

Result<void> SceneBuilder::set(std::string_view path, std::string_view text) {
    if (!is_utf8(text)) return refused(caller("set", path), "the text is not valid UTF-8");
    return set_at(impl_->root, path, Value(std::string(text)));
}

Result<void> SceneBuilder::set(std::string_view path, std::span<const double> values) {
    if (const auto good = check_finite(path, values); !good) return good.error();
    Value list(Value::Kind::List);
    for (const double value : values) list.items.emplace_back(value);
    return set_at(impl_->root, path, std::move(list));
}

Result<void> SceneBuilder::set_json(std::string_view path, std::string_view json) {
    auto value = parsed("set_json", path, json);
    if (!value) return value.error();
    return set_at(impl_->root, path, std::move(value.value()));
}

Result<void> SceneBuilder::add(std::string_view path, std::string_view json) {
    auto value = parsed("add", path, json);
    if (!value) return value.error();
    const std::string who = caller("add", path);
    return change_or_keep(impl_->root, path, who, [&](Value& changed) {
        return scene::add_value(changed, path, std::move(value.value()), who);
    });
}

std::string SceneBuilder::json() const {
    return scene::pretty_json(impl_->root);
}

}  // namespace tarn
