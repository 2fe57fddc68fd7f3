// Thacker's planar surface in a paraboloid: water that circles in a bowl and keeps a plane surface,
// with a shore that moves all round [thacker1981].
#pragma once

namespace tarn::cli::validate {

/// The bowl stands in the middle of a square; at rest the water would be `centre_depth_m` deep in
/// its middle, level 0, and reach out to `radius_m`.
struct Bowl {
    double radius_m = 1.0;
    double centre_depth_m = 0.1;
    double swing = 0.5;  ///< of the middle of the water round the middle of the bowl, in radii
    double side_m = 4.0;
    double gravity_m_per_s2 = 9.81;

    double turn_per_s() const;
    double period_s() const;
    double bed_m(double x_m, double y_m) const;
    /// Plane, over the whole square; the shore is where it meets the bed.
    double level_m(double x_m, double y_m, double time_s) const;
    double depth_m(double x_m, double y_m, double time_s) const;

    struct Velocity {
        double u_m_per_s = 0.0, v_m_per_s = 0.0;
    };
    /// The same everywhere in the water.
    Velocity velocity(double time_s) const;
};

}  // namespace tarn::cli::validate
