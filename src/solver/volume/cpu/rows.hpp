// The CPU loops over rows of cells. rows.cpp is compiled once per instruction set;
// loops_for() picks those of a machine.
#pragma once

#include "solver/volume/cpu/segments.hpp"
#include "solver/volume/sides.hpp"
#include <tarn/types.hpp>

#include <cstdint>

namespace tarn::volume::cpu {

/// Links that lead from solid cells into others, by row.
struct SolidLinks {
    struct Link {
        std::int32_t x;          ///< cell that is not solid
        std::int32_t direction;  ///< in which the population arrives there
    };
    const Link* links = nullptr;
    const std::int64_t* row_begin = nullptr;  ///< one entry more than there are rows
};

template <class S>
struct StepArgs {
    View<S> view;
    Sides<typename S::Number> sides;
    SolidLinks solid_links;
    const Segments* segments = nullptr;  ///< where there is a surface
};

/// Lays what arrives at the cells of a row from outside the box and from solids.
template <class S>
void lay_row(const StepArgs<S>& args, int y, int z);

/// What happened in some rows. Joined by whole numbers: any order gives the same.
struct RowReport {
    std::int64_t limited_cells = 0;
    bool is_well = true;
};

/// What works on rows [first, last); row z ny + y.
template <class S>
struct Loops {
    /// All fluid cells, and the first pass of a free surface.
    RowReport (*advance)(const StepArgs<S>& args, int first, int last);
};

template <class S>
Loops<S> loops_for(Isa isa, bool has_surface);

}  // namespace tarn::volume::cpu
