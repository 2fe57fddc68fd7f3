// The grid moves over the sea: what it leaves is gone, what it reaches is still.
#include "world/window.hpp"

#include "world/impl.hpp"

#include <cstdlib>

namespace tarn {

Result<void> World::Impl::check_shift(int di, int dj) const {
    if (const auto standing = standing_trouble()) return *standing;
    if (const auto ok = water->check_shift(di, dj); !ok) return ok;
    if (bodies)
        return Error{ErrorCode::Unsupported,
                     "shift_window: bodies float in " + scene.name +
                         ", and they do not move with the window; use a scene without bodies"};
    if (inputs->ground_events().is_any())
        return Error{ErrorCode::Unsupported,
                     "shift_window: the ground of " + scene.name +
                         " changes where it is; use a scene without open, close and dig"};
    const auto is_near = [](int at, int way) {
        return std::abs(std::int64_t(at) + way) <= world::kFarthestWindow;
    };
    if (!is_near(inputs->window().i, di) || !is_near(inputs->window().j, dj))
        return Error{ErrorCode::InvalidArgument,
                     "shift_window: (di, dj) is (" + std::to_string(di) + ", " +
                         std::to_string(dj) +
                         "), which leaves the sea; it ends 1e9 cells from "
                         "where the scene began"};
    return {};
}

Result<void> World::shift_window(int di, int dj) {
    Impl& w = *impl_;
    return w.answer("not enough memory to move the window; use fewer cells", [&]() -> Result<void> {
        if (const auto ok = w.check_shift(di, dj); !ok) return ok;
        if (di == 0 && dj == 0) return {};
        // Copies first: what fails for want of memory changes nothing.
        world::Inputs inputs = *w.inputs;
        world::Account account = w.account;
        inputs.shift(di, dj, account);
        if (w.recording) w.recording->push_back(world::ShiftCall{di, dj});
        const water::VolumeChange change = w.water->shift(di, dj);
        if (w.airborne) w.airborne->shift(di, dj, account);
        account.came_in(change.added_m3);
        account.came_in(-change.removed_m3);
        w.inputs = std::move(inputs);
        w.account = account;
        return {};
    });
}

}  // namespace tarn
