// Water in a volume by a formula, for tests of the picture: the share of each cell that lies where
// the formula is below 0, from samples within the cell.
#pragma once

#include <tarn/frame.hpp>

#include <cmath>
#include <functional>
#include <vector>

namespace tarn::render {

struct VolumeForPicture {
    /// Distance to the water in m, negative inside; need not be exact.
    using Shape = std::function<double(double x_m, double y_m, double z_m)>;
    int nx = 32, ny = 32, nz = 32;
    double cell_m = 1.0 / 32;
    std::vector<float> values = {};

    void fill(const Shape& shape, int samples = 4) {
        values.clear();
        const auto at = [&](int cell, int sample) {
            return (cell + (sample + 0.5) / samples) * cell_m;
        };
        for (int k = 0; k < nz; ++k)
            for (int j = 0; j < ny; ++j)
                for (int i = 0; i < nx; ++i) {
                    const double middle = shape(at(i, 0), at(j, 0), at(k, 0));
                    if (std::abs(middle) > 3.0 * cell_m) {
                        values.push_back(middle < 0.0 ? 1.0f : 0.0f);
                        continue;
                    }
                    int inside = 0;
                    for (int c = 0; c < samples; ++c)
                        for (int b = 0; b < samples; ++b)
                            for (int a = 0; a < samples; ++a)
                                inside += shape(at(i, a), at(j, b), at(k, c)) < 0.0;
                    values.push_back(float(inside) / float(samples * samples * samples));
                }
    }
    VolumeView view() const {
        return {.fill = values, .nx = nx, .ny = ny, .nz = nz, .cell_m = cell_m};
    }
    /// In a tank under a clear sky, seen from before a corner.
    Frame frame() const {
        Frame frame;
        frame.water.volume = view();
        frame.look.place = Place::Tank;
        frame.light.clouds = 0.0;
        const double x = nx * cell_m, y = ny * cell_m, z = nz * cell_m;
        frame.camera = {{-0.75 * x, -1.15 * y, 1.05 * z}, {0.5 * x, 0.47 * y, 0.33 * z}, 40.0};
        return frame;
    }
};

inline double ball(double x, double y, double z, double radius) {
    return std::sqrt(x * x + y * y + z * z) - radius;
}

/// A ball of water that falls into a pool, in a box of 1 m.
inline double falling_ball(double x, double y, double z) {
    return std::min(ball(x - 0.5, y - 0.5, z - 0.66, 0.16),
                    z - 0.28 - 0.006 * std::sin(13.0 * x + 5.0 * y));
}

/// The tongue of a dam that broke, in a box of 1 m.
inline double dam_tongue(double x, double y, double z) {
    const double under = z - 0.5 * std::exp(-6.0 * x * x) - 0.03 - 0.02 * x * std::sin(20.0 * y);
    return std::max(under, x - 0.8 - 0.04 * std::sin(9.0 * y));
}

/// A curved sheet thinner than a cell of 1/32 m, over a film on the floor, in a box of 1 m.
inline double thin_sheet(double x, double y, double z) {
    const double sheet = std::abs(z - 0.5 - 0.1 * std::sin(6.0 * x)) - 0.01;
    return std::min(std::max(sheet, std::hypot(x - 0.5, y - 0.5) - 0.4), z - 0.02);
}

}  // namespace tarn::render
