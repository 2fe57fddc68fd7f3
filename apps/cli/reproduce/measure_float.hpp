// Bodies as FLOAT shows them: crowds against the clock, a boat that leans to its cargo, a boat that
// leaves a curved wake. FLOAT is the key of docs/references.md.
#pragma once

#include "easel.hpp"
#include "experiment.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tarn::cli::reproduce {

struct CrowdPlan {
    const char* what;  ///< "balls" or "pins"
    int count;
};

inline constexpr PictureSize kFloatStillSize = {800, 450};

/// Wall-clock time per frame of a sixtieth of a second, means over the run, in ms.
struct CrowdRow {
    CrowdPlan plan = {};
    double steps_per_frame = 0.0;
    double forces_ms = 0.0, borders_ms = 0.0, positions_ms = 0.0, simulated_ms = 0.0;
    std::optional<double> rendering_ms = {};
    std::optional<NamedFile> still = {};
};
Result<std::vector<CrowdRow>> measure_crowds(std::span<const CrowdPlan> plans, int frames,
                                             const Watch& watch);

/// Where 90 kg lie across the cargo boat, and how it lies then.
struct CargoRow {
    double aside_m = 0.0;   ///< to port
    double heel_deg = 0.0;  ///< to port
};
struct Cargo {
    std::vector<CargoRow> rows;
    std::optional<NamedFile> still;
};
Result<Cargo> measure_cargo(std::span<const double> asides_m, const Watch& watch);

/// The track of the motorboat and its wake at the end.
struct Wake {
    std::vector<Vec2> track_m;
    double turned_deg = 0.0;
    struct Row {
        double back_m = 0.0;  ///< along the track
        double bend_m = 0.0;  ///< from the tangent at the boat to the track
        double wake_m = 0.0;  ///< from that tangent to the middle of the wake
    };
    std::vector<Row> rows;
    std::optional<NamedFile> still;
};
Result<Wake> measure_wake(double seconds, const Watch& watch);

/// Of a scene that comes with Tarn; none where nothing can be drawn.
Result<std::optional<NamedFile>> still_of(const char* scene, double at_s, const std::string& name);

}  // namespace tarn::cli::reproduce
