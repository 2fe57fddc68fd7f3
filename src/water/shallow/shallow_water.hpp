// Shallow water: a solver with the bed, the solids, the edges, the maps and the window that belong
// to it. Which scheme computes it is a row of the registry.
#pragma once

#include "exec/cuda/devices.hpp"
#include "solver/shallow/solver.hpp"
#include "water/registry.hpp"
#include "water/shallow/bed.hpp"
#include "water/shallow/drives.hpp"
#include "water/shallow/schedule.hpp"
#include "water/shallow/schemes.hpp"
#include "water/shallow/solid_shapes.hpp"
#include "water/water.hpp"

namespace tarn::water {

shallow::Precision precision_of(const scene::Water& water);

/// Where the water lives.
struct Home {
    const Scheme* row = nullptr;
    std::optional<exec::cuda::DeviceInfo> gpu;  ///< none: on the CPU
    bool is_in_place = false;
};

/// The longest step that is stable for water of this depth that starts this fast.
double longest_step_s(const shallow::SolverDesc& desc, double deepest_m, double fastest_m_per_s);

/// Steps of run_to() end at the multiples of this.
double choose_tick_s(double longest_step_s, std::optional<double> fixed_step_s);

/// Equal steps over a stretch of time.
struct Plan {
    double step_s = 0.0;
    int count = 0;
};
/// The same where the step follows the flow: how many of them before the next choice.
struct FlowPlan {
    Plan plan;
    int count = 0;
};

/// Makes the water of a scene, with the schemes of `rows`.
Result<std::unique_ptr<Water>> make_shallow_water(const MakeDesc& desc,
                                                  std::span<const Scheme> rows);

class ShallowWater final : public Water {
public:
    /// What is known before the solver is made. `scene` and `options` outlive the water.
    struct Parts {
        const scene::Scene& scene;
        const WorldOptions& options;
        PlanGrid grid;
        SchemeChoice scheme;
        Drives drives;
        Isa isa = Isa::Base;
        double max_step_s = 0.0;
        double deepest_m = 0.0, fastest_m_per_s = 0.0;  ///< at the start
        double still_level_m = 0.0;                     ///< mean of the water at the start
        double highest_level_m = 0.0;
        std::vector<scene::BoundKey> bound_keys = {};
    };
    ShallowWater(Parts&& parts, const InitialFields& fields, Home home, std::string device,
                 std::unique_ptr<shallow::Solver> solver);

    std::string label() const override;
    PlanGrid grid() const override { return p_.grid; }
    Backend backend() const override { return home_.gpu ? Backend::Cuda : Backend::Cpu; }
    void describe(WorldInfo& info) const override;
    MemoryReport memory() const override;
    std::optional<Error> lost() const override { return solver_->lost(); }

    double expected_steps(double seconds) const override;
    AdvanceReport advance(const AdvanceDesc& desc, Feed& feed) override;
    AdvanceReport run_to(const RunToDesc& desc, Feed& feed) override;

    Result<void> check_inputs(const char*) const override { return {}; }
    void apply(exchange::Forcing& forcing) override;
    SheetReport add_sheet(double depth_m) override;
    Sample cell(int i, int j) const override;
    void sample(std::span<const Vec2> points_m, std::span<Sample> out) const override;
    const Sample* sample_on_device(std::span<const Vec2> points_m) const override;
    exchange::SurfaceExchange* surface_exchange() override {
        changed();
        return solver_.get();
    }
    bool is_under_water(Vec3 point_m) const override;
    RayHit ray_cast(Vec3 origin_m, Vec3 direction, double max_distance_m) const override;

    Result<FieldView> field(std::string_view name) const override;
    Result<DeviceFieldView> device_field(std::string_view name) const override;
    Result<DeviceFieldView> device_snapshot(std::string_view name, int slot) override;
    Result<void> begin_snapshot(std::span<const std::string_view> names) override;
    Result<FieldView> snapshot(std::string_view name) const override;

    Totals totals() const override;
    std::uint64_t checksum() const override;

    Boundary boundary(Edge edge) const override { return solver_->boundary(edge); }
    Result<void> set_boundary(Edge edge, Boundary boundary) override;
    Result<void> check_settings(const LiveSettings& settings) const override;
    Result<void> set(const LiveSettings& settings) override;
    LiveSettings settings() const override;

    Result<void> check_ground() const override;
    void set_bed(const exchange::CellArea& area, std::span<const double> heights_m) override;
    double bed_m(int i, int j) const override { return bed_.at_m(i, j); }
    double set_solid(const exchange::CellArea& area, bool is_solid) override;

    Result<void> check_shift(int di, int dj) const override;
    VolumeChange shift(int di, int dj) override;

    const std::vector<scene::BoundKey>& bound_keys() const override { return p_.bound_keys; }
    void save(ByteWriter& out) const override;
    Result<void> check_clock(const ClockReading& clock) const override;
    Result<void> check_saved(ByteReader in, const RestoreDesc& desc) const override;
    Result<void> restore(ByteReader& in, const RestoreDesc& desc) override;

    Result<void> fill_frame(Frame& frame) const override;
    Result<void> check_more_hulls(const char* call, int count) const override;
    void add_hulls() override;
    Result<void> start_maps(double time_s) override;

private:
    struct Saved;
    struct Run;

    void changed();
    void find_max_step();
    Result<Saved> read_saved(ByteReader& in, const RestoreDesc& desc) const;
    Result<void> check_header(ByteReader& in, const RestoreDesc& desc) const;
    bool has_usual_steps(const Pace& pace) const;
    Pace read_pace(ByteReader& in, double time_s) const;
    double longest_step_by_waves_s() const;
    LiveSettings settings_after(const Saved& saved, const RestoreDesc& desc) const;
    void restore_edges(const Saved& saved, const scene::SceneDifferences& differ);
    Result<void> restore_maps(const Saved& saved, const RestoreDesc& desc);
    int run(const Schedule& schedule, Run& run);
    shallow::RunReport run_collected(const Schedule& schedule, int done, int steps, Run& run);
    void take_intervals(const AdvanceDesc& desc, Run& run);
    void run_on_the_clock(const RunToDesc& desc, Run& run);
    void follow_flow(double seconds, Run& run);
    bool follows_flow() const { return !p_.scene.water.time_step_s && solver_->follows_flow(); }
    double shortest_step_s() const;
    FlowPlan plan_by_flow(double left_s, Run& run) const;
    void look_at_flow(Run& run) const;
    void take_equal_steps(const AdvanceDesc& desc, Run& run);
    void take_fixed_steps(double seconds, double step_s, Run& run);
    Error too_fast_for(double step_s) const;
    double last_tick_s(double end_s) const;
    int choose_pace(double end_s, Run& run);
    int choose_fixed_pace(double end_s, double now_s);
    int take(int count, Run& run);
    void sample_now(std::span<const Vec2> points_m, std::vector<Sample>& samples) const;
    int collect(const Schedule& schedule, int done, int most, Feed& feed);
    const float* read_field(shallow::Field field) const;
    const shallow::Totals& read_totals() const;
    FieldView view_of(const float* data) const {
        return {.data = data, .nx = p_.grid.nx, .ny = p_.grid.ny, .row_stride = p_.grid.nx};
    }
    FieldView bed_field() const;
    StillWater still_water() const {
        return {p_.grid, bed_, p_.still_level_m, solver_->units().depth_m};
    }

    Parts p_;
    Home home_;
    std::string device_;  ///< name of the GPU or the CPU
    std::unique_ptr<shallow::Solver> solver_;
    Bed bed_;
    SolidShapes solids_;
    double tick_s_;                 ///< at whose multiples steps of run_to() end
    double arrival_depth_m_ = 0.0;  ///< where the scene has maps

    std::array<bool, 4> is_edge_given_ = {true, true, true, true};  ///< as the scene says
    Pace pace_;                                                     ///< of run_to()
    /// Of the longest step, for the next choice of a pace that follows the flow: less than 1 after
    /// steps that were too long.
    double flow_part_ = 1.0;
    exchange::Forcing forcing_;  ///< of the run that is collected
    /// Fields that hold the present state, as bits; the others are filled when asked for.
    mutable unsigned current_fields_ = 0;
    int snapshot_slot_ = 1;                          ///< of the last snapshot: 1 or 2
    unsigned snapshot_fields_ = 0;                   ///< that it has, as bits
    mutable std::optional<shallow::Totals> totals_;  ///< of this state, once someone asked
    mutable std::vector<float> flat_bed_m_;          ///< a flat bed as a field, once someone asked
};

}  // namespace tarn::water
