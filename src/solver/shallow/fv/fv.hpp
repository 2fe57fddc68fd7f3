// The fv scheme on any device: cells in device memory, tasks from tasks.hpp, and a stepper, which
// is the one part that each backend writes for itself (cpu/stepper.hpp, cuda/stepper.cuh).
#pragma once

#include "solver/shallow/extremes.hpp"
#include "solver/shallow/fv/setup.hpp"
#include "solver/shallow/fv/step.hpp"
#include "solver/shallow/fv/tasks.hpp"
#include "solver/shallow/fv/viscosity.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

namespace tarn::shallow::fv {

template <class T, class Stepper>
class Fv final : public Solver {
    using Device = typename Stepper::Device;
    template <class E>
    using Array = typename Device::template Array<E>;

public:
    static Result<std::unique_ptr<Solver>> create(const SolverDesc& desc, Device&& device) {
        std::unique_ptr<Fv> solver(new Fv(desc, std::move(device)));
        if (const Result<void> got = solver->allocate(); !got) return got.error();
        if (const Result<void> got = solver->fill(desc); !got) return got.error();
        return std::unique_ptr<Solver>(std::move(solver));
    }

    void set_step(double step_s) override { setup_.set_step(step_s); }
    std::optional<double> max_step_s() const override {
        const double fastest = device()
                                   .template join_cells<FastestWave>(layout_.nx, layout_.ny,
                                                                     FindFastestWave<T>{cells()})
                                   .m_per_s;
        return setup_.max_step_s(fastest);
    }
    const Units& units() const override { return setup_.units(); }
    double tau() const override { return 0.5; }
    double viscosity_m2_per_s() const override { return setup_.viscosity_m2_per_s(); }

    RunReport run(const RunDesc& desc) override;
    void add_depth(DepthPatch& patch) override {
        DueWater water = {0, std::move(patch)};
        load_water({&water, 1});
        stepper_.begin();
        stepper_.add_water(add_water(), views_, 0, 1);
        unload_water({&water, 1});
        patch = std::move(water.patch);
    }

    SheetReport add_sheet(double depth_m) override;

    bool can_change_ground() const override { return true; }
    void set_bed(const CellArea& area, std::span<const double> heights_m) override;
    double set_solid(const CellArea& area, bool is_solid) override;

    Result<void> track_extremes(double arrival_depth_m, double time_s) override {
        const auto got = extremes_.start(device(), layout_.nx, layout_.ny, arrival_depth_m);
        if (got) for_cells(track_cells(time_s));
        return got;
    }
    const float* extreme(Extreme extreme) override { return extremes_.host(device(), extreme); }
    std::string save_extremes() const override { return extremes_.save(device()); }
    bool restore_extremes(std::string_view bytes) override {
        return extremes_.restore(device(), bytes);
    }

    void set_boundary(Edge edge, Boundary boundary) override {
        setup_.set_edge(edge, boundary);
        stepper_.wake_all();
    }
    Boundary boundary(Edge edge) const override { return setup_.edge(edge); }

    bool is_solid(int i, int j) const override {
        return !host_solid_.empty() &&
               host_solid_[std::size_t(j) * std::size_t(layout_.nx) + std::size_t(i)] != 0;
    }
    void read_cells(std::span<const CellIndex> list, std::span<CellState> out) const override;
    void start_fields(int slot, unsigned wanted) override {
        stepper_.start_fields(slot, wanted, ReadFields<T>{cells(), {}});
    }
    const float* field(int slot, Field field) const override { return stepper_.field(slot, field); }
    const float* device_field(Field field) override {
        return stepper_.device_field(field, ReadFields<T>{cells(), {}});
    }
    const float* device_snapshot(int slot, Field field) override {
        return stepper_.device_snapshot(slot, field, ReadFields<T>{cells(), {}});
    }
    Totals totals() const override;
    std::uint64_t checksum() const override {
        return device()
            .template join_cells<HashSum>(layout_.nx, layout_.ny, HashCells<T>{cells()})
            .value;
    }
    std::size_t saved_bytes() const override {
        return layout_.cell_count() * 4 * sizeof(T) + sizeof(std::uint64_t);
    }
    std::string save() const override;
    bool restore(std::string_view bytes) override;
    void shift(int di, int dj) override;
    MemoryReport memory() const override;
    std::optional<Error> lost() const override { return device().trouble(); }

private:
    Fv(const SolverDesc& desc, Device&& device)
        : setup_(desc),
          layout_(Layout::of(desc.nx, desc.ny, 64 / int(sizeof(T)))),
          host_solid_(desc.solid.begin(), desc.solid.end()),
          stepper_(std::move(device), desc, layout_) {}

    Result<void> allocate();
    Result<void> fill(const SolverDesc& desc);
    void look_for_solids() {
        has_solids_ = std::any_of(host_solid_.begin(), host_solid_.end(), [](auto s) { return s; });
    }
    void load_water(std::span<const DueWater> water);
    void unload_water(std::span<DueWater> water);
    void load_zones(const RunDesc& desc);
    bool is_viscous() const { return setup_.viscosity_m2_per_s() > 0.0; }
    /// The water as the sweeps of a step begin with it.
    Planes<T> diffused();
    /// Step number `index` of a run.
    Step<T> step(const RunDesc& desc, int index);

    const Device& device() const { return stepper_.device(); }
    CellsView<T> cells() const {
        return {layout_, planes_[current_], bed_plane_, setup_.gravity_m_per_s2()};
    }
    AddWater<T> add_water() {
        return {cells(), kDeepest * units().depth_m, patches_.data(), amounts_.data()};
    }
    TrackExtremes<CellsView<T>> track_cells(double time_s) const {
        return {cells(), extremes_.view(), time_s};
    }
    Quantum quantum() const { return setup_.template quantum<T>(); }
    template <class Task>
    void for_cells(const Task& task) const {
        device().for_cells(layout_.nx, layout_.ny, task);
    }
    static std::array<T*, 3> planes_of(const Planes<T>& water) {
        return {water.h, water.u, water.v};
    }
    /// What save() writes: the water and the ground.
    std::array<T*, 4> saved_planes() const {
        const Planes<T>& water = planes_[current_];
        return {water.h, water.u, water.v, bed_plane_};
    }
    /// Room for one plane of all cells, and back from memory: what fails then has changed nothing.
    Array<T> plane_room() const {
        auto room = device().template allocate<T>(layout_.cell_count());
        if (!room) throw std::bad_alloc();
        return std::move(room.value());
    }

    /// A short list on the device that grows when it must. Where it cannot, callers throw
    /// bad_alloc, which the world turns into an error.
    template <class E>
    bool grow(Array<E>& array, std::size_t size) const {
        if (array.size() >= size) return true;
        auto larger = device().template allocate<E>(size + size / 2);
        if (larger) array = std::move(larger.value());
        return bool(larger);
    }

    Setup setup_;
    Layout layout_;
    std::vector<std::uint8_t> host_solid_;
    bool has_solids_ = false;
    Stepper stepper_;
    Array<T> water_[2];
    Planes<T> planes_[2];  ///< of the two copies of the water
    Array<T> diffused_;    ///< velocities after viscosity has acted; empty: there is none
    Array<T> bed_;
    T* bed_plane_ = nullptr;
    Array<std::uint8_t> takers_[4];
    int current_ = 0;                    ///< which copy is the state
    bool is_x_next_ = true;              ///< the next step begins with the sweep along x
    Array<ZoneTarget<T>> zone_targets_;  ///< by step of a run
    Array<PatchView> patches_;
    Array<double> amounts_;
    std::vector<PatchView> views_;  ///< of the patches on the device
    std::vector<double> host_amounts_;
    Extremes<Device> extremes_;
    mutable Array<CellIndex> list_;
    mutable Array<CellState> states_;
};

template <class T, class Stepper>
Result<void> Fv<T, Stepper>::allocate() {
    const auto make = [&](auto& array, std::size_t size) -> Result<void> {
        using E = std::remove_reference_t<decltype(*array.data())>;
        auto made = device().template allocate<E>(size);
        if (!made) return made.error();
        array = std::move(made.value());
        return {};
    };
    const std::size_t size = layout_.elements();
    for (std::size_t k = 0; k < 2; ++k) {
        if (const auto got = make(water_[k], 3 * size); !got) return got.error();
        T* const start = water_[k].data();
        planes_[k] = {start, start + size, start + 2 * size};
    }
    if (is_viscous())
        if (const auto got = make(diffused_, 2 * size); !got) return got.error();
    if (const auto got = make(bed_, size); !got) return got.error();
    bed_plane_ = bed_.data();
    for (std::size_t e = 0; e < 4; ++e) {
        const auto& takers = setup_.takers(Edge(e));
        if (takers.empty()) continue;
        if (const auto got = make(takers_[e], takers.size()); !got) return got.error();
        device().upload(takers.data(), takers.size(), takers_[e].data());
    }
    return stepper_.prepare();
}

template <class T, class Stepper>
Result<void> Fv<T, Stepper>::fill(const SolverDesc& desc) {
    const auto sent = [&]<class E>(std::span<const E> from) -> Result<Array<E>> {
        if (from.empty()) return Array<E>();
        auto array = device().template allocate<E>(from.size());
        if (array) device().upload(from.data(), from.size(), array.value().data());
        return array;
    };
    auto depth = sent(desc.depth_m);
    if (!depth) return depth.error();
    auto bed = sent(desc.bed_m);
    if (!bed) return bed.error();
    auto velocity = sent(desc.velocity_m_per_s);
    if (!velocity) return velocity.error();
    auto solid = sent(desc.solid);
    if (!solid) return solid.error();
    for_cells(FillCell<T>{cells(), depth.value().data(), bed.value().data(), desc.flat_bed_m,
                          velocity.value().data(), solid.value().data(), quantum()});
    device().finish_uploads();
    look_for_solids();
    if (const auto trouble = device().trouble()) return *trouble;
    return {};
}

/// Puts all amounts of a run on the device.
template <class T, class Stepper>
void Fv<T, Stepper>::load_water(std::span<const DueWater> water) {
    views_.clear();
    host_amounts_.clear();
    for (const DueWater& due : water) {
        const DepthPatch& p = due.patch;
        views_.push_back({p.x0, p.y0, p.nx, p.ny, std::ptrdiff_t(host_amounts_.size())});
        host_amounts_.insert(host_amounts_.end(), p.depth_m.begin(), p.depth_m.end());
    }
    if (views_.empty()) return;
    if (!grow(patches_, views_.size()) || !grow(amounts_, host_amounts_.size()))
        throw std::bad_alloc();
    device().upload(views_.data(), views_.size(), patches_.data());
    device().upload(host_amounts_.data(), host_amounts_.size(), amounts_.data());
}

/// Brings back what was really added.
template <class T, class Stepper>
void Fv<T, Stepper>::unload_water(std::span<DueWater> water) {
    if (views_.empty()) return;
    device().download(amounts_.data(), host_amounts_.size(), host_amounts_.data());
    const double* from = host_amounts_.data();
    for (DueWater& due : water)
        for (double& amount_m : due.patch.depth_m) amount_m = *from++;
}

/// Puts what the zones are drawn towards in all steps of a run on the device.
template <class T, class Stepper>
void Fv<T, Stepper>::load_zones(const RunDesc& desc) {
    if (setup_.zone_cells() == 0) return;
    std::vector<ZoneTarget<T>> targets;
    for (int k = 0; k < desc.steps; ++k) setup_.add_zone_targets(desc, k, targets);
    if (!grow(zone_targets_, targets.size())) throw std::bad_alloc();
    device().upload(targets.data(), targets.size(), zone_targets_.data());
    device().finish_uploads();
}

/// In whole quanta: still water of any depth stays level, and nothing is lost to rounding.
template <class T, class Stepper>
SheetReport Fv<T, Stepper>::add_sheet(double depth_m) {
    const double whole_m = quantum().rounded(depth_m);
    if (whole_m == 0.0) return {};
    stepper_.wake_all();
    const double sum_m =
        device()
            .template join_cells<exec::Sum>(layout_.nx, layout_.ny,
                                            AddSheet<AddWater<T>>{add_water(), whole_m})
            .value;
    return {whole_m, sum_m * units().cell_m * units().cell_m};
}

template <class T, class Stepper>
void Fv<T, Stepper>::set_bed(const CellArea& area, std::span<const double> heights_m) {
    if (!grow(amounts_, heights_m.size())) throw std::bad_alloc();
    stepper_.wake(area);
    device().upload(heights_m.data(), heights_m.size(), amounts_.data());
    device().for_cells(area.nx, area.ny,
                       SetBed<T>{cells(), area.x0, area.y0, area.nx, amounts_.data(), quantum()});
    device().finish_uploads();
}

template <class T, class Stepper>
double Fv<T, Stepper>::set_solid(const CellArea& area, bool is_solid) {
    host_solid_.resize(layout_.cell_count());
    stepper_.wake(area);
    const double lost_m =
        device()
            .template join_cells<exec::Sum>(area.nx, area.ny,
                                            SetSolid<T>{cells(), area.x0, area.y0, is_solid})
            .value;
    for (int y = area.y0; y < area.y0 + area.ny; ++y)
        std::fill_n(host_solid_.begin() + std::ptrdiff_t(y) * layout_.nx + area.x0, area.nx,
                    std::uint8_t(is_solid));
    look_for_solids();
    return lost_m * units().cell_m * units().cell_m;
}

template <class T, class Stepper>
Planes<T> Fv<T, Stepper>::diffused() {
    const Planes<T> now = planes_[current_];
    if (!is_viscous()) return now;
    const Units& u = units();
    const double part = setup_.viscosity_m2_per_s() * u.step_s / (u.cell_m * u.cell_m);
    T *const to_u = diffused_.data(), *const to_v = to_u + layout_.elements();
    Diffuse<T> task = {layout_, now, to_u, to_v, T(part), setup_.template constants<T>().film_m,
                       {}};
    const std::array<Boundary, 4> walls = setup_.walls();
    std::copy(walls.begin(), walls.end(), task.edges);
    for_cells(task);
    return {now.h, to_u, to_v};
}

template <class T, class Stepper>
Step<T> Fv<T, Stepper>::step(const RunDesc& desc, int index) {
    Step<T> step;
    step.layout = layout_;
    step.from = diffused();
    step.to = planes_[1 - current_];
    step.bed = bed_plane_;
    step.constants = setup_.template constants<T>();
    step.forces = setup_.template forces<T>();
    step.is_x_first = is_x_next_;
    step.has_solids = has_solids_;
    for (std::size_t e = 0; e < 4; ++e) {
        const DriveValue value =
            desc.drives.empty() ? DriveValue{} : desc.drives[std::size_t(index)][e];
        step.edges[e] = setup_.template edge_state<T>(Edge(e), value);
        if (takers_[e].size() > 0) step.takers[e] = takers_[e].data();
        if (setup_.is_open(Edge(e))) step.inflow[e] = stepper_.inflow(Edge(e));
        step.zones[e] = setup_.template zone<T>(Edge(e));
        step.zones[e].targets = zone_targets_.data() + std::ptrdiff_t(index) * setup_.zone_cells() +
                                setup_.zone_begin(Edge(e));
    }
    return step;
}

template <class T, class Stepper>
RunReport Fv<T, Stepper>::run(const RunDesc& desc) {
    const int moments = desc.sample_every > 0 ? desc.steps / desc.sample_every : 0;
    const std::size_t sample_count = std::size_t(moments) * desc.cells.size();
    if (sample_count > 0) {
        if (!grow(list_, desc.cells.size()) || !grow(states_, sample_count)) throw std::bad_alloc();
        // What can fail does so before the first step.
        if (desc.samples) desc.samples->reserve(desc.samples->size() + sample_count);
        device().upload(desc.cells.data(), desc.cells.size(), list_.data());
    }
    load_water(desc.water);
    load_zones(desc);
    stepper_.begin();
    const int first = current_;
    const bool is_x_first = is_x_next_;

    std::size_t next = 0;
    bool is_well = true;
    for (int done = 0; done < desc.steps && is_well; ++done) {
        std::size_t due = next;
        while (due < desc.water.size() && desc.water[due].step <= done) ++due;
        if (due > next) stepper_.add_water(add_water(), views_, int(next), int(due));
        next = due;
        is_well = stepper_.step(step(desc, done), done);
        if (!is_well) break;
        current_ = 1 - current_;
        is_x_next_ = !is_x_next_;
        if (extremes_.is_on())
            stepper_.visit_cells(track_cells(desc.times_s[std::size_t(done)]), done);
        if (moments > 0 && (done + 1) % desc.sample_every == 0) {
            const std::ptrdiff_t row = std::ptrdiff_t((done + 1) / desc.sample_every - 1) *
                                       std::ptrdiff_t(desc.cells.size());
            device().for_items(int(desc.cells.size()),
                               ReadCells<T>{cells(), list_.data(), states_.data() + row});
        }
    }
    RunReport report = stepper_.finish(desc.steps);
    // A device that ran on has left the state before the step that failed where it was.
    current_ = (first + report.steps) % 2;
    is_x_next_ = is_x_first == (report.steps % 2 == 0);
    report.is_step_too_long = report.steps < desc.steps;
    const double area_m2 = units().cell_m * units().cell_m;
    report.came_in_m3 *= area_m2;
    report.went_out_m3 *= area_m2;
    unload_water(desc.water);
    if (desc.samples && moments > 0) {
        // After trouble, the moments before it.
        const std::size_t good = std::size_t(report.steps / desc.sample_every) * desc.cells.size();
        const std::size_t before = desc.samples->size();
        desc.samples->resize(before + good);
        device().download(states_.data(), good, desc.samples->data() + before);
    }
    return report;
}

template <class T, class Stepper>
void Fv<T, Stepper>::read_cells(std::span<const CellIndex> list, std::span<CellState> out) const {
    if (!grow(list_, list.size()) || !grow(states_, list.size())) throw std::bad_alloc();
    device().upload(list.data(), list.size(), list_.data());
    device().for_items(int(list.size()), ReadCells<T>{cells(), list_.data(), states_.data()});
    device().download(states_.data(), out.size(), out.data());
}

template <class T, class Stepper>
Totals Fv<T, Stepper>::totals() const {
    const WaterTotals sum = device().template join_cells<WaterTotals>(
        layout_.nx, layout_.ny, SumCells<T>{cells(), setup_.still_level_m()});
    const double area_m2 = units().cell_m * units().cell_m;
    return {.volume_m3 = sum.depth * area_m2,
            .max_speed_m_per_s = std::sqrt(sum.max_speed2),
            .min_depth_m = sum.wet ? sum.low : 0.0,
            .max_depth_m = sum.high,
            .energy_per_density_m5_per_s2 = (sum.kinetic + sum.potential) * area_m2};
}

template <class T, class Stepper>
std::string Fv<T, Stepper>::save() const {
    const std::size_t count = layout_.cell_count();
    Array<T> room = plane_room();
    std::vector<T> host(count);
    std::string bytes;
    bytes.reserve(saved_bytes());
    for (T* const plane : saved_planes()) {
        for_cells(PackPlane<T>{layout_, plane, room.data(), false});
        device().download(room.data(), count, host.data());
        bytes.append(reinterpret_cast<const char*>(host.data()), count * sizeof(T));
    }
    const std::uint64_t order = is_x_next_ ? 1 : 0;
    bytes.append(reinterpret_cast<const char*>(&order), sizeof order);
    return bytes;
}

template <class T, class Stepper>
bool Fv<T, Stepper>::restore(std::string_view bytes) {
    const std::size_t count = layout_.cell_count();
    if (bytes.size() != saved_bytes()) return false;
    Array<T> room = plane_room();
    std::vector<T> host(count);
    std::vector<std::uint8_t> solid(count);
    for (T* const plane : saved_planes()) {
        std::memcpy(host.data(), bytes.data(), count * sizeof(T));
        bytes.remove_prefix(count * sizeof(T));
        if (plane == planes_[current_].h)
            for (std::size_t k = 0; k < count; ++k) solid[k] = host[k] < T(0);
        device().upload(host.data(), count, room.data());
        device().finish_uploads();
        for_cells(PackPlane<T>{layout_, plane, room.data(), true});
    }
    std::uint64_t order = 0;
    std::memcpy(&order, bytes.data(), sizeof order);
    is_x_next_ = order != 0;
    host_solid_ = std::move(solid);
    look_for_solids();
    stepper_.wake_all();
    return true;
}

template <class T, class Stepper>
void Fv<T, Stepper>::shift(int di, int dj) {
    const bool wraps_x = boundary(Edge::West) == Boundary::Periodic;
    const bool wraps_y = boundary(Edge::South) == Boundary::Periodic;
    const auto within = [](int way, int size, bool wraps) {
        return wraps ? way % size : std::clamp(way, -size, size);
    };
    const GridShift shift = {within(di, layout_.nx, wraps_x), within(dj, layout_.ny, wraps_y),
                             wraps_x, wraps_y};
    const Planes<T> state = planes_[current_];
    Array<T> room = plane_room();
    stepper_.wake_all();
    for (T* const plane : planes_of(state)) {
        for_cells(PackPlane<T>{layout_, plane, room.data(), false});
        const T fresh = plane == state.h ? T(units().depth_m) : T(0);
        for_cells(ShiftPlane<T>{layout_, plane, room.data(), shift, fresh});
    }
}

template <class T, class Stepper>
MemoryReport Fv<T, Stepper>::memory() const {
    return {.populations_bytes =
                water_[0].bytes() + water_[1].bytes() + diffused_.bytes() + bed_.bytes(),
            .mask_bytes = host_solid_.size(),
            .fields_bytes = stepper_.field_bytes() + extremes_.host_bytes(),
            .other_bytes = stepper_.bytes() + zone_targets_.bytes() + patches_.bytes() +
                           amounts_.bytes() + extremes_.bytes()};
}

}  // namespace tarn::shallow::fv
