// Everything that acts on the water from outside: scripted events, rain, seepage, and live input.
// Each lattice step asks for what is due; the order is fixed, so results are too.
#pragma once

#include "base/bytes.hpp"
#include "scene/scene.hpp"
#include "world/account.hpp"
#include "world/footprint.hpp"
#include "world/ground_events.hpp"
#include "world/presser.hpp"
#include "world/window.hpp"
#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <map>
#include <vector>

namespace tarn::world {

class Inputs {
public:
    Inputs(const scene::Scene& scene, const Ground& ground);

    /// Applies what is due at `time_s`: drops once, rain drop by drop, sheets, pressers moved.
    void apply(double time_s, shallow::Solver& water, Account& account);

    /// Hands out the drops and the rain due at `time_s` instead, for the solver to add before step
    /// `step` of its run; book() follows when that is done.
    void collect(double time_s, int step, std::vector<shallow::DueWater>& due);
    /// Whether something at `time_s` has to learn what the water gave: what is pressed in, or an
    /// even sheet. Such steps cannot be run ahead.
    bool asks_water(double time_s) const;

    GroundEvents& ground_events() { return ground_events_; }
    const GroundEvents& ground_events() const { return ground_events_; }

    /// How many drops have fallen: what collect() changes.
    struct Mark {
        std::uint64_t drops = 0, rain = 0;
    };
    Mark mark() const { return {drops_done_, rain_done_}; }
    void rewind(Mark mark) {
        drops_done_ = mark.drops;
        rain_done_ = mark.rain;
    }

    void add_drop(const DropDesc& drop, shallow::Solver& water, Account& account) const;
    void add_rect(CellRect cells, double depth_m, shallow::Solver& water, Account& account) const;
    void press(int id, const PressDesc& desc) { fingers_[id].target = desc; }
    bool release(int id);

    /// Where the grid lies. Events stay where they are on the sea; rain falls on the grid.
    const Window& window() const { return window_; }
    void place_window(Window window);
    /// Moves the grid by (di, dj) cells, and with it all that is pressed in; fingers that it leaves
    /// behind are lifted.
    void shift(int di, int dj, Account& account);

    void save(ByteWriter& out) const;
    bool restore(ByteReader& in);

private:
    struct Finger {
        std::optional<PressDesc> target;  ///< none: lifted, gives its water back
        Presser presser;
    };
    struct Stir {
        scene::StirEvent event;
        std::vector<double> length_m;  ///< of the path up to each point
        Presser presser;
    };
    struct Press {
        scene::PressEvent event;
        shallow::DepthPatch weights;
        Presser presser;
    };

    /// Rain or seepage, even over all cells: added at fixed moments, as far as it is thick enough.
    struct Sheet {
        double rate_m_per_s = 0.0;  ///< negative: taken
        std::uint64_t moments = 0;  ///< done
        double owed_m = 0.0;        ///< too thin so far
    };
    static constexpr double kSheetPeriod_s = 0.25;

    bool is_due(const Sheet& sheet, double time_s) const;
    void add_sheets(double time_s, shallow::Solver& water, Account& account);
    void stir(double time_s, shallow::Solver& water, Account& account);
    void press_shapes(double time_s, shallow::Solver& water, Account& account);
    void move_fingers(shallow::Solver& water, Account& account);

    bool is_active(const Stir& stir, double time_s) const;
    double share_at(const Press& press, double time_s) const;
    Vec2 on_grid(const scene::Point& at_m) const;

    Ground ground_;
    Window window_;
    std::vector<scene::DropEvent> drops_;  ///< by time
    std::uint64_t drops_done_ = 0;
    std::vector<Stir> stirs_;
    std::vector<Press> presses_;
    std::map<int, Finger> fingers_;

    std::optional<scene::Rain> rain_;
    double rain_period_s_ = 0.0;
    double rain_drop_m3_ = 0.0;
    std::uint64_t rain_done_ = 0;
    std::vector<Sheet> sheets_;
    GroundEvents ground_events_;
};

/// Books what falling water really added, given what was asked for.
void book(const shallow::DepthPatch& asked, const shallow::DepthPatch& added, double cell_m,
          Account& account);

}  // namespace tarn::world
