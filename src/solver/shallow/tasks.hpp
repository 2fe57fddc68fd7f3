// Tasks over cells that every shallow-water scheme needs besides its steps: fields, samples, sums,
// checksums, forcing, archives. Each is a function of one cell, run by a device over the grid or
// over a list. They see the cells of a scheme through its cells view, which gives
//   reading(x, y)              a CellReading in SI; the one place where a scheme converts to SI
//   stored_depth_m(x, y)       depth as memory holds it, summed in double: for the books
//   is_solid(x, y), is_inside(x, y), index(x, y), mean_level_m, gravity_m_per_s2, wet_depth_m()
//   add_depth(x, y, depth_m)   what was really added
//   add_momentum(x, y, qx, qy) in m2/s; false where there is no water to take it
//   for_words(x, y, body)      body(plane, bits) for every number of the state
#pragma once

#include "base/hash.hpp"
#include "base/numeric.hpp"
#include "base/unrolled.hpp"
#include "exec/halo.hpp"
#include "solver/exchange.hpp"
#include "solver/shallow/views.hpp"
#include "solver/surface_exchange.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tarn::shallow {

/// Fields for readers; those without a place to go are left out.
template <class Cells>
struct ReadFields {
    Cells cells;
    float* to[kFieldCount];  ///< by Field

    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = cells.index(x, y);
        const CellReading now = cells.reading(x, y);
        const double values[kFieldCount] = {now.depth_m, now.level_m, now.u_m_per_s, now.v_m_per_s};
        unrolled<kFieldCount>([&](auto index) {
            constexpr int k = decltype(index)::value;
            if (to[k]) to[k][n] = float(values[k]);
        });
    }
};

/// The state of a list of cells.
template <class Cells>
struct ReadCells {
    Cells cells;
    const CellIndex* list;
    CellState* out;

    TARN_HD void operator()(int k) const {
        const CellReading now = cells.reading(list[k].i, list[k].j);
        out[k] = {now.depth_m, now.u_m_per_s, now.v_m_per_s};
    }
};

/// Energy counts from still water at the mean level of the start: what lies above it has to be
/// lifted there, and what is missing below it is as good.
template <class Cells>
struct SumCells {
    Cells cells;

    TARN_HD WaterTotals operator()(int x, int y) const {
        WaterTotals sum;
        if (cells.is_solid(x, y)) return sum;
        const CellReading now = cells.reading(x, y);
        const double u = now.u_m_per_s, v = now.v_m_per_s;
        const double land = larger(now.bed_m - cells.mean_level_m, 0.0);
        const double rise = now.level_m - cells.mean_level_m;
        sum.depth_m = cells.stored_depth_m(x, y);
        sum.energy_m3_per_s2 = 0.5 * now.depth_m * (u * u + v * v) +
                               0.5 * cells.gravity_m_per_s2 * (rise * rise - land * land);
        if (!(now.depth_m > cells.wet_depth_m())) return sum;
        sum.max_speed2 = u * u + v * v;
        sum.low_m = sum.high_m = now.depth_m;
        return sum;
    }
};

/// A checksum over cells.
struct HashSum {
    std::uint64_t value = 0;
    TARN_HD void join(const HashSum& o) { value += o.value; }
};

/// Over the own cells of a block, each by its place in the whole grid: the sums of all blocks add
/// up to that of one piece.
template <class Cells>
struct HashCells {
    Cells cells;
    exec::Block2 block;

    TARN_HD HashSum operator()(int x, int y) const {
        HashSum sum;
        const auto nx = std::uint64_t(block.whole.n[0]), ny = std::uint64_t(block.whole.n[1]);
        const auto in_x = std::uint64_t(block.first[0] + x),
                   in_y = std::uint64_t(block.first[1] + y);
        cells.for_words(
            block.before[0] + x, block.before[1] + y, [&](int plane, std::uint64_t bits) {
                const std::uint64_t place = (std::uint64_t(plane) * ny + in_y) * nx + in_x;
                sum.value += hashed_word(place, bits);
            });
        return sum;
    }
};

/// A number for a checksum; adding zero makes one of the two zeros.
template <class T>
TARN_HD std::uint64_t word_of(T value) {
    using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return std::uint64_t(__builtin_bit_cast(Word, T(value + T(0))));
}

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

/// The same depth onto every cell; what was really added.
template <class Cells>
struct AddSheet {
    Cells cells;
    double depth_m;

    TARN_HD exec::Sum operator()(int x, int y) const {
        return {cells.is_solid(x, y) ? 0.0 : cells.add_depth(x, y, depth_m)};
    }
};

/// The forcing of a run on its device [exchange.hpp].
template <class Cells>
struct ApplyForces {
    Cells cells;
    const exchange::Force* forces;
    double* values;
    double step_s, cell_m;

    TARN_HD void apply(int number, int x, int y) const {
        using exchange::Act;
        const exchange::Force force = forces[number];
        const std::ptrdiff_t n = force.begin + force.area.index(x, y);
        const bool is_fluid = cells.is_inside(x, y) && !cells.is_solid(x, y);
        switch (force.act) {
            case Act::AddDepth:
                values[n] = is_fluid ? cells.add_depth(x, y, values[n]) : 0.0;
                return;
            case Act::Hold:
            case Act::Lid:
                return hold(force, n, x, y, is_fluid);
            case Act::AddMomentum: {
                double &qx = values[n], &qy = values[n + std::ptrdiff_t(force.area.count())];
                if (!is_fluid || !cells.add_momentum(x, y, qx, qy)) qx = qy = 0.0;
                return;
            }
            case Act::Pressure:
                if (is_fluid) press(force, x, y);
                return;
        }
    }

private:
    TARN_HD double held_before(const exchange::Force& force, std::ptrdiff_t n, int x, int y) const {
        if (force.after < 0) return values[n + std::ptrdiff_t(force.area.count())];
        const exchange::Force before = forces[force.after];
        if (!before.area.contains(x, y)) return 0.0;
        return values[before.begin + std::ptrdiff_t(before.area.count()) + before.area.index(x, y)];
    }

    TARN_HD void hold(const exchange::Force& force, std::ptrdiff_t n, int x, int y,
                      bool is_fluid) const {
        const double wanted = values[n], held = held_before(force, n, x, y);
        const bool is_covered = wanted == wanted;
        double asked = held;
        if (is_covered && force.act == exchange::Act::Hold) asked = held - wanted;
        if (is_covered && force.act == exchange::Act::Lid && is_fluid) {
            const CellReading now = cells.reading(x, y);
            const double room = larger(wanted - now.bed_m, 0.0);
            asked = smaller(now.depth_m + held, room) - now.depth_m;
        }
        const double given = is_fluid ? cells.add_depth(x, y, asked) : 0.0;
        values[n] = given;
        values[n + std::ptrdiff_t(force.area.count())] = is_covered ? held - given : 0.0;
    }

    TARN_HD double head_at(const exchange::Force& force, int x, int y) const {
        return force.area.contains(x, y) ? values[force.begin + force.area.index(x, y)] : 0.0;
    }
    TARN_HD void press(const exchange::Force& force, int x, int y) const {
        const double per_m = cells.gravity_m_per_s2 * step_s / (2.0 * cell_m);
        const double east = head_at(force, x + 1, y) - head_at(force, x - 1, y);
        const double north = head_at(force, x, y + 1) - head_at(force, x, y - 1);
        const double depth_m = cells.reading(x, y).depth_m;
        cells.add_momentum(x, y, -per_m * depth_m * east, -per_m * depth_m * north);
    }
};

/// The surface for what flies above it [surface_exchange.hpp].
template <class Cells>
struct ReadSurface {
    Cells cells;
    exchange::SurfacePlanes to;

    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = cells.index(x, y);
        const CellReading now = cells.reading(x, y);
        to.level_m[n] = float(now.level_m - to.datum_m);
        to.depth_m[n] = now.is_solid ? exchange::kSolidDepth : float(now.depth_m);
        to.u_m_per_s[n] = float(now.u_m_per_s);
        to.v_m_per_s[n] = float(now.v_m_per_s);
    }
};

/// Pays what a ledger owes to the cells of its area [surface_exchange.hpp].
template <class Cells>
struct TakeLedger {
    Cells cells;
    exchange::Ledger ledger;

    TARN_HD void operator()(int column, int row) const {
        const int x = ledger.area.x0 + column, y = ledger.area.y0 + row;
        const std::ptrdiff_t n = cells.index(x, y);
        const std::int64_t depth = ledger.depth[n], east = ledger.momentum_east[n],
                           north = ledger.momentum_north[n];
        if (depth == 0 && east == 0 && north == 0) return;
        ledger.momentum_east[n] = ledger.momentum_north[n] = 0;
        if (cells.is_solid(x, y)) return;
        const CellReading before = cells.reading(x, y);
        const double taken_m = cells.add_depth(x, y, double(depth) * ledger.depth_unit_m);
        ledger.depth[n] = depth - rounded(taken_m / ledger.depth_unit_m);
        // Schemes differ in what becomes of the momentum when depth is added or taken.
        const CellReading after = cells.reading(x, y);
        const double unit = ledger.momentum_unit_m2_per_s;
        cells.add_momentum(x, y,
                           before.depth_m * before.u_m_per_s + double(east) * unit -
                               after.depth_m * after.u_m_per_s,
                           before.depth_m * before.v_m_per_s + double(north) * unit -
                               after.depth_m * after.v_m_per_s);
    }

private:
    TARN_HD static std::int64_t rounded(double x) {
        return std::int64_t(x < 0.0 ? x - 0.5 : x + 0.5);
    }
};

/// How far the cells of a grid move against it: at most its size.
struct GridShift {
    int di, dj;
    bool wraps_x, wraps_y;
};

/// Brings a packed plane [exec/halo.hpp] back with every cell moved; what comes in from outside is
/// `plane.fresh`.
template <class Plane>
struct ShiftPlane {
    Plane plane;
    const typename Plane::Element* packed;
    int nx, ny;
    GridShift shift;

    TARN_HD void operator()(int x, int y) const {
        int from_x = x + shift.di, from_y = y + shift.dj;
        if (shift.wraps_x) from_x += from_x < 0 ? nx : from_x >= nx ? -nx : 0;
        if (shift.wraps_y) from_y += from_y < 0 ? ny : from_y >= ny ? -ny : 0;
        const bool is_inside = from_x >= 0 && from_y >= 0 && from_x < nx && from_y < ny;
        *plane.at(x, y) = is_inside ? packed[std::ptrdiff_t(from_y) * nx + from_x] : plane.fresh;
    }
};

}  // namespace tarn::shallow
