// How a discharge is spread along an edge. One level stands in front of the whole edge, and each
// cell takes part by what it conveys under it, depth^(5/3) after Manning. Sums go by lanes in a
// fixed order, so that any device finds the same.
#pragma once

#include "solver/shallow/fv/forces.hpp"
#include "solver/shallow/fv/planes.hpp"
#include "solver/shallow/views.hpp"
#include <tarn/types.hpp>

namespace tarn::shallow::fv {

/// Lane k takes cells k, k + kFlowLanes and so on.
inline constexpr int kFlowLanes = 64;

/// Sums over the cells of an edge that are not solid.
struct LineSums {
    double depth = 0.0, depth_level = 0.0;  ///< m, m2
    double wave = 0.0;                      ///< speeds of waves, m/s
    double leaves = 0.0;                    ///< what flows outwards, m2/s
    double lowest_m = 1e300;                ///< of the bed
    double cells = 0.0;

    TARN_HD void join(const LineSums& other) {
        depth += other.depth;
        depth_level += other.depth_level;
        wave += other.wave;
        leaves += other.leaves;
        lowest_m = other.lowest_m < lowest_m ? other.lowest_m : lowest_m;
        cells += other.cells;
    }
};

/// Room for the sums of one edge.
struct FlowSums {
    LineSums lines[kFlowLanes];
    double shares[kFlowLanes];
};

/// What is asked of an edge in one step: an amount, or a table of it.
struct FlowTarget {
    double inward_m3_per_s = 0.0;
    const RatingRow* rating = nullptr;  ///< null: no table
    int rows = 0;
};

/// The work of one step along one edge, in three passes over the lanes.
template <class T>
struct SpreadFlow {
    Layout layout;
    Planes<T> water;
    const T* bed;
    Edge edge;
    EdgeSpan span;  ///< within the edge
    double cell_m, gravity;
    FlowTarget target;
    FlowSums* sums;
    T* flows;  ///< along the edge: m2/s outwards

    TARN_HD void sum_line(int lane) const {
        LineSums sum;
        for_cells(lane, [&](int, std::ptrdiff_t at) {
            const double h = double(water.h[at]), z = double(bed[at]);
            const bool is_x = edge == Edge::West || edge == Edge::East;
            const double outward = edge == Edge::East || edge == Edge::North ? 1.0 : -1.0;
            sum.join({h, h * (h + z), square_root(gravity * h),
                      outward * h * double(is_x ? water.u[at] : water.v[at]), z, 1.0});
        });
        sums->lines[lane] = sum;
    }
    TARN_HD void sum_shares(int lane) const {
        const Spread spread = this->spread(whole_line());
        double sum = 0.0;
        for_cells(lane, [&](int, std::ptrdiff_t at) { sum += share(spread, at); });
        sums->shares[lane] = sum;
    }
    TARN_HD void give(int lane) const {
        const Spread spread = this->spread(whole_line());
        double all = 0.0;
        for (int k = 0; k < kFlowLanes; ++k) all += sums->shares[k];
        const double per_share = 0.0 < all ? -spread.inward_m3_per_s / (all * cell_m) : 0.0;
        for_cells(lane, [&](int along, std::ptrdiff_t at) {
            flows[along] = T(per_share * share(spread, at));
        });
    }

private:
    struct Spread {
        double inward_m3_per_s;
        double level_m;  ///< in front of the edge, for what comes in
    };

    template <class Body>
    TARN_HD void for_cells(int lane, Body&& body) const {
        for (int along = span.begin + lane; along < span.end; along += kFlowLanes) {
            const bool is_x = edge == Edge::West || edge == Edge::East;
            const bool is_high = edge == Edge::East || edge == Edge::North;
            const std::ptrdiff_t at = is_x ? layout.at(is_high ? layout.nx - 1 : 0, along)
                                           : layout.at(along, is_high ? layout.ny - 1 : 0);
            if (water.h[at] < T(0)) continue;
            body(along, at);
        }
    }
    TARN_HD LineSums whole_line() const {
        LineSums sum;
        for (int k = 0; k < kFlowLanes; ++k) sum.join(sums->lines[k]);
        return sum;
    }

    /// What comes in stands at least at the critical depth of the flow above the lowest bed: where
    /// all is dry it begins there, and finds its level as it rises.
    TARN_HD Spread spread(const LineSums& line) const {
        const double mean_m = 0.0 < line.depth ? line.depth_level / line.depth : line.lowest_m;
        if (target.rating) return {-rated_m3_per_s(line, mean_m), mean_m};
        if (!(0.0 < line.cells)) return {0.0, 0.0};
        const double q = target.inward_m3_per_s / (line.cells * cell_m);
        const double critical_m = line.lowest_m + cube_root<double>(q * q / gravity);
        return {target.inward_m3_per_s, critical_m < mean_m ? mean_m : critical_m};
    }
    TARN_HD double share(const Spread& spread, std::ptrdiff_t at) const {
        const double above = spread.level_m - double(bed[at]), h = double(water.h[at]);
        const double depth = 0.0 < spread.inward_m3_per_s ? above : h;
        if (!(0.0 < depth)) return 0.0;
        const double root = cube_root<double>(depth);
        return depth * root * root;
    }

    /// The level in front of the edge moves by a wave that goes inwards until what leaves at it is
    /// what the table says: Q(level) = what arrives + wave speed x width x fall of the level.
    TARN_HD double rated_m3_per_s(const LineSums& line, double mean_m) const {
        if (!(0.0 < line.depth)) return 0.0;
        const double waves = line.wave * cell_m;
        const double arrives = line.leaves * cell_m + waves * mean_m;
        int k = 0;
        while (k + 2 < target.rows &&
               target.rating[k + 1].discharge_m3_per_s + waves * target.rating[k + 1].level_m <
                   arrives)
            ++k;
        const RatingRow a = target.rating[k], b = target.rating[k + 1];
        const double steepness =
            (b.discharge_m3_per_s - a.discharge_m3_per_s) / (b.level_m - a.level_m);
        const double above_m =
            (arrives - a.discharge_m3_per_s - waves * a.level_m) / (waves + steepness);
        const double rated = a.discharge_m3_per_s + steepness * above_m;
        return 0.0 < rated ? rated : 0.0;
    }
};

/// The passes, as tasks over lanes.
template <class T>
struct SumLine {
    SpreadFlow<T> flow;
    TARN_HD void operator()(int lane) const { flow.sum_line(lane); }
};
template <class T>
struct SumShares {
    SpreadFlow<T> flow;
    TARN_HD void operator()(int lane) const { flow.sum_shares(lane); }
};
template <class T>
struct GiveFlow {
    SpreadFlow<T> flow;
    TARN_HD void operator()(int lane) const { flow.give(lane); }
};

}  // namespace tarn::shallow::fv
