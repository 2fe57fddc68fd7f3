// The table behind C handles: a number and a generation for each world, under one lock.
#pragma once

#include <tarn/tarn.h>
#include <tarn/world.hpp>

#include <memory>
#include <mutex>
#include <vector>

namespace tarn::c {

class Handles {
public:
    tarn_world add(World world);
    /// The world, kept alive while the pointer is; null for a bad handle.
    std::shared_ptr<World> find(tarn_world handle);
    void remove(tarn_world handle);

private:
    struct Slot {
        std::uint32_t generation = 1;
        std::shared_ptr<World> world;
    };

    std::mutex mutex_;
    std::vector<Slot> slots_;  ///< handle.index - 1
};

/// The one table of this process.
Handles& handles();

}  // namespace tarn::c
