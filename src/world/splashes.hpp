// Water that hulls throw where they push into it: bows, slamming bottoms, things that fall in.
#pragma once

#include "spray/spray.hpp"
#include "water/water.hpp"
#include "world/bodies.hpp"

#include <cstdint>
#include <vector>

namespace tarn::world {

struct SplashDesc {
    double step_s = 0.0;
    double radius_m = 0.0;  ///< of the drops
    double gravity_m_per_s2 = 9.81;
    std::uint64_t seed = 1, step = 0;
    int room = 0;  ///< as many drops, at most
};

/// Adds what hulls throw in a step. Along the rim of what a hull covers, water is thrown where the
/// hull comes towards it, or comes down on it, faster than kSplash_m_per_s; each drop is taken from
/// the free cell beside the rim.
void add_splashes(Bodies& bodies, const water::Water& water, const spray::Spray& spray,
                  const SplashDesc& desc, std::vector<spray::Birth>& out);

inline constexpr double kSplash_m_per_s = 0.8;

}  // namespace tarn::world
