// BGK with an eddy viscosity C^2 S from the local strain [smagorinsky1963; hou1996], and the form
// that THESIS prints, which is in effect a strong limiter. Both keep the molecular part from tau.
#pragma once

#include "base/numeric.hpp"
#include "lattice/pairs.hpp"

namespace tarn::lattice {

/// S = (sqrt(tau^2 + 18 C^2 Q) - tau)/(6 C^2), Q = |P|/mass; tau' = tau + 3 C^2 S.
struct Smagorinsky {
    static constexpr const char* name = "smagorinsky";
    static constexpr const char* about = "BGK with an eddy viscosity, C = 0.17";
    static constexpr double c_squared = 0.17 * 0.17;

    template <class T>
    struct Constants {
        T tau, tau_squared;
    };

    template <class T>
    TARN_HD static Constants<T> constants(double tau, double) {
        return {T(tau), T(tau * tau)};
    }

    template <class T, class V, class Moments>
    TARN_HD static V rates(V stress_squared, const Moments& m, const Constants<T>& k) {
        const V strain = V(T(18.0 * c_squared)) * (square_root(stress_squared) / m.mass);
        // (tau + sqrt(...))/2, so omega is twice the inverse of the sum.
        const V omega = V(T(2)) / (V(k.tau) + square_root(V(k.tau_squared) + strain));
        return omega;
    }
};

/// THESIS eq. 3.35 as printed: nu stands for tau and |P| is not divided by the depth; C = 0.04.
struct SmagorinskyPrinted {
    static constexpr const char* name = "smagorinsky_printed";
    static constexpr const char* about = "the limiter that THESIS prints, C = 0.04";
    static constexpr double c_squared = 0.04 * 0.04;

    template <class T>
    struct Constants {
        T tau, nu, nu_squared;
    };

    template <class T>
    TARN_HD static Constants<T> constants(double tau, double) {
        const double nu = (tau - 0.5) / 3.0;
        return {T(tau), T(nu), T(nu * nu)};
    }

    template <class T, class V, class Moments>
    TARN_HD static V rates(V stress_squared, const Moments&, const Constants<T>& k) {
        const V strain = V(T(18.0 * c_squared)) * square_root(stress_squared);
        const V eddy = square_root(V(k.nu_squared) + strain) - V(k.nu);
        const V omega = V(T(1)) / (V(k.tau) + V(T(0.5)) * eddy);
        return omega;
    }
};

}  // namespace tarn::lattice
