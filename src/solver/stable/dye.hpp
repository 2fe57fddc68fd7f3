// Dye that the water carries: how much of it is in each cell, as a share of a full cell of
// undiluted dye. It goes through faces with the fluxes of the water, so that none is lost; what
// each cell sends has the concentration at the face, limited to second order [vanleer1977].
// Concentrations are of the volume that fluxes alone leave in a cell, which keeps even dye even and
// lets none rise above what it came from.
#pragma once

#include "solver/stable/cells.hpp"

namespace tarn::stable {

/// With dye at most this share of a cell leaves it along each axis in one pass: no more leaves
/// through all its sides than it holds.
inline constexpr float kMostDyedOutflow = 1.0f / 3.0f;

struct DyePlanes {
    const float* dye = nullptr;
    const float* volume = nullptr;  ///< of water, by fluxes alone
    float most = 1.0f;              ///< concentration of what brings dye

    TARN_HD float concentration(std::ptrdiff_t n) const {
        // With less water in it a cell has no colour; its dye waits for water.
        constexpr float kLeast = 1e-6f;
        if (!(volume[n] > kLeast) || !(dye[n] > 0.0f)) return 0.0f;
        return smaller(dye[n] / volume[n], most);
    }
    TARN_HD bool has_water(const View& v, std::ptrdiff_t n) const {
        return n >= 0 && !v.solid[n] && volume[n] > kWet;
    }
};

/// Before the passes along the axes.
struct BeginDye {
    View v;
    float* volume;
    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        volume[n] = v.solid[n] ? 0.0f : v.has_surface ? v.fill[n] : 1.0f;
    }
};

/// Volume that passes the lower face of each cell of a box without air.
struct FindFullFlux {
    View v;
    int axis;
    float cells_per_speed;
    float* flux;
    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const FaceSides face = sides_of(v.grid, axis, i);
        const bool is_open = face.low >= 0 && !v.solid[face.low] && !v.solid[face.high];
        flux[face.high] = is_open ? v.u.of[axis][face.high] * cells_per_speed : 0.0f;
    }
};

/// Dye that passes the lower face of each cell along one axis.
struct FindDyeFlux {
    View v;
    DyePlanes of;
    int axis;
    float cells_per_speed;
    const float* flux;
    float* dye_flux;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        dye_flux[n] = 0.0f;
        if (flux[n] == 0.0f) return;
        const FaceSides face = sides_of(v.grid, axis, i);
        const bool is_up = flux[n] > 0.0f;
        const std::ptrdiff_t donor = is_up ? face.low : face.high,
                             taker = is_up ? face.high : face.low;
        int d[3] = {x, y, z};
        if (is_up) d[axis] = v.grid.near(axis, i[axis] - 1);
        const std::ptrdiff_t behind = is_up ? v.grid.before(axis, d) : v.grid.after(axis, d);
        const float courant = smaller(magnitude(v.u.of[axis][n] * cells_per_speed), 1.0f);
        const float sent = flux[n] * at_face(behind, donor, taker, courant);
        // Never more than there is, where water leaves through both sides.
        const std::ptrdiff_t after = v.grid.after(axis, d);
        const float leaving =
            larger(-flux[donor], 0.0f) + (after < 0 ? 0.0f : larger(flux[after], 0.0f));
        const float most = larger(of.dye[donor], 0.0f) * (magnitude(flux[n]) / leaving);
        dye_flux[n] = smaller(larger(sent, -most), most);
    }
    /// Mean over what leaves the donor: its own and half of a slope that neither side exceeds.
    TARN_HD float at_face(std::ptrdiff_t behind, std::ptrdiff_t donor, std::ptrdiff_t taker,
                          float courant) const {
        const float own = of.concentration(donor);
        if (!of.has_water(v, behind) || !of.has_water(v, taker)) return own;
        const float rise = own - of.concentration(behind), next = of.concentration(taker) - own;
        if (!(rise * next > 0.0f)) return own;
        const float slope = 2.0f * rise * next / (rise + next);
        return larger(smaller(own + 0.5f * (1.0f - courant) * slope, of.most), 0.0f);
    }
};

/// Dye and volume after a pass along one axis.
struct MoveDye {
    View v;
    int axis;
    const float *flux, *dye_flux;
    float *dye, *volume;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i), next = v.grid.after(axis, i);
        if (v.solid[n]) return;
        dye[n] += dye_flux[n] - (next < 0 ? 0.0f : dye_flux[next]);
        volume[n] += flux[n] - (next < 0 ? 0.0f : flux[next]);
    }
};

/// Faucets bring water of their concentration; drains leave none.
struct ApplyDyeTap {
    View v;
    int faucet;  ///< number + 1; 0: a drain
    float concentration;
    float* dye;
    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        if (!v.solid[n] && v.faucet[n] == faucet) dye[n] = concentration;
    }
};

struct DyeSum {
    double sum = 0.0;
    TARN_HD void join(const DyeSum& other) { sum += other.sum; }
};
struct SumDye {
    View v;
    const float* dye;
    TARN_HD DyeSum operator()(int x, int y, int z) const {
        return {double(dye[v.grid.at(x, y, z)])};
    }
};

/// For readers: concentration, from 0 to that of what brings dye.
struct ReadDye {
    View v;
    const float* dye;
    float most;
    float* out;
    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        const float volume = v.has_surface ? v.fill[n] : 1.0f;
        out[n] = v.solid[n] || volume <= kWet
                     ? 0.0f
                     : larger(smaller(dye[n] / larger(volume, kWet), most), 0.0f);
    }
};

}  // namespace tarn::stable
