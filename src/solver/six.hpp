// Small dense algebra of six numbers: a velocity with a spin, a force with a torque.
#pragma once

#include "base/vector.hpp"
#include "solver/hulls.hpp"

namespace tarn::exchange {

inline double dot(const Six& a, const Six& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < 6; ++i) sum += a[i] * b[i];
    return sum;
}
inline void add(Six& a, double times, const Six& b) {
    for (std::size_t i = 0; i < 6; ++i) a[i] += times * b[i];
}
inline Six times(const SixBySix& m, const Six& a) {
    Six out = {};
    for (std::size_t i = 0; i < 6; ++i) out[i] = dot(m[i], a);
    return out;
}

/// Adds a force, and its torque at the end of an arm.
inline void add_force(Vec3 force, Vec3 arm, Six& sum) {
    const Vec3 torque = cross(arm, force);
    const Six all = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    for (std::size_t k = 0; k < 6; ++k) sum[k] += all[k];
}

/// Mass and inertia of a hull.
inline SixBySix mass_matrix(const HullState& hull) {
    SixBySix m = {};
    for (std::size_t i = 0; i < 3; ++i) m[i][i] = hull.mass_kg;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) m[3 + i][3 + j] = hull.inertia_kg_m2[3 * i + j];
    return m;
}

/// The inverse of a symmetric positive definite matrix, by Gauss and Jordan without pivoting.
inline SixBySix inverse(SixBySix m) {
    SixBySix out = {};
    for (std::size_t i = 0; i < 6; ++i) out[i][i] = 1.0;
    for (std::size_t k = 0; k < 6; ++k) {
        const double pivot = 1.0 / m[k][k];
        for (std::size_t j = 0; j < 6; ++j) {
            m[k][j] *= pivot;
            out[k][j] *= pivot;
        }
        for (std::size_t i = 0; i < 6; ++i) {
            if (i == k) continue;
            const double part = m[i][k];
            for (std::size_t j = 0; j < 6; ++j) {
                m[i][j] -= part * m[k][j];
                out[i][j] -= part * out[k][j];
            }
        }
    }
    return out;
}

}  // namespace tarn::exchange
