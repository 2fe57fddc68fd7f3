#include "render/splats.hpp"

#include "render/volume_field.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace tarn::render {
namespace {

constexpr float kWater = 0.2f;  // more than this is water, as in TRACK
/// Gradients below this, in fill per cell, have no direction.
constexpr float kLevel = 1e-3f;

class Cells {
public:
    explicit Cells(const VolumeView& volume) : v_(volume) {}

    std::size_t at(int i, int j, int k) const {
        return (std::size_t(k) * std::size_t(v_.ny) + std::size_t(j)) * std::size_t(v_.nx) +
               std::size_t(i);
    }
    bool is_solid(std::size_t n) const { return !v_.solid.empty() && v_.solid[n] != 0; }
    float fill(std::size_t n) const { return in_range(v_.fill[n]); }
    bool is_water(std::size_t n) const { return !is_solid(n) && v_.fill[n] > kWater; }

    bool is_surface(int i, int j, int k) const {
        bool has_air = false;
        around(i, j, k, [&](int, int, int, std::size_t n) {
            has_air = has_air || (!is_solid(n) && !is_water(n));
        });
        return has_air;
    }

    Splat splat(int i, int j, int k, SplatCells cells) const {
        const std::size_t here = at(i, j, k);
        float x = 0.0f, y = 0.0f, z = 0.0f;
        // Weighted 1 2 1 across; beyond walls and in solids water goes on as it is here.
        around(i, j, k, [&](int dx, int dy, int dz, std::size_t n) {
            const auto weight = float(8 >> (std::abs(dx) + std::abs(dy) + std::abs(dz)));
            const float less = fill(here) - (is_solid(n) ? fill(here) : fill(n));
            x += weight * float(dx) * less;
            y += weight * float(dy) * less;
            z += weight * float(dz) * less;
        });
        constexpr float kWeights = 32.0f;  // of the cells on both sides along an axis
        const float size = std::sqrt(x * x + y * y + z * z) / kWeights;
        const bool is_level = size < kLevel || (cells == SplatCells::Water && !is_surface(i, j, k));
        const float scale = is_level ? 0.0f : 1.0f / (kWeights * size);
        const float to_end = (fill(here) - 0.5f) * scale;
        const auto place = [&](double origin_m, int cell, float out) {
            return float(origin_m + v_.cell_m * (cell + 0.5 + double(to_end * out)));
        };
        return {place(v_.origin_m.x, i, x),
                place(v_.origin_m.y, j, y),
                place(v_.origin_m.z, k, z),
                scale * x,
                scale * y,
                scale * z};
    }

private:
    /// Calls body(dx, dy, dz, place) for the 26 neighbours; those beyond the box are as the cells
    /// at its sides.
    template <class Body>
    void around(int i, int j, int k, const Body& body) const {
        const auto near = [](int n, int count) { return std::clamp(n, 0, count - 1); };
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    if (dx != 0 || dy != 0 || dz != 0)
                        body(dx, dy, dz,
                             at(near(i + dx, v_.nx), near(j + dy, v_.ny), near(k + dz, v_.nz)));
    }

    const VolumeView& v_;
};

}  // namespace

std::vector<Splat> make_splats(const VolumeView& volume, SplatCells cells) {
    const Cells all(volume);
    std::vector<Splat> splats;
    std::size_t n = 0;
    for (int k = 0; k < volume.nz; ++k)
        for (int j = 0; j < volume.ny; ++j)
            for (int i = 0; i < volume.nx; ++i, ++n)
                if (all.is_water(n) && (cells == SplatCells::Water || all.is_surface(i, j, k)))
                    splats.push_back(all.splat(i, j, k, cells));
    return splats;
}

}  // namespace tarn::render
