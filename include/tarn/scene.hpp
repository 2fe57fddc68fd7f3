// What scenes there are and what a scene may say.
#pragma once

#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn {

struct SceneInfo {
    std::string name;
    std::string about;  ///< one line
};

/// The scenes that come with Tarn.
TARN_API std::vector<SceneInfo> built_in_scenes();

/// The JSON schema of scenes, as in docs/scene.schema.json.
TARN_API std::string scene_schema();

/// Names for `water.collision`, the default first.
TARN_API std::vector<SceneInfo> collisions();

/// What a scene names, known without making its world.
struct SceneOutline {
    /// From one moment of the scene to another.
    struct Span {
        double begin_s = 0.0, end_s = 0.0;
    };

    /// That it reads: its own file, unless it is built in, and all that it names, as paths from the
    /// current folder.
    std::vector<std::string> files;
    std::vector<double> event_times_s;  ///< when its events begin, in the order of the scene
    std::vector<Span> pressed;          ///< while each of its stirs and presses is in the water
    double duration_s = 0.0;            ///< how long `tarn run` goes unless told otherwise
};

/// Reads and checks a built-in scene by name or a scene file, with changes as in WorldOptions::set.
/// From any thread. ErrorCode::InvalidScene where World::from_scene() would say so about its text;
/// files that it names are not opened.
TARN_API Result<SceneOutline> scene_outline(const std::string& name_or_path,
                                            std::span<const std::string> set = {});

/// Builds a scene in code. It starts as the scene of defaults; values are set by their paths, in
/// the units that docs/scene.md names.
///
///     tarn::SceneBuilder scene;
///     if (auto done = scene.set("water.size", {4.0, 3.0}); !done) return fail(done.error());
///     auto world = tarn::World::from_json(scene.json(), ".");
///
/// Missing objects on the way are made; a list may grow by one ("probes.0.at"). Setting tau removes
/// the viscosity and the other way round. ErrorCode::InvalidScene for a path that leads nowhere, in
/// the words of `--set`, for a number that is not finite, a text that is not UTF-8 and JSON that is
/// none; the scene then stays as it was. Whether it makes sense is looked at when its world is
/// made. One thread at a time per builder.
class TARN_API SceneBuilder {
public:
    SceneBuilder();
    SceneBuilder(SceneBuilder&&) noexcept;
    SceneBuilder& operator=(SceneBuilder&&) noexcept;
    ~SceneBuilder();

    Result<void> set(std::string_view path, double value);
    Result<void> set(std::string_view path, int value) { return set(path, double(value)); }
    Result<void> set(std::string_view path, bool value);
    /// A text, whatever is in it; it is escaped where JSON asks for it.
    Result<void> set(std::string_view path, std::string_view text);
    Result<void> set(std::string_view path, const char* text) {
        return set(path, std::string_view(text));
    }
    Result<void> set(std::string_view path, std::span<const double> values);
    Result<void> set(std::string_view path, std::initializer_list<double> values) {
        return set(path, std::span(values.begin(), values.size()));
    }
    Result<void> set_json(std::string_view path, std::string_view json);
    /// One more item at the end of a list, such as "events", "probes" or "water.solids".
    Result<void> add(std::string_view path, std::string_view json);

    /// The scene so far, as JSON text for World::from_json().
    std::string json() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tarn
