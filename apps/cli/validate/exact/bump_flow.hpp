// Steady flow over a parabolic bump without friction, exactly: Bernoulli's law on both sides of a
// jump, conservation of momentum across it [swashes].
#pragma once

#include "dam_break.hpp"

namespace tarn::cli::validate {

/// The bump of Goutal and Maurel, from 8 to 12 m, 0.2 m high.
double bump_bed_m(double x_m);

enum class BumpRegime {
    Subcritical,    ///< slow everywhere; the level beyond the bump decides
    Transcritical,  ///< slow before the crest, fast after it
    Shock,          ///< the same, and a jump back to slow flow behind the crest
};

struct BumpFlow {
    BumpRegime regime = BumpRegime::Subcritical;
    double discharge_m2_per_s = 4.42;  ///< per metre of width
    double downstream_m = 2.0;         ///< depth beyond the bump; not used when Transcritical
    double gravity_m_per_s2 = 9.81;

    DepthAndSpeed at(double x_m) const;
    /// Where the jump is; for BumpRegime::Shock only.
    double shock_m() const;

private:
    DepthAndSpeed at(double x_m, double shock_m) const;
};

}  // namespace tarn::cli::validate
