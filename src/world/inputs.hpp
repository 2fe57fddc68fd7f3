// Everything that acts on the water from outside: scripted events, rain, and live input. Each
// lattice step asks for what is due; the order is fixed, so results are too.
#pragma once

#include "base/bytes.hpp"
#include "scene/scene.hpp"
#include "world/account.hpp"
#include "world/footprint.hpp"
#include "world/presser.hpp"
#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <map>
#include <vector>

namespace tarn::world {

class Inputs {
public:
    Inputs(const scene::Scene& scene, const Ground& ground);

    /// Applies what is due at `time_s`: drops once, rain drop by drop, pressers moved.
    void apply(double time_s, shallow::Solver& water, Account& account);

    void add_drop(const DropDesc& drop, shallow::Solver& water, Account& account) const;
    void add_rect(CellRect cells, double depth_m, shallow::Solver& water, Account& account) const;
    void press(int id, const PressDesc& desc) { fingers_[id].target = desc; }
    bool release(int id);

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

    void rain_until(double time_s, shallow::Solver& water, Account& account);
    void stir(double time_s, shallow::Solver& water, Account& account);
    void press_shapes(double time_s, shallow::Solver& water, Account& account);
    void move_fingers(shallow::Solver& water, Account& account);

    Ground ground_;
    std::vector<scene::DropEvent> drops_;  ///< by time
    std::uint64_t drops_done_ = 0;
    std::vector<Stir> stirs_;
    std::vector<Press> presses_;
    std::map<int, Finger> fingers_;

    std::optional<scene::Rain> rain_;
    double rain_period_s_ = 0.0;
    double rain_drop_m3_ = 0.0;
    std::uint64_t rain_done_ = 0;
};

}  // namespace tarn::world
