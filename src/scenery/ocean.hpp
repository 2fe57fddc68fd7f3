// Small waves that wind raises, as a tile that repeats: a sum of free waves, made by Fourier
// transform [tessendorf2001]. For looks only: the water of the solver neither feels nor makes them.
#pragma once

#include <tarn/types.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace tarn::scenery {

/// Which waves. All lengths positive; zero wind is a flat sea.
struct OceanDesc {
    int cells = 128;         ///< along a side: a power of two, 2 to 32768
    double tile_m = 16.0;    ///< side of the tile
    Vec2 wind_m_per_s = {};  ///< where the wind blows to, 19.5 m above the water
    double gravity_m_per_s2 = 9.81;
    double longest_m = 0.0;   ///< longer waves are left out; 0: no limit but the tile
    double shortest_m = 0.0;  ///< shorter waves are left out; 0: no limit but two cells
    std::uint64_t seed = 1;
};

/// The waves at one time, interleaved for upload as textures; row 0 at y = 0, x fastest.
struct OceanTile {
    int cells = 0;
    /// Height in metres, slope along x, slope along y, fold. The fold is 1 - Jacobian of the map
    /// x -> x + shift: large at sharp crests, above 1 where the surface overturns.
    std::vector<std::array<float, 4>> waves;
    std::vector<std::array<float, 2>>
        shift_m;                  ///< moves points towards crests, which sharpens them
    double slope_variance = 0.0;  ///< squared slope, mean over the tile and all times
};

/// Waves of one wind and seed. The same desc gives the same sea (to the last bit of the maths
/// library's log, sin and cos), and a wave that two values of `cells` both hold is the same in
/// both.
///
/// One thread at a time per Ocean.
class Ocean {
public:
    explicit Ocean(const OceanDesc& desc);
    Ocean(Ocean&&) noexcept;
    Ocean& operator=(Ocean&&) noexcept;
    ~Ocean();

    /// Writes the waves at `time_s`, any finite time in any order. Allocates only if `out` had
    /// another size.
    void at(double time_s, OceanTile& out);

    const OceanDesc& desc() const;

    /// Squared height, mean over the tile and all times. The significant height is four times its
    /// root.
    double mean_square_height_m2() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tarn::scenery
