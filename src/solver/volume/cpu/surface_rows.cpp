#include "solver/volume/cpu/surface_rows.hpp"

#include <algorithm>

namespace tarn::volume::cpu {

Segments::Segments(const Grid& grid)
    : ny_(grid.ny), nz_(grid.nz), per_row_((grid.nx + kCells - 1) / kCells) {
    holds_.resize(std::size_t(ny_) * std::size_t(nz_) * std::size_t(per_row_));
    kept_.resize(holds_.size());
    near_.resize(holds_.size());
    reset();
}

void Segments::reset() {
    std::fill(holds_.begin(), holds_.end(), std::uint8_t(1));
    std::fill(near_.begin(), near_.end(), std::uint8_t(1));
}

/// Around sides that are periodic the surface goes on: rows and segments are looked at in a circle,
/// which lists a few too many in boxes with walls.
void Segments::list(int first, int last) {
    for (int row = first; row < last; ++row) {
        const int y = row % ny_, z = row / ny_;
        for (int segment = 0; segment < per_row_; ++segment) {
            std::uint8_t found = 0;
            for (int dz = -1; dz <= 1; ++dz)
                for (int dy = -1; dy <= 1; ++dy) {
                    const int other = (z + dz + nz_) % nz_ * ny_ + (y + dy + ny_) % ny_;
                    for (int ds = -1; ds <= 1; ++ds) {
                        const std::size_t k = at(other, (segment + ds + per_row_) % per_row_);
                        found = std::uint8_t(found | holds_[k] | kept_[k]);
                    }
                }
            std::uint8_t& near = near_[at(row, segment)];
            near = std::uint8_t((near & 1) << 1 | (found ? 1 : 0));
        }
    }
}

namespace {

template <class S, class Body>
void for_listed(const View<S>& v, const Segments& segments, int first, int last, Body&& body) {
    const Grid& g = v.grid();
    for (int row = first; row < last; ++row)
        for (int k = 0; k < segments.per_row(); ++k) {
            if (!segments.is_listed(row, k)) continue;
            const int begin = k * Segments::kCells, end = std::min(g.nx, begin + Segments::kCells);
            const std::ptrdiff_t place = g.at(begin, row % g.ny, row / g.ny);
            body(row, k, place, place + (end - begin));
        }
}

template <Collision C, class S>
std::int64_t advance_rows(const StepArgs<S>& args, const Segments& segments, int first, int last) {
    const View<S>& v = args.view;
    std::int64_t limited = 0;
    for_listed(v, segments, first, last, [&](int, int, std::ptrdiff_t begin, std::ptrdiff_t end) {
        // For all cells, so that it is done in vectors; interface cells then write their own.
        for (std::ptrdiff_t place = begin; place < end; ++place) advance_other(v, place);
        for (std::ptrdiff_t place = begin; place < end; ++place)
            if (v.type[place] == kInterface) limited += advance_interface<C>(v, place) ? 1 : 0;
    });
    return limited;
}

/// All notes in and around each cell of a segment.
template <class S>
void collect_notes(const View<S>& v, std::ptrdiff_t begin, int count,
                   std::uint8_t (&notes)[Segments::kCells]) {
    for (int k = 0; k < count; ++k) notes[k] = v.note[begin + k];
    for (int i = 1; i < L::q; ++i) {
        const std::uint8_t* from = v.note + begin + offset(v.grid(), i);
        for (int k = 0; k < count; ++k) notes[k] = std::uint8_t(notes[k] | from[k]);
    }
}

template <class S>
void convert_rows(const StepArgs<S>& args, const Segments& segments, int first, int last) {
    const View<S>& v = args.view;
    constexpr int kChanges = kFills | kEmpties | kDrain | kFaucet;
    for_listed(v, segments, first, last, [&](int, int, std::ptrdiff_t begin, std::ptrdiff_t end) {
        std::uint8_t notes[Segments::kCells];
        collect_notes(v, begin, int(end - begin), notes);
        for (std::ptrdiff_t place = begin; place < end; ++place) {
            if ((notes[place - begin] & kChanges) != 0)
                convert(v, place);
            else
                keep(v, place);
        }
    });
}

template <class S>
void share_rows(const StepArgs<S>& args, Segments& segments, int first, int last) {
    using T = typename S::Number;
    const View<S>& v = args.view;
    for_listed(v, segments, first, last,
               [&](int row, int segment, std::ptrdiff_t begin, std::ptrdiff_t end) {
                   bool holds = false;
                   for (std::ptrdiff_t place = begin; place < end; ++place) {
                       share_excess(v, place);
                       holds |= v.type[place] == kInterface || v.mass[place] != T(0);
                   }
                   segments.holds_surface(row, segment) = holds ? 1 : 0;
               });
}

template <class S, Collision C>
SurfaceLoops<S> loops_of() {
    return {advance_rows<C, S>, convert_rows<S>, share_rows<S>};
}

}  // namespace

template <class S>
SurfaceLoops<S> surface_loops(Collision collision) {
    switch (collision) {
        case Collision::Bgk:
            return loops_of<S, Collision::Bgk>();
        case Collision::Smagorinsky:
            return loops_of<S, Collision::Smagorinsky>();
        case Collision::Trt:
            break;
    }
    return loops_of<S, Collision::Trt>();
}

template SurfaceLoops<Full<float>> surface_loops(Collision);
template SurfaceLoops<Full<double>> surface_loops(Collision);
template SurfaceLoops<Halved> surface_loops(Collision);

}  // namespace tarn::volume::cpu
