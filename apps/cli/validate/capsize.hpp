// FLOAT's sailboat as a closed box, let go at a heel in still water or met by the crest of a wave
// from the side: whether it comes upright again. FLOAT is a key of docs/references.md.
#pragma once

#include "tank.hpp"

#include <vector>

namespace tarn::cli::validate {

/// 19 x 4.6 x 2.3 m, 29 t [float, figure 10].
inline constexpr double kYachtLength_m = 19.0, kYachtBeam_m = 4.6, kYachtHeight_m = 2.3;
inline constexpr double kYachtMass_kg = 29000.0, kYachtWave_m = 4.0;

struct Release {
    double centre_above_base_m = 0.5;  ///< of mass
    double heel_deg = 0.0;             ///< at the start
    bool is_met_by_wave = false;
    int refinement = 1;    ///< once: cells of half a metre, eight across the beam
    double step_part = 1;  ///< of the usual step
};

/// The roll of the boat after it was let go.
struct Roll {
    std::vector<double> times_s = {}, heels_deg = {};  ///< -180 to 180
    bool is_upright = false;                           ///< over the last fifth, in the mean

    double largest_deg() const;
};

Result<Roll> let_go(const How& how, const Release& release);

/// The heel from which it does not come back in still water: where the exact righting arm of the
/// box with this centre of mass changes its sign.
double vanishing_stability_deg(double centre_above_base_m);

}  // namespace tarn::cli::validate
