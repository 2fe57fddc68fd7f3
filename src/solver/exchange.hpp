// Exchange: what passes between a water and whatever drops, presses, floats or sprays on it. Areas
// of cells and forcing over them, as plain data in SI units; a solver applies it between its steps,
// on the device where the water is, without waiting for that device.
#pragma once

#include "base/platform.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace tarn::exchange {

/// The grid of a water seen from above, in its own coordinates: (0, 0) is its south-west corner.
struct PlanGrid {
    int nx = 0, ny = 0;
    double cell_m = 0.0;

    double x_m(int i) const { return (i + 0.5) * cell_m; }
    double y_m(int j) const { return (j + 0.5) * cell_m; }
    double width_m() const { return nx * cell_m; }
    double height_m() const { return ny * cell_m; }
    std::size_t cell_count() const { return std::size_t(nx) * std::size_t(ny); }
};

/// A rectangle of cells.
struct CellArea {
    int x0 = 0, y0 = 0, nx = 0, ny = 0;

    TARN_HD std::size_t count() const { return std::size_t(nx) * std::size_t(ny); }
    TARN_HD bool contains(int x, int y) const {
        return x >= x0 && y >= y0 && x < x0 + nx && y < y0 + ny;
    }
    /// Of a cell in the area, row by row.
    TARN_HD std::ptrdiff_t index(int x, int y) const {
        return std::ptrdiff_t(y - y0) * nx + std::ptrdiff_t(x - x0);
    }
};

/// The smallest area that holds both; an empty one counts for nothing.
inline CellArea area_around(const CellArea& a, const CellArea& b) {
    if (a.count() == 0) return b;
    if (b.count() == 0) return a;
    const int x0 = std::min(a.x0, b.x0), y0 = std::min(a.y0, b.y0);
    return {x0, y0, std::max(a.x0 + a.nx, b.x0 + b.nx) - x0,
            std::max(a.y0 + a.ny, b.y0 + b.ny) - y0};
}

/// A depth for each cell of an area.
struct DepthPatch {
    CellArea area;
    std::vector<double> depth_m;  ///< [ny][nx]

    DepthPatch() = default;
    explicit DepthPatch(const CellArea& where) : area(where), depth_m(where.count(), 0.0) {}

    double& at(int x, int y) { return depth_m[std::size_t(area.index(x, y))]; }
    double at(int x, int y) const { return depth_m[std::size_t(area.index(x, y))]; }
    bool is_empty() const { return depth_m.empty(); }
};

/// What is done to the cells of a footprint before a step. Solid cells take no part.
enum class Act {
    /// Adds depth without momentum. Value: m, negative to take; becomes what was really added,
    /// limited so that no cell runs dry or overflows.
    AddDepth,
    /// Holds water aside, as something pressed into the surface does. Values: depth to be held (m;
    /// NaN where the footprint no longer is, which gives the water back), becomes what was given
    /// back to the water; and the depth held before, becomes what is held now.
    Hold,
    /// The same with the height (m) below which the surface has to stay: a lid. What stands above
    /// is held aside, and comes back when the lid rises. It moves no water sideways.
    Lid,
    /// Adds horizontal momentum. Values: depth times velocity (m2/s) to the east and to the north;
    /// become 0 where there is no water to take it.
    AddMomentum,
    /// Pressure on the surface during the step that follows, as a head of water (m); zero outside
    /// the footprint. Pushes with its gradient.
    Pressure
};

/// Planes of values that a footprint has.
TARN_HD constexpr int planes_of(Act act) {
    return act == Act::Hold || act == Act::Lid || act == Act::AddMomentum ? 2 : 1;
}

/// One footprint, before one step of a run.
struct Force {
    int step = 0;  ///< of the run, from 0
    Act act = Act::AddDepth;
    CellArea area;
    std::ptrdiff_t begin = 0;  ///< of its values
    /// Hold and Lid: the force of the same holder before this one, whose held water it goes on
    /// with; -1: the second plane of its own values says what was held.
    int after = -1;
};

/// The forcing of a run, in the order of its steps. Cleared and filled again it allocates nothing.
class Forcing {
public:
    void clear() {
        forces_.clear();
        values_.clear();
    }
    /// Adds a footprint, with values of zero; its number.
    int add(const Force& wanted) {
        Force force = wanted;
        force.begin = std::ptrdiff_t(values_.size());
        values_.resize(values_.size() + force.area.count() * std::size_t(planes_of(force.act)));
        forces_.push_back(force);
        return int(forces_.size()) - 1;
    }
    /// An area of depths to be added.
    int add_depth(int step, const DepthPatch& patch) {
        const int number = add({.step = step, .act = Act::AddDepth, .area = patch.area});
        std::copy(patch.depth_m.begin(), patch.depth_m.end(), plane(number).begin());
        return number;
    }

    std::span<const Force> forces() const { return forces_; }
    std::span<double> values() { return values_; }
    std::span<const double> values() const { return values_; }
    /// One plane of the values of a footprint.
    std::span<double> plane(int number, int which = 0) {
        const Force& force = forces_[std::size_t(number)];
        const std::size_t count = force.area.count();
        return std::span(values_).subspan(std::size_t(force.begin) + std::size_t(which) * count,
                                          count);
    }
    std::span<const double> plane(int number, int which = 0) const {
        return const_cast<Forcing*>(this)->plane(number, which);
    }
    std::size_t bytes() const {
        return forces_.capacity() * sizeof(Force) + values_.capacity() * sizeof(double);
    }

private:
    std::vector<Force> forces_;
    std::vector<double> values_;
};

/// Forces that were just applied; the same list on the host and on the device.
struct AppliedForces {
    std::span<const Force> on_host;
    const Force* on_device;
    int first, last;
};

}  // namespace tarn::exchange
