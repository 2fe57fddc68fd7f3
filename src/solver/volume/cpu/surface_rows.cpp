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

}  // namespace

template <class S>
void convert_rows(const StepArgs<S>& args, const Segments& segments, int first, int last) {
    const View<S>& v = args.view;
    constexpr int kChanges = kFills | kEmpties | kDrain | kFaucet;
    segments.for_listed(v.grid(), first, last, [&](const Segments::Cells& cells) {
        std::uint8_t notes[Segments::kCells];
        collect_notes(v, cells.place, cells.count, notes);
        for (int k = 0; k < cells.count; ++k) {
            if ((notes[k] & kChanges) != 0)
                convert(v, cells.place + k);
            else
                keep(v, cells.place + k);
        }
    });
}

template <class S>
void share_rows(const StepArgs<S>& args, Segments& segments, int first, int last) {
    using T = typename S::Number;
    const View<S>& v = args.view;
    segments.for_listed(v.grid(), first, last, [&](const Segments::Cells& cells) {
        bool holds = false;
        for (std::ptrdiff_t place = cells.place; place < cells.place + cells.count; ++place) {
            share_excess(v, place);
            holds |= v.type[place] == kInterface || v.mass[place] != T(0);
        }
        segments.holds_surface(cells.row, cells.segment) = holds ? 1 : 0;
    });
}

template void convert_rows(const StepArgs<Full<float>>&, const Segments&, int, int);
template void share_rows(const StepArgs<Full<float>>&, Segments&, int, int);
template void convert_rows(const StepArgs<Full<double>>&, const Segments&, int, int);
template void share_rows(const StepArgs<Full<double>>&, Segments&, int, int);
template void convert_rows(const StepArgs<Halved>&, const Segments&, int, int);
template void share_rows(const StepArgs<Halved>&, Segments&, int, int);

}  // namespace tarn::volume::cpu
