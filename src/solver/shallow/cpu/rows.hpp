// The CPU loops over rows of cells. rows.cpp is compiled once per instruction set; step_rows_for()
// picks the loop that fits the collision, the grid and the machine.
#pragma once

#include "solver/shallow/edges.hpp"
#include <tarn/types.hpp>

namespace tarn::shallow::cpu {

/// Lists, row by row, of links that lead from a solid cell into a fluid one.
struct SolidLinks {
    struct Link {
        std::int32_t x;          ///< fluid cell
        std::int32_t direction;  ///< in which the bounced population arrives there
    };
    const Link* links = nullptr;
    const std::int64_t* row_begin = nullptr;  ///< ny + 1 entries
};

/// One step, for all rows: from the populations of `edges` to `next`.
template <class T>
struct StepArgs {
    EdgeView<T> edges;
    T* next;
    StepConstants<T> constants;
    SolidLinks solid_links;
    double* row_inflow;  ///< ny entries: depth that flowed in through open edges in this step
};

/// Steps rows [first, last). Returns false if a cell was not healthy.
template <class T>
using StepRows = bool (*)(const StepArgs<T>& args, int first, int last);

struct RowsChoice {
    int collision = 0;     ///< index in lattice::Collisions
    bool streams = false;  ///< store past the cache: right for grids that do not fit in it
    bool has_solids_or_forces = false;
};

template <class T>
StepRows<T> step_rows_for(Isa isa, const RowsChoice& choice);

}  // namespace tarn::shallow::cpu
