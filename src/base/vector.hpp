// Vectors of three numbers and matrices of four by four, for pictures. Columns first, as OpenGL.
#pragma once

#include <tarn/types.hpp>

#include <array>
#include <cmath>

namespace tarn {

constexpr Vec3 operator+(Vec3 a, Vec3 b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
constexpr Vec3 operator-(Vec3 a, Vec3 b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
constexpr Vec3 operator*(double s, Vec3 a) {
    return {s * a.x, s * a.y, s * a.z};
}
constexpr double dot(Vec3 a, Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
constexpr Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vec3 a) {
    return std::sqrt(dot(a, a));
}
inline Vec3 normalized(Vec3 a) {
    const double size = length(a);
    return size > 0.0 ? (1.0 / size) * a : Vec3{0.0, 0.0, 1.0};
}

using Mat4 = std::array<float, 16>;

constexpr Mat4 multiplied(const Mat4& a, const Mat4& b) {
    Mat4 c = {};
    for (std::size_t column = 0; column < 4; ++column)
        for (std::size_t row = 0; row < 4; ++row)
            for (std::size_t k = 0; k < 4; ++k)
                c[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    return c;
}

/// From the world to the space of a camera that looks along -z.
inline Mat4 look_at(Vec3 eye, Vec3 target, Vec3 up) {
    const Vec3 back = normalized(eye - target);
    const Vec3 right = normalized(cross(up, back));
    const Vec3 over = cross(back, right);
    return {float(right.x),          float(over.x),          float(back.x),          0.0f,
            float(right.y),          float(over.y),          float(back.y),          0.0f,
            float(right.z),          float(over.z),          float(back.z),          0.0f,
            float(-dot(right, eye)), float(-dot(over, eye)), float(-dot(back, eye)), 1.0f};
}

/// `fov_rad` from the lower to the upper edge.
inline Mat4 perspective(double fov_rad, double aspect, double near_m, double far_m) {
    const double f = 1.0 / std::tan(0.5 * fov_rad);
    const double depth = near_m - far_m;
    return {float(f / aspect),
            0,
            0,
            0,
            0,
            float(f),
            0,
            0,
            0,
            0,
            float((far_m + near_m) / depth),
            -1.0f,
            0,
            0,
            float(2.0 * far_m * near_m / depth),
            0};
}

}  // namespace tarn
