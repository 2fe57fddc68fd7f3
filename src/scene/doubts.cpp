#include "scene/doubts.hpp"

#include "scene/message.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <variant>

namespace tarn::scene {
namespace {

/// Waves break when they are higher than this share of the depth [mccowan1894].
constexpr double kBreakingShare = 0.78;

class Doubter {
public:
    Doubter(const Scene& scene, const StartView& start) : scene_(scene), start_(start) {}

    std::vector<std::string> all() {
        for (std::size_t k = 0; k < scene_.water.solids.size(); ++k) doubt_solid(k);
        // Walls that come and go while the water runs are not known here.
        if (!std::ranges::any_of(scene_.events, changes_solids))
            for (std::size_t k = 0; k < scene_.events.size(); ++k) doubt_drop(k);
        for (std::size_t k = 0; k < kEdgeCount; ++k) doubt_waves(k);
        return std::move(found_);
    }

private:
    static bool changes_solids(const Event& event) {
        return std::holds_alternative<OpenEvent>(event) ||
               std::holds_alternative<CloseEvent>(event);
    }

    void say(const std::string& pointer, const std::string& text) {
        found_.push_back(printable(scene_.name, 200) + ": " + pointer + " " + text);
    }

    void doubt_solid(std::size_t index) {
        const Solid& solid = scene_.water.solids[index];
        const Point size_m = scene_.water.size_m;
        bool is_outside = false;
        if (const auto* box = std::get_if<Box>(&solid)) {
            const auto& [x0, y0, x1, y1] = box->corners_m;
            is_outside = x1 <= 0.0 || y1 <= 0.0 || x0 >= size_m[0] || y0 >= size_m[1];
        } else if (const auto* disc = std::get_if<Disc>(&solid)) {
            const auto& [x, y, radius] = disc->circle_m;
            is_outside = std::hypot(x - std::clamp(x, 0.0, size_m[0]),
                                    y - std::clamp(y, 0.0, size_m[1])) >= radius;
        }
        if (is_outside)
            say("/water/solids/" + std::to_string(index),
                "lies outside the water, which goes from [0, 0] to [" + number_text(size_m[0]) +
                    ", " + number_text(size_m[1]) + "] m: it stops nothing");
    }

    void doubt_drop(std::size_t index) {
        const auto* drop = std::get_if<DropEvent>(&scene_.events[index]);
        if (!drop || start_.solid.empty()) return;
        const auto cell = [&](int axis) {
            const double cells = scene_.water.cells[std::size_t(axis)];
            const double at =
                drop->at_m[std::size_t(axis)] * cells / scene_.water.size_m[std::size_t(axis)];
            return std::size_t(std::clamp(std::floor(at), 0.0, cells - 1.0));
        };
        if (!start_.solid[cell(1) * std::size_t(scene_.water.cells[0]) + cell(0)]) return;
        say("/events/" + std::to_string(index) + "/drop/at",
            "is [" + number_text(drop->at_m[0]) + ", " + number_text(drop->at_m[1]) +
                "], in a solid: what falls on a solid is lost");
    }

    /// Mean depth of the wet cells along an edge; 0: it is dry.
    double edge_depth_m(Edge edge) const {
        const auto nx = std::size_t(scene_.water.cells[0]), ny = std::size_t(scene_.water.cells[1]);
        const bool is_column = edge == Edge::West || edge == Edge::East;
        const std::size_t last = edge == Edge::East ? nx - 1 : edge == Edge::North ? ny - 1 : 0;
        double sum_m = 0.0;
        std::size_t wet = 0;
        for (std::size_t k = 0; k < (is_column ? ny : nx); ++k) {
            const double depth_m = start_.depth_m[is_column ? k * nx + last : last * nx + k];
            if (depth_m > 0.0) sum_m += depth_m, ++wet;
        }
        return wet > 0 ? sum_m / double(wet) : 0.0;
    }

    void doubt_waves(std::size_t edge) {
        constexpr const char* kNames[kEdgeCount] = {"west", "east", "south", "north"};
        const Waves* const waves = scene_.water.edges[edge].waves();
        if (!waves) return;
        const std::string pointer = std::string("/water/edges/") + kNames[edge] + "/waves";
        const double depth_m = edge_depth_m(Edge(edge));
        if (depth_m == 0.0) return say(pointer, "makes waves where there is no water at the start");
        if (waves->height_m <= kBreakingShare * depth_m) return;
        say(pointer + "/height",
            "is " + number_text(waves->height_m) + " m in " + rounded(depth_m) +
                " m of water; waves break when they are higher than " +
                number_text(kBreakingShare) + " of the depth, so these will not come in as given");
    }

    /// To three digits, for people.
    static std::string rounded(double value) {
        char text[32];
        std::snprintf(text, sizeof text, "%.3g", value);
        return text;
    }

    const Scene& scene_;
    const StartView& start_;
    std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> doubts(const Scene& scene, const StartView& start) {
    return Doubter(scene, start).all();
}

}  // namespace tarn::scene
