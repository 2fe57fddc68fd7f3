// Everything that acts on the water from outside: scripted events, rain, seepage, and live input.
// What adds water or holds it aside is collected into the forcing of a run; what has to be done
// between two runs is done then. The order is fixed, so results are too.
#pragma once

#include "base/bytes.hpp"
#include "scene/bound_keys.hpp"
#include "scene/scene.hpp"
#include "water/water.hpp"
#include "world/account.hpp"
#include "world/footprint.hpp"
#include "world/ground_events.hpp"
#include "world/holder.hpp"
#include "world/rain.hpp"
#include "world/window.hpp"
#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <map>
#include <vector>

namespace tarn::world {

class Inputs {
public:
    Inputs(const scene::Scene& scene, const PlanGrid& grid);

    /// Adds what is due at `time_s`, before step `step` of a run: drops once, rain drop by drop,
    /// and what is pressed in moves on.
    void collect(double time_s, int step, exchange::Forcing& forcing);
    /// The run took so many steps: books what its forcing did. What was collected for later steps
    /// is due again.
    void taken(int steps, const exchange::Forcing& done, Account& account);
    /// Nothing of what was collected was done.
    void forget();
    /// Whether an even sheet of rain or seepage is due, which is added between runs.
    bool has_sheet_due(double time_s) const;
    void add_sheets(double time_s, water::Water& water, Account& account);

    GroundEvents& ground_events() { return ground_events_; }
    const GroundEvents& ground_events() const { return ground_events_; }

    /// Settings that the scene changes: those due at `time_s` go over `settings`.
    bool has_setting_due(double time_s) const;
    /// How many of them are done then; settings_taken() follows when the water has them.
    std::uint64_t apply_settings(double time_s, LiveSettings& settings) const;
    void settings_taken(std::uint64_t done) { settings_done_ = done; }

    const Rain& rain() const { return rain_; }
    double rain_mm_per_h() const { return rain_.rate_mm_per_h(); }
    void set_rain(double rate_mm_per_h, double time_s);

    void press(int id, const PressDesc& desc) { fingers_[id].target = desc; }
    bool release(int id);

    /// Where the grid lies. Events stay where they are on the sea; rain falls on the grid.
    const Window& window() const { return window_; }
    void place_window(Window window);
    /// Moves the grid by (di, dj) cells, and with it all that is pressed in; fingers that it leaves
    /// behind are lifted.
    void shift(int di, int dj, Account& account);

    void save(ByteWriter& out) const;
    /// What a checkpoint says of them: its moment, whether the scene it came from has events of the
    /// ground, and the keys that are taken from the scene of these inputs instead.
    struct RestoreDesc {
        double time_s = 0.0;
        bool has_ground_events = false;
        const scene::SceneDifferences& differences;
    };
    /// On fresh inputs; false: the bytes are damaged, and the inputs of no more use.
    bool restore(ByteReader& in, const RestoreDesc& desc);

private:
    struct Finger {
        std::optional<PressDesc> target;  ///< none: lifted, gives its water back
        Holder holder;
    };
    struct Stir {
        scene::StirEvent event;
        std::vector<double> length_m;  ///< of the path up to each point
        Holder holder;
    };
    struct Press {
        scene::PressEvent event;
        DepthPatch weights;  ///< of its shape, once it goes down
        Holder holder;
    };
    /// Rain or seepage, even over all cells: added at fixed moments, as far as it is thick enough.
    struct Sheet {
        double rate_m_per_s = 0.0;  ///< negative: taken
        std::uint64_t moments = 0;  ///< done
        double owed_m = 0.0;        ///< too thin so far
    };
    static constexpr double kSheetPeriod_s = 0.25;
    static constexpr double kMetresPerSecond = 1.0 / 3.6e6;  ///< of a millimetre per hour
    static bool restore_sheet(ByteReader& in, double time_s, bool is_new, Sheet& sheet);
    /// How many drops have fallen after a step of a run was collected.
    struct Mark {
        std::uint64_t drops = 0, rain = 0;
    };

    /// Calls `body(holder)` for all of them, in the order in which they act.
    template <class Body>
    void for_holders(Body&& body);
    void rewind(const Mark& mark);
    bool is_due(const Sheet& sheet, double time_s) const;
    /// The depth that something wants to hold aside now, in wanted_.
    void draw(const Stir& stir, double time_s);
    void draw(Press& press, double time_s);
    void draw(const Finger& finger);
    bool is_active(const Stir& stir, double time_s) const;
    double share_at(const Press& press, double time_s) const;
    Vec2 on_grid(const scene::Point& at_m) const;
    bool restore_holder(ByteReader& in, Holder& holder) const;
    bool restore_events(ByteReader& in, const RestoreDesc& desc, std::vector<Holder>& left);
    bool restore_fingers(ByteReader& in);
    bool restore_sheets(ByteReader& in, const RestoreDesc& desc);
    bool restore_ground(ByteReader& in, const RestoreDesc& desc);
    void lift(std::vector<Holder>&& left);

    PlanGrid grid_;
    Window window_;
    std::vector<scene::DropEvent> drops_;  ///< by time
    std::uint64_t drops_done_ = 0;
    std::vector<scene::SetEvent> settings_;  ///< by time
    std::uint64_t settings_done_ = 0;
    std::vector<Stir> stirs_;
    std::vector<Press> presses_;
    std::map<int, Finger> fingers_;
    Rain rain_;
    Sheet rain_sheet_, seepage_;
    GroundEvents ground_events_;

    // While a run is collected.
    std::optional<Mark> before_;
    std::vector<Mark> marks_;  ///< by step
    DepthPatch wanted_;        ///< room for a footprint
    struct Falling {
        int force;
        double asked_m;  ///< sum over cells
    };
    std::vector<Falling> falling_;
};

/// The disc of a drop on the grid.
DepthPatch footprint_of(const DropDesc& drop, const PlanGrid& grid);

/// Adds depth now and books it.
void add_now(const DepthPatch& patch, water::Water& water, Account& account);

}  // namespace tarn::world
