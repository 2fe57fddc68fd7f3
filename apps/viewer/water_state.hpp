// One moment of the water as the viewer shows it: copies, on the host or on the GPU of the water,
// so that the world may go on meanwhile.
#pragma once

#include "viewer/pace.hpp"
#include <tarn/bodies.hpp>
#include <tarn/frame.hpp>
#include <tarn/types.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tarn {
class World;
}

namespace tarn::viewer {

using Clock = std::chrono::steady_clock;

/// What makes a world: a scene, and how it is to run. `options.set` holds changes to the scene.
struct Recipe {
    std::string scene = "pond";
    WorldOptions options = {};
};

/// What stays the same as long as a world lives and its ground does not change.
struct WorldFacts {
    std::uint64_t number = 0;  ///< counts the worlds of a session
    Recipe recipe;
    WorldInfo info;
    bool is_in_space() const { return info.height_m > 0.0; }
    LiveSettings live;  ///< as the world began
    Frame frame;        ///< the first one: camera, light, look, ground; no fields
    std::vector<std::uint8_t> solid;
    std::vector<float> bed_m;               ///< of each cell; empty: flat
    std::vector<std::uint8_t> solid_cells;  ///< of water in space; empty: none

    /// A ground whose mask and bed are copies that these facts own.
    GroundView owned(GroundView ground) const {
        ground.solid = solid;
        ground.bed.data = bed_m.empty() ? nullptr : bed_m.data();
        return ground;
    }
    void take_ground(const GroundView& ground) {
        solid.assign(ground.solid.begin(), ground.solid.end());
        const FieldView& bed = ground.bed;
        bed_m.clear();
        if (bed.data) bed_m.assign(bed.data, bed.data + std::ptrdiff_t(bed.ny) * bed.row_stride);
        frame.ground = owned(ground);
    }
};

/// How the simulation is doing.
struct Vitals {
    Rates rates;
    Statistics statistics;
    double speed = 1.0;  ///< asked for, times real time
    bool is_paused = false;
    bool is_stopped = false;  ///< by trouble; a reset or another scene goes on
    std::string message;      ///< the last trouble, or nothing
};

/// A level on a GPU. It stays as it is, and its world alive, as long as somebody holds it.
struct GpuLevel {
    std::shared_ptr<const World> world;
    DeviceFieldView view;
};

/// A body, what the water does to it, and how it is steered.
struct BodyNow {
    BodyReport report;
    BodyHelm helm;
};

/// A point of a body that a hand holds, and the hand.
struct Hold {
    Vec3 at_m, hand_m;
};

/// The levels are either on the host or on a GPU.
struct WaterState {
    std::shared_ptr<const WorldFacts> facts;
    std::vector<float> level, level_before;
    std::shared_ptr<const GpuLevel> gpu_level, gpu_level_before;
    std::vector<float> u, v;           ///< empty unless somebody wants them
    std::vector<float> fill;           ///< of the cells of water in space; other water has none
    std::vector<float> dye;            ///< the same where it carries some
    std::vector<float> speed_m_per_s;  ///< in them; empty unless somebody wants it
    std::vector<DropView> drops;
    std::vector<float> foam, bubbles;    ///< empty where the scene has no spray
    std::vector<BodyView> bodies;        ///< and solids
    std::vector<BodyNow> bodies_now;     ///< by the number of the body
    std::optional<Hold> hold;            ///< none: nothing is held
    std::shared_ptr<const World> world;  ///< whose memory the meshes of bodies are
    GroundView ground;                   ///< its mask and bed are the facts'
    Vec2 origin_m = {};                  ///< where the window lies
    double time_s = 0.0, time_before_s = 0.0;
    Clock::time_point published;
    double interval_s = kStep_s;  ///< on the wall, between the two levels
    Vitals vitals;
};

/// The rectangle of the water where it lies now; without fields.
inline WaterView placed_water(const WaterState& state) {
    WaterView water = state.facts->frame.water;
    water.origin_m = state.origin_m;
    return water;
}

}  // namespace tarn::viewer
