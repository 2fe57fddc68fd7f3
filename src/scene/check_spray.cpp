#include "scene/check_spray.hpp"

#include <string>

namespace tarn::scene {
namespace {

using Found = std::optional<Problem>;

Found check_drop(double radius_m, double cell_m, const std::string& pointer) {
    if (radius_m <= cell_m) return {};
    return Problem{pointer, "is " + number_text(radius_m) + ", and a cell has " +
                                number_text(cell_m) +
                                " m; a drop may not be larger than a cell: use smaller drops"};
}

Found check_place(const Emitter& emitter, const Point& size_m, const std::string& pointer) {
    const auto outside = [&](const char* key, double value, double most) {
        return Problem{pointer + key, "is " + number_text(value) +
                                          ", outside the water; it must be from 0 to " +
                                          number_text(most)};
    };
    if (const auto& area = emitter.area_m) {
        for (std::size_t k = 0; k < 4; ++k)
            if (!((*area)[k] >= 0.0 && (*area)[k] <= size_m[k % 2]))
                return outside(("/area/" + std::to_string(k)).c_str(), (*area)[k], size_m[k % 2]);
        if (!((*area)[0] < (*area)[2]) || !((*area)[1] < (*area)[3]))
            return Problem{pointer + "/area", "is empty; give x0 < x1 and y0 < y1"};
        return {};
    }
    for (std::size_t k = 0; k < 2; ++k)
        if (!(emitter.at_m[k] >= 0.0 && emitter.at_m[k] < size_m[k]))
            return outside(k == 0 ? "/at/0" : "/at/1", emitter.at_m[k], size_m[k]);
    return {};
}

Found check_emitter(const Emitter& emitter, const Scene& scene, const std::string& pointer) {
    if (Found found = check_place(emitter, scene.water.size_m, pointer)) return found;
    if (emitter.until_s && !(emitter.from_s < *emitter.until_s))
        return Problem{pointer + "/until", "is " + number_text(*emitter.until_s) +
                                               " and it begins at " + number_text(emitter.from_s) +
                                               " s; it must end after it begins"};
    if (emitter.every_s && !(emitter.lasts_s < *emitter.every_s))
        return Problem{pointer + "/lasts", "is " + number_text(emitter.lasts_s) +
                                               ", and a burst begins every " +
                                               number_text(*emitter.every_s) +
                                               " s; it must be shorter, or without `every`"};
    const double cell_m = scene.water.size_m[0] / scene.water.cells[0];
    return emitter.drop_m ? check_drop(*emitter.drop_m, cell_m, pointer + "/drop") : Found{};
}

}  // namespace

std::optional<Problem> check_spray(const Scene& scene) {
    const double cell_m = scene.water.size_m[0] / scene.water.cells[0];
    if (scene.spray && scene.spray->radius_m)
        if (Found found = check_drop(*scene.spray->radius_m, cell_m, "/spray/radius")) return found;
    for (std::size_t k = 0; k < scene.emitters.size(); ++k)
        if (Found found = check_emitter(scene.emitters[k], scene, "/emitters/" + std::to_string(k)))
            return found;
    return {};
}

}  // namespace tarn::scene
