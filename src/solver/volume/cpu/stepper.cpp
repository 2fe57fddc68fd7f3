#include "solver/volume/cpu/stepper.hpp"

#include <algorithm>

namespace tarn::volume::cpu {

/// Pieces per thread: rows near the surface cost more than others, so threads take turns.
constexpr int kPiecesPerThread = 8;
/// A small box is one piece: a second thread would cost more than it brings.
constexpr std::size_t kSmallBoxCells = 4096;

template <class S>
Stepper<S>::Stepper(const exec::ThreadPool& pool, exec::Extent3 cells)
    : device_(pool, cells.count() < kSmallBoxCells
                        ? 1
                        : std::min(pool.thread_count(), cells.n[1] * cells.n[2])),
      pool_(&pool) {}

template <class S>
Result<void> Stepper<S>::prepare(const Desc& desc, const std::uint8_t* types) {
    desc_ = desc;
    loops_ = loops_for<S>(desc.isa, desc.has_surface);
    if (desc.has_surface) segments_.emplace(desc.grid);
    rows_ = desc.grid.ny * desc.grid.nz;
    pieces_ = device_.parts() == 1 ? 1 : std::min(rows_, device_.parts() * kPiecesPerThread);
    reports_.resize(std::size_t(pieces_));
    port_mass_.resize(std::size_t(desc.port_count));
    collect_links(types);
    return {};
}

template <class S>
void Stepper<S>::collect_links(const std::uint8_t* types) {
    const Grid& g = desc_.grid;
    row_begin_.assign(std::size_t(rows_) + 1, 0);
    for (int row = 0; row < rows_; ++row) {
        const int y = row % g.ny, z = row / g.ny;
        for (int x = 0; x < g.nx; ++x) {
            if (types[g.at(x, y, z)] == kSolid) continue;
            for (int i = 1; i < L::q; ++i) {
                const int sx = x - L::c(i, 0), sy = y - L::c(i, 1), sz = z - L::c(i, 2);
                if (is_inside(g, sx, sy, sz) && types[g.at(sx, sy, sz)] == kSolid)
                    links_.push_back({x, i});
            }
        }
        row_begin_[std::size_t(row) + 1] = std::int64_t(links_.size());
    }
}

template <class S>
void Stepper<S>::add_hulls(exchange::Hulls& hulls, const Units& units, const std::uint8_t* types,
                           const View<S>& view) {
    std::array<bool, 3> wraps;
    for (std::size_t axis = 0; axis < 3; ++axis)
        wraps[axis] = desc_.sides.kind[2 * axis] == SideKind::Periodic;
    hulls_.emplace(hulls, desc_.grid, units, wraps, types);
    hulls_->start(view);
    all_changed();
}

template <class S>
void Stepper<S>::add_more_hulls(const View<S>& view, const Sides<Number>& sides) {
    hulls_->grow();
    cover_hulls(view, sides);
    all_changed();
}

/// Cells that hulls have moved into or out of change type before a step.
template <class S>
void Stepper<S>::cover_hulls(const View<S>& view, const Sides<Number>& sides) {
    if (!hulls_->must_cover()) return;
    const bool has_images = desc_.has_surface && desc_.has_images;
    const auto copy_images = [&] {
        if (has_images) for_images([&](const Site& site) { copy_image(view, sides, site); });
    };
    copy_images();
    hulls_->cover(view);
    if (!segments_) return;
    copy_images();
    hulls_->share_again(view);
    for (const HullOwners::Change& cell : hulls_->changed())
        segments_->set_holds(cell.z * desc_.grid.ny + cell.y, cell.x / Segments::kCells,
                             Segments::kHoldsAll);
}

template <class S>
void Stepper<S>::begin() {
    through_ = {};
}

template <class S>
template <class Body>
void Stepper<S>::for_pieces(Body&& body) const {
    pool_->run(pieces_, [&](int piece) {
        const exec::RowRange rows = exec::split_rows(rows_, piece, pieces_);
        body(piece, rows.first, rows.last);
    });
}

template <class S>
template <class Task>
void Stepper<S>::for_images(const Task& task) const {
    device_.for_row_ranges(desc_.image_count, [&](int first, int last) {
        for (int k = first; k < last; ++k) task(desc_.images[k]);
    });
}

template <class S>
bool Stepper<S>::step(const View<S>& view, const Sides<Number>& sides, const Taps<Number>& taps) {
    const StepArgs<S> args = {view,
                              sides,
                              {links_.empty() ? nullptr : links_.data(), row_begin_.data()},
                              segments_ ? &*segments_ : nullptr};
    const bool has_images = desc_.has_surface && desc_.has_images;
    if (hulls_) cover_hulls(view, sides);
    if (has_images) for_images([&](const Site& site) { copy_image(view, sides, site); });
    if (hulls_) hulls_->push(view);
    for_pieces([&](int piece, int first, int last) {
        if (desc_.has_surface) segments_->list(first, last);
        reports_[std::size_t(piece)] = loops_.advance(args, first, last);
    });
    RowReport all;
    for (const RowReport& report : reports_) {
        all.limited_cells += report.limited_cells;
        all.is_well &= report.is_well;
    }
    if (!all.is_well) {
        if (hulls_) hulls_->undo(view);
        all_changed();
        return false;
    }
    limited_cells_ = all.limited_cells;
    if (desc_.port_count > 0) {
        Through lanes[exec::kLanes];
        through_.join(exec::join_in_order(desc_.port_count, lanes, [&](int k) {
            return Through::of(mass_through(view, sides, desc_.ports[k]));
        }));
    }
    if (hulls_) hulls_->keep();
    if (!desc_.has_surface) return true;
    if (taps.count > 0) {
        for (int k = 0; k < taps.count; ++k) note_tap(view, taps, taps.cells[k]);
        Through lanes[exec::kLanes];
        through_.join(exec::join_in_order(taps.count, lanes, [&](int k) {
            return Through::of(mass_through_tap(view, taps, taps.cells[k]));
        }));
    }
    if (has_images) {
        for_images([&](const Site& site) { copy_noted_image(view, sides, site); });
        // By one thread: ghost cells look at notes of each other.
        for (int k = 0; k < desc_.image_count; ++k)
            settle_noted_image(view, sides, desc_.images[k]);
    }
    for_pieces([&](int, int first, int last) { convert_rows(args, *segments_, first, last); });
    if (has_images) for_images([&](const Site& site) { copy_image(view, sides, site); });
    for_pieces([&](int, int first, int last) { share_rows(args, *segments_, first, last); });
    return true;
}

template class Stepper<Full<float>>;
template class Stepper<Full<double>>;
template class Stepper<Halved>;

}  // namespace tarn::volume::cpu
