// Water that comes through the edges, with its files read.
#pragma once

#include "scene/scene.hpp"
#include "water/shallow/series.hpp"
#include <tarn/result.hpp>

#include <array>
#include <optional>
#include <string>

namespace tarn::water {

struct Inflow {
    enum class By { Level, Discharge };
    By by = By::Level;
    Series values;  ///< m, or m3/s through the whole edge
};

using Inflows = std::array<std::optional<Inflow>, scene::kEdgeCount>;

/// As scenes say it: west, east, south, north.
const char* edge_name(Edge edge);

/// By edge; none where the scene has no inflow.
Result<Inflows> read_inflows(const scene::Scene& scene);

/// What to tell about a series that ends before the scene does; empty: nothing.
std::string early_end_text(const scene::Scene& scene, const Inflows& inflows);

}  // namespace tarn::water
