// Random throws of random bodies into a basin, from a seed, and what becomes of volume, momentum
// and energy meanwhile.
#pragma once

#include <cstdint>
#include <string>

namespace tarn::test {

/// The largest departures of a throw.
struct ThrowReport {
    std::string scene;      ///< as JSON
    std::string trouble;    ///< why a step failed, or what was no number; empty: nothing
    double volume = 0.0;    ///< change of the water's volume, relative
    double momentum = 0.0;  ///< horizontal, gained without contact, of the largest there was
    double energy = 0.0;    ///< largest energy over that at the start
    double energy_at_s = 0.0;
    std::int64_t steps = 0;
};

/// Throws what the seed says and follows it for `seconds`.
ThrowReport throw_bodies(std::uint64_t seed, double seconds);

}  // namespace tarn::test
