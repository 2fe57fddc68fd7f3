// Frequency and decay of an oscillation from equally spaced samples.
#pragma once

#include <cmath>
#include <vector>

namespace tarn {

struct DampedCosine {
    double frequency = 0.0;  ///< radians per sample
    double decay = 0.0;      ///< per sample: a(t) ~ exp(-decay t) cos(frequency t + phase)
};

/// A damped cosine obeys a[n+1] = p a[n] - q a[n-1] with q = exp(-2 decay) and
/// p = 2 exp(-decay) cos(frequency); p and q by least squares over all samples (Prony's method).
inline DampedCosine fit_damped_cosine(const std::vector<double>& a) {
    double mm = 0.0, mo = 0.0, oo = 0.0, nm = 0.0, no = 0.0;
    for (std::size_t n = 1; n + 1 < a.size(); ++n) {
        mm += a[n] * a[n];
        mo += a[n] * a[n - 1];
        oo += a[n - 1] * a[n - 1];
        nm += a[n + 1] * a[n];
        no += a[n + 1] * a[n - 1];
    }
    const double det = mm * oo - mo * mo;
    const double p = (nm * oo - no * mo) / det, q = -(no * mm - nm * mo) / det;
    const double shrink = std::sqrt(q);
    return {std::acos(p / (2.0 * shrink)), -std::log(shrink)};
}

}  // namespace tarn
