// Tasks over cells besides the steps: fields for readers, sums, checksums.
#pragma once

#include "base/hash.hpp"
#include "solver/stable/words.hpp"
#include "solver/volume/solver.hpp"

namespace tarn::stable {

using volume::Field;

/// Velocity at the centre of a cell: between its faces, or its own where they are not staggered.
TARN_HD float centre_velocity(const View& v, bool is_staggered, int axis, const int i[3]) {
    const float low = v.u.lower(axis, v.grid.at(i));
    return is_staggered ? 0.5f * (low + v.u.upper(v.grid, axis, i)) : low;
}

/// From a cell to SI, in one place.
struct ReadField {
    View v;
    Field field;
    bool is_staggered;
    float pressure_pa;  ///< of a pressure of 1 m/s
    float* out;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        out[n] = 0.0f;
        if (v.solid[n]) return;
        const float fill = v.has_surface ? v.fill[n] : 1.0f;
        if (field == Field::Fill)
            out[n] = larger(smaller(fill, 1.0f), 0.0f);
        else if (fill <= kWet)
            out[n] = 0.0f;
        else if (field == Field::Pressure)
            out[n] = v.pressure[n] * pressure_pa;
        else
            out[n] = centre_velocity(v, is_staggered, int(field) - int(Field::U), i);
    }
};

/// Sums in cells and m/s.
struct WaterSums {
    double volume = 0.0, kinetic = 0.0, height = 0.0, over = 0.0;
    double most_speed2 = 0.0;
    std::int64_t cells[4] = {};  ///< by volume::CellType

    TARN_HD void join(const WaterSums& other) {
        volume += other.volume;
        kinetic += other.kinetic;
        height += other.height;
        over += other.over;
        most_speed2 = most_speed2 < other.most_speed2 ? other.most_speed2 : most_speed2;
        for (int k = 0; k < 4; ++k) cells[k] += other.cells[k];
    }
};
struct SumCells {
    View v;
    const std::uint32_t* word;
    bool is_staggered;

    TARN_HD WaterSums operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        WaterSums s;
        const auto type = v.solid[n]               ? volume::CellType::Solid
                          : word[n] & kSurfaceWord ? volume::CellType::Interface
                          : word[n] & kWaterWord   ? volume::CellType::Fluid
                                                   : volume::CellType::Empty;
        s.cells[int(type)] = 1;
        if (v.solid[n]) return s;
        s.volume = v.has_surface ? double(v.fill[n]) : 1.0;
        s.over = s.volume > 1.0 ? s.volume - 1.0 : 0.0;
        s.height = s.volume * (z + 0.5);
        if (s.volume > double(kWet)) {
            double u2 = 0.0;
            for (int axis = 0; axis < 3; ++axis) {
                const double u = double(centre_velocity(v, is_staggered, axis, i));
                u2 += u * u;
            }
            s.kinetic = 0.5 * s.volume * u2;
            s.most_speed2 = u2;
        }
        return s;
    }
};

/// Largest divergence of a water cell, as a speed per cell.
struct MostDivergence {
    float value = 0.0f;
    TARN_HD void join(const MostDivergence& other) {
        value = value < other.value ? other.value : value;
    }
};
struct FindDivergence {
    View v;
    TARN_HD MostDivergence operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        if (v.kind[v.grid.at(i)] != kWater) return {};
        float sum = 0.0f;
        for (int axis = 0; axis < 3; ++axis) sum += v.u.difference(v.grid, axis, i);
        return {magnitude(sum)};
    }
};

struct HashSum {
    std::uint64_t value = 0;
    TARN_HD void join(const HashSum& other) { value += other.value; }
};
/// Of everything that makes up the state.
struct HashCells {
    View v;
    TARN_HD static std::uint64_t bits(float value) {
        return __builtin_bit_cast(std::uint32_t, value + 0.0f);
    }
    TARN_HD HashSum operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        const std::uint64_t first = std::uint64_t(n) * 6;
        HashSum sum = {hashed_word(first, v.known[n])};
        for (int axis = 0; axis < 3; ++axis)
            sum.value += hashed_word(first + 1 + std::uint64_t(axis), bits(v.u.of[axis][n]));
        sum.value += hashed_word(first + 4, bits(v.fill[n]));
        sum.value += hashed_word(first + 5, bits(v.pressure[n]));
        return sum;
    }
};

/// Of the dye, where there is some.
struct HashDye {
    View v;
    const float* dye;
    TARN_HD HashSum operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        const auto index = std::uint64_t(v.grid.count()) * 6 + std::uint64_t(n);
        return {hashed_word(index, HashCells::bits(dye[n]))};
    }
};

}  // namespace tarn::stable
