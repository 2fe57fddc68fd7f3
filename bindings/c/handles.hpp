// The table behind C handles: a number and a generation for each thing, under one lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tarn::c {

/// `Handle` is a C struct of index and generation; all zero is none.
template <class Handle, class Thing>
class Handles {
public:
    Handle add(Thing thing) {
        auto owned = std::make_shared<Thing>(std::move(thing));
        const std::lock_guard lock(mutex_);
        std::size_t k = 0;
        while (k < slots_.size() && slots_[k].thing) ++k;
        if (k == slots_.size()) slots_.emplace_back();
        slots_[k].thing = std::move(owned);
        return {std::uint32_t(k + 1), slots_[k].generation};
    }

    /// The thing, kept alive while the pointer is; null for a bad handle.
    std::shared_ptr<Thing> find(Handle handle) {
        const std::lock_guard lock(mutex_);
        if (handle.index == 0 || handle.index > slots_.size()) return nullptr;
        const Slot& slot = slots_[handle.index - 1];
        return slot.generation == handle.generation ? slot.thing : nullptr;
    }

    /// Makes a handle stale and gives what stood behind it; null for a bad one. What comes back
    /// ends outside the lock: the end of a world may wait for a step.
    std::shared_ptr<Thing> take(Handle handle) {
        const std::lock_guard lock(mutex_);
        if (handle.index == 0 || handle.index > slots_.size()) return nullptr;
        Slot& slot = slots_[handle.index - 1];
        if (slot.generation != handle.generation || !slot.thing) return nullptr;
        // Zero would match a cleared handle.
        if (++slot.generation == 0) slot.generation = 1;
        return std::exchange(slot.thing, nullptr);
    }

private:
    struct Slot {
        std::uint32_t generation = 1;
        std::shared_ptr<Thing> thing;
    };

    std::mutex mutex_;
    std::vector<Slot> slots_;  ///< handle.index - 1
};

/// The one table of its kind in this library.
template <class Handle, class Thing>
Handles<Handle, Thing>& handles() {
    static Handles<Handle, Thing> table;
    return table;
}

}  // namespace tarn::c
