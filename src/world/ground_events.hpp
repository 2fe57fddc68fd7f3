// What a scene does to its ground while the water runs: gates, walls and digging, each due at its
// time. Who changes the ground is in world/ground.cpp.
#pragma once

#include "base/bytes.hpp"
#include "scene/scene.hpp"
#include "world/footprint.hpp"
#include <tarn/types.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace tarn::world {

/// Solids that come or go in a rectangle of cells.
struct GateChange {
    exchange::CellArea area;
    bool is_solid = false;
};

class GroundEvents {
public:
    GroundEvents(const scene::Scene& scene, const PlanGrid& grid);

    bool is_any() const { return !gates_.empty() || !digs_.empty(); }
    bool is_due(double time_s) const;

    /// Calls `gate(GateChange)` and `dig(DigDesc)` for what is due: gates in the order of their
    /// times, then digs in the order of the scene. What throws is still due.
    template <class Gate, class Dig>
    void apply(double time_s, Gate&& gate, Dig&& dig) {
        for (; gates_done_ < gates_.size() && gates_[gates_done_].time_s <= time_s; ++gates_done_)
            gate(gates_[gates_done_].change);
        for (Digging& digging : digs_) {
            const int part = part_at(digging.event, time_s);
            if (part <= digging.done) continue;
            dig(piece_of(digging.event, part - digging.done));
            digging.done = part;
        }
    }

    void save(ByteWriter& out) const;
    /// What was done, as save() wrote it; false: that is nothing these events came to.
    bool restore(ByteReader& in);
    /// Reads what the events of another scene wrote, and drops it.
    static bool skip(ByteReader& in);
    /// Whatever began before `time_s` is taken as done up to then.
    void go_on_from(double time_s);

private:
    /// Digging that takes time goes in this many parts: each as little as the eye can tell.
    static constexpr int kParts = 100;

    struct Gate {
        double time_s = 0.0;
        GateChange change;
    };
    struct Digging {
        scene::DigEvent event;
        int done = 0;  ///< parts
    };

    static int part_at(const scene::DigEvent& dig, double time_s);
    static DigDesc piece_of(const scene::DigEvent& dig, int parts);

    std::vector<Gate> gates_;  ///< by time
    std::uint64_t gates_done_ = 0;
    std::vector<Digging> digs_;
};

}  // namespace tarn::world
