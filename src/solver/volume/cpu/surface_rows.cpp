#include "solver/volume/cpu/surface_rows.hpp"

#include <algorithm>
#include <cstring>

namespace tarn::volume::cpu {

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

template <class S>
bool has_interface(const View<S>& v, const Segments::Cells& cells) {
    return std::memchr(v.type + cells.place, kInterface, std::size_t(cells.count)) != nullptr;
}
template <class S>
bool has_mass(const View<S>& v, const Segments::Cells& cells) {
    bool found = false;
    for (int k = 0; k < cells.count; ++k) found |= v.mass[cells.place + k] != 0;
    return found;
}

}  // namespace

template <class S>
void convert_rows(const StepArgs<S>& args, const Segments& segments, int first, int last) {
    using T = typename S::Number;
    const View<S>& v = args.view;
    constexpr int kChanges = kFills | kEmpties | kDrain | kFaucet;
    segments.for_listed(v.grid(), first, last, [&](const Segments::Cells& cells) {
        std::uint8_t notes[Segments::kCells];
        collect_notes(v, cells.place, cells.count, notes);
        int all = 0;
        for (int k = 0; k < cells.count; ++k) all |= notes[k];
        if ((all & kChanges) == 0 && !v.is_raining) {
            // As keep() for each of them.
            std::memcpy(v.mass + cells.place, v.next_mass + cells.place,
                        std::size_t(cells.count) * sizeof(T));
            if (!has_interface(v, cells)) return;
            for (int k = 0; k < cells.count; ++k)
                if (v.type[cells.place + k] == kInterface) keep(v, cells.place + k);
            return;
        }
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
        if (!has_interface(v, cells) && !has_mass(v, cells)) {
            std::fill_n(v.share + cells.place, cells.count, T(0));
            segments.set_holds(cells.row, cells.segment, 0);
            return;
        }
        int holds = 0;
        for (int k = 0; k < cells.count; ++k) {
            const std::ptrdiff_t place = cells.place + k;
            share_excess(v, place);
            if (v.type[place] == kInterface || v.mass[place] != T(0))
                holds |= Segments::kSurface | (k == 0 ? Segments::kAtFirst : 0) |
                         (k == cells.count - 1 ? Segments::kAtLast : 0);
        }
        segments.set_holds(cells.row, cells.segment, holds);
    });
}

template void convert_rows(const StepArgs<Full<float>>&, const Segments&, int, int);
template void share_rows(const StepArgs<Full<float>>&, Segments&, int, int);
template void convert_rows(const StepArgs<Full<double>>&, const Segments&, int, int);
template void share_rows(const StepArgs<Full<double>>&, Segments&, int, int);
template void convert_rows(const StepArgs<Halved>&, const Segments&, int, int);
template void share_rows(const StepArgs<Halved>&, Segments&, int, int);

}  // namespace tarn::volume::cpu
