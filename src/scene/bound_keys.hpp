// The keys of a scene that the state of its water depends on, as plain texts. A checkpoint holds
// them, so that another scene is noticed and what differs can be named. What is only read from the
// water (probes, record, camera, light, look, duration) is not among them.
#pragma once

#include "scene/scene.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::scene {

/// A key by its dotted path, as `--set` takes it, and its value.
struct BoundKey {
    std::string path;
    std::string value;
};

/// In the order of describe.hpp. Fields from files and expressions are left to the water, which
/// knows their values (Water::bound_keys).
std::vector<BoundKey> bound_keys(const Scene& scene);

/// Stands for values that are too many to be shown: equal for equal bytes.
std::string digest_text(std::string_view bytes);

/// One line for each key, and back. Any text is safe to parse.
std::string text_of(const std::vector<BoundKey>& keys);
std::vector<BoundKey> parse_bound_keys(std::string_view text);

struct KeyDifference {
    std::string path;
    std::string saved, here;  ///< "absent" where there is none
};

/// How the scene of a world differs from the one that a checkpoint was saved from.
class SceneDifferences {
public:
    SceneDifferences() = default;
    SceneDifferences(const std::vector<BoundKey>& saved, const std::vector<BoundKey>& here);

    bool is_any() const { return !all_.empty(); }
    /// Whether a key, or one below it, differs.
    bool touch(std::string_view path) const;
    /// Whether a key differs that can never do so: the water would not fit, or mean something else.
    bool is_any_fixed() const;
    /// The first few, printable: "water.gravity is 9.81 in the checkpoint and 5 in the scene".
    std::string text() const;

private:
    std::vector<KeyDifference> all_;  ///< those that can never differ come first
};

/// Whether water that was saved under one value of a key can go on under another.
bool can_change_on_restore(std::string_view path);

}  // namespace tarn::scene
