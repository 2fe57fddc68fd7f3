// Where the water of the fv scheme lies in memory: depth and velocity in SI, rows padded so that
// x = 0 is aligned to a cache line and a line lies before and after each row. A solid cell has
// depth kSolid; its bed stays what it is.
#pragma once

#include "base/platform.hpp"

#include <cmath>
#include <cstddef>

namespace tarn::shallow::fv {

/// What the depth of a solid cell is: anything below zero means solid.
inline constexpr double kSolid = -1.0;

struct Layout {
    int nx = 0, ny = 0;
    int line = 0;              ///< elements of a cache line
    std::ptrdiff_t pitch = 0;  ///< elements from one row to the next

    /// For elements of which `line` make a cache line.
    static Layout of(int nx, int ny, int line) {
        return {nx, ny, line, std::ptrdiff_t(nx + line - 1) / line * line + 2 * line};
    }
    /// Loops read one element beyond the lines around a row, so the plane has some more.
    TARN_HD std::ptrdiff_t at(int x, int y) const {
        return std::ptrdiff_t(y) * pitch + 2 * line + x;
    }
    std::size_t elements() const {
        return std::size_t(pitch) * std::size_t(ny) + 2 * std::size_t(line);
    }
    std::size_t cell_count() const { return std::size_t(nx) * std::size_t(ny); }
};

/// Beds and depths at the start are multiples of a power of two, with digits to spare: then the
/// sums and halves that a sweep takes of them are exact, and still water is still to the bit.
struct Quantum {
    double m = 0.0;

    /// For heights and depths up to `largest_m` in numbers of `digits` binary digits.
    static Quantum of(double largest_m, int digits) {
        constexpr int kSpare = 3;
        int exponent = 0;
        std::frexp(largest_m, &exponent);
        return {std::ldexp(1.0, exponent - digits + kSpare)};
    }
    TARN_HD double rounded(double length_m) const {
        const double count = length_m / m;
        // Adding and taking away 1.5 x 2^52 rounds to a whole number.
        return ((count + 0x1.8p52) - 0x1.8p52) * m;
    }
};

/// One copy of the water: depth (m) and velocity (m/s) to the east and north.
template <class T>
struct Planes {
    T* h = nullptr;
    T* u = nullptr;
    T* v = nullptr;
};

}  // namespace tarn::shallow::fv
