// A random scene in the making: what its parts share, and the parts. Equal seeds draw equal scenes,
// so a part that is added draws only where `says_all` is set: older seeds keep their scenes.
#pragma once

#include "base/hash.hpp"
#include "io/json_text.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace tarn {

/// Numbers drawn from a seed.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : seed_(seed) {}
    double between(double low, double high) {
        return low + (high - low) * uniform01(seed_, counter_++);
    }
    int below(int count) { return int(between(0.0, count)); }
    bool chance(double share) { return between(0.0, 1.0) < share; }

private:
    std::uint64_t seed_, counter_ = 0;
};

/// What a scene is for: any scheme and all that fv can do, a pond that `auto` gives to d2q9, or
/// anything that d2q9 takes over a bed.
enum class SceneKind { Any, Pond, Lattice };

struct SceneDraft {
    Dice dice{0};
    std::filesystem::path folder = {};  ///< of the files that the scene names
    SceneKind kind = SceneKind::Any;
    bool says_all = false;  ///< draws from everything that a scene can say
    /// For what flies above the water, drawn by itself: none without a value.
    std::optional<Dice> spray_dice = {};
    std::optional<Dice> bodies_dice = {};  ///< the same for bodies
    int nx = 0, ny = 0;
    double cell_m = 0.0, depth_m = 0.0, wave_m_per_s = 0.0;
    double length_s = 0.0;  ///< of the scene
    bool has_friction = false;
    bool is_dry = false;                  ///< starts without water, which rain brings
    std::array<bool, 4> has_inflow = {};  ///< by edge
    std::array<bool, 4> inflow_is_level = {};
    io::JsonWriter json = {};

    bool is_for_d2q9() const { return kind != SceneKind::Any; }
    double width_m() const { return nx * cell_m; }
    double height_m() const { return ny * cell_m; }
    double length_of_edge_m(int edge) const { return edge < 2 ? height_m() : width_m(); }

    void pair(const char* name, double x, double y) {
        json.key(name).begin_array().value(x).value(y).end_array();
    }
    void place(const char* name) {
        // Drawn in statements of their own: compilers evaluate arguments in any order.
        const double y = dice.between(0.05, 0.95) * ny * cell_m;
        const double x = dice.between(0.05, 0.95) * nx * cell_m;
        pair(name, x, y);
    }
    /// A velocity of at most `most` times `unit_m_per_s` along each axis.
    void velocity(const char* name, double most, double unit_m_per_s = 1.0) {
        const double y = dice.between(-most, most) * unit_m_per_s;
        const double x = dice.between(-most, most) * unit_m_per_s;
        pair(name, x, y);
    }
    /// A rate that moves so many depths within the run.
    double mm_per_h(double depths) const;
    /// Writes a file of the scene; a disk that has no room ends the program.
    void write_file_of_scene(const std::string& name, const std::string& bytes) const;
};

void write_ground_and_level(SceneDraft& draft);
void write_edges(SceneDraft& draft);
void write_solids(SceneDraft& draft);
void write_rain(SceneDraft& draft);
void write_events(SceneDraft& draft);
void write_spray(SceneDraft& draft);
/// Where bodies begin, how fast, and whether the scene may say how the water meets them.
struct BodyRoom {
    double low_m = 0.0, high_m = 1.0, fast_m_per_s = 1.0;
    bool has_forces = false;
};
void write_bodies(SceneDraft& draft, Dice& dice, const BodyRoom& room);
/// What is looked at, and never changes the water: probes, rows, maps, camera, light, look.
void write_views(SceneDraft& draft);

}  // namespace tarn
