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

inline bool is_finite(Vec3 a) {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
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

/// Inverse of a general matrix by cofactors of its two by two parts.
inline Mat4 inverse(const Mat4& m) {
    const auto s = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
        return double(m[a]) * double(m[b]) - double(m[c]) * double(m[d]);
    };
    const double s0 = s(0, 5, 4, 1), s1 = s(0, 9, 8, 1), s2 = s(0, 13, 12, 1);
    const double s3 = s(4, 9, 8, 5), s4 = s(4, 13, 12, 5), s5 = s(8, 13, 12, 9);
    const double c5 = s(10, 15, 14, 11), c4 = s(6, 15, 14, 7), c3 = s(6, 11, 10, 7);
    const double c2 = s(2, 15, 14, 3), c1 = s(2, 11, 10, 3), c0 = s(2, 7, 6, 3);
    const double k = 1.0 / (s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0);
    const auto d = [&](std::size_t index) { return double(m[index]); };
    const double r[16] = {
        d(5) * c5 - d(9) * c4 + d(13) * c3,   -d(1) * c5 + d(9) * c2 - d(13) * c1,
        d(1) * c4 - d(5) * c2 + d(13) * c0,   -d(1) * c3 + d(5) * c1 - d(9) * c0,
        -d(4) * c5 + d(8) * c4 - d(12) * c3,  d(0) * c5 - d(8) * c2 + d(12) * c1,
        -d(0) * c4 + d(4) * c2 - d(12) * c0,  d(0) * c3 - d(4) * c1 + d(8) * c0,
        d(7) * s5 - d(11) * s4 + d(15) * s3,  -d(3) * s5 + d(11) * s2 - d(15) * s1,
        d(3) * s4 - d(7) * s2 + d(15) * s0,   -d(3) * s3 + d(7) * s1 - d(11) * s0,
        -d(6) * s5 + d(10) * s4 - d(14) * s3, d(2) * s5 - d(10) * s2 + d(14) * s1,
        -d(2) * s4 + d(6) * s2 - d(14) * s0,  d(2) * s3 - d(6) * s1 + d(10) * s0};
    // The cofactors above are of rows; ours are columns.
    Mat4 result;
    for (std::size_t column = 0; column < 4; ++column)
        for (std::size_t row = 0; row < 4; ++row)
            result[4 * column + row] = float(r[4 * column + row] * k);
    return result;
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
