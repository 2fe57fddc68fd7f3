#include "viewer/toys.hpp"

#include <cmath>
#include <cstdio>

namespace tarn::viewer {
namespace {

using Colour = std::array<double, 3>;
constexpr std::array<Colour, 5> kPaints = {{{0.85, 0.10, 0.06},
                                            {0.95, 0.62, 0.05},
                                            {0.10, 0.35, 0.75},
                                            {0.12, 0.55, 0.25},
                                            {0.92, 0.92, 0.90}}};
/// Half of the diagonal of a cube over its edge, the most that it reaches below its middle.
constexpr double kHalfDiagonal = 0.8661;
constexpr double kLogLength = 3.0;  ///< over its thickness
constexpr double kBarrelLength = 1.4;

template <class... Values>
std::string text(const char* format, Values... values) {
    char out[256];
    std::snprintf(out, sizeof out, format, values...);
    return out;
}

}  // namespace

double toy_depth_m(Click click, double size_m) {
    if (click == Click::Crate) return kHalfDiagonal * size_m;
    if (click == Click::Log) return 0.5 * kLogLength * size_m;
    // A barrel that leans reaches lower than one that stands.
    if (click == Click::Barrel) return (0.5 * kBarrelLength + 0.25) * size_m;
    return 0.5 * size_m;
}

std::string toy_json(Click click, double size_m, Vec3 at_m, int number) {
    // Turned by the golden angle from one to the next, so that no two lie alike.
    const double turn_deg = std::fmod(137.5 * number, 360.0);
    const Colour& paint = kPaints[std::size_t(number) % kPaints.size()];
    std::string json =
        text(R"({"name": "toy%d", "at": [%.17g, %.17g, %.17g], )", number, at_m.x, at_m.y, at_m.z);
    switch (click) {
        case Click::Crate:
            json += text(R"("shape": "box", "size": [%.17g, %.17g, %.17g], "density": 420, )"
                         R"("rotate": [18, 24, %.17g], "colour": [0.62, 0.42, 0.22])",
                         size_m, size_m, size_m, turn_deg);
            break;
        case Click::Log:
            json += text(R"("shape": "cylinder", "radius": %.17g, "length": %.17g, )"
                         R"("density": 600, "rotate": [0, 82, %.17g], )"
                         R"("colour": [0.36, 0.24, 0.13])",
                         0.5 * size_m, kLogLength * size_m, turn_deg);
            break;
        case Click::Barrel:
            json +=
                text(R"("shape": "cylinder", "radius": %.17g, "length": %.17g, )"
                     R"("density": 350, "rotate": [25, 0, %.17g], "colour": [%.3g, %.3g, %.3g])",
                     0.5 * size_m, kBarrelLength * size_m, turn_deg, paint[0], paint[1], paint[2]);
            break;
        default:
            json += text(R"("radius": %.17g, "density": 150, "colour": [%.3g, %.3g, %.3g])",
                         0.5 * size_m, paint[0], paint[1], paint[2]);
    }
    return json + "}";
}

}  // namespace tarn::viewer
