// Faucets and drains: cells inside the box where water comes in with a velocity, or is taken out.
// They act between the passes of a free surface, so that everything is booked.
#pragma once

#include "solver/volume/surface.hpp"

namespace tarn::volume {

inline constexpr int kMostFaucets = 8;

/// A cell of a faucet, or of a drain.
struct TapCell {
    int x, y, z;
    int faucet;  ///< -1: a drain
};

template <class T>
struct Taps {
    const TapCell* cells = nullptr;
    int count = 0;
    T velocity[kMostFaucets][3] = {};  ///< in lattice units
    bool is_open[kMostFaucets] = {};   ///< in this step

    TARN_HD bool acts(const TapCell& cell) const { return cell.faucet < 0 || is_open[cell.faucet]; }
};

/// After the first pass: cells of an open faucet will be full of water that has its velocity; the
/// air around them becomes interface as around any cell that fills. Drains do not fill.
template <class S>
TARN_HD void note_tap(const View<S>& v, const Taps<typename S::Number>& taps, const TapCell& cell) {
    using T = typename S::Number;
    const std::ptrdiff_t place = v.grid().at(cell.x, cell.y, cell.z);
    if (!taps.acts(cell) || v.type_at(place) == kSolid) return;
    if (cell.faucet < 0) {
        v.note[place] = std::uint8_t((v.note[place] & ~kFills) | kDrain);
        return;
    }
    v.note[place] = std::uint8_t(int(kInterface) | kFills | kFaucet);
    Moments<T> mean = {T(0), {}};
    for (int axis = 0; axis < 3; ++axis) mean.u[axis] = taps.velocity[cell.faucet][axis];
    v.mean[place] = mean;
}

/// Mass that a tap is about to bring; negative: take.
template <class S>
TARN_HD double mass_through_tap(const View<S>& v, const Taps<typename S::Number>& taps,
                                const TapCell& cell) {
    const std::ptrdiff_t place = v.grid().at(cell.x, cell.y, cell.z);
    const int type = v.type_at(place);
    if (!taps.acts(cell) || type == kSolid) return 0.0;
    double held = double(v.next_mass[place]);
    if (type == kFluid) {
        typename S::Number f[L::q];
        load_cell(v.to, place, f);
        held += 1.0;
        for (int i = 0; i < L::q; ++i) held += double(f[i]);
    }
    return (cell.faucet < 0 ? 0.0 : 1.0) - held;
}

}  // namespace tarn::volume
