#include "measure_attenuation.hpp"

#include "../fit.hpp"
#include "io/number_text.hpp"

#include <cmath>
#include <numbers>

namespace tarn::cli::reproduce {
namespace {

/// A standing wave is two travelling ones that meet; each loses the same share per step, and covers
/// turn/k cells in it.
Result<double> attenuation(int wavelength, double tau, double courant) {
    Experiment e{.nx = wavelength, .ny = kRowsOfPlaneWave, .tau = tau, .courant = courant};
    e.precision = "double";
    e.x_edges = e.y_edges = "periodic";
    e.level = io::shortest_text(kSmallWave_m) + "*cos(2*pi*x/" + io::shortest_text(kSide_m) + ")";
    const int period = int(std::lround(wavelength / courant));
    const auto samples = record_cosine(e, 2, 2 * period);
    if (!samples) return samples.error();
    const auto settled = std::span(samples.value()).subspan(std::size_t(period / 8));
    const Oscillation wave = fit_oscillation(settled, period / 4);
    return wave.decay * (2.0 * std::numbers::pi / wavelength) / wave.turn;
}

}  // namespace

double attenuation_theory(int wavelength, double tau, double courant) {
    const double k = 2.0 * std::numbers::pi / wavelength;
    return k * k * (tau - 0.5) * (1.0 - courant * courant) / (2.0 * courant);
}

Result<std::vector<AttenuationRow>> measure_attenuation(const AttenuationPlan& plan,
                                                        const Watch& watch) {
    std::vector<AttenuationRow> rows;
    const double count = double(plan.courants.size() * plan.wavelengths.size() * plan.taus.size());
    for (const double courant : plan.courants)
        for (const int wavelength : plan.wavelengths)
            for (const double tau : plan.taus) {
                if (!watch(double(rows.size()) / count,
                           "wavelength " + std::to_string(wavelength) + " cells"))
                    return rows;
                const auto measured = attenuation(wavelength, tau, courant);
                if (!measured) return measured.error();
                rows.push_back({courant, wavelength, tau, measured.value(),
                                attenuation_theory(wavelength, tau, courant)});
            }
    watch(1.0, "");
    return rows;
}

}  // namespace tarn::cli::reproduce
