// What tasks of every shallow-water scheme share.
#pragma once

#include "exec/ordered.hpp"

#include <cstddef>
#include <cstdint>

namespace tarn::shallow {

/// A checksum over cells.
struct HashSum {
    std::uint64_t value = 0;
    TARN_HD void join(const HashSum& o) { value += o.value; }
};

/// Depth that came in through edges, and what went out.
struct Through {
    double came_in = 0.0, went_out = 0.0;

    TARN_HD static Through of(double inward) {
        return {inward > 0.0 ? inward : 0.0, inward < 0.0 ? -inward : 0.0};
    }
    TARN_HD void join(const Through& o) {
        came_in += o.came_in;
        went_out += o.went_out;
    }
};

/// How far the cells of a grid move against it: at most its size.
struct GridShift {
    int di, dj;
    bool wraps_x, wraps_y;
};

/// A rectangle of cells and where its amounts begin in the list of all amounts.
struct PatchView {
    int x0, y0, nx, ny;
    std::ptrdiff_t begin;

    TARN_HD bool contains(int x, int y) const {
        return x >= x0 && y >= y0 && x < x0 + nx && y < y0 + ny;
    }
};

/// The same depth onto every cell, as a patch of its own; what was really added.
template <class AddWater>
struct AddSheet {
    AddWater water;
    double depth_m;

    TARN_HD exec::Sum operator()(int x, int y) const {
        const PatchView patch = {x, y, 1, 1, 0};
        double amount_m = depth_m;
        AddWater here = water;
        here.patches = &patch;
        here.amounts_m = &amount_m;
        here.add(0, x, y);
        return {amount_m};
    }
};

}  // namespace tarn::shallow
