// The CPU loops over rows of cells. rows.cpp is compiled once per instruction set; loops_for()
// picks the loops that fit the collision and the machine.
#pragma once

#include "solver/shallow/d2q9/any_rule.hpp"
#include "solver/shallow/d2q9/edges.hpp"
#include <tarn/types.hpp>

namespace tarn::shallow::d2q9::cpu {

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
    AnyRule<typename S::Number> rule;
    SolidLinks solid_links;
    double* edge_inflow;  ///< depth that comes in, by edge cell; null where no edge is open
    typename S::Number* next_deviation;  ///< where there is a bed
};

/// Two steps in place, in one pass over memory: the first leaves the shifted arrangement, the
/// second the natural one again.
template <class S>
struct PairArgs {
    StepArgs<S> first, second;
};

/// What arrives through an open edge depends on populations up to two rows away. So in a part that
/// does pairs, this many rows at either end wait for the parts beside it before they are prepared
/// for the second step, and twice as many before they do it.
inline constexpr int kPairReach = 2, kPairRim = 2 * kPairReach;

/// Lays edge values and bounced populations where a step of rows [first, last) is going to read
/// them. For cells one by one, so it is compiled once, in edge_rows.cpp.
template <class S>
void prepare_rows(const StepArgs<S>& args, int first, int last);

/// What works on rows [first, last). Steps need rows that are prepared, and return false if a cell
/// was not healthy.
template <class S>
struct Loops {
    /// To the other copy, through the cache or past it. A row needs itself prepared, not its
    /// neighbours.
    bool (*across)(const StepArgs<S>& args, int first, int last);
    bool (*across_streamed)(const StepArgs<S>& args, int first, int last);
    /// Over the populations that were read; all rows must be prepared before.
    bool (*in_place)(const StepArgs<S>& args, int first, int last);
    /// Two steps in place, but for the rims of the second; null where there is a bed.
    bool (*pair)(const PairArgs<S>& args, int first, int last);
};

/// Only sets of instructions with registers of this size or less have loops for rows that are
/// narrower than a register: the one set that every machine has is enough for these.
inline constexpr int kNarrowBytes = 16;

struct LoopsChoice {
    int nx = 0;         ///< cells of a row
    int collision = 0;  ///< index in lattice::Collisions
    bool has_solids_or_forces = false;
    bool has_bed = false;
};

template <class S>
Loops<S> loops_for(Isa isa, const LoopsChoice& choice);

}  // namespace tarn::shallow::d2q9::cpu
