// What a lattice is: velocities that stand in opposite pairs behind the rest direction, with
// weights that make moments isotropic. The tables are data; the checks below prove them.
#pragma once

#include "base/platform.hpp"

#include <concepts>

namespace tarn::lattice {

template <class L>
concept Lattice = requires {
    { L::dim } -> std::convertible_to<int>;
    { L::q } -> std::convertible_to<int>;
    { L::c(0, 0) } -> std::same_as<int>;
    { L::weight(0) } -> std::same_as<double>;
};

/// Directions come in pairs (1,2), (3,4), ...; rest is its own opposite.
TARN_HD constexpr int opposite(int i) {
    return i == 0 ? 0 : i % 2 == 1 ? i + 1 : i - 1;
}

namespace proof {

constexpr bool is_near(double a, double b) {
    return a - b < 1e-14 && b - a < 1e-14;
}

constexpr double delta(int a, int b) {
    return a == b ? 1.0 : 0.0;
}

template <Lattice L>
constexpr bool opposites_are_opposite() {
    for (int i = 0; i < L::q; ++i)
        for (int a = 0; a < L::dim; ++a)
            if (L::c(i, a) != -L::c(opposite(i), a)) return false;
    return true;
}

template <Lattice L>
constexpr bool weights_sum_to_one() {
    double sum = 0.0;
    for (int i = 0; i < L::q; ++i) sum += L::weight(i);
    return is_near(sum, 1.0);
}

/// sum w c c = delta/3 and sum w c c c c = (delta delta + ...)/9; odd moments follow from pairs.
template <Lattice L>
constexpr bool is_isotropic() {
    for (int a = 0; a < L::dim; ++a)
        for (int b = 0; b < L::dim; ++b) {
            double second = 0.0;
            for (int i = 0; i < L::q; ++i) second += L::weight(i) * L::c(i, a) * L::c(i, b);
            if (!is_near(second, delta(a, b) / 3.0)) return false;
            for (int c = 0; c < L::dim; ++c)
                for (int d = 0; d < L::dim; ++d) {
                    double fourth = 0.0;
                    for (int i = 0; i < L::q; ++i)
                        fourth += L::weight(i) * L::c(i, a) * L::c(i, b) * L::c(i, c) * L::c(i, d);
                    const double expected = (delta(a, b) * delta(c, d) + delta(a, c) * delta(b, d) +
                                             delta(a, d) * delta(b, c)) /
                                            9.0;
                    if (!is_near(fourth, expected)) return false;
                }
        }
    return true;
}

template <Lattice L>
constexpr bool is_valid() {
    return opposites_are_opposite<L>() && weights_sum_to_one<L>() && is_isotropic<L>();
}

}  // namespace proof

/// One value per direction.
template <Lattice L, class V>
struct Populations {
    V f[L::q];
};

}  // namespace tarn::lattice
