// The grid moves over the sea: what it leaves is gone, what it reaches is still.
#include "world/window.hpp"

#include "world/impl.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace tarn {
namespace {

/// How many of `size` cells stay in a window that moves by `way`.
std::int64_t stay(int size, int way, bool wraps) {
    return wraps ? size : std::max<std::int64_t>(0, size - std::abs(std::int64_t(way)));
}

}  // namespace

Result<void> World::Impl::check_shift(int di, int dj) const {
    if (std::ranges::any_of(scenery.solid, [](std::uint8_t is_solid) { return is_solid != 0; }))
        return Error{ErrorCode::Unsupported,
                     "shift_window: " + scene.name +
                         " has solids, which stand where they are; use water without solids"};
    if (!bed.is_flat())
        return Error{ErrorCode::Unsupported,
                     "shift_window: the bed of " + scene.name +
                         " varies and stays where it is; use a bed that is one number"};
    if (inputs.ground_events().is_any())
        return Error{ErrorCode::Unsupported,
                     "shift_window: the ground of " + scene.name +
                         " changes where it is; use a scene without open, close and dig"};
    if (scene.maps)
        return Error{ErrorCode::Unsupported, "shift_window: the maps of " + scene.name +
                                                 " stay where they are; use a scene without maps"};
    for (const Edge edge : {Edge::West, Edge::East, Edge::South, Edge::North})
        if (const Boundary kind = water->boundary(edge);
            kind != Boundary::Open && kind != Boundary::Periodic)
            return Error{ErrorCode::Unsupported,
                         "shift_window: the water of " + scene.name +
                             " ends at a wall; use edges that are open or periodic"};
    const auto is_near = [](int at, int way) {
        return std::abs(std::int64_t(at) + way) <= world::kFarthestWindow;
    };
    if (!is_near(inputs.window().i, di) || !is_near(inputs.window().j, dj))
        return Error{ErrorCode::InvalidArgument,
                     "shift_window: (di, dj) is (" + std::to_string(di) + ", " +
                         std::to_string(dj) +
                         "), which leaves the sea; it ends 1e9 cells from "
                         "where the scene began"};
    return {};
}

Result<void> World::shift_window(int di, int dj) try {
    if (const auto usable = impl_->check_usable(); !usable) return usable.error();
    Impl& w = *impl_;
    if (w.trouble) return *w.trouble;
    if (const auto ok = w.check_shift(di, dj); !ok) return ok.error();
    if (di == 0 && dj == 0) return {};
    // Copies first: what fails for want of memory changes nothing.
    world::Inputs inputs = w.inputs;
    world::Account account = w.account;
    inputs.shift(di, dj, account);
    const double before_m3 = w.read_totals().volume_m3;
    if (w.recording) w.recording->push_back(world::ShiftCall{di, dj});
    w.water->shift(di, dj);
    w.inputs = std::move(inputs);
    w.changed();

    const std::int64_t cells = std::int64_t(w.ground.nx) * w.ground.ny;
    const std::int64_t kept =
        stay(w.ground.nx, di, w.water->boundary(Edge::West) == Boundary::Periodic) *
        stay(w.ground.ny, dj, w.water->boundary(Edge::South) == Boundary::Periodic);
    const double came_m3 =
        double(cells - kept) * w.water->units().depth_m * w.ground.cell_m * w.ground.cell_m;
    account.came_in(came_m3);
    account.came_in(-(before_m3 + came_m3 - w.read_totals().volume_m3));
    w.account = account;
    if (const auto lost = w.water->lost()) return *lost;
    return {};
} catch (const std::bad_alloc&) {
    return impl_->no_memory("not enough memory to move the window; use fewer cells");
}

}  // namespace tarn
