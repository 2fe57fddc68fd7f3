// What flies above the water of a world: spray, emitters and foam, with the clock they go by. It
// acts between two steps of the water, at the beginning of each.
#pragma once

#include "base/bytes.hpp"
#include "scene/scene.hpp"
#include "spray/emitters.hpp"
#include "spray/spray.hpp"
#include "water/water.hpp"
#include "world/account.hpp"
#include "world/bodies.hpp"
#include <tarn/frame.hpp>
#include <tarn/result.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tarn::world {

class Airborne {
public:
    /// Null where the scene has nothing of the kind. `pool` must outlive it.
    static Result<std::unique_ptr<Airborne>> create(const scene::Scene& scene, water::Water& water,
                                                    const exec::ThreadPool& pool);

    /// Whether something has to be done before a step that begins at `time_s`.
    bool is_due(double time_s) const { return time_s > time_s_; }
    /// Flies, throws and lands up to `time_s`; books what emitters sent and what left. `bodies` may
    /// be null.
    void act(double time_s, Vec2 origin_m, water::Water& water, Bodies* bodies, Account& account);
    void set_wind(Vec2 wind_m_per_s) { spray_->set_wind(wind_m_per_s); }
    void shift(int di, int dj, Account& account);

    /// How things stand is noted at equal intervals of time from now on, after the last step before
    /// each of them.
    void start_rows(double now_s, double start_s, double every_s);
    /// Ends that: as many rows as asked for, with the present for what is not there.
    std::vector<SprayReport> end_rows(std::size_t count);

    std::span<const Drop> take_drops() { return spray_->take(); }
    /// Why a host's drops cannot land; nothing: they can.
    std::optional<Error> check_landing(std::span<const Drop> drops) const;
    void land_drops(std::span<const Drop> drops) { spray_->land(drops); }

    const spray::Spray& spray() const { return *spray_; }
    double volume_m3() const;
    /// "foam" or "bubbles", or nothing of that name.
    std::optional<FieldView> field(std::string_view name) const;
    /// Drops and foam of a picture, until something changes. A frame is fixed to the sea.
    void fill_frame(Frame& frame, Vec2 origin_m);
    std::uint64_t checksum() const;

    void save(ByteWriter& out) const;
    /// First check_saved() with a copy of the reader; then restore().
    bool check_saved(ByteReader& in, double time_s) const;
    void restore(ByteReader& in);

private:
    Airborne(const scene::Scene& scene, const exchange::PlanGrid& grid, double radius_m);
    /// Drops from nozzles and hulls, in births_.
    void collect_births(double time_s, Vec2 origin_m, const water::Water& water, Bodies* bodies);
    void collect_hulls(const Bodies* bodies);
    void book(Account& account);

    exchange::PlanGrid grid_;
    spray::Emitters emitters_;
    std::unique_ptr<spray::Spray> spray_;
    double time_s_ = 0.0;
    bool throws_ = false;  ///< the scene has spray
    int max_drops_ = 0;
    double radius_m_ = 0.0, gravity_m_per_s2_ = 9.81;
    std::uint64_t seed_ = 1;
    spray::SprayCounts booked_;
    std::vector<spray::Birth> births_;
    std::vector<spray::HullInAir> hulls_;
    std::vector<DropView> views_;
    double next_row_s_ = 0.0, row_every_s_ = 0.0;  ///< 0: no rows
    std::vector<SprayReport> rows_;
};

}  // namespace tarn::world
