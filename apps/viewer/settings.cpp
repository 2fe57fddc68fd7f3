#include "viewer/settings.hpp"

#include "viewer/names.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace tarn::viewer {
namespace {

constexpr double kSpeeds[] = {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0};

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

Boundary boundary_of(const std::optional<Boundary>& choice) {
    return choice.value_or(Boundary::Wall);
}

}  // namespace

CoarsestCells coarsest_cells(int nx, int ny) {
    const int common = std::max(1, std::gcd(nx, ny));
    // A scheme needs some cells to be water at all.
    constexpr int kFewest = 8;
    int divisor = common;
    while (divisor > 1 && (common % divisor != 0 || std::min(nx, ny) / divisor < kFewest))
        --divisor;
    return {nx / divisor, ny / divisor, divisor};
}

CoarsestCells coarsest_cells(const WorldInfo& info) {
    CoarsestCells cells = coarsest_cells(info.nx, info.ny);
    if (info.height_m == 0.0) return cells;
    // Layers are divided as well, and three of them are the least.
    constexpr int kFewestLayers = 3;
    int divisor = cells.factor;
    while (divisor > 1 && (cells.factor % divisor != 0 || info.nz % divisor != 0 ||
                           info.nz / divisor < kFewestLayers))
        --divisor;
    return {info.nx / divisor, info.ny / divisor, divisor, info.nz / divisor};
}

void choose_edge(WaterChanges& changes, Edge edge, Boundary boundary) {
    auto& chosen = changes.edges[std::size_t(edge)];
    auto& across = changes.edges[std::size_t(edge) ^ 1];
    const bool was_periodic = boundary_of(chosen) == Boundary::Periodic;
    chosen = boundary;
    if (boundary == Boundary::Periodic)
        across = Boundary::Periodic;
    else if (was_periodic || boundary_of(across) == Boundary::Periodic)
        across = Boundary::Wall;
}

std::vector<std::string> set_texts(const WaterChanges& changes, const WorldInfo& info) {
    std::vector<std::string> texts;
    if (changes.level_m.is_on) {
        // Over a bed that varies the depth is a mean.
        const double from_m =
            info.is_bed_flat ? info.bed_m : info.still_level_m - info.reference_depth_m;
        texts.push_back("water.level=" + number(from_m + changes.level_m.value));
    }
    if (changes.cells_factor.is_on) {
        const CoarsestCells c = coarsest_cells(info);
        const int factor = changes.cells_factor.value;
        const std::string layers = info.height_m > 0.0 ? "," + std::to_string(c.nz * factor) : "";
        texts.push_back("water.cells=[" + std::to_string(c.nx * factor) + "," +
                        std::to_string(c.ny * factor) + layers + "]");
    }
    if (changes.collision.is_on)
        texts.push_back("water.collision=\"" + changes.collision.value + "\"");
    for (std::size_t k = 0; k < changes.edges.size(); ++k)
        if (changes.edges[k])
            texts.push_back(std::string("water.edges.") + kEdgeNames[k] + "=" +
                            kBoundaryNames[std::size_t(*changes.edges[k])]);
    return texts;
}

Recipe Settings::recipe(const WorldInfo& info) const {
    Recipe recipe{scene, first.options};
    // What was set for the scene of the command line need not exist in another one.
    if (scene != first.scene) recipe.options.set.clear();
    for (std::string& text : set_texts(water, info)) recipe.options.set.push_back(std::move(text));
    return recipe;
}

std::optional<std::size_t> range_index(ViewMode view) {
    switch (view) {
        case ViewMode::Level:
            return 0;
        case ViewMode::Speed:
            return 1;
        case ViewMode::Vorticity:
            return 2;
        default:
            return std::nullopt;
    }
}

Look Settings::look_with_range() const {
    Look chosen = look;
    const auto index = range_index(look.view);
    if (!index || !view_ranges[*index].is_on) return chosen;
    const double high = view_ranges[*index].value;
    chosen.view_range = {look.view == ViewMode::Speed ? 0.0 : -high, high};
    return chosen;
}

void Settings::fit_cells(const WorldInfo& info) {
    water.cells_factor.value = coarsest_cells(info).factor;
}

void Settings::adopt(const WorldFacts& facts) {
    const WorldInfo& info = facts.info;
    const double extent_m = std::min(info.size_m.x, info.size_m.y);
    scene = facts.recipe.scene;
    touch.radius_m = 0.03 * extent_m;
    touch.depth_m = 0.3 * info.reference_depth_m;
    touch.drop_height_m = 0.3 * info.reference_depth_m;
    water = {};
    water.level_m.value = info.reference_depth_m;
    live = facts.live;
    fit_cells(info);
    const SchemeFact* const collision = info.scheme_fact("collision");
    water.collision.value = collision ? collision->text : "none";
    light = facts.frame.light;
    // What the person chose stays, unless the scene has a view of its own, which goes with it.
    if (look.view != adopted_view) chosen_view = look.view;
    look = facts.frame.look;
    if (look.view == ViewMode::Shaded) look.view = chosen_view;
    adopted_view = look.view;
    view_ranges = {};
}

double faster(double speed) {
    for (const double s : kSpeeds)
        if (s > speed * 1.001) return s;
    return kFastest;
}

double slower(double speed) {
    for (std::size_t k = std::size(kSpeeds); k-- > 0;)
        if (kSpeeds[k] < speed * 0.999) return kSpeeds[k];
    return kSlowest;
}

}  // namespace tarn::viewer
