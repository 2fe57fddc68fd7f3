// Curvature of the free surface from the fills of a cell and its 26 neighbours: each cell that the
// surface cuts gives a piece of plane with the water of the cell below it (PLIC), and a paraboloid
// is fitted to these pieces by least squares [lehmann2022, jibben2019]. What the surface does with
// it is in surface.hpp.
#pragma once

#include "base/numeric.hpp"

namespace tarn::volume {

/// Cells of a cube of 3 by 3 by 3, x fastest.
inline constexpr int kCubeCells = 27;
/// Of a drop with a radius of two cells. Rounder shapes are less than cells can show.
inline constexpr double kMostCurvature = 1.0;

namespace curvature {

/// A component of a normal is at least this, since volumes are divided by all three. It moves a
/// plane by less than 1e-4 cells.
inline constexpr double kLeastComponent = 0.03;
/// Steps of Newton's method from a fill to its plane, for the root of the volume: that is a
/// straight line where the piece has four corners, and nearly one elsewhere.
inline constexpr int kNewtonSteps = 4;
/// A cell with less water or less air than this counts as whole: its piece has no extent.
inline constexpr double kSliver = 1e-4;
/// Added to the normal equations, to keep them solvable where few cells are cut: little for height,
/// slope and mean curvature, more for what differs from a sphere.
inline constexpr double kFlatness = 1e-4, kRoundness = 0.02;
/// A paraboloid takes the fourth order of a round shape for curvature: on spheres of 2 to 20 cells
/// the fit is too large by this times the square of the curvature, relative.
inline constexpr double kQuartic = 0.13;

template <class T>
TARN_HD T dot(const T (&a)[3], const T (&b)[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The piece of a plane inside a unit cube.
template <class T>
struct Piece {
    T area;
    T centre[3];  ///< centroid, from the centre of the cube
};

/// Volume of a unit cube below a plane n.x = height, for n >= 0 and heights from the corner at the
/// bottom up to the centre: the pyramid below the plane less what juts out over the edges.
template <class T>
struct Pyramid {
    T past[7];  ///< how far the plane is past the corners 0, x, y, z, xy, xz, yz; at least 0
    T scale;    ///< 1/(6 nx ny nz)

    TARN_HD Pyramid(const T (&n)[3], T height, T inverse) : scale(inverse) {
        const T corners[7] = {T(0), n[0], n[1], n[2], n[0] + n[1], n[0] + n[2], n[1] + n[2]};
        for (int k = 0; k < 7; ++k) past[k] = larger(height - corners[k], T(0));
    }
    TARN_HD T volume() const {
        T p[7];
        for (int k = 0; k < 7; ++k) p[k] = past[k] * past[k] * past[k];
        return (p[0] - ((p[1] + p[2]) + p[3]) + ((p[4] + p[5]) + p[6])) * scale;
    }
    TARN_HD T area() const {
        T p[7];
        for (int k = 0; k < 7; ++k) p[k] = past[k] * past[k];
        return T(3) * (p[0] - ((p[1] + p[2]) + p[3]) + ((p[4] + p[5]) + p[6])) * scale;
    }
    /// How the volume grows with n[axis], for a plane at a fixed distance from the centre. The
    /// centroid of the piece is this over the area, with the other sign.
    TARN_HD T slope(int axis, T n, T volume) const {
        T p[7];
        for (int k = 0; k < 7; ++k) p[k] = past[k] * past[k];
        const T without = axis == 0   ? (p[6] - p[2]) - p[3]
                          : axis == 1 ? (p[5] - p[1]) - p[3]
                                      : (p[4] - p[1]) - p[2];
        const T with = axis == 0   ? (p[4] + p[5]) - p[1]
                       : axis == 1 ? (p[4] + p[6]) - p[2]
                                   : (p[5] + p[6]) - p[3];
        return T(1.5) * ((p[0] + without) - with) * scale - volume / n;
    }
};

/// The piece of the plane with a normal that has `fill` of a unit cube below it.
template <class T>
TARN_HD Piece<T> piece_of(const T (&normal)[3], T fill) {
    T n[3];
    for (int k = 0; k < 3; ++k) n[k] = larger(magnitude(normal[k]), T(kLeastComponent));
    const T unit = T(1) / square_root(dot(n, n));
    for (T& component : n) component = component * unit;
    const bool is_deep = fill > T(0.5);
    const T wanted = is_deep ? T(1) - fill : fill;
    const T scale = T(1) / (T(6) * n[0] * n[1] * n[2]);
    T height = T(0.5) * (n[0] + n[1] + n[2]);
    for (int step = 0; step < kNewtonSteps; ++step) {
        const Pyramid<T> below(n, height, scale);
        const T volume = below.volume();
        height = larger(height - T(2) * (volume - square_root(volume * wanted)) / below.area(),
                        T(0.05) * height);
    }
    const Pyramid<T> below(n, height, scale);
    const T volume = below.volume();
    Piece<T> piece = {below.area(), {}};
    for (int k = 0; k < 3; ++k) {
        const T away = -below.slope(k, n[k], volume) / piece.area;
        piece.centre[k] = (normal[k] < T(0)) != is_deep ? -away : away;
    }
    return piece;
}

/// Axes of the fit: the third is the normal of the surface, out of the water.
template <class T>
struct Frame {
    T x[3], y[3], z[3];
};

/// Normal from weighted differences of the cube [parker1992]. False: nothing is up or down.
template <class T>
TARN_HD bool find_frame(const T (&fill)[kCubeCells], Frame<T>& frame) {
    T slope[3] = {};
    for (int k = 0; k < kCubeCells; ++k) {
        const int c[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
        T weight = T(1);
        for (const int component : c) weight = component == 0 ? weight + weight : weight;
        for (int axis = 0; axis < 3; ++axis)
            if (c[axis] != 0) slope[axis] = slope[axis] - T(c[axis]) * (weight * fill[k]);
    }
    const T steep2 = dot(slope, slope);
    // A thousandth of what a flat surface has.
    if (!(steep2 > T(2.56e-4))) return false;
    const T unit = T(1) / square_root(steep2);
    for (int k = 0; k < 3; ++k) frame.z[k] = slope[k] * unit;
    int least = magnitude(frame.z[1]) < magnitude(frame.z[0]) ? 1 : 0;
    if (magnitude(frame.z[2]) < magnitude(frame.z[least])) least = 2;
    for (int k = 0; k < 3; ++k)
        frame.x[k] = (k == least ? T(1) : T(0)) - frame.z[least] * frame.z[k];
    const T across = T(1) / square_root(dot(frame.x, frame.x));
    for (T& component : frame.x) component = component * across;
    for (int k = 0; k < 3; ++k)
        frame.y[k] = frame.z[(k + 1) % 3] * frame.x[(k + 2) % 3] -
                     frame.z[(k + 2) % 3] * frame.x[(k + 1) % 3];
    return true;
}

/// z = c0 + c1 x + c2 y + c3 (x^2 + y^2) + c4 (x^2 - y^2) + c5 x y.
template <class T>
struct Paraboloid {
    T c[6] = {};

    TARN_HD T slope_x(T x, T y) const { return c[1] + T(2) * (c[3] + c[4]) * x + c[5] * y; }
    TARN_HD T slope_y(T x, T y) const { return c[2] + T(2) * (c[3] - c[4]) * y + c[5] * x; }
    /// Sum of the two main curvatures where x = y = 0; of a drop it is positive.
    TARN_HD T curvature() const {
        const T xx = c[1] * c[1], yy = c[2] * c[2], length2 = T(1) + xx + yy;
        const T bent = T(2) * (c[3] * (T(2) + xx + yy) + c[4] * (yy - xx) - c[1] * c[2] * c[5]);
        return -bent / (length2 * square_root(length2));
    }
};

/// Normal equations of the fit. Solved by Cholesky's method.
template <class T>
struct Equations {
    T matrix[6][6] = {};
    T right[6] = {};

    TARN_HD void add(const T (&row)[6], T value, T weight) {
        for (int a = 0; a < 6; ++a) {
            const T weighted = weight * row[a];
            right[a] = right[a] + weighted * value;
            for (int b = 0; b <= a; ++b) matrix[a][b] = matrix[a][b] + weighted * row[b];
        }
    }
    TARN_HD Paraboloid<T> solved() {
        for (int a = 0; a < 6; ++a) {
            matrix[a][a] = matrix[a][a] + T(a < 4 ? kFlatness : kRoundness);
            for (int b = 0; b <= a; ++b) {
                T sum = matrix[a][b];
                for (int c = 0; c < b; ++c) sum = sum - matrix[a][c] * matrix[b][c];
                // Rounding may take away all that is on the diagonal.
                matrix[a][b] =
                    a == b ? square_root(larger(sum, T(0.01 * kFlatness))) : sum / matrix[b][b];
            }
        }
        Paraboloid<T> out;
        for (int a = 0; a < 6; ++a) {
            T sum = right[a];
            for (int c = 0; c < a; ++c) sum = sum - matrix[a][c] * out.c[c];
            out.c[a] = sum / matrix[a][a];
        }
        for (int a = 5; a >= 0; --a) {
            T sum = out.c[a];
            for (int c = a + 1; c < 6; ++c) sum = sum - matrix[c][a] * out.c[c];
            out.c[a] = sum / matrix[a][a];
        }
        return out;
    }
};

/// The paraboloid that the pieces of all cut cells lie on, their normals being those of `before`.
template <class T>
TARN_HD Paraboloid<T> fit(const T (&fill)[kCubeCells], const Frame<T>& frame,
                          const Paraboloid<T>& before) {
    Equations<T> equations;
    for (int k = 0; k < kCubeCells; ++k) {
        if (!(fill[k] > T(kSliver) && fill[k] < T(1.0 - kSliver))) continue;
        T at[3] = {T(k % 3 - 1), T(k / 3 % 3 - 1), T(k / 9 - 1)};
        T x = dot(at, frame.x), y = dot(at, frame.y);
        const T tilt_x = before.slope_x(x, y), tilt_y = before.slope_y(x, y);
        const T unit = T(1) / square_root(T(1) + tilt_x * tilt_x + tilt_y * tilt_y);
        T normal[3];
        for (int axis = 0; axis < 3; ++axis)
            normal[axis] = (frame.z[axis] - tilt_x * frame.x[axis] - tilt_y * frame.y[axis]) * unit;
        const Piece<T> piece = piece_of(normal, fill[k]);
        for (int axis = 0; axis < 3; ++axis) at[axis] = at[axis] + piece.centre[axis];
        x = dot(at, frame.x);
        y = dot(at, frame.y);
        // The plane lies at the mean of the surface over the piece, not at its value in the middle:
        // x^2 has the variance of a square of that area on top.
        const T spread = piece.area * T(1.0 / 12.0);
        const T xx = x * x + spread, yy = y * y + spread;
        const T row[6] = {T(1), x, y, xx + yy, xx - yy, x * y};
        // Far pieces count little, so that a bump of one cell is seen as one.
        const T near = T(1) / (T(1) + x * x + y * y);
        equations.add(row, dot(at, frame.z), piece.area * (near * near * near));
    }
    return equations.solved();
}

}  // namespace curvature

/// Sum of the two main curvatures of the surface in the middle of the cube, in cells; 2/R on a drop
/// of radius R, negative in a bubble. 0 where no direction is out of the water.
template <class T>
TARN_HD T surface_curvature(const T (&fill)[kCubeCells]) {
    curvature::Frame<T> frame;
    if (!curvature::find_frame(fill, frame)) return T(0);
    // First all pieces have the normal of the middle, then that of the paraboloid where they are.
    const curvature::Paraboloid<T> flat, rough = curvature::fit(fill, frame, flat);
    const T bent = curvature::fit(fill, frame, rough).curvature();
    const T found = bent / (T(1) + T(curvature::kQuartic) * bent * bent);
    return smaller(larger(found, T(-kMostCurvature)), T(kMostCurvature));
}

}  // namespace tarn::volume
