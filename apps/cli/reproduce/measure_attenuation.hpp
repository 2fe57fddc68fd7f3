// POND's figure 5: how fast waves die out, against the relaxation time.
#pragma once

#include "experiment.hpp"

#include <span>
#include <vector>

namespace tarn::cli::reproduce {

/// One plane wave on BGK. Attenuations are per cell of travel: height ~ exp(-alpha r/dx).
struct AttenuationRow {
    double courant = 0.0;  ///< c*
    int wavelength = 0;    ///< in cells
    double tau = 0.0;
    double measured = 0.0, theory = 0.0;

    double relative_error() const { return measured / theory - 1.0; }
};

struct AttenuationPlan {
    std::span<const double> courants;
    std::span<const int> wavelengths;
    std::span<const double> taus;
};

/// (k dx)^2 (tau - 1/2)(1 - c*^2)/(2 c*), the leading order for long waves.
double attenuation_theory(int wavelength, double tau, double courant);

Result<std::vector<AttenuationRow>> measure_attenuation(const AttenuationPlan& plan,
                                                        const Watch& watch);

}  // namespace tarn::cli::reproduce
