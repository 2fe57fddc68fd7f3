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

bool has_length(const Body::Point3& v) {
    return v[0] != 0.0 || v[1] != 0.0 || v[2] != 0.0;
}

Found check_direction(const Body::Point3& v, const std::string& pointer) {
    if (has_length(v)) return {};
    return Problem{pointer, "is [0, 0, 0]; give a direction"};
}

Found check_foils(const std::vector<Foil>& foils, const std::string& pointer) {
    for (std::size_t k = 0; k < foils.size(); ++k) {
        const std::string at = pointer + "/" + std::to_string(k);
        const Body::Point3 &a = foils[k].axis, &c = foils[k].chord;
        if (Found found = check_direction(a, at + "/axis")) return found;
        if (Found found = check_direction(c, at + "/chord")) return found;
        const Body::Point3 across = {a[1] * c[2] - a[2] * c[1], a[2] * c[0] - a[0] * c[2],
                                     a[0] * c[1] - a[1] * c[0]};
        if (!has_length(across))
            return Problem{at + "/chord", "lies along the axis; a plate needs two directions"};
    }
    return {};
}

Found check_drives(const Body& body, const std::string& pointer) {
    for (std::size_t k = 0; k < body.thrusters.size(); ++k) {
        const Thruster& thruster = body.thrusters[k];
        const std::string at = pointer + "/thrusters/" + std::to_string(k);
        if (Found found = check_direction(thruster.axis, at + "/axis")) return found;
        if (!thruster.thrust_n && !thruster.power_w)
            return Problem{at, "has neither thrust nor power; give one of them"};
    }
    if (!body.paint.empty() && body.shape != BodyShape::Mesh)
        return does_not_take(body, pointer, "paint");
    if (Found found = check_foils(body.rudders, pointer + "/rudders")) return found;
    return check_foils(body.sails, pointer + "/sails");
}

Found check_name(const std::set<std::string>& names, const std::string& name,
                 const std::string& pointer) {
    if (names.contains(name)) return {};
    return Problem{pointer, "is \"" + name + "\", but no body has this name; name one of /bodies"};
}

Found check_joint(const Joint& joint, const std::set<std::string>& names,
                  const std::string& pointer) {
    if (Found found = check_name(names, joint.body, pointer + "/body")) return found;
    if (!joint.other.empty()) {
        if (Found found = check_name(names, joint.other, pointer + "/other")) return found;
        if (joint.other == joint.body)
            return Problem{pointer + "/other",
                           "is \"" + joint.other + "\" like the body; name another, or none"};
    }
    if (joint.kind == JointKind::Rope) {
        if (!joint.to_m && !joint.length_m)
            return Problem{pointer, "is a rope without an end; give \"to\" or a length"};
    } else if (joint.length_m) {
        return Problem{pointer + "/length", "is for a rope alone; remove it"};
    }
    return joint.kind == JointKind::Hinge ? check_direction(joint.axis, pointer + "/axis")
                                          : Found{};
}

Found check_links(const Scene& scene, const std::set<std::string>& names) {
    for (std::size_t k = 0; k < scene.joints.size(); ++k)
        if (Found found = check_joint(scene.joints[k], names, "/joints/" + std::to_string(k)))
            return found;
    for (std::size_t k = 0; k < scene.events.size(); ++k)
        if (const auto* helm = std::get_if<HelmEvent>(&scene.events[k]))
            if (Found found =
                    check_name(names, helm->body, "/events/" + std::to_string(k) + "/helm/body"))
                return found;
    return {};
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
        if (Found found = check_drives(body, pointer)) return found;
        if (!names.insert(body.name).second)
            return Problem{pointer + "/name",
                           "is \"" + body.name + "\", as another body; give each its own name"};
    }
    return check_links(scene, names);
}

}  // namespace tarn::scene
