#include "scene/check_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace tarn::scene {
namespace {

using Found = std::optional<Problem>;

const char* name_of(BodyShape shape) {
    constexpr const char* kNames[] = {"sphere", "box", "cylinder", "capsule", "mesh"};
    return kNames[static_cast<int>(shape)];
}

Found needs(const Body& body, const std::string& pointer, const char* what) {
    return Problem{pointer,
                   "is a " + std::string(name_of(body.shape)) + " without " + what + "; give it"};
}

Found does_not_take(const Body& body, const std::string& pointer, const char* key) {
    return Problem{pointer + "/" + key,
                   "is not for a " + std::string(name_of(body.shape)) + "; remove it"};
}

/// A cylinder or a capsule: radius and length, or both from its extents.
Found check_round(const Body& body, const std::string& pointer) {
    if (!body.size_m) {
        if (!body.radius_m) return needs(body, pointer, "a radius");
        if (!body.length_m) return needs(body, pointer, "a length");
    } else {
        const auto& [x_m, y_m, z_m] = *body.size_m;
        const bool is_round = x_m == y_m && (!body.radius_m || x_m == 2.0 * *body.radius_m) &&
                              (!body.length_m || z_m == *body.length_m);
        if (!is_round)
            return Problem{pointer + "/size", "is [" + number_text(x_m) + ", " + number_text(y_m) +
                                                  ", " + number_text(z_m) +
                                                  "]; give [diameter, diameter, length], or "
                                                  "radius and length alone"};
    }
    const double radius_m = body.radius_m ? *body.radius_m : 0.5 * (*body.size_m)[0];
    const double length_m = body.length_m ? *body.length_m : (*body.size_m)[2];
    if (body.shape == BodyShape::Capsule && length_m < 2.0 * radius_m)
        return Problem{pointer, "is a capsule of " + number_text(length_m) +
                                    " m whose round ends alone take " +
                                    number_text(2.0 * radius_m) + " m; make it longer"};
    return {};
}

Found check_shape(const Body& body, const std::string& pointer) {
    if (body.shape != BodyShape::Mesh && !body.file.empty())
        return does_not_take(body, pointer, "file");
    switch (body.shape) {
        case BodyShape::Cylinder:
        case BodyShape::Capsule:
            return check_round(body, pointer);
        case BodyShape::Sphere:
            if (body.size_m) return does_not_take(body, pointer, "size");
            if (body.length_m) return does_not_take(body, pointer, "length");
            if (!body.radius_m) return needs(body, pointer, "a radius");
            return {};
        case BodyShape::Box:
            if (!body.size_m) return needs(body, pointer, "a size");
            break;
        case BodyShape::Mesh:
            if (body.file.empty()) return needs(body, pointer, "a file");
            if (body.size_m) return does_not_take(body, pointer, "size");
            break;
    }
    if (body.radius_m) return does_not_take(body, pointer, "radius");
    if (body.length_m) return does_not_take(body, pointer, "length");
    return {};
}

Found check_place(const Body& body, const Scene& scene, const std::string& pointer) {
    const auto& [x_m, y_m, z_m] = body.at_m;
    const Point& size_m = scene.water.size_m;
    if (x_m >= 0.0 && x_m <= size_m[0] && y_m >= 0.0 && y_m <= size_m[1]) return {};
    return Problem{pointer + "/at",
                   "is [" + number_text(x_m) + ", " + number_text(y_m) + ", " + number_text(z_m) +
                       "]; it must lie above the water, which goes from [0, 0] to [" +
                       number_text(size_m[0]) + ", " + number_text(size_m[1]) + "] m"};
}

}  // namespace

std::optional<Problem> check_bodies(const Scene& scene) {
    if (scene.bodies.size() > kMaxBodies)
        return Problem{"/bodies", "has " + std::to_string(scene.bodies.size()) +
                                      " items; give at most " + std::to_string(kMaxBodies)};
    std::set<std::string> names;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const Body& body = scene.bodies[i];
        const std::string pointer = "/bodies/" + std::to_string(i);
        if (Found found = check_shape(body, pointer)) return found;
        if (Found found = check_place(body, scene, pointer)) return found;
        if (!names.insert(body.name).second)
            return Problem{pointer + "/name",
                           "is \"" + body.name + "\", as another body; give each its own name"};
    }
    return {};
}

}  // namespace tarn::scene
