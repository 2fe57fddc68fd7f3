// What goes into a shallow-water solver and comes out of it, as plain data in SI units.
#pragma once

#include "base/numeric.hpp"
#include "base/platform.hpp"
#include "solver/exchange.hpp"

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace tarn::shallow {

using exchange::AppliedForces;
using exchange::CellArea;
using exchange::DepthPatch;

/// Sources leave at least this much water in a cell, and at most that much, in reference depths;
/// with half storage less (kFullest in d2q9/cells.hpp).
inline constexpr double kThinnest = 0.02, kDeepest = 1e5;

struct CellIndex {
    int i = 0, j = 0;
};

struct CellState {
    double depth_m = 0.0;
    double u_m_per_s = 0.0, v_m_per_s = 0.0;
};

/// A cell with the heights of its surface and its bed. A dry one does not move and its level is its
/// bed; so does a solid one.
struct CellReading {
    double depth_m = 0.0, level_m = 0.0, bed_m = 0.0;
    double u_m_per_s = 0.0, v_m_per_s = 0.0;
    bool is_solid = false;
};

/// What is done to an edge from outside, beyond what its Boundary says.
enum class Drive {
    None,
    Level,      ///< the level is given
    Discharge,  ///< what flows in is given, in all
    Waves,      ///< waves come in; what comes from inside leaves
    Piston      ///< the wall moves
};

/// What an edge is given for one step; inward counts positive.
struct DriveValue {
    double level_m = 0.0;             ///< Level, Waves
    double discharge_m3_per_s = 0.0;  ///< Discharge
    double inward_m_per_s = 0.0;      ///< Waves: of the water; Piston: of the wall
};

/// How water leaves through an edge that lets none in.
enum class Outfall {
    Free,      ///< as if the bed and the depth went on: friction holds the water on the bed's slope
    Critical,  ///< slower water than its waves leaves at its critical depth
    Normal,    ///< slower water leaves as fast as friction lets it on a given slope
    Rating     ///< as much as a table says for the level along the edge
};

struct RatingRow {
    double level_m = 0.0, discharge_m3_per_s = 0.0;
};

struct OutfallDesc {
    Outfall kind = Outfall::Free;
    double slope = 0.0;                  ///< Normal: of the bed beyond the edge
    std::vector<RatingRow> rating = {};  ///< Rating: levels and discharges rise, from 0 m3/s
};

/// Cells along an edge, from its south or west end.
struct EdgeSpan {
    int begin = 0, end = 1 << 30;

    TARN_HD bool contains(int along) const { return along >= begin && along < end; }
};

/// What readers may ask for, in m and m/s; each [ny][nx].
enum class Field { Depth, Level, U, V };
inline constexpr int kFieldCount = 4;
constexpr unsigned bit_of(Field field) {
    return 1u << int(field);
}

/// What each cell has seen so far, where it is tracked; each [ny][nx].
enum class Extreme {
    MaxDepth,  ///< m
    MaxSpeed,  ///< m/s, while the water was deeper than the depth of arrival
    Arrival    ///< s, when it first was; kNeverArrived: not yet
};
inline constexpr int kExtremeCount = 3;
inline constexpr float kNeverArrived = -1.0f;

/// An even sheet of water onto all cells.
struct SheetReport {
    double depth_m = 0.0;    ///< onto each cell; the rest of what was asked is too thin by itself
    double volume_m3 = 0.0;  ///< really added; negative: taken
};

/// Where fields are kept for readers: what field() gives, and two snapshots.
inline constexpr int kFieldSlots = 3;
/// Where fields are kept on a GPU while the water goes on, one in each.
inline constexpr int kDeviceSlots = 5;

struct Totals {
    double volume_m3 = 0.0;
    double max_speed_m_per_s = 0.0;
    double min_depth_m = 0.0, max_depth_m = 0.0;
    double energy_per_density_m5_per_s2 = 0.0;
};

/// The same as it is joined, cell by cell, in the order of exec/ordered.hpp.
struct WaterTotals {
    double depth_m = 0.0, energy_m3_per_s2 = 0.0, max_speed2 = 0.0;
    double low_m = 1e300, high_m = 0.0;  ///< depths of wet cells

    TARN_HD void join(const WaterTotals& o) {
        depth_m += o.depth_m;
        energy_m3_per_s2 += o.energy_m3_per_s2;
        max_speed2 = larger(max_speed2, o.max_speed2);
        low_m = smaller(low_m, o.low_m);
        high_m = larger(high_m, o.high_m);
    }
    Totals of_cells(double cell_m) const {
        const double area_m2 = cell_m * cell_m;
        return {.volume_m3 = depth_m * area_m2,
                .max_speed_m_per_s = std::sqrt(max_speed2),
                .min_depth_m = smaller(low_m, high_m),
                .max_depth_m = high_m,
                .energy_per_density_m5_per_s2 = energy_m3_per_s2 * area_m2};
    }
};

/// Why a step was refused. The state before it is kept.
struct Trouble {
    int i = 0, j = 0;
    std::string cause;
};

}  // namespace tarn::shallow
