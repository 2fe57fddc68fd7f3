// What settings a caller may give.
#include "scene/describe.hpp"
#include "scene/message.hpp"
#include "world/impl.hpp"

namespace tarn::world {

Result<void> check_ranges(const LiveSettings& settings) {
    const struct {
        const char* name;
        double value;
        scene::Range range;
    } given[] = {{"wind_m_per_s.x", settings.wind_m_per_s.x, scene::kWinds},
                 {"wind_m_per_s.y", settings.wind_m_per_s.y, scene::kWinds},
                 {"viscosity_m2_per_s", settings.viscosity_m2_per_s, scene::kViscosities},
                 {"manning_s_per_m13", settings.manning_s_per_m13, scene::kManning},
                 {"drag", settings.drag, scene::kDrags},
                 {"coriolis_per_s", settings.coriolis_per_s, scene::kCoriolis},
                 {"rain_mm_per_h", settings.rain_mm_per_h, scene::kRainRates}};
    for (const auto& [name, value, range] : given)
        if (!scene::contains(range, value))
            return out_of_range(name, value, "it must be " + scene::range_text(range));
    for (const std::optional<double>& inflow : settings.inflow)
        if (inflow && !scene::contains(scene::kDischarges, *inflow))
            return out_of_range("inflow", *inflow,
                                "it must be " + scene::range_text(scene::kDischarges));
    return {};
}

}  // namespace tarn::world
