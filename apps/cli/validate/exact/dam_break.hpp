// A dam that vanishes at once, in shallow water over a flat bed without friction, exactly: Stoker's
// solution onto water, Ritter's onto a dry bed [stoker1957, ritter1892].
#pragma once

namespace tarn::cli::validate {

/// Depth, and velocity along x.
struct DepthAndSpeed {
    double depth_m = 0.0;
    double u_m_per_s = 0.0;
};

/// Water of `left_m` stands at x < dam_m, water of `right_m` (0: a dry bed) beyond it.
struct DamBreak {
    double left_m = 0.005, right_m = 0.0;
    double dam_m = 5.0;
    double gravity_m_per_s2 = 9.81;

    DepthAndSpeed at(double x_m, double time_s) const;

    /// Between rarefaction and shock; depth 0 on a dry bed.
    struct Middle {
        double depth_m = 0.0, speed_m_per_s = 0.0;
        double shock_m_per_s = 0.0;  ///< on a dry bed: speed of the tip
    };
    Middle middle() const;

    /// Where the rarefaction ends and the middle begins, and where the shock or the tip is.
    double tail_m(double time_s) const;
    double front_m(double time_s) const;
    /// Where the depth falls through `depth_m` (between right_m and left_m).
    double crossing_m(double depth_m, double time_s) const;
};

}  // namespace tarn::cli::validate
