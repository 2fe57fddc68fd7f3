// Where work goes on: a box of cells, and in each of its rows along x a span. Tasks and sums over
// them.
#pragma once

#include "exec/extent.hpp"
#include "solver/stable/cells.hpp"

namespace tarn::stable {

/// A box of cells, `end` not included; empty where begin >= end.
struct Box {
    int begin[3] = {1 << 30, 1 << 30, 1 << 30};
    int end[3] = {0, 0, 0};
    TARN_HD void join(const Box& other) {
        for (int b = 0; b < 3; ++b) {
            begin[b] = other.begin[b] < begin[b] ? other.begin[b] : begin[b];
            end[b] = other.end[b] > end[b] ? other.end[b] : end[b];
        }
    }
    exec::Extent3 extent() const {
        exec::Extent3 size;
        for (int b = 0; b < 3; ++b) size.n[b] = end[b] > begin[b] ? end[b] - begin[b] : 0;
        return size;
    }
};

/// Cells of a row, `end` not included; empty where begin >= end.
struct Span {
    int begin = 1 << 30, end = 0;
    TARN_HD void join(Span other) {
        begin = other.begin < begin ? other.begin : begin;
        end = other.end > end ? other.end : end;
    }
};

/// The cells of a box that lie in the spans of their rows; in whole rows where there are no spans.
struct Region {
    Box box;
    const Span* rows = nullptr;  ///< of the whole grid, y fastest
    int ny = 0;                  ///< rows of the grid along y

    /// The span of a row of the box, counted from the corner of the box.
    TARN_HD Span operator()(int y, int z) const {
        const int width = box.end[0] - box.begin[0];
        if (!rows) return {0, width};
        Span span = rows[std::ptrdiff_t(z + box.begin[2]) * ny + y + box.begin[1]];
        span.begin -= box.begin[0];
        span.end -= box.begin[0];
        if (span.begin < 0) span.begin = 0;
        if (span.end > width) span.end = width;
        return span;
    }
};

/// A task over a box of cells instead of all of them.
template <class Task>
struct Shifted {
    Task task;
    int x0, y0, z0;
    TARN_HD auto operator()(int x, int y, int z) const { return task(x0 + x, y0 + y, z0 + z); }
};
/// The same, with nothing outside of the spans.
template <class R, class Task>
struct ShiftedInSpan {
    Task task;
    Region region;
    Span columns(int y, int z) const { return region(y, z); }
    TARN_HD R operator()(int x, int y, int z) const {
        const Span span = region(y, z);
        if (x < span.begin || x >= span.end) return R{};
        return task(region.box.begin[0] + x, region.box.begin[1] + y, region.box.begin[2] + z);
    }
};

/// Runs a task over a region.
template <class Device, class Task>
void for_region(const Device& device, const Region& region, const Task& task) {
    const exec::Extent3 size = region.box.extent();
    if (size.count() == 0) return;
    const int* const from = region.box.begin;
    device.for_spans(size, region, Shifted<Task>{task, from[0], from[1], from[2]});
}
/// Every second cell of a region, as on a chess board.
struct ColourOfRegion {
    Region region;
    int colour;
    TARN_HD int first_x(int y, int z) const {
        return (colour + region.box.begin[1] + y + region.box.begin[2] + z) & 1;
    }
    /// Of cells 2 k + first_x.
    TARN_HD Span operator()(int y, int z) const {
        const Span span = region(y, z);
        const int x0 = region.box.begin[0] - first_x(y, z) + 1;
        return {(span.begin + x0) / 2, (span.end + x0) / 2};
    }
};
template <class Task>
struct ColouredTask {
    Task task;
    ColourOfRegion cells;
    TARN_HD void operator()(int k, int y, int z) const {
        const int* const from = cells.region.box.begin;
        task(2 * k + cells.first_x(y, z), from[1] + y, from[2] + z);
    }
};
/// Runs a task over one colour of a region.
template <class Device, class Task>
void for_colour(const Device& device, const Region& region, int colour, const Task& task) {
    exec::Extent3 size = region.box.extent();
    if (size.count() == 0) return;
    size.n[0] = region.box.end[0] / 2 + 1;
    const ColourOfRegion cells = {region, colour};
    device.for_spans(size, cells, ColouredTask<Task>{task, cells});
}
/// Joins in the order of the box, wherever the spans lie.
template <class R, class Device, class Task>
R join_region(const Device& device, const Region& region, const Task& task) {
    const exec::Extent3 size = region.box.extent();
    if (size.count() == 0) return R{};
    return device.template join_cells<R>(size, ShiftedInSpan<R, Task>{task, region});
}

/// From where to where a row has cells for which `is_there(place)`.
template <class IsThere>
struct FindSpans {
    Grid grid;
    IsThere is_there;
    Span* to;
    TARN_HD void operator()(int y, int z) const {
        const std::ptrdiff_t row = grid.at(0, y, z);
        Span span;
        span.end = grid.n[0];
        while (span.end > 0 && !is_there(row + span.end - 1)) --span.end;
        if (span.end > 0) {
            span.begin = 0;
            while (!is_there(row + span.begin)) ++span.begin;
        }
        to[std::ptrdiff_t(z) * grid.n[1] + y] = span;
    }
};

/// Joins the spans of rows up to `margin` away along y or z; along z, which comes last, spans grow
/// by the margin along x too.
struct WidenSpans {
    Grid grid;
    int axis, margin;
    const Span* from;
    Span* to;
    TARN_HD void operator()(int y, int z) const {
        Span span;
        const int i[3] = {0, y, z};
        for (int d = -margin; d <= margin; ++d) {
            int j[3] = {0, y, z};
            j[axis] = grid.near(axis, i[axis] + d);
            span.join(from[std::ptrdiff_t(j[2]) * grid.n[1] + j[1]]);
        }
        if (axis == 2 && span.begin < span.end) {
            span.begin -= margin;
            span.end += margin;
            const bool is_round = grid.is_periodic[0] && (span.begin < 0 || span.end > grid.n[0]);
            if (is_round || span.begin < 0) span.begin = 0;
            if (is_round || span.end > grid.n[0]) span.end = grid.n[0];
        }
        to[std::ptrdiff_t(z) * grid.n[1] + y] = span;
    }
};

/// The spans of a grid that joins 2 x 2 x 2 cells.
struct CoarsenSpans {
    int ny_fine, nz_fine, ny;
    const Span* from;
    Span* to;
    TARN_HD void operator()(int y, int z) const {
        Span span;
        for (int k = 0; k < 4; ++k) {
            const int j = 2 * y + (k & 1), i = 2 * z + (k >> 1);
            if (j < ny_fine && i < nz_fine) span.join(from[std::ptrdiff_t(i) * ny_fine + j]);
        }
        to[std::ptrdiff_t(z) * ny + y] = {span.begin / 2, (span.end + 1) / 2};
    }
};

/// The spans of two times joined; `last` becomes `now`.
struct JoinSpans {
    int ny;
    const Span* now;
    Span *last, *to;
    TARN_HD void operator()(int y, int z) const {
        const std::ptrdiff_t n = std::ptrdiff_t(z) * ny + y;
        Span span = now[n];
        span.join(last[n]);
        to[n] = span;
        last[n] = now[n];
    }
};

}  // namespace tarn::stable
