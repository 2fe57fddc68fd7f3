// Two neighbouring numbers as one value, for kernels that do two cells per thread: small numbers
// need more of them on their way to keep the memory busy. The counterpart of exec/pack.hpp.
#pragma once

#include "base/half.hpp"
#include "base/numeric.hpp"

namespace tarn::exec {

struct TwoMask {
    bool a, b;
    friend TARN_HD TwoMask operator&(TwoMask p, TwoMask q) { return {p.a && q.a, p.b && q.b}; }
};

/// Loads come from any address; stores go to even ones.
struct Two {
    static constexpr int width = 2;
    float a, b;

    Two() = default;
    TARN_HD Two(float first, float second) : a(first), b(second) {}
    TARN_HD explicit Two(float both) : a(both), b(both) {}

    template <class Number>
    TARN_HD static Two load(const Number* from) {
        return {tarn::load<float>(from), tarn::load<float>(from + 1)};
    }
    TARN_HD static Two as_halves(Two x) { return {to_float(to_half(x.a)), to_float(to_half(x.b))}; }
    TARN_HD void store(float* to) const { *reinterpret_cast<float2*>(to) = {a, b}; }
    TARN_HD void store(Half* to) const {
        *reinterpret_cast<std::uint32_t*>(to) =
            std::uint32_t(to_half(a).bits) | (std::uint32_t(to_half(b).bits) << 16);
    }

    friend TARN_HD Two operator+(Two p, Two q) { return {p.a + q.a, p.b + q.b}; }
    friend TARN_HD Two operator-(Two p, Two q) { return {p.a - q.a, p.b - q.b}; }
    friend TARN_HD Two operator-(Two p) { return {-p.a, -p.b}; }
    friend TARN_HD Two operator*(Two p, Two q) { return {p.a * q.a, p.b * q.b}; }
    friend TARN_HD Two operator/(Two p, Two q) { return {p.a / q.a, p.b / q.b}; }
    friend TARN_HD TwoMask operator<(Two p, Two q) { return {p.a < q.a, p.b < q.b}; }
};

TARN_HD Two select(TwoMask mask, Two yes, Two no) {
    return {mask.a ? yes.a : no.a, mask.b ? yes.b : no.b};
}

TARN_HD Two square_root(Two x) {
    return {tarn::square_root(x.a), tarn::square_root(x.b)};
}
TARN_HD Two near_inverse_root(Two x) {
    return {tarn::near_inverse_root(x.a), tarn::near_inverse_root(x.b)};
}

}  // namespace tarn::exec
