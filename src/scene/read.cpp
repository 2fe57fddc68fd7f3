#include "scene/read.hpp"

#include "scene/check.hpp"
#include "scene/override.hpp"
#include "scene/reader.hpp"

#include <exception>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace tarn::scene {
namespace {

constexpr std::size_t kMaxMessage = 950;

struct Override {
    std::string text;
    std::string pointer;
};

Error invalid(const std::string& source, const std::string& text) {
    return {ErrorCode::InvalidScene, printable(printable(source, 200) + ": " + text, kMaxMessage)};
}

/// Is one pointer the other, or above it?
bool is_related(std::string_view a, std::string_view b) {
    if (a.size() > b.size()) std::swap(a, b);
    return b.starts_with(a) && (a.size() == b.size() || b[a.size()] == '/');
}

Error invalid(const std::string& source, const Problem& problem,
              const std::vector<Override>& overrides) {
    std::string blamed = source;
    for (const Override& override : overrides)
        if (!problem.pointer.empty() && is_related(override.pointer, problem.pointer))
            blamed = printable(source, 80) + ", --set " + printable(override.text, 100);
    const std::string where =
        problem.pointer.empty() ? "the scene" : printable(problem.pointer, 200);
    return invalid(blamed, where + " " + problem.text);
}

/// Those without a name are counted.
template <class T>
void name_all(std::vector<T>& items, const char* letter) {
    for (std::size_t i = 0; i < items.size(); ++i)
        if (items[i].name.empty()) items[i].name = letter + std::to_string(i + 1);
}

std::optional<Problem> fill_and_check(Scene& scene, const Value& root,
                                      const std::filesystem::path& base_dir) {
    Reader::Document document{.base_dir = base_dir, .problem = {}};
    if (root.kind != Value::Kind::Object)
        return Problem{"", "is " + printable(compact_json(root, 60), 60) +
                               "; it must be an object such as {\"water\": {}}"};
    Reader reader(root, "", document);
    describe(reader, scene);
    reader.finish();
    if (document.problem) return document.problem;
    scene.files = std::move(document.files);
    if (const Volume& volume = scene.water.volume; scene.water.is_volume()) {
        scene.water.size_m = {volume.size_m[0], volume.size_m[1]};
        scene.water.cells = {volume.cells[0], volume.cells[1]};
    }
    name_all(scene.probes, "p");
    name_all(scene.bodies, "b");
    return check_scene(scene);
}

Result<Scene> read_or_throw(std::string_view json, const std::string& source_name,
                            const std::filesystem::path& base_dir,
                            std::span<const std::string> overrides) {
    Result<Value> root = parse_json(json);
    if (!root) return invalid(source_name, root.error().message);
    std::vector<Override> applied;
    for (const std::string& text : overrides) {
        const Result<std::string> pointer = apply_override(root.value(), text);
        if (!pointer) return invalid(source_name, pointer.error().message);
        applied.push_back({text, pointer.value()});
    }
    Scene scene;
    scene.name = source_name;
    scene.folder = base_dir.string();
    if (const auto problem = fill_and_check(scene, root.value(), base_dir))
        return invalid(source_name, *problem, applied);
    return scene;
}

Result<Scene> with_body_or_throw(const Scene& scene, std::string_view json) {
    const std::string source = "body";
    Result<Value> root = parse_json(json);
    if (!root) return invalid(source, root.error().message);
    if (root.value().kind != Value::Kind::Object)
        return invalid(source, "is " + printable(compact_json(root.value(), 60), 60) +
                                   "; it must be an object such as {\"radius\": 0.3, \"at\": "
                                   "[2, 2, 3]}");
    Scene grown = scene;
    Reader::Document document{.base_dir = scene.folder, .problem = {}};
    Reader reader(root.value(), "/bodies/" + std::to_string(grown.bodies.size()), document);
    describe(reader, grown.bodies.emplace_back());
    reader.finish();
    if (document.problem) return invalid(source, *document.problem, {});
    grown.files = std::move(document.files);
    name_all(grown.bodies, "b");
    if (const auto problem = check_scene(grown)) return invalid(source, *problem, {});
    return grown;
}

/// Runs `body`, whose exceptions become errors.
template <class Body>
Result<Scene> guarded(const std::string& source_name, Body&& body) {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "no memory to read the scene"};
    } catch (const std::exception& exception) {
        return invalid(source_name, exception.what());
    }
}

}  // namespace

Result<Scene> read_scene(std::string_view json, const std::string& source_name,
                         const std::filesystem::path& base_dir,
                         std::span<const std::string> overrides) {
    return guarded(source_name,
                   [&] { return read_or_throw(json, source_name, base_dir, overrides); });
}

Result<Scene> with_body(const Scene& scene, std::string_view body_json) {
    return guarded("body", [&] { return with_body_or_throw(scene, body_json); });
}

}  // namespace tarn::scene
