// Drops that a host flies with a particle system of its own.
#include "world/impl.hpp"

#include <cmath>

namespace tarn {
namespace {

constexpr const char* kNoMemory = "not enough memory for drops";

Error refused(std::size_t number, const char* what, double value, const char* rule) {
    return {ErrorCode::InvalidArgument, "land_drops: drops[" + std::to_string(number) + "]." +
                                            what + " is " + std::to_string(value) + "; " + rule};
}

std::optional<Error> check_drop(const Drop& drop, std::size_t number) {
    constexpr double kFarthest_m = 1e7, kFastest_m_per_s = 1e4;
    if (drop.volume <= 0)
        return refused(number, "volume", double(drop.volume), "it must be positive");
    if (drop.volume > spray::kMostUnits)
        return refused(number, "volume", double(drop.volume), "it must be at most 2^49 units");
    if (!(drop.radius_m > 0.0f) || !(double(drop.radius_m) <= kFarthest_m))
        return refused(number, "radius_m", double(drop.radius_m), "it must be positive");
    for (std::size_t k = 0; k < 3; ++k) {
        if (!(std::abs(double(drop.at_m[k])) <= kFarthest_m))
            return refused(number, "at_m", double(drop.at_m[k]), "it must be finite, below 1e7 m");
        if (!(std::abs(double(drop.velocity_m_per_s[k])) <= kFastest_m_per_s))
            return refused(number, "velocity_m_per_s", double(drop.velocity_m_per_s[k]),
                           "it must be at most 1e4 m/s");
    }
    return std::nullopt;
}

/// For one more call, in steps that double.
void make_room(world::Recording& recording) {
    if (recording.size() == recording.capacity()) recording.reserve(2 * recording.size() + 1);
}

}  // namespace

std::optional<Error> world::Airborne::check_landing(std::span<const Drop> drops) const {
    const auto room = std::size_t(max_drops_ - spray_->drop_count());
    if (drops.size() > room)
        return Error{ErrorCode::InvalidArgument, "land_drops: " + std::to_string(drops.size()) +
                                                     " drops, and max_drops leaves room for " +
                                                     std::to_string(room) +
                                                     " until the next step; land fewer at a time"};
    std::int64_t left = spray_->taken();
    for (std::size_t k = 0; k < drops.size(); ++k) {
        if (const auto wrong = check_drop(drops[k], k)) return wrong;
        if (drops[k].volume > left)
            return Error{ErrorCode::InvalidArgument,
                         "land_drops: drops[" + std::to_string(k) +
                             "] is more water than take_drops gave and has not landed yet"};
        left -= drops[k].volume;
    }
    return std::nullopt;
}

Result<std::span<const Drop>> World::take_drops() {
    return impl_->answer(kNoMemory, [&]() -> Result<std::span<const Drop>> {
        if (!impl_->airborne) return std::span<const Drop>();
        // What needs memory comes before anything changes.
        world::Recording noted;
        if (impl_->recording) {
            noted.push_back(world::TakeDropsCall{});
            make_room(*impl_->recording);
        }
        const std::span<const Drop> taken = impl_->airborne->take_drops();
        if (impl_->recording) impl_->recording->push_back(std::move(noted.front()));
        return taken;
    });
}

Result<void> World::land_drops(std::span<const Drop> drops) {
    return impl_->answer(kNoMemory, [&]() -> Result<void> {
        if (!impl_->airborne && !drops.empty())
            return Error{ErrorCode::InvalidArgument,
                         "land_drops: nothing flies in this scene; give it \"spray\""};
        if (!impl_->airborne) return {};
        if (const auto wrong = impl_->airborne->check_landing(drops)) return *wrong;
        // What needs memory comes before anything changes. The copy of drops is made here, where
        // it is checked that they are few enough.
        world::Recording noted;
        if (impl_->recording) {
            noted.push_back(world::LandDropsCall{{drops.begin(), drops.end()}});
            make_room(*impl_->recording);
        }
        impl_->airborne->land_drops(drops);
        if (impl_->recording) impl_->recording->push_back(std::move(noted.front()));
        return {};
    });
}

}  // namespace tarn
