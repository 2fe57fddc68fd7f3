// Water in space, whatever its scheme: a solver with the solids, the clock and the view from above
// that belong to it.
#pragma once

#include "exec/cuda/devices.hpp"
#include "solver/volume/solver.hpp"
#include "water/pace.hpp"
#include "water/registry.hpp"
#include "water/volume/cell_shares.hpp"
#include "water/water.hpp"

#include <array>

namespace tarn::water {

/// Rows of this model, for the registry.
std::vector<Row> volume_rows();
Result<std::unique_ptr<Water>> make_volume_water(const MakeDesc& desc);

class VolumeWater final : public Water {
public:
    /// What is known before the solver is made. `scene` and `options` outlive the water.
    struct Parts {
        const scene::Scene& scene;
        std::string model = "volume", scheme = "d3q19";
        std::string scheme_reason = "the only one of this model";  ///< where `auto` chose it
        SpaceGrid grid;
        std::optional<exec::cuda::DeviceInfo> gpu;  ///< none: on the CPU
        std::string device;                         ///< name of the GPU or the CPU
        Isa isa = Isa::Base;
        double max_step_s = 0.0;
        Pace pace = {};  ///< of the solver's first step
        double mean_depth_m = 0.0;
        std::vector<scene::BoundKey> bound_keys = {};
        std::vector<std::uint8_t> solid = {};
        std::vector<std::uint8_t> blocks = {};  ///< solids that are drawn cell by cell
    };
    VolumeWater(Parts&& parts, std::unique_ptr<volume::Solver> solver);

    std::string label() const override { return p_.model + " water with scheme " + p_.scheme; }
    PlanGrid grid() const override { return {p_.grid.nx(), p_.grid.ny(), p_.grid.cell_m}; }
    Backend backend() const override { return p_.gpu ? Backend::Cuda : Backend::Cpu; }
    void describe(WorldInfo& info) const override;
    MemoryReport memory() const override;
    std::optional<Error> lost() const override { return solver_->lost(); }

    double expected_steps(double seconds) const override;
    AdvanceReport advance(const AdvanceDesc& desc, Feed& feed) override;
    AdvanceReport run_to(const RunToDesc& desc, Feed& feed) override;

    Result<void> check_inputs(const char* call) const override;
    void apply(exchange::Forcing&) override {}
    SheetReport add_sheet(double) override { return {}; }
    Sample cell(int i, int j) const override;
    void sample(std::span<const Vec2> points_m, std::span<Sample> out) const override;
    const Sample* sample_on_device(std::span<const Vec2> points_m) const override;
    bool is_under_water(Vec3 point_m) const override;
    RayHit ray_cast(Vec3 origin_m, Vec3 direction, double max_distance_m) const override;

    Result<FieldView> field(std::string_view name) const override;
    Result<DeviceFieldView> device_field(std::string_view name) const override;
    Result<DeviceFieldView> device_snapshot(std::string_view name, int slot) override;
    Result<void> begin_snapshot(std::span<const std::string_view> names) override;
    Result<FieldView> snapshot(std::string_view name) const override;

    Totals totals() const override;
    std::uint64_t checksum() const override { return solver_->checksum(); }

    Boundary boundary(Edge edge) const override;
    Result<void> set_boundary(Edge edge, Boundary boundary) override;
    Result<void> check_settings(const LiveSettings& settings) const override;
    Result<void> set(const LiveSettings& settings) override;
    LiveSettings settings() const override;

    Result<void> check_ground() const override;
    void set_bed(const exchange::CellArea&, std::span<const double>) override {}
    double bed_m(int i, int j) const override;
    std::vector<BodyView> overhangs() const override;
    double set_solid(const exchange::CellArea&, bool) override { return 0.0; }
    Result<void> check_shift(int di, int dj) const override;
    VolumeChange shift(int, int) override { return {}; }

    const std::vector<scene::BoundKey>& bound_keys() const override { return p_.bound_keys; }
    void save(ByteWriter& out) const override;
    Result<void> check_clock(const ClockReading& clock) const override;
    Result<void> check_saved(ByteReader in, const RestoreDesc& desc) const override;
    Result<void> restore(ByteReader& in, const RestoreDesc& desc) override;

    Result<void> fill_frame(Frame& frame) const override;
    Result<void> check_more_hulls(const char* call, int count) const override;
    void add_hulls() override;
    Result<void> start_maps(double) override { return {}; }

private:
    struct Run;
    struct Saved;
    /// The water over one cell of the plan.
    struct Column {
        double depth_m = 0.0;  ///< of all water in it
        double level_m = 0.0;  ///< of its highest surface; of the bed where it is dry
        int top = -1;          ///< layer of the highest surface; -1: it is dry
    };

    const scene::Volume& described() const { return p_.scene.water.volume; }
    bool is_solid_column(int i, int j) const;
    Column column(int i, int j) const;
    double fill_at(Vec3 point_m) const;
    void changed();
    const std::vector<float>& read_field(volume::Field field) const;
    const std::vector<float>& read_speed() const;
    const std::vector<float>& read_columns(bool wants_level) const;
    const std::vector<float>& read_words() const;
    Error unknown_field(std::string_view name) const;
    FieldView view_of(const std::vector<float>& values) const;
    FieldView plan_view_of(const std::vector<float>& values) const;
    void sample_now(std::span<const Vec2> points_m, std::vector<Sample>& samples) const;

    void take(int count, Run& run);
    void start_new_ticks(double now_s);
    int choose_pace(double end_s, double now_s);
    void run_on_the_clock(const RunToDesc& desc, Run& run);
    Result<Saved> read_saved(ByteReader& in, const RestoreDesc& desc) const;
    Result<Pace> read_pace(ByteReader& in, double time_s) const;

    Parts p_;
    std::unique_ptr<volume::Solver> solver_;
    double tick_s_;
    Pace pace_;                     ///< always in force
    std::vector<float> bed_m_;      ///< height of the solids that stand on the bottom
    std::vector<BodyView> bodies_;  ///< solids, for pictures

    mutable unsigned current_fields_ = 0;  ///< that hold the present state, as bits
    mutable std::array<std::vector<float>, volume::kFieldCount> fields_;
    mutable std::vector<float> depth_m_, level_m_;  ///< empty: not of this state
    mutable std::vector<float> speed_m_per_s_;      ///< the same
    mutable std::vector<float> words_;  ///< bits of the words of cells; empty: not of this state
    mutable std::vector<Sample> device_samples_;
    mutable std::optional<volume::Totals> totals_;
    mutable std::optional<std::pair<double, double>> depths_m_;  ///< least and most
    std::vector<std::pair<std::string, std::vector<float>>> snapshot_;
};

}  // namespace tarn::water
