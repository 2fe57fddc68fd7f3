#include "scene/settings.hpp"

#include "scene/describe.hpp"
#include "scene/message.hpp"

namespace tarn::scene {

Result<void> check_ranges(const LiveSettings& settings) {
    const auto check = [](const char* name, double value, Range range) -> Result<void> {
        if (contains(range, value)) return {};
        return Error{ErrorCode::InvalidArgument, std::string(name) + " is " + number_text(value) +
                                                     "; it must be " + range_text(range)};
    };
    const struct {
        const char* name;
        double value;
        Range range;
    } given[] = {{"wind_m_per_s.x", settings.wind_m_per_s.x, kWinds},
                 {"wind_m_per_s.y", settings.wind_m_per_s.y, kWinds},
                 {"viscosity_m2_per_s", settings.viscosity_m2_per_s, kViscosities},
                 {"manning_s_per_m13", settings.manning_s_per_m13, kManning},
                 {"drag", settings.drag, kDrags},
                 {"coriolis_per_s", settings.coriolis_per_s, kCoriolis},
                 {"rain_mm_per_h", settings.rain_mm_per_h, kRainRates}};
    for (const auto& [name, value, range] : given)
        if (const auto ok = check(name, value, range); !ok) return ok;
    for (const std::optional<double>& inflow : settings.inflow)
        if (inflow)
            if (const auto ok = check("inflow", *inflow, kDischarges); !ok) return ok;
    return {};
}

}  // namespace tarn::scene
