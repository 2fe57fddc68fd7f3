// Planes in cells: piecewise linear interface calculation. The water of a cell of side 1 lies where
// m.x <= alpha, with m pointing out of the water [scardovelli2000]. In double, since differences of
// cubes are divided by products of small numbers.
#pragma once

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

/// The plane with a given volume below it, by Newton's method from above: the volume is convex up
/// to one half, so that no step goes too far.
TARN_HD double plane_of(SortedNormal m, double volume) {
    const bool is_upper = volume > 0.5;
    const double target = is_upper ? 1.0 - volume : volume;
    double alpha = 0.5;
    if (m.m1 + m.m2 <= m.m3) {
        const double straight = m.m3 * target + 0.5 * (m.m1 + m.m2);
        if (straight < alpha) alpha = straight;
    }
    constexpr int kSteps = 10;
    for (int k = 0; k < kSteps; ++k) {
        const CutVolume cut = lower_cut(m, alpha);
        if (!(cut.slope > 0.0)) break;
        const double step = (cut.volume - target) / cut.slope;
        // What is left after so short a step is the square of it, about.
        const bool is_near = step < 1e-6 * alpha;
        alpha = alpha - step;
        if (!(alpha > 0.0)) {
            alpha = 0.0;
            break;
        }
        if (is_near) break;
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
