// The surface between cell centres, as functions of the cells around a point, for any scheme and
// any device: samples, and rays that meet the surface.
#pragma once

#include "base/numeric.hpp"
#include "solver/shallow/views.hpp"
#include <tarn/types.hpp>

#include <cstddef>

namespace tarn::shallow {

/// Heights at one point; level and bed are equal where it is dry.
struct SurfacePoint {
    double bed_m = 0.0, level_m = 0.0, depth_m = 0.0;
    double u_m_per_s = 0.0, v_m_per_s = 0.0;
    bool has_water = false;  ///< not in the middle of solids
};

/// Bilinear over the four cells around a point; solid cells weigh nothing. Dry land above the water
/// is left out, so that still water is level up to the shore instead of climbing it; dry land below
/// it is where water falls. Points beyond the cell centres take the nearest. `Cells` gives
/// reading(x, y): the cells of a scheme as in tasks.hpp, or a BlockOfCells.
template <class Cells>
struct Surface {
    Cells cells;
    int nx, ny;
    double cell_m;

    TARN_HD SurfacePoint at(double x_m, double y_m) const {
        const double gx = smaller(larger(x_m / cell_m - 0.5, 0.0), double(nx - 1));
        const double gy = smaller(larger(y_m / cell_m - 0.5, 0.0), double(ny - 1));
        const int i = int(gx) < nx - 2 ? int(gx) : nx - 2, j = int(gy) < ny - 2 ? int(gy) : ny - 2;
        const double tx = gx - i, ty = gy - j;
        CellReading around[4];
        double weight[4], sum = 0.0, bed_of_all = 0.0;
        bool is_flat = true;
        for (int k = 0; k < 4; ++k) {
            const int x = i + (k & 1), y = j + (k >> 1);
            around[k] = cells.reading(x, y);
            weight[k] = ((k & 1) ? tx : 1.0 - tx) * ((k >> 1) ? ty : 1.0 - ty);
            bed_of_all += weight[k] * around[k].bed_m;
            is_flat &= around[k].bed_m == around[0].bed_m;
            if (around[k].is_solid) weight[k] = 0.0;
            sum += weight[k];
        }
        SurfacePoint point;
        point.has_water = sum > 0.0;
        for (int k = 0; k < 4; ++k) {
            weight[k] = point.has_water ? weight[k] / sum : 0.0;
            point.bed_m += weight[k] * around[k].bed_m;
        }
        if (!point.has_water) point.bed_m = bed_of_all;
        // The mean of four equal heights would not be that height to the bit.
        if (is_flat) point.bed_m = around[0].bed_m;
        raise_to_level(point, around, weight);
        for (int k = 0; k < 4 && point.depth_m > 0.0; ++k) {
            point.u_m_per_s += weight[k] * around[k].u_m_per_s;
            point.v_m_per_s += weight[k] * around[k].v_m_per_s;
        }
        return point;
    }

    TARN_HD Sample sample(double x_m, double y_m) const {
        const SurfacePoint here = at(x_m, y_m);
        Sample out;
        out.bed_m = float(here.bed_m);
        out.level_m = float(here.level_m);
        out.depth_m = float(here.depth_m);
        if (!here.has_water) return out;
        // Half a cell to each side: the slope is continuous where the bilinear patches meet.
        const double half = 0.5 * cell_m;
        const double slope_x = (at(x_m + half, y_m).level_m - at(x_m - half, y_m).level_m) / cell_m;
        const double slope_y = (at(x_m, y_m + half).level_m - at(x_m, y_m - half).level_m) / cell_m;
        const double length = square_root(slope_x * slope_x + slope_y * slope_y + 1.0);
        out.velocity_m_per_s[0] = float(here.u_m_per_s);
        out.velocity_m_per_s[1] = float(here.v_m_per_s);
        out.normal[0] = float(-slope_x / length);
        out.normal[1] = float(-slope_y / length);
        out.normal[2] = float(1.0 / length);
        return out;
    }

private:
    TARN_HD static void raise_to_level(SurfacePoint& point, const CellReading (&around)[4],
                                       const double (&weight)[4]) {
        double wet_depth = 0.0, wet_bed = 0.0, wet = 0.0;
        for (int k = 0; k < 4; ++k)
            if (around[k].depth_m > 0.0) {
                wet_depth += weight[k] * around[k].depth_m;
                wet_bed += weight[k] * around[k].bed_m;
                wet += weight[k];
            }
        point.level_m = point.bed_m;
        if (wet == 0.0) return;
        const double wet_level = (wet_bed + wet_depth) / wet;
        double level_sum = wet_bed + wet_depth, all = wet;
        bool has_dry = false;
        for (int k = 0; k < 4; ++k) {
            if (around[k].depth_m > 0.0 || weight[k] == 0.0) continue;
            has_dry = true;
            if (around[k].bed_m >= wet_level) continue;
            level_sum += weight[k] * around[k].bed_m;
            all += weight[k];
        }
        // Depths are added to the bed, not levels averaged: thin water keeps its digits.
        point.depth_m = has_dry ? larger(level_sum / all - point.bed_m, 0.0) : wet_depth;
        point.level_m = point.bed_m + point.depth_m;
    }
};

/// The three by three cells that a sample needs: those around the point, and around the points half
/// a cell to each side. Read one by one, all at once, they keep a GPU busy.
struct BlockOfCells {
    static constexpr int kWidth = 3, kCount = kWidth * kWidth;
    int x0, y0;
    const CellReading* readings;  ///< row by row

    /// Rounding may ask for a cell just outside, with hardly any weight: it gets its neighbour.
    TARN_HD CellReading reading(int x, int y) const {
        const int i = x < x0 ? 0 : x - x0 < kWidth ? x - x0 : kWidth - 1;
        const int j = y < y0 ? 0 : y - y0 < kWidth ? y - y0 : kWidth - 1;
        return readings[j * kWidth + i];
    }
    /// Where the block around a point begins along an axis of `count` cells.
    TARN_HD static int first(double at_m, double cell_m, int count) {
        const double g = smaller(larger(at_m / cell_m - 0.5, 0.0), double(count - 1));
        const int nearest = int(g + 0.5) - 1;
        return nearest < 0 ? 0 : nearest > count - kWidth ? count - kWidth : nearest;
    }
};

/// Item k: cell k % 9 of the block of point k / 9.
template <class Cells>
struct ReadBlocks {
    Surface<Cells> surface;
    const Vec2* points_m;
    CellReading* out;

    TARN_HD void operator()(int k) const {
        constexpr int kCount = BlockOfCells::kCount, kWidth = BlockOfCells::kWidth;
        const Vec2 p = points_m[k / kCount];
        const int x = BlockOfCells::first(p.x, surface.cell_m, surface.nx) + k % kCount % kWidth;
        const int y = BlockOfCells::first(p.y, surface.cell_m, surface.ny) + k % kCount / kWidth;
        out[k] = surface.cells.reading(x, y);
    }
};

/// Item k: the sample of point k % count, from blocks that were read.
struct SampleBlocks {
    int nx, ny;
    double cell_m;
    const Vec2* points_m;
    int count;
    const CellReading* readings;
    Sample* out;

    TARN_HD void operator()(int k) const {
        const Vec2 p = points_m[k % count];
        const BlockOfCells block = {BlockOfCells::first(p.x, cell_m, nx),
                                    BlockOfCells::first(p.y, cell_m, ny),
                                    readings + std::ptrdiff_t(k) * BlockOfCells::kCount};
        out[k] = Surface<BlockOfCells>{block, nx, ny, cell_m}.sample(p.x, p.y);
    }
};

/// A ray with a unit direction, and the part of it that may meet the surface.
struct Ray {
    Vec3 origin_m, direction;
    double first_m = 0.0, last_m = 0.0;
};

/// Where a ray meets the surface or dry land, from either side.
template <class Cells>
struct CastRay {
    Surface<Cells> surface;
    Ray ray;
    RayHit* out;

    TARN_HD double height_above(double t) const {
        return ray.origin_m.z + t * ray.direction.z -
               surface
                   .at(ray.origin_m.x + t * ray.direction.x, ray.origin_m.y + t * ray.direction.y)
                   .level_m;
    }

    TARN_HD void operator()(int) const {
        const Vec3& d = ray.direction;
        *out = RayHit{};
        // Quarter-cell steps see every crest that the cells resolve; bisection finds the crossing.
        const double flat = square_root(d.x * d.x + d.y * d.y);
        const double stride =
            flat > 0.0 ? 0.25 * surface.cell_m / flat : larger(ray.last_m - ray.first_m, 1e-9);
        double a = ray.first_m, height_a = height_above(a);
        while (a < ray.last_m) {
            double b = smaller(a + stride, ray.last_m);
            const double height_b = height_above(b);
            if ((height_a > 0.0) != (height_b > 0.0)) {
                for (int k = 0; k < 60; ++k) {
                    const double middle = 0.5 * (a + b);
                    ((height_above(middle) > 0.0) == (height_a > 0.0) ? a : b) = middle;
                }
                const Vec3 point = {ray.origin_m.x + b * d.x, ray.origin_m.y + b * d.y,
                                    ray.origin_m.z + b * d.z};
                const Sample s = surface.sample(point.x, point.y);
                *out = {true,
                        b,
                        point,
                        {double(s.normal[0]), double(s.normal[1]), double(s.normal[2])}};
                return;
            }
            a = b;
            height_a = height_b;
        }
    }
};

}  // namespace tarn::shallow
