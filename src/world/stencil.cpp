#include "world/stencil.hpp"

#include <algorithm>

namespace tarn::world {

Stencil stencil_at(const Ground& g, const Bed& bed, const shallow::Solver& water, double x_m,
                   double y_m) {
    const double gx = std::clamp(x_m / g.cell_m - 0.5, 0.0, double(g.nx - 1));
    const double gy = std::clamp(y_m / g.cell_m - 0.5, 0.0, double(g.ny - 1));
    const int i = std::min(int(gx), g.nx - 2), j = std::min(int(gy), g.ny - 2);
    const double tx = gx - i, ty = gy - j;
    Stencil s;
    double sum = 0.0, bed_of_all = 0.0;
    for (int k = 0; k < 4; ++k) {
        s.i[k] = i + (k & 1);
        s.j[k] = j + (k >> 1);
        s.weight[k] = ((k & 1) ? tx : 1.0 - tx) * ((k >> 1) ? ty : 1.0 - ty);
        s.cell_bed_m[k] = bed.at_m(s.i[k], s.j[k]);
        bed_of_all += s.weight[k] * s.cell_bed_m[k];
        if (water.is_solid(s.i[k], s.j[k])) s.weight[k] = 0.0;
        sum += s.weight[k];
    }
    s.has_water = sum > 0.0;
    for (int k = 0; k < 4; ++k) {
        s.weight[k] = s.has_water ? s.weight[k] / sum : 0.0;
        s.bed_m += s.weight[k] * s.cell_bed_m[k];
    }
    if (!s.has_water) s.bed_m = bed_of_all;
    // The mean of four equal heights would not be that height to the bit.
    if (bed.is_flat()) s.bed_m = bed.lowest_m();
    return s;
}

Surface surface_of(const Stencil& s, const double (&depth_m)[4]) {
    double wet_depth = 0.0, wet_bed = 0.0, wet = 0.0;
    for (int k = 0; k < 4; ++k)
        if (depth_m[k] > 0.0) {
            wet_depth += s.weight[k] * depth_m[k];
            wet_bed += s.weight[k] * s.cell_bed_m[k];
            wet += s.weight[k];
        }
    if (wet == 0.0) return {s.bed_m, s.bed_m, 0.0};
    const double wet_level = (wet_bed + wet_depth) / wet;
    double level_sum = wet_bed + wet_depth, weight = wet;
    bool has_dry = false;
    for (int k = 0; k < 4; ++k) {
        if (depth_m[k] > 0.0 || s.weight[k] == 0.0) continue;
        has_dry = true;
        if (s.cell_bed_m[k] >= wet_level) continue;
        level_sum += s.weight[k] * s.cell_bed_m[k];
        weight += s.weight[k];
    }
    // Depths are added to the bed, not levels averaged: thin water keeps its digits.
    if (!has_dry) return {s.bed_m, s.bed_m + wet_depth, wet_depth};
    const double level = std::max(s.bed_m, level_sum / weight);
    return {s.bed_m, level, level - s.bed_m};
}

}  // namespace tarn::world
