#include "viewer/pick_body.hpp"

#include "base/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tarn::viewer {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// The part of a ray that lies within something, as distances from its origin.
struct Stretch {
    double begin = -kNever, end = kNever;
};

/// Between two planes across an axis.
Stretch between(double origin, double direction, double half) {
    if (direction == 0.0) return std::abs(origin) <= half ? Stretch{} : Stretch{kNever, -kNever};
    const double a = (-half - origin) / direction, b = (half - origin) / direction;
    return {std::min(a, b), std::max(a, b)};
}

/// Where a quadratic a t^2 + 2 b t + c is not positive.
Stretch within(double a, double b, double c) {
    if (a == 0.0) return c <= 0.0 ? Stretch{} : Stretch{kNever, -kNever};
    const double square = b * b - a * c;
    if (square < 0.0) return {kNever, -kNever};
    return {(-b - std::sqrt(square)) / a, (-b + std::sqrt(square)) / a};
}

Stretch common(Stretch a, Stretch b) {
    return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

/// Where the ray enters, if that is ahead; an eye inside of something does not see it.
double entry(Stretch stretch) {
    return stretch.begin >= 0.0 && stretch.begin <= stretch.end ? stretch.begin : kNever;
}

/// Distance to a triangle [moller1997].
double to_triangle(const Ray& ray, Vec3 a, Vec3 b, Vec3 c) {
    const Vec3 ab = b - a, ac = c - a, across = cross(ray.direction, ac);
    const double size = dot(ab, across);
    if (size == 0.0) return kNever;
    const Vec3 from_a = ray.origin_m - a;
    const double u = dot(from_a, across) / size;
    const Vec3 along = cross(from_a, ab);
    const double v = dot(ray.direction, along) / size;
    if (u < 0.0 || v < 0.0 || u + v > 1.0) return kNever;
    const double distance = dot(ac, along) / size;
    return distance >= 0.0 ? distance : kNever;
}

double to_mesh(const Ray& ray, const MeshView& mesh) {
    double nearest = kNever;
    for (std::size_t k = 0; k + 2 < mesh.indices.size(); k += 3)
        nearest = std::min(nearest, to_triangle(ray, mesh.positions_m[mesh.indices[k]],
                                                mesh.positions_m[mesh.indices[k + 1]],
                                                mesh.positions_m[mesh.indices[k + 2]]));
    return nearest;
}

/// The ray in the axes of the body, whose turn keeps lengths.
double to_body(const Ray& ray, const BodyView& body) {
    const auto& [w, x, y, z] = body.turn;
    const Mat3 back = transposed(matrix_of(Quaternion{w, x, y, z}));
    const Ray in = {back * (ray.origin_m - body.at_m), back * ray.direction};
    const Vec3 o = in.origin_m, d = in.direction, half = 0.5 * body.size_m;
    switch (body.shape) {
        case BodyView::Shape::Sphere:
            return entry(within(dot(d, d), dot(o, d), dot(o, o) - half.x * half.x));
        case BodyView::Shape::Box:
            return entry(common(common(between(o.x, d.x, half.x), between(o.y, d.y, half.y)),
                                between(o.z, d.z, half.z)));
        case BodyView::Shape::Cylinder:
            return entry(common(within(d.x * d.x + d.y * d.y, o.x * d.x + o.y * d.y,
                                       o.x * o.x + o.y * o.y - half.x * half.x),
                                between(o.z, d.z, half.z)));
        case BodyView::Shape::Mesh:
            return to_mesh(in, body.mesh);
    }
    return kNever;
}

}  // namespace

std::optional<BodyHit> meet_body(const Ray& ray, std::span<const BodyView> bodies) {
    double nearest = kNever;
    int number = -1;
    for (const BodyView& body : bodies) {
        const double distance = to_body(ray, body);
        if (distance < nearest) {
            nearest = distance;
            number = body.number;
        }
    }
    if (number < 0) return std::nullopt;
    return BodyHit{number, ray.origin_m + nearest * ray.direction};
}

}  // namespace tarn::viewer
