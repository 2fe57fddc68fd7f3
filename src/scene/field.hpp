// The words in which describe.hpp speaks about a field: its name, unit, meaning and limits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::scene {

enum class Need { Optional, Required };

/// One key of a scene.
struct Field {
    const char* name;
    const char* unit;
    const char* doc;
    Need need = Need::Optional;
};

/// Allowed numbers: from `min` (or above it, when `is_open`) to `max`.
struct Range {
    double min;
    double max;
    bool is_open = false;
};
constexpr Range from(double min, double max) {
    return {min, max, false};
}
constexpr Range above(double min, double max) {
    return {min, max, true};
}

enum class Digits { Any, Whole };

constexpr bool contains(Range range, double number) {
    return (range.is_open ? number > range.min : number >= range.min) && number <= range.max;
}

/// "from 3 to 65536", "above 0.5 and at most 10".
std::string range_text(Range range);

/// Allowed words, in the order of the enum they stand for. Before the words of an optional enum
/// stands "auto", its absence.
struct Words {
    std::vector<std::string_view> now;
    std::string_view objects = {};  ///< that may stand in place of a word
};

/// The keys that an object has where one of its words is `word`.
template <class Describe>
struct KeysOf {
    const char* word;
    Describe describe;
};
/// Clang deduces the arguments of aggregates from version 17 on only.
template <class Describe>
KeysOf(const char*, Describe) -> KeysOf<Describe>;

/// A key that only water of another model has.
struct ForeignKey {
    const char* name;
    const char* model;
};

/// Allowed names: `characters` as inside a regular expression's brackets.
struct Spelling {
    const char* characters;
    std::size_t max_length;
};

/// What names of files begin with that come with the program, such as tarn:duck.obj.
inline constexpr std::string_view kBuiltInFile = "tarn:";

}  // namespace tarn::scene
