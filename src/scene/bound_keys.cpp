#include "scene/bound_keys.hpp"

#include "base/hash.hpp"
#include "scene/describe.hpp"
#include "scene/message.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <type_traits>

namespace tarn::scene {
namespace {

constexpr std::size_t kLongestValue = 120;  // characters; longer ones become a digest
constexpr std::size_t kMostItems = 256;     // of a list; longer ones become a digest

// What does not bear on the state, and what the water knows better: it chooses the scheme and the
// collision where the scene says auto.
constexpr std::string_view kUnbound[] = {"water.scheme", "water.collision", "water.streaming"};
// Keys of any object that only pictures show.
constexpr std::string_view kForPictures[] = {"colour"};

// Keys, and all below them, that may differ where someone asks for that.
constexpr std::string_view kChangeable[] = {"water.viscosity",
                                            "water.tau",
                                            "water.collision",
                                            "water.time_step",
                                            "water.edges",
                                            "water.wind",
                                            "water.manning",
                                            "water.drag",
                                            "water.coriolis",
                                            "water.infiltration",
                                            "water.smagorinsky",
                                            "water.surface_tension",
                                            "water.faucets",
                                            "water.drains",
                                            "rain",
                                            "events",
                                            "maps"};

bool is_at_or_below(std::string_view path, std::string_view key) {
    return path.starts_with(key) && (path.size() == key.size() || path[key.size()] == '.');
}

std::string list_text(std::span<const double> numbers) {
    std::string text = "[";
    for (std::size_t k = 0; k < numbers.size(); ++k)
        text += (k > 0 ? ", " : "") + number_text(numbers[k]);
    return text + "]";
}

/// The visitor that notes the values of one object.
class KeyWriter {
public:
    KeyWriter(std::string prefix, std::vector<BoundKey>& keys)
        : prefix_(std::move(prefix)), keys_(keys) {}

    void number(const Field& field, double value, Range) { add(field, number_text(value)); }
    void number(const Field& field, const std::optional<double>& value, Range) {
        if (value) add(field, number_text(*value));
    }
    void whole(const Field& field, std::uint64_t value, Range) {
        add(field, std::to_string(value));
    }
    void numbers(const Field& field, std::span<const double> values, Range) {
        add(field, list_text(values));
    }
    template <std::size_t N>
    void numbers(const Field& field, const std::optional<std::array<double, N>>& values, Range) {
        if (values) add(field, list_text(*values));
    }
    void wholes(const Field& field, std::span<const int> values, Range) {
        const std::vector<double> numbers(values.begin(), values.end());
        add(field, list_text(numbers));
    }
    void points(const Field& field, const std::vector<Point>& values, Range) {
        std::string text;
        for (const Point& point : values) text += list_text(point);
        if (!values.empty()) add(field, text);
    }
    void flag(const Field& field, bool value) { add(field, value ? "true" : "false"); }
    void name(const Field& field, const std::string& value, Spelling) { add(field, value); }
    void text(const Field& field, const std::string& value) {
        if (!value.empty()) add(field, value);
    }
    /// Where a file lies does not matter; the water knows what is in it.
    void file(const Field& field, const std::string& path) {
        if (!path.empty()) add(field, "a file");
    }
    void texts(const Field& field, std::span<const std::string> values) {
        std::string text;
        for (const std::string& value : values) text += (text.empty() ? "" : ", ") + value;
        add(field, text);
    }
    void at_most_one(const char*, const char*) {}
    void foreign(const ForeignKey&) {}
    template <class... Describe>
    void either(const Field& field, const std::string& value, const KeysOf<Describe>&... cases) {
        add(field, value);
        const auto visit = [&](const auto& keys) {
            if (keys.word == value) keys.describe(*this);
        };
        (visit(cases), ...);
    }

    template <class T>
    void word(const Field& field, const T& value, const Words& words) {
        if constexpr (std::is_enum_v<T>)
            add(field, std::string(words.now[static_cast<std::size_t>(value)]));
        else
            add(field, value);
    }
    template <class Object>
    void number_or(const Field& field, double value, Range range,
                   const std::optional<Object>& varying) {
        if (!varying) number(field, value, range);
    }
    template <class Object>
    void numbers_or(const Field& field, std::span<const double> values, Range range,
                    const std::optional<Object>& varying) {
        if (!varying) numbers(field, values, range);
    }
    template <class E, class Object>
    void word_or(const Field& field, E value, const Words& words, std::optional<Object>& object) {
        if (object)
            group(field, [&](KeyWriter& inner) { describe(inner, *object); });
        else
            word(field, value, words);
    }
    template <class Describe>
    void group(const Field& field, Describe describe_inner) {
        KeyWriter inner(path_of(field.name), keys_);
        describe_inner(inner);
    }
    template <class T>
    void maybe(const Field& field, std::optional<T>& object) {
        if (object) group(field, [&](KeyWriter& inner) { describe(inner, *object); });
    }
    template <class T>
    void list(const Field& field, std::vector<T>& items, std::size_t = 0) {
        const std::size_t before = keys_.size();
        for (std::size_t k = 0; k < items.size(); ++k) {
            KeyWriter inner(path_of(field.name) + "." + std::to_string(k), keys_);
            describe(inner, items[k]);
        }
        if (items.size() <= kMostItems) return;
        const std::vector<BoundKey> many(keys_.begin() + std::ptrdiff_t(before), keys_.end());
        keys_.resize(before);
        add(field, std::to_string(items.size()) + " items, " + digest_text(text_of(many)));
    }
    template <class... T>
    void one_of(std::variant<T...>& chosen, const std::array<const char*, sizeof...(T)>& keys) {
        std::visit([&](auto& value) { describe_as(*this, keys[chosen.index()], value); }, chosen);
    }

private:
    std::string path_of(std::string_view name) const {
        return prefix_.empty() ? std::string(name) : prefix_ + "." + std::string(name);
    }
    void add(const Field& field, const std::string& value) {
        std::string path = path_of(field.name);
        if (std::ranges::find(kUnbound, path) != std::end(kUnbound)) return;
        if (std::ranges::find(kForPictures, field.name) != std::end(kForPictures)) return;
        keys_.push_back({std::move(path), value.size() <= kLongestValue
                                              ? value
                                              : std::to_string(value.size()) + " characters, " +
                                                    digest_text(value)});
    }

    std::string prefix_;
    std::vector<BoundKey>& keys_;
};

}  // namespace

std::string digest_text(std::string_view bytes) {
    constexpr char kHex[] = "0123456789abcdef";
    const std::uint64_t sum = hash_bytes(bytes);
    std::string text = "digest ";
    for (int shift = 60; shift >= 0; shift -= 4) text += kHex[sum >> shift & 15];
    return text;
}

std::vector<BoundKey> bound_keys(const Scene& given) {
    Scene scene = given;  // visitors may change what they visit
    std::vector<BoundKey> keys;
    KeyWriter writer("", keys);
    writer.group({"water", "", ""}, [&](KeyWriter& inner) { describe(inner, scene.water); });
    writer.maybe({"rain", "", ""}, scene.rain);
    writer.list({"events", "", ""}, scene.events);
    writer.maybe({"maps", "", ""}, scene.maps);
    writer.list({"bodies", "", ""}, scene.bodies);
    if (scene.bodies.empty()) writer.flag({"more_bodies", "", ""}, scene.takes_more_bodies);
    writer.list({"joints", "", ""}, scene.joints);
    writer.list({"emitters", "", ""}, scene.emitters);
    writer.maybe({"spray", "", ""}, scene.spray);
    writer.maybe({"foam", "", ""}, scene.foam);
    return keys;
}

std::string text_of(const std::vector<BoundKey>& keys) {
    std::string text;
    for (const BoundKey& key : keys) text += key.path + ' ' + key.value + '\n';
    return text;
}

std::vector<BoundKey> parse_bound_keys(std::string_view text) {
    std::vector<BoundKey> keys;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::size_t space = std::min(line.find(' '), line.size());
        keys.push_back({std::string(line.substr(0, space)),
                        std::string(line.substr(std::min(space + 1, line.size())))});
    }
    return keys;
}

SceneDifferences::SceneDifferences(const std::vector<BoundKey>& saved,
                                   const std::vector<BoundKey>& here) {
    std::map<std::string_view, std::string_view> before, now;
    for (const BoundKey& key : saved) before[key.path] = key.value;
    for (const BoundKey& key : here) now[key.path] = key.value;
    const auto note = [&](const std::string& path) {
        const auto was = before.find(path), is = now.find(path);
        const bool is_in_both = was != before.end() && is != now.end();
        if (is_in_both && was->second == is->second) return;
        // A run without maps may go on with them, and the other way round.
        if (!is_in_both && is_at_or_below(path, "maps")) return;
        all_.push_back({path, was == before.end() ? "absent" : std::string(was->second),
                        is == now.end() ? "absent" : std::string(is->second)});
    };
    for (const BoundKey& key : here) note(key.path);
    for (const BoundKey& key : saved)
        if (!now.contains(key.path)) note(key.path);
    std::stable_partition(all_.begin(), all_.end(),
                          [](const KeyDifference& d) { return !can_change_on_restore(d.path); });
}

bool SceneDifferences::touch(std::string_view path) const {
    return std::ranges::any_of(
        all_, [&](const KeyDifference& d) { return is_at_or_below(d.path, path); });
}

bool SceneDifferences::is_any_fixed() const {
    return is_any() && !can_change_on_restore(all_.front().path);
}

std::string SceneDifferences::text() const {
    constexpr std::size_t kShown = 3, kShownValue = 60;
    std::string text;
    for (std::size_t k = 0; k < std::min(all_.size(), kShown); ++k) {
        const KeyDifference& d = all_[k];
        text += (k > 0 ? "; " : "") + printable(d.path, kShownValue) + " is " +
                printable(d.saved, kShownValue) + " in the checkpoint and " +
                printable(d.here, kShownValue) + " in the scene";
    }
    if (all_.size() > kShown) text += "; and " + std::to_string(all_.size() - kShown) + " more";
    return text;
}

bool can_change_on_restore(std::string_view path) {
    return std::ranges::any_of(kChangeable,
                               [&](std::string_view key) { return is_at_or_below(path, key); });
}

}  // namespace tarn::scene
