// Bodies in stable water as tasks over lists of cells: what the pressure beside a hull does to it,
// and what its motion does to the matrix of the pressure [batty2007].
#pragma once

#include "solver/stable/fill.hpp"
#include "solver/stable/pressure.hpp"
#include "solver/stable/words.hpp"

namespace tarn::stable {

/// A cell beside a hull that may hold water.
struct HullRow {
    std::int64_t place = 0;
    /// Sum over its faces of the normal into the hull, along and about the axes: a unit of pressure
    /// here pushes so. Arms count in cells from the centre of mass.
    float row[6] = {};
    float faces = 0.0f;
    float reach = 0.0f;   ///< volume under the faces: minus the arm along the normal, levelly
    float height = 0.0f;  ///< of its middle over the centre of mass, in cells
};

struct SixSum {
    double of[6] = {};
    TARN_HD void join(const SixSum& other) {
        for (int k = 0; k < 6; ++k) of[k] += other.of[k];
    }
};

/// The push of all rows by a plane of pressures.
struct SumRows {
    const HullRow* rows;
    const float* diagonal;
    const float* x;
    TARN_HD SixSum operator()(int k, int) const {
        const HullRow& row = rows[k];
        SixSum sum;
        if (!(diagonal[row.place] > 0.0f)) return sum;
        for (int c = 0; c < 6; ++c) sum.of[c] = double(row.row[c]) * double(x[row.place]);
        return sum;
    }
};

/// q += rows times the motion that a push has caused.
struct AddRows {
    const HullRow* rows;
    const float* diagonal;
    float motion[6];
    float* q;
    TARN_HD void operator()(int k) const {
        const HullRow& row = rows[k];
        if (!(diagonal[row.place] > 0.0f)) return;
        float sum = 0.0f;
        for (int c = 0; c < 6; ++c) sum += row.row[c] * motion[c];
        q[row.place] += sum;
    }
};

/// What the water beside a hull is like, by faces.
struct Besides {
    double wet = 0.0;    ///< faces, each with the share of its cell that is water
    double head = 0.0;   ///< pressure and height together, over the faces of cells that have one
    double heads = 0.0;  ///< those faces
    double submerged = 0.0;               ///< cells
    double below = 0.0, below_wet = 0.0;  ///< faces below `level`, and the wet part of them
    TARN_HD void join(const Besides& other) {
        wet += other.wet;
        head += other.head;
        heads += other.heads;
        submerged += other.submerged;
        below += other.below;
        below_wet += other.below_wet;
    }
};
struct LookBeside {
    View v;
    const HullRow* rows;
    float per_cell_m_per_s;  ///< what the pressure of still water grows by, per cell of depth
    float level;             ///< m/s: head at the height of the centre of mass, as far as known
    TARN_HD Besides operator()(int k, int) const {
        const HullRow& row = rows[k];
        const float fill = larger(smaller(v.fill[row.place], 1.0f), 0.0f);
        Besides b;
        b.wet = double(row.faces * fill);
        b.submerged = double(row.reach * fill);
        const float head = per_cell_m_per_s * row.height;
        if (v.kind[row.place] == kWater) {
            b.heads = double(row.faces);
            b.head = double(row.faces * (v.pressure[row.place] + head));
        }
        if (level > head) {
            b.below = double(row.faces);
            b.below_wet = b.wet;
        }
        return b;
    }
};

struct GatherFill {
    const float* fill;
    const std::int64_t* places;
    float* out;
    TARN_HD void operator()(int k) const { out[k] = fill[places[k]]; }
};

/// A cell that another hull has now, or none.
struct NewCell {
    std::int64_t place = 0;
    float fill = 0.0f;
    std::uint8_t solid = kNoSolid;
};
struct SetCells {
    const NewCell* cells;
    View v;
    std::uint8_t* solid;
    TARN_HD void operator()(int k) const {
        const NewCell& cell = cells[k];
        solid[cell.place] = cell.solid;
        v.fill[cell.place] = cell.fill;
        // For cells that no part of the next step looks at.
        v.kind[cell.place] = cell.solid ? kSolid : kAir;
        v.word[cell.place] = cell.solid ? kMovingSolidWord : kAirWord;
    }
};

/// What faces have brought to the cells of a hull, and the cells without it.
struct SumHull {
    View v;
    std::uint8_t solid;
    TARN_HD VolumeSum operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        return {v.solid[n] == solid ? double(v.fill[n]) : 0.0};
    }
};
struct EmptyHull {
    View v;
    std::uint8_t solid;
    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        if (v.solid[n] == solid) v.fill[n] = 0.0f;
    }
};

}  // namespace tarn::stable
