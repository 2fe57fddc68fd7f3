#include "handles.hpp"

namespace tarn::c {

tarn_world Handles::add(World world) {
    auto owned = std::make_shared<World>(std::move(world));
    const std::lock_guard lock(mutex_);
    std::size_t k = 0;
    while (k < slots_.size() && slots_[k].world) ++k;
    if (k == slots_.size()) slots_.emplace_back();
    slots_[k].world = std::move(owned);
    return {std::uint32_t(k + 1), slots_[k].generation};
}

std::shared_ptr<World> Handles::find(tarn_world handle) {
    const std::lock_guard lock(mutex_);
    if (handle.index == 0 || handle.index > slots_.size()) return nullptr;
    const Slot& slot = slots_[handle.index - 1];
    return slot.generation == handle.generation ? slot.world : nullptr;
}

void Handles::remove(tarn_world handle) {
    std::shared_ptr<World> last;  // outlives the lock: the end of a world may wait for a step
    const std::lock_guard lock(mutex_);
    if (handle.index == 0 || handle.index > slots_.size()) return;
    Slot& slot = slots_[handle.index - 1];
    if (slot.generation != handle.generation || !slot.world) return;
    last = std::move(slot.world);
    slot.world = nullptr;
    // Zero would match a cleared handle.
    if (++slot.generation == 0) slot.generation = 1;
}

Handles& handles() {
    static Handles table;
    return table;
}

}  // namespace tarn::c
