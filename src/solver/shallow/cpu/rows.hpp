// The CPU loops over rows of cells. rows.cpp is compiled once per instruction set; loops_for()
// picks the loops that fit the collision, the grid and the machine.
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
template <class S>
struct StepArgs {
    EdgeView<S> edges;
    Planes<S> next;
    StepConstants<typename S::Number> constants;
    SolidLinks solid_links;
    double* edge_inflow;  ///< depth that comes in, by edge cell; null where no edge is open
};

/// Several steps in one pass over memory: the states between the first and the last live in rings
/// of a few rows that stay in the cache. `args` of each step, the first reading from the grid and
/// the last writing to it.
template <class S>
struct PassArgs {
    static constexpr int kMaxSteps = 4;
    static constexpr int kRingRows = 4;  ///< three that are read and one that is written
    StepArgs<S> steps[kMaxSteps];
    int count = 1;
};

/// What works on rows [first, last).
template <class S>
struct Loops {
    /// Lays edge values and bounced populations where the step is going to read them.
    void (*prepare)(const StepArgs<S>& args, int first, int last);
    /// One step of rows that are prepared. False if a cell was not healthy.
    bool (*step)(const StepArgs<S>& args, int first, int last);
    /// Several steps; the first must be prepared.
    bool (*pass)(const PassArgs<S>& args, int first, int last);
};

struct LoopsChoice {
    int collision = 0;      ///< index in lattice::Collisions
    bool streams = false;   ///< store past the cache: right for grids that do not fit in it
    bool is_in_place = false;
    bool has_solids_or_forces = false;
};

template <class S>
Loops<S> loops_for(Isa isa, const LoopsChoice& choice);

}  // namespace tarn::shallow::cpu
