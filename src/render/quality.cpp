#include "render/quality.hpp"

#include <algorithm>
#include <cmath>

namespace tarn {

Quality Quality::low() {
    return {.photons = 112,
            .water_mesh = 128,
            .ground_mesh = 96,
            .march_steps = 8,
            .detail_cells = 128,
            .has_smooth_slopes = false,
            .has_shafts = false};
}

Quality Quality::high() {
    return {.photons = 512,
            .water_mesh = 768,
            .ground_mesh = 384,
            .march_steps = 48,
            .detail_cells = 256,
            .supersample = 2.0};
}

Quality Quality::of(bool is_software) {
    return is_software ? low() : Quality{};
}

namespace render {

Quality coarser(const Quality& wanted, int steps) {
    Quality q = wanted;
    const double share = std::pow(0.75, steps);
    const auto less = [&](int value, int least) {
        return std::min(value, std::max(least, int(std::lround(value * share))));
    };
    q.photons = less(wanted.photons, 32);
    q.water_mesh = less(wanted.water_mesh, 48);
    q.ground_mesh = less(wanted.ground_mesh, 48);
    q.march_steps = less(wanted.march_steps, 4);
    if (steps >= 1) q.supersample = std::min(q.supersample, 1.0);
    if (steps >= 2) q.detail_cells = std::min(q.detail_cells, 64);
    if (steps >= 2) q.has_shafts = q.has_smooth_slopes = false;
    // Last come fewer pixels, and reflections of solids.
    if (steps >= 4) q.has_reflections = false;
    if (steps >= 5) q.supersample = std::min(q.supersample, 0.75);
    if (steps >= 6) q.supersample = std::min(q.supersample, 0.5);
    return q;
}

bool has_drop_images(const Quality& quality) {
    return quality.has_refraction && quality.march_steps > 8;
}

int most_mist(const Quality& quality) {
    return quality.march_steps > 16 ? 8'000'000 : quality.march_steps > 8 ? 2'000'000 : 60'000;
}

int most_shading_drops(const Quality& quality) {
    return quality.march_steps > 8 ? 100'000 : 10'000;
}

void QualityControl::add(double ms) {
    constexpr int kSettle = 5, kPatience = 60;
    ++pictures_;
    // The first picture after a change pays for new maps.
    if (pictures_ == 1) return;
    mean_ms_ = pictures_ == 2 ? ms : 0.7 * mean_ms_ + 0.3 * ms;
    const bool is_slow = pictures_ >= kSettle && mean_ms_ > 1.1 * target_ms_;
    const bool is_fast = pictures_ >= kPatience && mean_ms_ < 0.55 * target_ms_;
    if (is_slow && steps_ < kCoarsest) ++steps_, pictures_ = 0;
    if (is_fast && steps_ > 0) --steps_, pictures_ = 0;
}

}  // namespace render
}  // namespace tarn
