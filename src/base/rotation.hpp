// Rotations in space, in double precision: quaternions and matrices of three by three. They use
// + - x / and the square root alone, or functions of our own, so every machine gets the same bits.
#pragma once

#include "base/elementary.hpp"
#include "base/numeric.hpp"
#include "base/vector.hpp"

#include <array>
#include <cstddef>

namespace tarn {

/// Rows of three numbers.
struct Mat3 {
    std::array<Vec3, 3> row = {Vec3{1.0, 0.0, 0.0}, Vec3{0.0, 1.0, 0.0}, Vec3{0.0, 0.0, 1.0}};
};

constexpr Mat3 diagonal(Vec3 d) {
    return {{Vec3{d.x, 0.0, 0.0}, Vec3{0.0, d.y, 0.0}, Vec3{0.0, 0.0, d.z}}};
}
constexpr Vec3 operator*(const Mat3& m, Vec3 v) {
    return {dot(m.row[0], v), dot(m.row[1], v), dot(m.row[2], v)};
}
constexpr Mat3 operator+(const Mat3& a, const Mat3& b) {
    return {{a.row[0] + b.row[0], a.row[1] + b.row[1], a.row[2] + b.row[2]}};
}
constexpr Mat3 operator*(double s, const Mat3& m) {
    return {{s * m.row[0], s * m.row[1], s * m.row[2]}};
}
constexpr Mat3 transposed(const Mat3& m) {
    const auto& [a, b, c] = m.row;
    return {{Vec3{a.x, b.x, c.x}, Vec3{a.y, b.y, c.y}, Vec3{a.z, b.z, c.z}}};
}
constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
    const Mat3 columns = transposed(b);
    Mat3 product;
    for (std::size_t k = 0; k < 3; ++k) product.row[k] = columns * a.row[k];
    return product;
}
constexpr double determinant(const Mat3& m) {
    return dot(m.row[0], cross(m.row[1], m.row[2]));
}
/// Of a matrix whose determinant is not zero.
constexpr Mat3 inverse(const Mat3& m) {
    const auto& [a, b, c] = m.row;
    const Mat3 cofactors = {{cross(b, c), cross(c, a), cross(a, b)}};
    return (1.0 / determinant(m)) * transposed(cofactors);
}

/// A rotation; (w, x, y, z) of length 1.
struct Quaternion {
    double w = 1.0, x = 0.0, y = 0.0, z = 0.0;
};

/// First `b`, then `a`.
constexpr Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
inline Quaternion normalized(const Quaternion& q) {
    const double size = square_root(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    if (!(size > 0.0)) return {};
    const double scale = 1.0 / size;
    return {scale * q.w, scale * q.x, scale * q.y, scale * q.z};
}

constexpr Mat3 matrix_of(const Quaternion& q) {
    const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    const double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    const double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return {{Vec3{1.0 - 2.0 * (yy + zz), 2.0 * (xy - wz), 2.0 * (xz + wy)},
             Vec3{2.0 * (xy + wz), 1.0 - 2.0 * (xx + zz), 2.0 * (yz - wx)},
             Vec3{2.0 * (xz - wy), 2.0 * (yz + wx), 1.0 - 2.0 * (xx + yy)}}};
}

/// Turn by the length of `angle_rad` about its direction.
inline Quaternion turn_by(Vec3 angle_rad) {
    const double angle = length(angle_rad);
    // Below this the square of the half angle is lost beside 1.
    if (angle < 1e-9)
        return normalized(Quaternion{1.0, 0.5 * angle_rad.x, 0.5 * angle_rad.y, 0.5 * angle_rad.z});
    const double part = elementary::sine(0.5 * angle) / angle;
    return normalized(Quaternion{elementary::cosine(0.5 * angle), part * angle_rad.x,
                                 part * angle_rad.y, part * angle_rad.z});
}

/// A symmetric matrix as lengths along axes that are orthogonal: m = axes^T diagonal(moments) axes.
struct PrincipalAxes {
    Vec3 moments;
    Mat3 axes;  ///< rows, right-handed
};

/// By Jacobi's rotations, which converge quadratically: a handful of rounds reach rounding.
inline PrincipalAxes principal_axes(Mat3 m) {
    PrincipalAxes found;
    double Vec3::*const column[3] = {&Vec3::x, &Vec3::y, &Vec3::z};
    for (int round = 0; round < 12; ++round)
        for (std::size_t p = 0; p < 2; ++p)
            for (std::size_t q = p + 1; q < 3; ++q) {
                const double off = m.row[p].*column[q];
                if (off == 0.0) continue;
                const double ratio = (m.row[q].*column[q] - m.row[p].*column[p]) / (2.0 * off);
                const double root = magnitude(ratio) + square_root(1.0 + ratio * ratio);
                const double tangent = (ratio < 0.0 ? -1.0 : 1.0) / root;
                const double cosine = 1.0 / square_root(1.0 + tangent * tangent);
                Mat3 turn;
                turn.row[p].*column[p] = turn.row[q].*column[q] = cosine;
                turn.row[p].*column[q] = -tangent * cosine;
                turn.row[q].*column[p] = tangent * cosine;
                m = turn * m * transposed(turn);
                m.row[p].*column[q] = m.row[q].*column[p] = 0.0;
                found.axes = turn * found.axes;
            }
    found.moments = {m.row[0].x, m.row[1].y, m.row[2].z};
    return found;
}

}  // namespace tarn
