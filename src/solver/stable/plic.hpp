// Planes in cells: piecewise linear interface calculation. The water of a cell of side 1 lies where
// m.x <= alpha, with m pointing out of the water [scardovelli2000]. In double, since differences of
// cubes are divided by products of small numbers.
#pragma once

#include "base/numeric.hpp"
#include "base/platform.hpp"

namespace tarn::stable {

/// Components of m, none negative, their sum 1, in rising order.
struct SortedNormal {
    double m1, m2, m3;
    double per_corner;  ///< 1 / (6 m1 m2 m3)
};

TARN_HD SortedNormal sorted_normal(double a, double b, double c) {
    const auto order = [](double& low, double& high) {
        if (high < low) {
            const double other = low;
            low = high;
            high = other;
        }
    };
    order(a, b);
    order(b, c);
    order(a, b);
    // Thinner corners than this are rounding.
    constexpr double kLeast = 1e-6;
    if (a < kLeast) a = kLeast;
    if (b < kLeast) b = kLeast;
    const double share = 1.0 / (a + b + c);
    const double m1 = a * share, m2 = b * share, m3 = c * share;
    return {m1, m2, m3, 1.0 / (6.0 * m1 * m2 * m3)};
}

/// Volume where m.x <= alpha, and how fast it grows with alpha; alpha from 0 to 1/2.
struct CutVolume {
    double volume, slope;
};
TARN_HD CutVolume lower_cut(SortedNormal m, double alpha) {
    const double m12 = m.m1 + m.m2, k = m.per_corner;
    if (alpha < m.m1) return {alpha * alpha * alpha * k, 3.0 * alpha * alpha * k};
    if (alpha < m.m2)
        return {m.m1 * k * (3.0 * alpha * (alpha - m.m1) + m.m1 * m.m1),
                6.0 * m.m1 * k * (alpha - 0.5 * m.m1)};
    if (alpha >= m12) {
        if (m12 <= m.m3) return {(alpha - 0.5 * m12) / m.m3, 1.0 / m.m3};
    }
    const double over1 = alpha - m.m1, over2 = alpha - m.m2;
    const double over3 = alpha > m.m3 ? alpha - m.m3 : 0.0;
    return {(alpha * alpha * alpha - over1 * over1 * over1 - over2 * over2 * over2 -
             over3 * over3 * over3) *
                k,
            (alpha * alpha - over1 * over1 - over2 * over2 - over3 * over3) * 3.0 * k};
}

/// Share of the cell below the plane, for any alpha.
TARN_HD double cut_volume(SortedNormal m, double alpha) {
    if (alpha <= 0.0) return 0.0;
    if (alpha >= 1.0) return 1.0;
    return alpha <= 0.5 ? lower_cut(m, alpha).volume : 1.0 - lower_cut(m, 1.0 - alpha).volume;
}

/// Where the plane cuts all four edges at the corner or a hexagon, the root of a cubic, by Newton's
/// method: the volume is convex up to one half, so that from its chord no step but the first goes
/// too far.
TARN_HD double plane_across(SortedNormal m, double volume, double at_m2) {
    const double m12 = m.m1 + m.m2, end = m12 < m.m3 ? m12 : 0.5;
    const double at_end = m12 < m.m3 ? 0.5 * m12 / m.m3 : 0.5;
    double alpha = at_end > at_m2 ? m.m2 + (end - m.m2) * (volume - at_m2) / (at_end - at_m2) : end;
    constexpr int kMostSteps = 8;
    for (int k = 0; k < kMostSteps; ++k) {
        const CutVolume cut = lower_cut(m, alpha);
        if (!(cut.slope > 0.0)) break;
        const double step = (cut.volume - volume) / cut.slope;
        alpha = alpha - step;
        // What is left after so short a step is the square of it, about.
        if (step < 1e-7 * alpha && -step < 1e-7 * alpha) break;
    }
    return alpha;
}

/// The plane with a given volume below it, by the kind of its cut: a corner (a cube root), two
/// edges (a square root), a hexagon, or all edges along the longest axis (a straight line).
TARN_HD double plane_of(SortedNormal m, double volume) {
    const bool is_upper = volume > 0.5;
    const double target = is_upper ? 1.0 - volume : volume;
    const double m12 = m.m1 + m.m2, m23 = m.m2 * m.m3;
    const double at_m1 = m.m1 * m.m1 / (6.0 * m23), at_m2 = at_m1 + 0.5 * (m.m2 - m.m1) / m.m3;
    double alpha = 0.0;
    if (target < at_m1) {
        if (target > 0.0) alpha = m.m1 * cube_root<double>(target / at_m1);
    } else if (target < at_m2) {
        alpha = 0.5 * m.m1 + square_root(2.0 * m23 * target - m.m1 * m.m1 / 12.0);
    } else if (2.0 * m.m3 * target >= m12) {
        alpha = m.m3 * target + 0.5 * m12;
    } else {
        alpha = plane_across(m, target, at_m2);
    }
    return is_upper ? 1.0 - alpha : alpha;
}

/// Water of a cell between `begin` and `begin` + `width` along `axis`, as a share of the cell.
/// `out` points out of the water, of any length.
TARN_HD double slab_volume(const double out[3], double fill, int axis, double begin, double width) {
    double m[3], sum = 0.0;
    for (int b = 0; b < 3; ++b) {
        m[b] = out[b] < 0.0 ? -out[b] : out[b];
        sum += m[b];
    }
    if (!(sum > 0.0)) return fill * width;
    for (int b = 0; b < 3; ++b) m[b] = m[b] / sum;
    const double alpha = plane_of(sorted_normal(m[0], m[1], m[2]), fill);
    // Where m is negative the cell is looked at in a mirror.
    const double from = out[axis] < 0.0 ? 1.0 - begin - width : begin;
    const double left = alpha - m[axis] * from;
    m[axis] = m[axis] * width;
    const double total = m[0] + m[1] + m[2];
    if (!(total > 0.0)) return fill * width;
    return width * cut_volume(sorted_normal(m[0], m[1], m[2]), left / total);
}

}  // namespace tarn::stable
