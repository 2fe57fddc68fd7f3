// The ring of a drop in linear water of given viscosity, exactly: what figure 4's ring should do.
#pragma once

#include <vector>

namespace tarn::cli::reproduce {

/// Waves out of a bump (1 - (r/R)^2)^2 in an endless pond. Lengths count in sides of the pond, time
/// in sides per wave speed; so a wave number decays by viscosity k^2/2 per unit of time.
class RingTheory {
public:
    struct Window {
        double first, last;  ///< the crest is followed between these radii
    };

    RingTheory(double drop_radius, Window window);

    /// Speed of the crest by least squares over the window, as a share of the wave speed.
    double crest_speed(double viscosity) const;

private:
    double crest_radius(double time, double viscosity) const;

    Window window_;
    std::vector<double> radii_, wave_numbers_;
    std::vector<double> shares_;  ///< [radius][wave number]: what a wave number adds to the level
};

}  // namespace tarn::cli::reproduce
