// What rows read that is not in the grid: edge values and bounced populations. Few cells, one by
// one, so the same loops serve all instruction sets.
#include "solver/shallow/d2q9/cpu/rows.hpp"

namespace tarn::shallow::d2q9::cpu {
namespace {

/// Ghost cells of one cell, the long way. Not inlined: it is long, and few cells need it.
template <class S>
[[gnu::noinline]] void fill_cell(const StepArgs<S>& a, int x, int y) {
    const double inflow = fill_halo<typename S::Number>(a.edges, x, y);
    if (a.edge_inflow) a.edge_inflow[edge_cell_index(a.edges.planes.grid, x, y)] = inflow;
}

/// Ghost cells of the cells x first .. last of row y that touch edge E only.
template <int E, class S>
void fill_edge(const StepArgs<S>& a, int first, int last, int y) {
    if (a.edges.kind[E] == Boundary::Open || a.edges.solid) {
        for (int x = first; x <= last; ++x) fill_cell(a, x, y);
    } else {
        for (int x = first; x <= last; ++x) fill_straight_halo<E>(a.edges, x, y);
    }
}

/// Edge values and bounced populations that row `y` is going to read.
template <class S>
void prepare_row(const StepArgs<S>& a, int y) {
    const Grid& g = a.edges.planes.grid;
    const int east = g.nx - 1;
    if (y == 0 || y == g.ny - 1) {
        fill_cell(a, 0, y);
        fill_cell(a, east, y);
        if (y == 0)
            fill_edge<int(Edge::South)>(a, 1, east - 1, y);
        else
            fill_edge<int(Edge::North)>(a, 1, east - 1, y);
    } else {
        fill_edge<int(Edge::West)>(a, 0, 0, y);
        fill_edge<int(Edge::East)>(a, east, east, y);
    }
    if (!a.solid_links.links) return;
    for (auto k = a.solid_links.row_begin[y]; k < a.solid_links.row_begin[y + 1]; ++k) {
        const SolidLinks::Link link = a.solid_links.links[k];
        bounce_back(a.edges.planes, link.direction, link.x, y);
    }
}

}  // namespace

template <class S>
void prepare_rows(const StepArgs<S>& args, int first, int last) {
    for (int y = first; y < last; ++y) prepare_row(args, y);
}

template void prepare_rows(const StepArgs<Full<float>>&, int, int);
template void prepare_rows(const StepArgs<Full<double>>&, int, int);
template void prepare_rows(const StepArgs<Halved>&, int, int);

}  // namespace tarn::shallow::d2q9::cpu
