// Arithmetic of vectors, as much as cameras and rays need.
#pragma once

#include <tarn/types.hpp>

#include <cmath>

namespace tarn::viewer {

inline Vec3 operator+(Vec3 a, Vec3 b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3 operator-(Vec3 a, Vec3 b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3 operator*(double s, Vec3 a) {
    return {s * a.x, s * a.y, s * a.z};
}
inline Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vec3 a) {
    return std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}
/// Of length one; up, if `a` has no direction.
inline Vec3 unit(Vec3 a) {
    const double l = length(a);
    return l > 0.0 ? (1.0 / l) * a : Vec3{0.0, 0.0, 1.0};
}

}  // namespace tarn::viewer
