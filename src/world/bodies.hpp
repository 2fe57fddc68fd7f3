// The bodies of a world: rigid ones (bodies/rigid_world.hpp) as hulls that the water carries
// (solver/hulls.hpp). The water's steps move both; what a body shows to readers is read from here.
#pragma once

#include "base/bytes.hpp"
#include "bodies/create.hpp"
#include "bodies/rigid_world.hpp"
#include "coupling/cover.hpp"
#include "coupling/sphere_cover.hpp"
#include "scene/bound_keys.hpp"
#include "scene/scene.hpp"
#include "solver/hulls.hpp"
#include "water/water.hpp"
#include "world/body_actions.hpp"
#include "world/body_drives.hpp"
#include "world/body_solids.hpp"
#include <tarn/frame.hpp>
#include <tarn/result.hpp>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tarn::world {

class Bodies final : public exchange::Hulls {
public:
    /// Bodies of a scene where it puts them. They have no ground yet; a water is made around them.
    static Result<std::unique_ptr<Bodies>> create(const scene::Scene& scene,
                                                  const exchange::PlanGrid& grid);
    /// The ground that they stand on: bed and walls of the water.
    Result<void> put_on_ground(const scene::Scene& scene, const water::Water& water);

    /// One more body: the last of a scene that has the others before it, which stay as they are.
    /// ErrorCode::InvalidArgument where it lies in the water and has a lid: that water has no place
    /// to go to. After an error nothing has changed.
    Result<void> add(const scene::Scene& grown, const water::Water& water);

    /// What stands in the mesh files of bodies, which a checkpoint is bound to.
    const std::vector<scene::BoundKey>& bound_keys() const { return bound_keys_; }
    const bodies::Body& body(int number) const { return placed_[std::size_t(number)].body; }
    BodyReport report(int number) const;
    /// Number of the body of this name; -1: there is none.
    int find(std::string_view name) const;
    /// In space, where cells are in a body or not as wholes, one of few cells across floats
    /// wrongly.
    void warn_if_coarse(int number, const LogHook& log_hook) const;
    void set_bed(const exchange::CellArea& area, std::span<const double> bed_m);
    /// All of it, as it is under the water now.
    void set_bed(const water::Water& water);
    void set_wind(Vec2 wind_m_per_s) { wind_m_per_s_ = wind_m_per_s; }

    /// Helms that the scene changes: whether one is due at `time_s`, and all that are.
    bool has_helm_due(double time_s) const;
    void apply_helms(double time_s);
    const BodyHelm& helm(int number) const { return told_[std::size_t(number)].helm; }
    void set_helm(int number, const BodyHelm& helm);
    /// A force of the host that goes on until it is set again; at a point of the world where the
    /// body is now.
    void set_force(int number, Vec3 force_n, Vec3 at_m);
    /// A blow at a point of the world, and the motion that it would give.
    bodies::Motion motion_after_hit(int number, Vec3 impulse_ns, Vec3 at_m) const;
    void hit(int number, Vec3 impulse_ns, Vec3 at_m);
    /// An impulse with one about its centre of mass, as many small blows add up to.
    void add_impulse(int number, const exchange::Six& impulse);
    /// What it covers of the cells, whatever the water's forces on it are.
    const exchange::HullCover& silhouette(int number) const { return covers_now(number).now; }
    /// Puts a body where its host says.
    void place(int number, const BodyPose& pose, Vec3 velocity_m_per_s, Vec3 spin_rad_per_s);
    /// How far it may be put away at once: two cells while a lid holds the water under it.
    std::optional<double> longest_jump_m(int number) const;

    /// Poses at equal intervals of time are noted from now on, between steps by interpolation.
    void start_rows(double now_s, double start_s, double every_s);
    /// Ends that: as many rows as asked for, with the present for what is not there.
    std::vector<BodyPose> end_rows(std::size_t count);

    /// Wall-clock time since the last call: of forces on surfaces, of the cells that take them and
    /// what they get, of contacts and motion. Lids are solved with the water and count there.
    struct Times {
        double forces_s = 0.0, borders_s = 0.0, positions_s = 0.0;
    };
    Times take_times();

    /// Views for a picture, after those of the solids of the water; valid until something changes.
    std::span<const BodyView> views(std::span<const BodyView> solids);

    void save(ByteWriter& out) const;
    struct Saved {
        std::vector<bodies::BodyState> states;
        std::vector<exchange::HullReport> reports;
        std::vector<DriveState> told;
        std::uint64_t helms_done = 0;
    };
    /// Reads what save() wrote; none: it cannot be that.
    std::optional<Saved> read_saved(ByteReader& in) const;
    /// Helms that the scene changes go on as saved, or, where the scene has other events, with
    /// those from a moment on.
    void restore(const Saved& saved, std::optional<double> new_events_from_s);
    std::uint64_t checksum() const;

    int count() const override { return int(placed_.size()); }
    exchange::HullState state(int hull) const override;
    exchange::HullShape shape(int hull) const override;
    exchange::Six outside(int hull) const override;
    const exchange::HullCover& cover(int hull, double ahead_s) override;
    const exchange::HullCover& shifted(int hull, Vec2 by_m) override;
    exchange::Six trim(int hull) override;
    void look(const exchange::WaterLook& water) override;
    std::span<const exchange::MomentumGift> gifts() const override { return gifts_; }
    void move(double step_s, std::span<const exchange::Six> forces,
              std::span<exchange::Six> motions) override;
    void keep(std::span<const exchange::HullReport> reports) override;
    void undo() override;

private:
    /// Covers of a hull, as long as they are true.
    struct Covers {
        coupling::Cover now, ahead, shifted;
        bool has_now = false, has_ahead = false;
        double ahead_s = 0.0;
        double height_m = 0.0;  ///< of the hull at this pose
    };
    struct RowClock {
        double now_s = 0.0, start_s = 0.0, every_s = 0.0;
        std::int64_t next = 0;
        double next_s() const { return start_s + double(next) * every_s; }
    };

    Bodies() = default;
    Result<void> append(const scene::Scene& scene, const scene::Body& described);
    void drop_last();
    void make_room(std::size_t count);
    /// Level of the water that a body with a lid lies in; none: it is above the water.
    std::optional<double> level_around(int number, const water::Water& water) const;
    bool has_lid(int number) const {
        return drives_[std::size_t(number)].forces == scene::BodyForces::Lid;
    }
    const bodies::BodyState& state_of(int number) const;
    using SphereTable = std::shared_ptr<const coupling::SphereCoverTable>;
    SphereTable sphere_table_of(const bodies::Body& body);
    void lay_cover(int number, const bodies::Pose& pose, coupling::Cover& out) const;
    /// Its covers, with that of now and the height in them.
    Covers& covers_now(int number) const;
    BodyPose pose_of(int number) const;
    BodyView view_of(int number) const;
    void add_views(int number);
    void moved(std::span<const bodies::BodyState> before);
    void note_rows(double step_s, const std::vector<BodyPose>& before);

    exchange::PlanGrid grid_;
    bool is_in_space_ = false;  ///< the water asks for shapes, not for covers
    double gravity_m_per_s2_ = 9.81;
    std::vector<bodies::PlacedBody> placed_;
    std::vector<BodyDrive> drives_;
    std::vector<DriveState> told_;
    std::vector<bodies::Joint> joints_;
    struct HelmChange {
        int body;
        scene::HelmEvent event;
    };
    std::vector<HelmChange> helms_;  ///< by time
    std::uint64_t helms_done_ = 0;
    Vec2 wind_m_per_s_ = {};
    std::vector<bodies::BodyState> start_;  ///< before there is ground
    std::optional<SceneSolids> solids_;     ///< as soon as there is
    std::optional<bodies::RigidWorld> rigid_;
    std::vector<scene::BoundKey> bound_keys_;
    mutable std::vector<Covers> covers_;
    std::vector<SphereTable> sphere_covers_;                    ///< or null
    std::map<const TriangleMesh*, SphereTable> sphere_tables_;  ///< those of one shape share one
    bodies::BodyMaker maker_;                                   ///< and a mesh
    std::vector<bodies::BodyState> before_;                     ///< this step
    std::vector<bodies::Wrench> wrenches_;
    std::vector<exchange::HullReport> reports_;
    // Of this step.
    std::vector<Action> actions_;
    std::vector<bodies::Wrench> on_surface_;
    std::vector<exchange::MomentumGift> gifts_;
    std::vector<ActionWorkspace> workspaces_;  ///< by worker
    Times times_;
    std::vector<double> levels_m_;  ///< by body: of the water at its middle; no number: it is dry
    double step_s_ = 0.0;
    std::optional<RowClock> clock_;
    std::vector<BodyPose> rows_;
    std::vector<BodyView> views_;
};

}  // namespace tarn::world
